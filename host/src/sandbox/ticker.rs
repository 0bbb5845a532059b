//! The clock that interrupts computing guests: one thread per engine that advances its epoch.
//!
//! Every [`TICK`] each running guest looks at its own deadline and at its caller's cancellation, so one guest's
//! end never touches another. A guest overruns its deadline by at most one tick, plus the one bulk
//! instruction that it is in (the engine checks between instructions; the memory limit bounds those).
//! While nothing runs, the thread is parked and the machine can sleep.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use wasmtime::Engine;

/// The time between two looks at the deadline. The shortest deadline anyone sets sensibly is ten ticks.
pub(super) const TICK: Duration = Duration::from_millis(10);

#[derive(Debug)]
struct Shared {
    running: AtomicUsize,
    closing: AtomicBool,
}

/// Owns the ticking thread; dropping it ends the thread.
#[derive(Debug)]
pub(super) struct Ticker {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    /// Starts the thread, parked.
    pub(super) fn start(engine: Engine) -> std::io::Result<Self> {
        let shared = Arc::new(Shared { running: AtomicUsize::new(0), closing: AtomicBool::new(false) });
        let clock = Arc::clone(&shared);
        let thread = thread::Builder::new().name("skillhost-ticker".to_owned()).spawn(move || {
            while !clock.closing.load(Ordering::Acquire) {
                if clock.running.load(Ordering::Acquire) == 0 {
                    thread::park();
                } else {
                    thread::sleep(TICK);
                    engine.increment_epoch();
                }
            }
        })?;
        Ok(Self { shared, thread: Some(thread) })
    }

    /// The clock runs for as long as the returned guard lives.
    pub(super) fn running(&self) -> Running<'_> {
        if self.shared.running.fetch_add(1, Ordering::AcqRel) == 0 {
            self.wake();
        }
        Running(self)
    }

    fn wake(&self) {
        if let Some(thread) = &self.thread {
            thread.thread().unpark();
        }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.shared.closing.store(true, Ordering::Release);
        self.wake();
        if let Some(thread) = self.thread.take() {
            // The thread cannot panic; there is nothing to report.
            let _ = thread.join();
        }
    }
}

/// One running call.
pub(super) struct Running<'a>(&'a Ticker);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.shared.running.fetch_sub(1, Ordering::AcqRel);
    }
}
