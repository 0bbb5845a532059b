//! How a row enters its guest: on this thread, through a pool of threads, or on a fibre. The tables choose.

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use skillhost_bench::engine::CONCURRENT_CALLS;
use skillhost_bench::guest::{DEADLINE, Outcome, block_on};
use skillhost_bench::measure::Work;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;

use crate::job::Job;

/// What a worker's stack holds, as in the host.
pub(crate) const WORKER_STACK_BYTES: usize = 2 << 20;
/// After how many polled tasks an executor looks at its timers, unless it is told otherwise: tokio's default.
pub(crate) const EVENT_INTERVAL: u32 = 61;

/// The callers' executors, and a pool built as the host's.
pub(crate) struct Executors {
    pub(crate) one: Runtime,
    pub(crate) many: Runtime,
    pub(crate) pool: Runtime,
}

impl Executors {
    pub(crate) fn new(event_interval: u32) -> wasmtime::Result<Self> {
        Ok(Self {
            one: Builder::new_current_thread().event_interval(event_interval).enable_time().build()?,
            many: Builder::new_multi_thread().event_interval(event_interval).enable_time().build()?,
            pool: Builder::new_multi_thread()
                .worker_threads(1)
                .max_blocking_threads(usize::try_from(CONCURRENT_CALLS)?)
                .thread_stack_size(WORKER_STACK_BYTES)
                .enable_time()
                .build()?,
        })
    }
}

/// Where an asynchronous caller's own task runs.
#[derive(Clone, Copy)]
pub(crate) enum Executor<'a> {
    One(&'a Runtime),
    Many(&'a Runtime),
}

impl Executor<'_> {
    pub(crate) fn run(
        self,
        task: impl Future<Output = wasmtime::Result<()>> + Send + 'static,
    ) -> wasmtime::Result<()> {
        match self {
            Self::One(runtime) => runtime.block_on(task),
            Self::Many(runtime) => runtime.block_on(runtime.spawn(task))?,
        }
    }
}

pub(crate) fn on_this_thread(job: Job) -> Work<'static> {
    Work::new(move |rounds| (0..rounds).try_for_each(|_| job.check(&job.call()?)))
}

pub(crate) fn on_fibre_alone(job: Job) -> Work<'static> {
    Work::new(move |rounds| (0..rounds).try_for_each(|_| job.check(&block_on(job.call_on_fibre())?)))
}

/// A task that enters the guest and awaits the answer, round after round.
fn awaited<'a, A>(
    executor: Executor<'a>,
    job: Job,
    enter: impl Fn(Job) -> A + Clone + Send + 'static,
) -> Work<'a>
where
    A: Future<Output = wasmtime::Result<Outcome>> + Send,
{
    Work::new(move |rounds| {
        let (job, enter) = (job.clone(), enter.clone());
        executor.run(async move {
            for _ in 0..rounds {
                job.check(&enter(job.clone()).await?)?;
            }
            Ok(())
        })
    })
}

pub(crate) fn on_fibre(executor: Executor<'_>, job: Job) -> Work<'_> {
    awaited(executor, job, |job| async move { tokio::time::timeout(DEADLINE, job.call_on_fibre()).await? })
}

pub(crate) fn on_blocking_pool<'a>(executor: Executor<'a>, executors: &Executors, job: Job) -> Work<'a> {
    let pool = executors.pool.handle().clone();
    awaited(executor, job, move |job| {
        let done = pool.spawn_blocking(move || job.call());
        async move { done.await? }
    })
}

pub(crate) fn on_channel_pool(executor: Executor<'_>, job: Job) -> std::io::Result<Work<'_>> {
    let pool = channel_pool()?;
    Ok(awaited(executor, job, move |job| {
        let (answer, done) = oneshot::channel();
        let sent = pool.send((job, answer));
        async move {
            sent?;
            done.await?
        }
    }))
}

type Order = (Job, oneshot::Sender<wasmtime::Result<Outcome>>);

/// Threads that share one queue; they end with its last sender.
fn channel_pool() -> std::io::Result<mpsc::Sender<Order>> {
    let (sender, queue) = mpsc::channel::<Order>();
    let queue = Arc::new(Mutex::new(queue));
    for _ in 0..CONCURRENT_CALLS {
        let queue = Arc::clone(&queue);
        std::thread::Builder::new().stack_size(WORKER_STACK_BYTES).spawn(move || {
            let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
            while let Ok((job, answer)) = next() {
                // The caller may be gone, and then nobody wants the answer.
                let _ = answer.send(job.call());
            }
        })?;
    }
    Ok(sender)
}
