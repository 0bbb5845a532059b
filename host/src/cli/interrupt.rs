//! Ctrl-C: the first one gives a running call up, so that the guest ends, nothing is stored, and the error is told, and
//! upkeep between two contents; a second one, or one while nothing of that runs, ends the program at once. Nothing that is written can be left half written
//! either way: stored bytes appear by renaming.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::exit::Exit;
use crate::sandbox::Cancellation;

/// The process's Ctrl-C.
pub(super) struct Interrupt {
    cancellation: Cancellation,
    calling: Arc<AtomicBool>,
}

impl Interrupt {
    /// Takes over Ctrl-C. Where it belongs to someone already, it stays theirs.
    pub(super) fn install() -> Self {
        let interrupt = Self { cancellation: Cancellation::new(), calling: Arc::default() };
        let (cancellation, calling) = (interrupt.cancellation.clone(), Arc::clone(&interrupt.calling));
        let _ = ctrlc::set_handler(move || {
            if calling.load(Ordering::Acquire) && !cancellation.is_cancelled() {
                cancellation.cancel();
            } else {
                std::process::exit(i32::from(Exit::Interrupted.number()));
            }
        });
        interrupt
    }

    /// Does something that Ctrl-C can give up.
    pub(super) fn during<T>(&self, work: impl FnOnce(&Cancellation) -> T) -> T {
        self.calling.store(true, Ordering::Release);
        let done = work(&self.cancellation);
        self.calling.store(false, Ordering::Release);
        done
    }
}
