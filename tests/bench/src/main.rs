//! `cargo run --release -p skillhost-bench`: what entering a guest costs by each way in, what its files cost then,
//! what keeping its memory mapped is worth, how computing guests delay others, and what sleeping ones hold. Prints
//! tables and writes `target/bench/call-entry.json`.
//!
//! Measures the engine with the host's settings, not the host. Needs `cargo xtask guests` first.

mod bindings;
mod state;
mod engine;
mod guest;
mod job;
mod measure;
mod ways;
mod entry;
mod files;
mod resident;
mod busy;
mod asleep;
mod report;

use std::path::Path;
use std::sync::Arc;

use crate::engine::Settings;
use crate::guest::{Files, Guest, Prepared};
use crate::job::{Job, PAYLOADS};
use crate::report::{Machine, Report};

fn main() -> wasmtime::Result<()> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let machine = Machine::observe(root);
    let rust = Guest::rust(root)?;
    let mut tables = entry::measure(&rust)?;
    tables.extend(entry::measure(&Guest::text(root)?)?);
    tables.extend(files::measure(&rust, root)?);
    tables.extend(resident::measure(&rust)?);
    let memory = memory(&rust)?;
    let busy = busy::measure(&rust)?;
    let asleep = asleep::measure(&rust)?;
    let report = Report { machine, load_after: report::load(), memory, tables, busy, asleep };
    report.publish(&root.join("target/bench/call-entry.json"))
}

/// What the guest's memory has grown to at the end of a call.
fn memory(guest: &Guest) -> wasmtime::Result<Vec<(String, usize)>> {
    let prepared = Arc::new(Prepared::new(&engine::start(Settings::default())?, guest, Files::None)?);
    let grown =
        |(payload, size): (&str, usize)| Ok((payload.to_owned(), Job::echo(&prepared, size).call()?.memory));
    PAYLOADS.into_iter().map(grown).collect()
}
