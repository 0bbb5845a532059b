//! `cargo xtask demo`: the main job on real files of this repository, each step as the command to type and what it
//! prints. Checks only that a step ends as its row says; what a right answer is, the tests decide.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Instant, SystemTime};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::{guests, process, workspace};

const CONFIG: &str = "demo/skillhost.toml";
/// Where that file's host keeps compiled code.
const CACHE: &str = "target/demo/data/cache";

/// A tool's arguments as a file: they hold a whole document, too long for a command line.
struct Arguments {
    /// What is written, relative to the root.
    to: &'static str,
    /// The argument that takes the document, and where the document lies.
    document: (&'static str, &'static str),
    /// All other arguments, as JSON.
    others: &'static str,
}

const ARGUMENTS: &[Arguments] = &[
    Arguments {
        to: "target/demo/filter.json",
        document: ("csv", "example-skills/tables/examples/monthly-sales.csv"),
        others: r#"{"conditions": [{"column": "region", "operator": "equals", "value": "North"}]}"#,
    },
    Arguments {
        to: "target/demo/chart.json",
        document: ("csv", "example-skills/charts/examples/signups.csv"),
        others: r#"{"x": "month", "y": ["website", "partner", "referral"], "style": {"title": "Sign-ups"}}"#,
    },
    Arguments {
        to: "target/demo/report.json",
        document: ("csv", "example-skills/reports/examples/water-levels.csv"),
        others: r###"{"title": "Water levels", "text": "The river fell all month.\n\n## Next steps\n\n- Read the gauge daily"}"###,
    },
    Arguments {
        to: "target/demo/page.json",
        document: ("html", "example-skills/clippings/examples/rain-garden.html"),
        others: r#"{"url": "https://example.com/rain-garden"}"#,
    },
];

