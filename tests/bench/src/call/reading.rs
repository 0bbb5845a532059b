//! 100 lines from the middle of a 1 GiB artifact: a new process's first reading, its peak memory, and how much it read.

use std::path::Path;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::json;
use skillhost_bench::measure::Samples;
use wasmtime::ensure;

use crate::figure::{Aim, Figure, Unit};
use crate::stored::{self, Artifact};
use crate::{Setting, consumption, part};

pub(crate) const PART: &str = "reading";
const SIZE: u64 = 1 << 30;
const LINES: u64 = 100;
const READINGS: usize = 15;
const MOST_MILLISECONDS: f64 = 5.0;
const MOST_MEMORY_MIB: f64 = 64.0;
/// No scan: a small part of the artifact.
const MOST_READ_MIB: f64 = 16.0;

/// What one process saw.
#[derive(Serialize, Deserialize)]
pub(crate) struct Seen {
    /// Of the reading, in a host that is open.
    seconds: f64,
    /// The process's peak, from its start, in bytes: the engine and the store included.
    memory: u64,
    /// By the reading, in bytes.
    read: u64,
}

/// Three figures of the same readings.
pub(crate) fn measure(setting: &Setting) -> wasmtime::Result<Vec<Figure>> {
    let scratch = setting.places.scratch();
    let from = scratch.join("text");
    stored::write_text(&from, SIZE)?;
    let artifact = Artifact::store(&scratch.join("data"), &from)?;
    let (handle, middle) = (artifact.handle.to_string(), (artifact.lines / 2).to_string());
    let arguments = [artifact.directory.as_os_str(), handle.as_ref(), middle.as_ref()];
    let seen: Vec<Seen> = (0..setting.repeats(READINGS))
        .map(|_| part::elsewhere(PART, &arguments))
        .collect::<wasmtime::Result<_>>()?;
    let samples = |of: fn(&Seen) -> f64| Samples(seen.iter().map(of).collect());
    let figure = |id, unit, samples, most| Figure::absolute(id, unit, &samples, Some(Aim::Below(most)));
    Ok(vec![
        figure("middle-1gib", Unit::Milliseconds, samples(|seen| seen.seconds), MOST_MILLISECONDS),
        figure("middle-1gib-memory", Unit::Mebibytes, samples(|seen| seen.memory as f64), MOST_MEMORY_MIB),
        figure("middle-1gib-read", Unit::Mebibytes, samples(|seen| seen.read as f64), MOST_READ_MIB),
    ])
}

/// Reads lines from `start` on.
pub(crate) fn read_once(directory: &Path, handle: &str, start: u64) -> wasmtime::Result<Seen> {
    let session = stored::session(directory)?;
    let arguments = json!({ "start": start, "end": start + LINES });
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    let read_before = consumption::bytes_read()?;
    let started = Instant::now();
    let reading = session.read(handle, "artifact_cat", &arguments)?;
    let seconds = started.elapsed().as_secs_f64();
    let read = consumption::bytes_read()?.saturating_sub(read_before);
    let lines = reading.text.lines().count();
    ensure!(!reading.truncated && lines as u64 >= LINES, "the reading has {lines} lines: {}", reading.text);
    Ok(Seen { seconds, memory: consumption::peak_memory()?, read })
}
