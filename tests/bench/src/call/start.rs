//! A second start: a new process that builds its host and loads skills which an earlier one has compiled.
//!
//! The demo's skills are small; what is aimed at is one of about 35 MB of compiled code. The suite's guest in Python is such
//! a one; where it was not built, the largest guest there is stands in, and the note says how large it is.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use serde::{Deserialize, Serialize};
use skillhost::config::{SourceConfig, SourceKind};
use skillhost::ids::Digest;
use skillhost::progress::Progress;
use skillhost::{Config, Host, Principal};
use skillhost_bench::measure::Samples;
use wasmtime::ensure;
use wasmtime::error::Context as _;

use crate::figure::{Aim, Figure, Unit};
use crate::places::Places;
use crate::{Setting, part};

pub(crate) const PART: &str = "start";
const STARTS: usize = 15;
const DEMO: [&str; 3] = ["tables", "charts", "clippings"];
const MOST_MILLISECONDS: f64 = 50.0;

/// One start, in seconds.
#[derive(Serialize, Deserialize)]
pub(crate) struct Started {
    /// Until there is a host.
    host: f64,
    /// Until the demo's skills can be called, from there.
    demo: f64,
    /// Until the large one can be called, from there.
    large: f64,
    /// Components that were compiled.
    compiled: u32,
}

/// The large skill's part, and the host's with the demo's.
pub(crate) fn measure(setting: &Setting) -> wasmtime::Result<Vec<Figure>> {
    let directory = setting.places.scratch().join("data");
    let start = || part::elsewhere::<Started>(PART, &[directory.as_os_str()]);
    start()?;
    let started: Vec<Started> =
        (0..setting.repeats(STARTS)).map(|_| start()).collect::<wasmtime::Result<_>>()?;
    let compiled: u32 = started.iter().map(|started| started.compiled).sum();
    ensure!(compiled == 0, "{compiled} components were compiled again");
    let samples = |of: fn(&Started) -> f64| Samples(started.iter().map(of).collect());
    let large = samples(|started| started.large);
    let demo = samples(|started| started.host + started.demo);
    let host = samples(|started| started.host).median() * 1e3;
    Ok(vec![
        Figure::absolute("second-start", Unit::Milliseconds, &large, Some(Aim::AtMost(MOST_MILLISECONDS)))
            .with_note(sizes(&setting.places)?),
        Figure::absolute("second-start-demo", Unit::Milliseconds, &demo, None)
            .with_note(format!("{host:.1} ms of it until there is a host")),
    ])
}

/// Starts a host over this data directory and loads the skills.
pub(crate) fn start_once(directory: &Path) -> wasmtime::Result<Started> {
    let started = Instant::now();
    let places = Places::known();
    let source = |id: &str, path| SourceConfig { id: id.to_owned(), kind: SourceKind::Directory { path } };
    let config = Config {
        sources: vec![source("skills", places.skills()), source("guests", places.guests())],
        cache_directory: Some(places.cache()),
        ..Config::at(directory)
    };
    let compiled = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&compiled);
    let host = Host::builder(config).progress(move |event| {
        if matches!(event, Progress::Compiling { .. }) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    });
    let session = host.build()?.session(Principal::local());
    let host = started.elapsed().as_secs_f64();
    for skill in DEMO {
        session.load_blocking(skill)?;
    }
    let demo = started.elapsed().as_secs_f64();
    session.load_blocking(&largest(&places)?)?;
    let large = started.elapsed().as_secs_f64();
    let compiled = compiled.load(Ordering::Relaxed);
    Ok(Started { host, demo: demo - host, large: large - demo, compiled })
}

/// The guest with the most bytes, by the id that its file gives it.
fn largest(places: &Places) -> wasmtime::Result<String> {
    let mut guests = Vec::new();
    for entry in fs::read_dir(places.guests())? {
        let entry = entry?;
        if let Some(id) = entry.file_name().to_string_lossy().strip_suffix(".wasm") {
            guests.push((entry.metadata()?.len(), id.to_owned()));
        }
    }
    Ok(guests.into_iter().max().context("there are no guests: run `cargo xtask guests`")?.1)
}

/// How large the large one is, as a component and compiled.
fn sizes(places: &Places) -> wasmtime::Result<String> {
    let id = largest(places)?;
    let component = fs::read(places.guests().join(format!("{id}.wasm")))?;
    let digest = Digest::of(&component).hex();
    let mut compiled = 0;
    for entry in fs::read_dir(places.cache())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with(&digest) && name.ends_with(".code") {
            compiled = entry.metadata()?.len();
        }
    }
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    Ok(format!(
        "`{id}`: {:.1} MB as a component, {:.1} MB compiled; nothing was compiled again",
        megabytes(component.len() as u64),
        megabytes(compiled)
    ))
}
