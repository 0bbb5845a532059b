//! What a host keeps, as one: bytes, records, and the log of calls. Holds the orders that keep the parts true to each
//! other: bytes before records on the way in, records before bytes on the way out. Decides nothing about owners, tiers or
//! kinds; called by the response's landing and by sessions.

use std::path::PathBuf;
use std::sync::Arc;

use crate::call_log::{CallLog, MemoryCallLog, SqliteCallLog};
use crate::config::LogBounds;
use crate::error::{Error, StoreError};
use crate::ids::Handle;
use crate::principal::Principal;
use crate::quota::{Amount, Quotas};
use crate::records::{Expiry, MemoryRecords, NewRecord, Records, Removed, open_directory};
use crate::spool::{MemorySpool, Spool};

/// How many records are removed in one transaction: short enough that no other process waits for it.
const REMOVED_AT_ONCE: usize = 256;

/// Bytes, records and log. Cheap to clone; clones are the same store.
#[derive(Clone)]
pub struct Store {
    /// The bytes.
    pub spool: Arc<dyn Spool>,
    /// What each handle means, and whose it is.
    pub records: Arc<dyn Records>,
    /// Which calls there were.
    pub calls: Arc<dyn CallLog>,
}

impl Store {
    /// A store that is gone with the host.
    #[must_use]
    pub fn in_memory() -> Self {
        Self {
            spool: Arc::new(MemorySpool::default()),
            records: Arc::new(MemoryRecords::default()),
            calls: Arc::new(MemoryCallLog::default()),
        }
    }

    /// The store of a data directory, which is made where it is missing, and the place beside it where compiled components
    /// are kept.
    ///
    /// # Errors
    /// [`Error::DataDirectoryUnusable`], [`Error::DataDirectoryVersion`].
    pub fn open(directory: &std::path::Path, log: LogBounds) -> Result<(Self, PathBuf), Error> {
        let embedded = open_directory(directory)?;
        let calls = SqliteCallLog::open(&embedded.calls, log)?;
        let store = Self {
            spool: Arc::new(embedded.spool),
            records: Arc::new(embedded.records),
            calls: Arc::new(calls),
        };
        Ok((store, embedded.cache))
    }

    /// Makes contents that are sealed, and the records that name them, survive a crash; all or nothing. Where a quota has
    /// no room, what has expired makes room.
    ///
    /// # Errors
    /// As [`Spool::commit`] and [`Records::insert`]. The contents are then the caller's to take back.
    pub fn keep(
        &self,
        contents: &[Handle],
        batch: &[NewRecord<'_>],
        quotas: &Quotas,
    ) -> Result<(), StoreError> {
        self.spool.commit(contents)?;
        match self.records.insert(batch, quotas) {
            Err(StoreError::Quota(exceeded)) => match self.expire(&Expiry::Due)? {
                Amount { records: 0, .. } => Err(StoreError::Quota(exceeded)),
                Amount { .. } => self.records.insert(batch, quotas),
            },
            outcome => outcome,
        }
    }

    /// Deletes what is behind a handle of this principal. `false`: there was nothing.
    ///
    /// # Errors
    /// The store's. Where only the bytes could not be removed, they cost space, and `skillhost doctor` finds them.
    pub fn delete(&self, principal: &Principal, handle: Handle) -> Result<bool, StoreError> {
        let deleted = self.records.delete(principal, handle)?;
        if deleted {
            self.spool.delete(handle)?;
        }
        Ok(deleted)
    }

    /// Removes what has expired, or what is old, in steps that keep no one waiting; gives how much that was.
    ///
    /// # Errors
    /// The store's; what was removed by then stays removed.
    pub fn expire(&self, which: &Expiry) -> Result<Amount, StoreError> {
        let mut sum = Amount::default();
        loop {
            let removed = self.records.expire(which, REMOVED_AT_ONCE)?;
            for Removed { handle, bytes } in &removed {
                self.spool.delete(*handle)?;
                sum = sum.plus(Amount { bytes: *bytes, records: 1 });
            }
            if removed.len() < REMOVED_AT_ONCE {
                return Ok(sum);
            }
        }
    }
}
