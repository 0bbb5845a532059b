//! `cargo run --release -p skillhost-bench --bin call-entry`: what entering a guest costs by each way in, what its files cost then,
//! what keeping its memory mapped is worth, how computing guests delay others, and what sleeping ones hold. Prints
//! tables and writes `target/bench/call-entry.json`.
//!
//! Measures the engine with the host's settings, not the host. Needs `cargo xtask guests` first.

mod job;
mod ways;
mod entering;
mod files;
mod resident;
mod busy;
mod asleep;
mod report;

use std::sync::Arc;

use skillhost_bench::engine::{self, Settings};
use skillhost_bench::guest::{Files, Guest, Prepared};
use skillhost_bench::machine::{self, Machine};

use crate::job::{Job, PAYLOADS};
use crate::report::Report;

fn main() -> wasmtime::Result<()> {
    let root = &machine::root();
    let machine = Machine::observe(root);
    let rust = Guest::rust(root)?;
    let mut tables = entering::measure(&rust)?;
    tables.extend(entering::measure(&Guest::text(root)?)?);
    tables.extend(files::measure(&rust, root)?);
    tables.extend(resident::measure(&rust)?);
    let memory = memory(&rust)?;
    let busy = busy::measure(&rust)?;
    let asleep = asleep::measure(&rust)?;
    let report = Report { machine, load_after: machine::load(), memory, tables, busy, asleep };
    report.publish(&root.join("target/bench/call-entry.json"))
}

/// What the guest's memory has grown to at the end of a call.
fn memory(guest: &Guest) -> wasmtime::Result<Vec<(String, usize)>> {
    let prepared = Arc::new(Prepared::new(&engine::start(Settings::default())?, guest, Files::None)?);
    let grown =
        |(payload, size): (&str, usize)| Ok((payload.to_owned(), Job::echo(&prepared, size).call()?.memory));
    PAYLOADS.into_iter().map(grown).collect()
}
