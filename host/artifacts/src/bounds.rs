//! What one reading may take: the size of its answer, and the caller's way to end it.
//!
//! Refuses to measure time: whoever owns a clock sets the flag. Made by the host, handed to every reader.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::ReadError;

/// What one reading may take.
#[derive(Debug, Clone)]
pub struct Bounds {
    /// Most bytes of an answer's text, notes about what was left out included. Default 64 KiB. A call's
    /// `max_bytes` can lower it, never raise it.
    pub answer_bytes: usize,
    /// Set by the caller to end a reading that is no longer wanted: readers look between lines and chunks.
    pub cancelled: Option<Arc<AtomicBool>>,
}

impl Bounds {
    /// For the loops of readers, whose length depends on somebody else's bytes.
    ///
    /// # Errors
    ///
    /// [`ReadError::Cancelled`] once the caller has set the flag.
    pub fn check_cancelled(&self) -> Result<(), ReadError> {
        match &self.cancelled {
            Some(cancelled) if cancelled.load(Ordering::Relaxed) => Err(ReadError::Cancelled),
            _ => Ok(()),
        }
    }
}

impl Default for Bounds {
    fn default() -> Self {
        Self { answer_bytes: 64 << 10, cancelled: None }
    }
}
