//! `artifact_grep` over 256 MiB through the library, over ripgrep counting in the same text as a file. Few lines match, so
//! that no bound of a reading's answer ends the search.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::json;
use skillhost::Session;
use skillhost_bench::measure::Work;
use wasmtime::{bail, ensure};

use crate::figure::{Aim, Figure, Unit};
use crate::stored::{self, Artifact};
use crate::{Setting, places::Places};

const SIZE: u64 = 256 << 20;
const BATCHES: usize = 9;
const PATTERNS: [(&str, &str); 2] = [
    ("grep-256mib", "checksum mismatch"),
    ("grep-256mib-regex", r"worker-1[0-9] ERROR .* block [0-9]+, gave up"),
];

/// One figure for a literal, one for a pattern with classes and a gap.
pub(crate) fn measure(setting: &Setting) -> wasmtime::Result<Vec<Figure>> {
    let scratch = setting.places.scratch();
    let text = scratch.join("text");
    stored::write_text(&text, SIZE)?;
    let artifact = Artifact::store(&scratch.join("data"), &text)?;
    let session = stored::session(&artifact.directory)?;
    let ripgrep = ripgrep(&setting.places);
    let mut figures = Vec::new();
    for (id, pattern) in PATTERNS {
        let mut works = vec![Work::new(|rounds| {
            (0..rounds).try_for_each(|_| ours(&session, &artifact, pattern).map(drop))
        })];
        if let Some(ripgrep) = &ripgrep {
            let (here, there) = (ours(&session, &artifact, pattern)?, theirs(ripgrep, &text, pattern)?);
            ensure!(here == there, "`{pattern}`: {here} lines match here, {there} with ripgrep");
            works.push(Work::new(|rounds| {
                (0..rounds).try_for_each(|_| theirs(ripgrep, &text, pattern).map(drop))
            }));
        }
        let samples = setting.turns(BATCHES, Duration::ZERO).measure(works)?;
        let figure = |samples| Figure::absolute(id, Unit::Milliseconds, samples, Some(Aim::AtLeast(0.5)));
        figures.push(match samples.as_slice() {
            [here, there] => figure(here).over("rg --count, a process of its own", here, there),
            [here] => figure(here).over_nothing("no `rg` on the path, nor in target/bench/tools"),
            _ => bail!("nothing was measured"),
        });
    }
    Ok(figures)
}

/// The number of lines that match.
fn ours(session: &Session, artifact: &Artifact, pattern: &str) -> wasmtime::Result<u64> {
    let arguments = json!({ "pattern": pattern });
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    let reading = session.read(&artifact.handle.to_string(), "artifact_grep", &arguments)?;
    ensure!(!reading.truncated, "the answer was cut: the pattern is too common");
    Ok(reading.text.lines().count() as u64)
}

/// The number of lines that match.
fn theirs(ripgrep: &Path, text: &Path, pattern: &str) -> wasmtime::Result<u64> {
    let mut command = Command::new(ripgrep);
    command.args(["--no-config", "--count", "--include-zero", "-e", pattern]).arg(text);
    let output = command.output()?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().parse()?)
}

/// The one on the path, or the one that the chore has installed.
fn ripgrep(places: &Places) -> Option<PathBuf> {
    let candidates = [PathBuf::from("rg"), places.tools().join("rg")];
    let works = |path: &PathBuf| Command::new(path).arg("--version").output().is_ok();
    candidates.into_iter().find(works)
}
