//! How late an executor's own timers are while guests compute: on fibres they hold its threads from tick to tick.

use std::sync::{Arc, mpsc};
use std::time::Duration;

use serde::Serialize;
use skillhost_bench::engine::{self, Settings};
use skillhost_bench::guest::{Files, Guest, Prepared};
use tokio::runtime::Handle;
use tokio::time::{Instant, sleep_until};
use wasmtime::error::Context as _;

use crate::ways::{EVENT_INTERVAL, Executor, Executors};

/// More than a small machine has processors.
const GUESTS: usize = 4;
/// Shorter than the guests' deadline.
const PROBES: u32 = 200;
const PERIOD: Duration = Duration::from_millis(5);

/// How late a timer of 5 ms was, in milliseconds.
#[derive(Debug, Serialize)]
pub(crate) struct Lateness {
    pub(crate) name: String,
    pub(crate) median: f64,
    pub(crate) worst: f64,
}

/// Where the guests compute.
#[derive(Clone, Copy)]
enum Computing {
    Nowhere,
    OnThreads,
    OnFibres,
}

/// Nobody, threads and fibres, for an executor with one thread and one with several.
pub(crate) fn measure(guest: &Guest) -> wasmtime::Result<Vec<Lateness>> {
    let guest = Arc::new(Prepared::new(&engine::start(Settings::default())?, guest, Files::None)?);
    let mut rows = Vec::new();
    for (what, computing, event_interval) in [
        ("nobody computes", Computing::Nowhere, EVENT_INTERVAL),
        ("guests on threads", Computing::OnThreads, EVENT_INTERVAL),
        ("guests on fibres", Computing::OnFibres, EVENT_INTERVAL),
        ("guests on fibres, event interval 1", Computing::OnFibres, 1),
    ] {
        for several in [false, true] {
            // Dropped at the end of each turn, which waits for the guests' deadlines.
            let executors = Executors::new(event_interval)?;
            let (kind, executor) = if several {
                ("multi-thread", Executor::Many(&executors.many))
            } else {
                ("current-thread", Executor::One(&executors.one))
            };
            let late = lateness(executor, executors.pool.handle().clone(), computing, &guest)?;
            let median = *late.get(late.len() / 2).context("nothing was probed")?;
            let worst = *late.last().context("nothing was probed")?;
            rows.push(Lateness { name: format!("{what}; {kind} executor"), median, worst });
        }
    }
    Ok(rows)
}

/// Milliseconds, sorted.
fn lateness(
    executor: Executor<'_>,
    pool: Handle,
    computing: Computing,
    guest: &Arc<Prepared>,
) -> wasmtime::Result<Vec<f64>> {
    let guests: Vec<_> = (0..GUESTS).map(|_| Arc::clone(guest)).collect();
    let (send, receive) = mpsc::channel();
    executor.run(async move {
        for guest in guests {
            match computing {
                Computing::Nowhere => {}
                Computing::OnThreads => drop(pool.spawn_blocking(move || guest.call("loop", "{}").map(drop))),
                Computing::OnFibres => {
                    drop(tokio::spawn(async move { guest.call_on_fibre("loop", "{}").await.map(drop) }));
                }
            }
        }
        Ok(send.send(probe().await)?)
    })?;
    Ok(receive.recv()?)
}

/// Milliseconds, sorted.
async fn probe() -> Vec<f64> {
    let mut late = Vec::new();
    let end = Instant::now() + PERIOD * PROBES;
    while Instant::now() < end {
        let due = Instant::now() + PERIOD;
        sleep_until(due).await;
        late.push(due.elapsed().as_secs_f64() * 1e3);
    }
    late.sort_by(f64::total_cmp);
    late
}
