//! What guests that wait cost in memory: each keeps a thread, or each keeps a fibre's stack. This is where fibres
//! are expected to win.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use skillhost_bench::engine::{self, CONCURRENT_CALLS, Settings};
use skillhost_bench::guest::{Files, Guest, Prepared};
use tokio::runtime::Builder;
use wasmtime::error::Context as _;

use crate::ways::WORKER_STACK_BYTES;

/// All guests are asleep by then; the tool sleeps for an hour.
const SETTLED: Duration = Duration::from_millis(500);
const PAGE_BYTES: u64 = 4096;

/// Resident memory of the process per sleeping guest, the guest's own included.
#[derive(Debug, Serialize)]
pub(crate) struct Asleep {
    pub(crate) guests: u32,
    /// KiB.
    pub(crate) on_fibres: f64,
    /// KiB, without the kernel's own part of a thread.
    pub(crate) on_threads: f64,
}

/// Leaves as many sleeping threads as it measured, which end with the process: call it last.
pub(crate) fn measure(guest: &Guest) -> wasmtime::Result<Asleep> {
    let prepared = Arc::new(Prepared::new(&engine::start(Settings::default())?, guest, Files::None)?);
    let executor = Builder::new_multi_thread().enable_time().build()?;
    let before = resident_bytes()?;
    for _ in 0..CONCURRENT_CALLS {
        let guest = Arc::clone(&prepared);
        executor.spawn(async move { guest.call_on_fibre("sleep", "{}").await.map(drop) });
    }
    std::thread::sleep(SETTLED);
    let on_fibres = each(before)?;
    drop((executor, prepared));

    let prepared = Arc::new(Prepared::new(&engine::start(Settings::default())?, guest, Files::None)?);
    let before = resident_bytes()?;
    for _ in 0..CONCURRENT_CALLS {
        let guest = Arc::clone(&prepared);
        std::thread::Builder::new()
            .stack_size(WORKER_STACK_BYTES)
            .spawn(move || guest.call("sleep", "{}").map(drop))?;
    }
    std::thread::sleep(SETTLED);
    Ok(Asleep { guests: CONCURRENT_CALLS, on_fibres, on_threads: each(before)? })
}

fn each(before: u64) -> wasmtime::Result<f64> {
    let grown = u32::try_from(resident_bytes()?.saturating_sub(before) / 1024)?;
    Ok(f64::from(grown) / f64::from(CONCURRENT_CALLS))
}

fn resident_bytes() -> wasmtime::Result<u64> {
    let statistics = std::fs::read_to_string("/proc/self/statm")?;
    let pages = statistics.split_whitespace().nth(1).context("`/proc/self/statm` has one field")?;
    Ok(pages.parse::<u64>()?.saturating_mul(PAGE_BYTES))
}
