//! What was measured, on what: printed as tables, written as JSON.
#![expect(clippy::print_stdout, reason = "a table on the terminal is what this program is for")]

use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;

use crate::asleep::Asleep;
use crate::busy::Lateness;
use crate::measure::Row;

/// Rows that were measured in turns.
#[derive(Debug, Serialize)]
pub(crate) struct Table {
    pub(crate) title: String,
    pub(crate) rows: Vec<Row>,
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

/// Where and with what. What the system does not tell is empty.
#[derive(Debug, Serialize)]
pub(crate) struct Machine {
    seconds_since_1970: u64,
    processor: String,
    processors: usize,
    kernel: String,
    load_before: String,
    rustc: String,
    wasmtime: String,
}

impl Machine {
    pub(crate) fn observe(root: &Path) -> Self {
        let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
        let after = |text: &str, key: &str| {
            text.split_once(key)
                .and_then(|(_, rest)| rest.lines().next())
                .unwrap_or_default()
                .trim()
                .to_owned()
        };
        let rustc = Command::new("rustc").arg("--version").output().map(|output| output.stdout);
        Self {
            seconds_since_1970: SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |since| since.as_secs()),
            processor: after(&read(Path::new("/proc/cpuinfo")), "model name\t:"),
            processors: std::thread::available_parallelism().map_or(0, usize::from),
            kernel: read(Path::new("/proc/sys/kernel/osrelease")).trim().to_owned(),
            load_before: load(),
            rustc: String::from_utf8_lossy(&rustc.unwrap_or_default()).trim().to_owned(),
            wasmtime: after(&read(&root.join("Cargo.lock")), "name = \"wasmtime\"\nversion = ")
                .trim_matches('"')
                .to_owned(),
        }
    }
}

/// The load averages, as the system writes them.
pub(crate) fn load() -> String {
    std::fs::read_to_string("/proc/loadavg").unwrap_or_default().trim().to_owned()
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
