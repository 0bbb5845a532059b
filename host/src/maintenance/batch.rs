//! Records on their way into a directory: bytes first, for all of a batch, then the records in one commit. What is not
//! inserted in the end is taken back. Used by transfers.

use crate::error::StoreError;
use crate::ids::Handle;
use crate::quota::Amount;
use crate::records::{Embedded, NewRecord, Record};
use crate::spool::Spool as _;

/// How much one commit takes: so little that no host beside it waits long, and that its texts fit into memory; so much
/// that syncing is not what takes the time.
const MOST: Amount = Amount { bytes: 64 << 20, records: 256 };

/// Records whose contents are sealed.
pub(super) struct Batch<'a> {
    to: &'a Embedded,
    records: Vec<(Record, Option<String>)>,
    sealed: Vec<Handle>,
    amount: Amount,
}

impl<'a> Batch<'a> {
    /// Nothing yet.
    pub(super) fn new(to: &'a Embedded) -> Self {
        Self { to, records: Vec::new(), sealed: Vec::new(), amount: Amount::default() }
    }

    /// A content was sealed for the record that follows.
    pub(super) fn sealed(&mut self, handle: Handle) {
        self.sealed.push(handle);
    }

    /// A record, with the text that it is found by.
    pub(super) fn push(&mut self, record: Record, text: Option<String>) {
        self.amount = self.amount.plus(Amount { bytes: record.bytes, records: 1 });
        self.records.push((record, text));
    }

    /// Whether it is time to [`keep`](Self::keep) it.
    pub(super) fn is_full(&self) -> bool {
        self.amount.bytes >= MOST.bytes || self.amount.records >= MOST.records
    }

    /// Makes contents and records survive a crash, in this order, and is empty then. Quotas do not count: all of it was
    /// accepted before. What was deleted is no longer, and damaged records make way.
    pub(super) fn keep(&mut self) -> Result<Amount, StoreError> {
        if self.records.is_empty() {
            return Ok(Amount::default());
        }
        self.to.spool.commit(&self.sealed)?;
        let new: Vec<_> =
            self.records.iter().map(|(record, text)| NewRecord { record, text: text.as_deref() }).collect();
        self.to.records.bring_back(&new)?;
        self.records.clear();
        self.sealed.clear();
        Ok(std::mem::take(&mut self.amount))
    }
}

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        for handle in &self.sealed {
            // The error that led here is the one to tell; what stays is an orphan, and the next transfer replaces it.
            let _ = self.to.spool.delete(*handle);
        }
    }
}
