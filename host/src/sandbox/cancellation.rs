//! The caller's way to give a call up: seen at the next tick by a computing guest, at once by a waiting one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// Shared between a call and whoever may end it. Cheap to clone; cancelling is final.
#[derive(Debug, Clone, Default)]
pub struct Cancellation(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    cancelled: AtomicBool,
    changed: Notify,
}

impl Cancellation {
    /// A call that no one has given up.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives the call up. It ends at the next tick (10 ms) and its slot is free; nothing is stored.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Release);
        self.0.changed.notify_waiters();
    }

    /// Whether the call was given up.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::Acquire)
    }

    /// Ready once the call was given up.
    pub(crate) async fn cancelled(&self) {
        // Registered before the flag is read, so that a cancellation between the two is not missed.
        let changed = self.0.changed.notified();
        if !self.is_cancelled() {
            changed.await;
        }
    }
}

/// Gives the call up when dropped: an asynchronous caller that goes away ends its guest.
#[derive(Debug)]
pub(crate) struct CancelOnDrop(pub(crate) Cancellation);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