/// How a step has to end.
#[derive(Clone, Copy)]
enum End {
    Shown,
    /// As `Shown`; the `callId` that is printed is the handle under this name from here on.
    Kept(&'static str),
    /// With an error of this code: that is what the step is there to show.
    Refused(&'static str),
}

/// Title, end, and what follows `skillhost -c …`: words between spaces; `{name}` is the handle kept under that name.
type Step = (&'static str, End, &'static str);

const STEPS: &[Step] = &[
    ("The deployer's file: every mistake at once, every limit and grant", End::Shown, "check"),
    ("What a component says of itself", End::Shown, "inspect target/skills/tables/skill.wasm"),
    ("The tools that a model is offered", End::Shown, "list"),
    (
        "A table is filtered: the rows land behind a handle",
        End::Kept("rows"),
        "call tables table_filter @target/demo/filter.json --json",
    ),
    ("The rows are read: the first three", End::Shown, "read {rows} artifact_head --n 3"),
    ("…those that match", End::Shown, "read {rows} artifact_grep --pattern 2024-0[1-3].*Pumps"),
    ("…how many there are", End::Shown, "read {rows} artifact_line_count"),
    (
        "A chart is drawn: media, typed and floored",
        End::Kept("chart"),
        "call charts chart_line @target/demo/chart.json --json",
    ),
    ("The chart's file", End::Shown, "media {chart} --output target/demo/chart.png"),
    (
        "A page becomes a citable record",
        End::Kept("page"),
        "call clippings clip_page @target/demo/page.json --json",
    ),
    ("The record is read like any text", End::Shown, "read {page} artifact_head --n 6"),
    ("The records", End::Shown, "retrievables"),
    ("Records are found by their words, with an excerpt", End::Shown, "search water* --limit 3"),
    (
        "A report as Markdown, under the kind that the deployer bound it to",
        End::Kept("report"),
        "call reports report_markdown @target/demo/report.json --json",
    ),
    ("The report is read like any text", End::Shown, "read {report} artifact_grep --pattern ^#"),
    (
        "The same report, typeset: a typed binary",
        End::Kept("pdf"),
        "call reports report_pdf @target/demo/report.json --json",
    ),
    ("The report's file", End::Shown, "media {pdf} --output target/demo/report.pdf"),
    (
        "Named texts in one archive: bytes",
        End::Shown,
        "call bundle bundle_zip @example-skills/bundle/examples/handover.json",
    ),
    ("All handles, for any later process", End::Shown, "artifacts"),
    ("How much is kept, beside what may be", End::Shown, "usage"),
    (
        "A backup, while everything goes on: it is a data directory itself",
        End::Shown,
        "backup target/demo/backup",
    ),
    ("The owner deletes", End::Shown, "delete {rows}"),
    ("…and is told so from then on", End::Refused("E_ARTIFACT_DELETED"), "read {rows} artifact_head"),
    ("The backup has it still", End::Shown, "restore target/demo/backup"),
    ("…and it is read as before", End::Shown, "read {rows} artifact_head --n 1"),
    ("What has expired is removed", End::Shown, "prune"),
    ("A look at all that is kept, byte by byte", End::Shown, "doctor --contents"),
    (
        "A guest that declares text and answers bytes: refused, and nothing is stored",
        End::Refused("E_SKILL_TOOL_BAD_RESPONSE"),
        r#"call fixture declared_text {"answer":"binary","text":"bytes"}"#,
    ),
    (
        "Arguments that do not fit: neither gate nor skill sees them",
        End::Refused("E_INVALID_TOOL_ARGS"),
        r#"call tables table_filter {"csv":7}"#,
    ),
    ("What was called, however it ended", End::Shown, "log --limit 8"),
];

/// Builds what is needed, then runs every step.
pub(crate) fn run() -> Result<()> {
    guests::run()?;
    let skillhost = process::built(&["skillhost"])?.join("skillhost");
    prepare()?;
    let mut handles = BTreeMap::new();
    for (number, (title, end, line)) in (1..).zip(STEPS) {
        println!("\n── {number}/{} ── {title}", STEPS.len());
        show(&skillhost, *end, line, &mut handles)
            .with_context(|| format!("step {number} did not end as it should"))?;
    }
    println!("\n── a second start ──");
    let before = compiled()?;
    show(&skillhost, End::Shown, "check --quiet", &mut handles)?;
    ensure!(before == compiled()?, "the second start compiled something");
    println!("It compiled nothing: the {} entries of {CACHE} are as they were.", before.len());
    println!("\nThe demo is done: {CONFIG} is its configuration, and every line above works in this folder.");
    Ok(())
}

/// What the demo's configuration names and no other command makes: argument files, and the folder of a guest that
/// breaks the contract.
pub(crate) fn prepare() -> Result<()> {
    for arguments in ARGUMENTS {
        arguments.write()?;
    }
    let (from, to) =
        (workspace::layout_directory().join("guests"), workspace::root().join("target/demo/skills"));
    fs::create_dir_all(&to)?;
    fs::copy(from.join("fixture.wasm"), to.join("fixture.wasm"))
        .context("failed to copy the fixture guest")?;
    Ok(())
}

impl Arguments {
    fn write(&self) -> Result<()> {
        let (name, document) = self.document;
        let text = fs::read_to_string(workspace::root().join(document))
            .with_context(|| format!("failed to read `{document}`"))?;
        let mut arguments: serde_json::Map<String, Value> = serde_json::from_str(self.others)?;
        arguments.insert(name.to_owned(), Value::String(text));
        let to = workspace::root().join(self.to);
        fs::create_dir_all(to.parent().unwrap_or(&to))?;
        fs::write(&to, serde_json::to_vec(&arguments)?)
            .with_context(|| format!("failed to write `{}`", self.to))?;
        println!("{} holds {document} as `{name}`, and {}", self.to, self.others);
        Ok(())
    }
}

fn show(skillhost: &Path, end: End, line: &str, handles: &mut BTreeMap<&'static str, String>) -> Result<()> {
    let mut command = Command::new(skillhost);
    command.current_dir(workspace::root()).args(["-c", CONFIG]).args(filled(line, handles));
    println!("$ {}", process::line(&command));
    let started = Instant::now();
    // Only what is looked at is held back; all else appears as it is printed.
    match end {
        End::Shown => &mut command,
        End::Kept(_) => command.stdout(Stdio::piped()),
        End::Refused(_) => command.stderr(Stdio::piped()),
    };
    let output = command.stdin(Stdio::null()).spawn()?.wait_with_output()?;
    let answer = String::from_utf8_lossy(&output.stdout);
    let complaint = String::from_utf8_lossy(&output.stderr);
    print!("{answer}{complaint}");
    println!("({:.2} s)", started.elapsed().as_secs_f64());

    if let End::Refused(code) = end {
        ensure!(!output.status.success() && complaint.contains(code), "`{code}` was expected");
        return Ok(());
    }
    ensure!(output.status.success(), "{}", output.status);
    if let End::Kept(name) = end {
        let answer: Value = serde_json::from_str(&answer).context("the call printed no JSON")?;
        handles.insert(name, handle_in(&answer).context("the JSON has no handle")?.to_owned());
    }
    Ok(())
}

/// What a result is read by: the record's handle, the first media's, or else the call's own.
fn handle_in(answer: &Value) -> Option<&str> {
    let places = ["/output/record/handle", "/output/media/0/handle", "/callId"];
    places.into_iter().find_map(|place| answer.pointer(place)?.as_str())
}

/// The compiled components in the demo's cache, with the times at which they were written.
fn compiled() -> Result<Vec<(OsString, SystemTime)>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(workspace::root().join(CACHE)).context("failed to read the demo's cache")? {
        let entry = entry?;
        if Path::new(&entry.file_name()).extension().is_some_and(|ending| ending == "code") {
            entries.push((entry.file_name(), entry.metadata()?.modified()?));
        }
    }
    entries.sort();
    Ok(entries)
}

fn filled(line: &str, handles: &BTreeMap<&'static str, String>) -> Vec<String> {
    let fill = |word: &str| {
        let name = word.strip_prefix('{').and_then(|word| word.strip_suffix('}'));
        name.and_then(|name| handles.get(name)).cloned().unwrap_or_else(|| word.to_owned())
    };
    line.split_whitespace().map(fill).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_names_only_handles_that_an_earlier_one_kept() {
        let mut kept = BTreeMap::new();
        for (title, end, line) in STEPS {
            for word in filled(line, &kept) {
                let json = serde_json::from_str::<Value>(&word).is_ok();
                assert!(json || !word.starts_with('{'), "{title}: {word}");
            }
            if let End::Kept(name) = end {
                kept.insert(*name, "handle".to_owned());
            }
        }
    }

    #[test]
    fn every_argument_file_is_written_and_used() {
        for arguments in ARGUMENTS {
            let (_, document) = arguments.document;
            assert!(workspace::root().join(document).is_file(), "{document}");
            let used = STEPS.iter().any(|(.., line)| line.contains(&format!("@{}", arguments.to)));
            assert!(used, "{}", arguments.to);
            assert!(serde_json::from_str::<Value>(arguments.others).is_ok_and(|value| value.is_object()));
        }
    }
}
