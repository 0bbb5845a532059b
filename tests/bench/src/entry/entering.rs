//! What entering costs by each way in, compared with the caller's own thread.

use std::sync::Arc;

use skillhost_bench::engine::{self, Settings, Stacks};
use skillhost_bench::guest::{Files, Guest, Prepared};

use crate::job::{Job, PAYLOADS};
use crate::report::Table;
use crate::ways::{
    EVENT_INTERVAL, Executor, Executors, on_blocking_pool, on_channel_pool, on_fibre, on_fibre_alone,
    on_this_thread,
};

/// More than a shallow call touches of its stack.
const KEPT_STACK_BYTES: usize = 64 << 10;

/// All ways, compared with the first: one table for each size of the arguments.
pub(crate) fn measure(guest: &Guest) -> wasmtime::Result<Vec<Table>> {
    let prepared = |stacks| -> wasmtime::Result<_> {
        Ok(Arc::new(Prepared::new(
            &engine::start(Settings { stacks, ..Settings::default() })?,
            guest,
            Files::None,
        )?))
    };
    let usual = prepared(Stacks::Reused)?;
    let kept = prepared(Stacks::Zeroed(KEPT_STACK_BYTES))?;
    let unmapped = prepared(Stacks::Zeroed(0))?;
    let executors = Executors::new(EVENT_INTERVAL)?;
    let one = Executor::One(&executors.one);
    let many = Executor::Many(&executors.many);

    let mut tables = Vec::new();
    for (payload, size) in PAYLOADS {
        let job = || Job::echo(&usual, size);
        let rows = vec![
            ("thread: the caller's".to_owned(), on_this_thread(job())),
            (
                "pool: spawn_blocking, from a current-thread executor".to_owned(),
                on_blocking_pool(one, &executors, job()),
            ),
            (
                "pool: spawn_blocking, from a multi-thread executor".to_owned(),
                on_blocking_pool(many, &executors, job()),
            ),
            ("pool: std channel, from a current-thread executor".to_owned(), on_channel_pool(one, job())?),
            ("fibre: with timeout, current-thread executor".to_owned(), on_fibre(one, job())),
            ("fibre: with timeout, multi-thread executor".to_owned(), on_fibre(many, job())),
            ("fibre: same, stacks zeroed, 64 KiB kept".to_owned(), on_fibre(one, Job::echo(&kept, size))),
            (
                "fibre: same, stacks zeroed, nothing kept".to_owned(),
                on_fibre(one, Job::echo(&unmapped, size)),
            ),
            ("fibre: plain block_on, no executor, no timeout".to_owned(), on_fibre_alone(job())),
        ];
        let title = format!("entering the {} guest, {payload} in and out", guest.name);
        tables.push(Table::measure(title, rows)?);
    }
    Ok(tables)
}
