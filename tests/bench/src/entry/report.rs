//! What `call-entry` measured, on what: printed as tables, written as JSON.
#![expect(clippy::print_stdout, reason = "a table on the terminal is what this program is for")]

use std::path::Path;
use std::time::Duration;

use serde::Serialize;
use skillhost_bench::machine::Machine;
use skillhost_bench::measure::{Samples, Turns, Work};

use crate::asleep::Asleep;
use crate::busy::Lateness;

const TURNS: Turns = Turns { batches: 31, batch: Duration::from_millis(25) };

/// Rows that were measured in turns.
#[derive(Debug, Serialize)]
pub(crate) struct Table {
    title: String,
    rows: Vec<Row>,
}

/// One row's figures. Times are microseconds for one round.
#[derive(Debug, Serialize)]
struct Row {
    name: String,
    minimum: f64,
    median: f64,
    /// From the first to the third quartile.
    spread: f64,
    /// The minimum, as a multiple of the first row's.
    minimum_ratio: f64,
    /// The median of each batch's multiple of the first row's batch beside it.
    median_ratio: f64,
}

impl Table {
    /// Measures all rows in turns; the first is what the others are compared with.
    pub(crate) fn measure(title: String, rows: Vec<(String, Work<'_>)>) -> wasmtime::Result<Self> {
        let (names, works): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
        let samples = TURNS.measure(works)?;
        let first = samples.first().cloned().unwrap_or(Samples(Vec::new()));
        let rows = names.into_iter().zip(samples).map(|(name, samples)| Row {
            name,
            minimum: samples.minimum() * 1e6,
            median: samples.median() * 1e6,
            spread: samples.spread() * 1e6,
            minimum_ratio: samples.minimum() / first.minimum(),
            median_ratio: samples.over(&first).median(),
        });
        Ok(Self { title, rows: rows.collect() })
    }
}

/// Everything of one run.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) machine: Machine,
    /// Load averages at the end.
    pub(crate) load_after: String,
    /// Bytes of memory that the Rust guest ends a call with, for each size of the arguments.
    pub(crate) memory: Vec<(String, usize)>,
    pub(crate) tables: Vec<Table>,
    pub(crate) busy: Vec<Lateness>,
    pub(crate) asleep: Asleep,
}

impl Report {
    /// Prints the tables and writes the file.
    pub(crate) fn publish(&self, path: &Path) -> wasmtime::Result<()> {
        println!("{:#?}", self.machine);
        for Table { title, rows } in &self.tables {
            println!(
                "\n{title}\n{:<56} {:>10} {:>10} {:>8} {:>8} {:>8}",
                "", "min µs", "median µs", "spread", "× min", "× median"
            );
            for row in rows {
                println!(
                    "{:<56} {:>10.1} {:>10.1} {:>8.1} {:>8.2} {:>8.2}",
                    row.name, row.minimum, row.median, row.spread, row.minimum_ratio, row.median_ratio
                );
            }
        }
        println!("\nmemory of the Rust guest, bytes: {:?}", self.memory);
        println!("\nhow late a timer of 5 ms is, ms: median, worst");
        for Lateness { name, median, worst } in &self.busy {
            println!("{name:<56} {median:>10.2} {worst:>10.2}");
        }
        let Asleep { guests, on_fibres, on_threads } = self.asleep;
        println!(
            "{guests} sleeping guests, resident KiB each: {on_fibres:.0} on fibres, {on_threads:.0} on threads"
        );
        println!("load after: {}", self.load_after);
        if let Some(directory) = path.parent() {
            std::fs::create_dir_all(directory)?;
        }
        std::fs::write(path, serde_json::to_vec_pretty(self)?)?;
        Ok(())
    }
}
