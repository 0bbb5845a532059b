//! How far long work is, and whether it goes on. Called between two contents and within large ones.

use std::ops::ControlFlow;

use crate::error::Error;
use crate::progress::Progress;

/// Whoever is told of long work. `Break` ends it at a point where both sides are whole; run again, it goes on from there.
pub type Watch<'a> = &'a dyn Fn(Progress) -> ControlFlow<()>;

/// Why work ended before it was done.
pub(super) enum Ending {
    /// Whoever watches ended it.
    Interrupted,
    /// It cannot go on.
    Failed(Error),
}

impl From<Error> for Ending {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// Counts records and bytes as they are done with.
pub(super) struct Steps<'a> {
    watch: Watch<'a>,
    records: u64,
    of: u64,
    bytes: u64,
}

impl<'a> Steps<'a> {
    /// Nothing is done yet; there are about `of` records.
    pub(super) fn new(watch: Watch<'a>, of: u64) -> Self {
        Self { watch, records: 0, of, bytes: 0 }
    }

    /// A record is done with.
    pub(super) fn record(&mut self) -> Result<(), Ending> {
        self.records = self.records.saturating_add(1);
        self.tell()
    }

    /// So many bytes were read.
    pub(super) fn bytes(&mut self, bytes: usize) -> Result<(), Ending> {
        self.bytes = self.bytes.saturating_add(bytes as u64);
        self.tell()
    }

    /// Tells where the work is.
    pub(super) fn tell(&self) -> Result<(), Ending> {
        let step =
            Progress::Maintaining { records: self.records, of: self.of.max(self.records), bytes: self.bytes };
        match (self.watch)(step) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Ending::Interrupted),
        }
    }
}
