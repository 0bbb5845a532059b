//! The call log of a host that keeps nothing: the last calls, in memory. Looks at no clock: its number bounds it.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::StoreError;
use crate::principal::Principal;

use super::entry::bounded;
use super::{CallEntry, CallLog, LogQuery};

/// How many calls are remembered: some megabytes.
pub const MOST_IN_MEMORY: usize = 10_000;

/// The last [`MOST_IN_MEMORY`] calls, for as long as this value lives. The lock is held for one push, or one look through
/// them all.
#[derive(Debug, Default)]
pub struct MemoryCallLog {
    entries: Mutex<VecDeque<CallEntry>>,
}

impl MemoryCallLog {
    fn lock(&self) -> MutexGuard<'_, VecDeque<CallEntry>> {
        // No code that can panic runs under the lock.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CallLog for MemoryCallLog {
    fn append(&self, entry: &CallEntry) -> Result<(), StoreError> {
        let entry = bounded(entry);
        let mut entries = self.lock();
        // The one that leaves is dropped after the lock.
        let _oldest = (entries.len() >= MOST_IN_MEMORY).then(|| entries.pop_front());
        entries.push_back(entry);
        drop(entries);
        Ok(())
    }

    fn list(&self, principal: &Principal, query: &LogQuery) -> Result<Vec<CallEntry>, StoreError> {
        let entries = self.lock();
        let wanted = |entry: &&CallEntry| entry.principal == *principal && query.matches(entry);
        Ok(entries.iter().rev().filter(wanted).take(query.limit).cloned().collect())
    }
}
