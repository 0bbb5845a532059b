//! A bounded pool of threads on which asynchronous callers' guests run, so that a computing guest never
//! occupies the embedder's own executor.

use std::future::Future;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use tokio::runtime::{Builder, Handle, Runtime};
use tokio::task::JoinHandle;

use super::engine::CONCURRENT_CALLS;

/// The guests' depth, the host's own frames below it, and room to spare.
const STACK_BYTES: usize = 2 << 20;
/// Threads beside those of calls, for components that compile.
pub const LOADS: usize = 2;
/// Threads beside those, for readers that are called as tools.
pub const READERS: usize = 8;
/// Threads beside all those, for the engine's own file operations on behalf of guests.
const FILES: usize = 16;
/// How long an idle thread stays.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// The pool. Threads are started when they are needed.
#[derive(Debug)]
pub struct Workers {
    handle: Handle,
    /// Taken when the pool is dropped, and at no other time.
    runtime: Option<Runtime>,
}

impl Workers {
    /// A pool without threads yet, for at most as many calls as may run at once, and what else needs one
    /// meanwhile: each has a share that the others cannot take.
    ///
    /// # Errors
    /// The system's, when it refuses the timer thread.
    pub fn new() -> std::io::Result<Self> {
        let threads =
            usize::try_from(CONCURRENT_CALLS).unwrap_or(usize::MAX).saturating_add(LOADS + READERS + FILES);
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .max_blocking_threads(threads)
            .thread_stack_size(STACK_BYTES)
            .thread_keep_alive(KEEP_ALIVE)
            .thread_name("skillhost-worker")
            .enable_time()
            .build()?;
        Ok(Self { handle: runtime.handle().clone(), runtime: Some(runtime) })
    }

    /// Runs `work` on a worker. A panic of `work` goes on in the caller.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        match self.handle.spawn_blocking(work).await {
            Ok(done) => done,
            // Nothing cancels work while the pool lives, and `self` keeps it alive.
            Err(error) => resume_unwind(error.into_panic()),
        }
    }

    /// Runs `work` on this thread; beside it where this thread is an executor's, which must not wait inside: on a thread
    /// of its own, because the pool's are for those who do not hold one up.
    pub fn run_blocking<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        if Handle::try_current().is_err() {
            return work();
        }
        let outcome = thread::scope(|scope| {
            let builder = thread::Builder::new().name("skillhost-caller".to_owned()).stack_size(STACK_BYTES);
            builder.spawn_scoped(scope, work).map(ScopedJoinHandle::join)
        });
        match outcome {
            Ok(Ok(done)) => done,
            Ok(Err(panic)) => resume_unwind(panic),
            // As std's own `thread::spawn` does: a machine without a thread to spare cannot go on here.
            Err(error) => resume_unwind(Box::new(error)),
        }
    }

    /// Drives a future on the pool's own executor and clock. A panic of the future goes on in the caller.
    pub async fn drive<T: Send + 'static>(&self, future: impl Future<Output = T> + Send + 'static) -> T {
        match self.handle.spawn(future).await {
            Ok(done) => done,
            Err(error) => resume_unwind(error.into_panic()),
        }
    }

    /// Sets a flag once `time` has passed, unless the returned guard is dropped before.
    pub fn set_after(&self, time: Duration, flag: Arc<AtomicBool>) -> SetAfter {
        SetAfter(self.handle.spawn(async move {
            tokio::time::sleep(time).await;
            flag.store(true, Ordering::Relaxed);
        }))
    }

    /// Drives a future on this thread, which must not be an executor's.
    pub fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        self.handle.block_on(future)
    }
}

/// Keeps a clock of [`Workers::set_after`] running.
#[derive(Debug)]
pub struct SetAfter(JoinHandle<()>);

impl Drop for SetAfter {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // Not joined: the host may be dropped inside an executor, where blocking is forbidden. Guests still
            // running end at their deadlines.
            runtime.shutdown_background();
        }
    }
}
