//! How much of a finished instance's memory should stay mapped, and whether the kernel should be asked which pages
//! to reset. Synchronous calls, by one thread and by two at once.

use std::sync::Arc;

use skillhost_bench::engine::{self, Settings};
use skillhost_bench::guest::{Files, Guest, Prepared};
use skillhost_bench::measure::Work;
use wasmtime::{Enabled, Error};

use crate::job::{Job, PAYLOADS};
use crate::report::Table;

/// The host's own first: the others are compared with it.
const RESIDENT: [(&str, usize); 6] = [
    ("4 MiB", 4 << 20),
    ("0", 0),
    ("64 KiB", 64 << 10),
    ("1 MiB", 1 << 20),
    ("2 MiB", 2 << 20),
    ("8 MiB", 8 << 20),
];
const SCANS: [(&str, Enabled); 3] = [("auto", Enabled::Auto), ("on", Enabled::Yes), ("off", Enabled::No)];

/// One table for each size of the arguments and number of threads.
pub(crate) fn measure(guest: &Guest) -> wasmtime::Result<Vec<Table>> {
    let mut prepared = Vec::new();
    for (kept, resident) in RESIDENT {
        for (scan, pagemap_scan) in SCANS {
            let engine = engine::start(Settings { resident, pagemap_scan, ..Settings::default() })?;
            prepared.push((
                format!("{kept} kept, scan {scan}"),
                Arc::new(Prepared::new(&engine, guest, Files::None)?),
            ));
        }
    }
    let mut tables = Vec::new();
    for (payload, size) in PAYLOADS {
        for threads in [1, 2] {
            let row =
                |(name, guest): &(String, _)| (name.clone(), on_threads(threads, Job::echo(guest, size)));
            let title =
                format!("one call's time while {threads} thread(s) call the {} guest, {payload}", guest.name);
            tables.push(Table::measure(title, prepared.iter().map(row).collect())?);
        }
    }
    Ok(tables)
}

/// Each thread makes this many calls.
fn on_threads(threads: usize, job: Job) -> Work<'static> {
    Work::new(move |rounds| {
        let calls = || (0..rounds).try_for_each(|_| job.check(&job.call()?));
        std::thread::scope(|scope| {
            let running: Vec<_> = (0..threads).map(|_| scope.spawn(calls)).collect();
            running
                .into_iter()
                .try_for_each(|thread| thread.join().map_err(|_| Error::msg("a caller panicked"))?)
        })
    })
}
