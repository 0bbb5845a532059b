//! The open database: one connection for what is inserted, found and removed, another for long looks.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::error::StoreError;
use crate::ids::{Digest, Handle};
use crate::principal::Principal;
use crate::quota::Quotas;
use crate::records::{
    DataDirectoryError, Expiry, Found, Hit, NewRecord, Page, Record, RecordClass, Records, Removed, Search,
    Usage,
};
use crate::spool::Spool;
use crate::sqlite::Identity;
use crate::trust::TrustTier;

use super::failure::store_error;
use super::search::Searcher;
use super::{Recognised, find, insert, remove, usage};

/// Records in an SQLite database: write-ahead log, every commit synced.
///
/// Each lock is held for one statement, batch or search, never while anything else waits; no one holds both. Other
/// processes may read and write the same database meanwhile; the system lets go of a killed process's locks.
pub struct SqliteRecords {
    path: PathBuf,
    identity: Identity,
    connection: Mutex<Connection>,
    searcher: Mutex<Searcher>,
}

impl SqliteRecords {
    /// Opens a database, made where it is missing. An older version is brought to this one; the spool has the texts that
    /// are indexed then.
    ///
    /// # Errors
    /// [`DataDirectoryError`] for a file of another program or a newer version, which is left as it is.
    pub fn open(path: &Path, spool: &dyn Spool) -> Result<Self, DataDirectoryError> {
        Recognised::look(path)?.open(spool)
    }

    pub(super) fn new(path: PathBuf, identity: Identity, connection: Connection, searcher: Searcher) -> Self {
        Self { path, identity, connection: Mutex::new(connection), searcher: Mutex::new(searcher) }
    }

    pub(in crate::records) fn lock(&self) -> MutexGuard<'_, Connection> {
        // A panic under the lock has dropped its transaction, which rolls back.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The connection for long looks.
    pub(in crate::records) fn lock_searcher(&self) -> MutexGuard<'_, Searcher> {
        // As above; what it looks at, it never changes.
        self.searcher.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `work` in a transaction, which is durable in the database at this path when this returns.
    ///
    /// The transaction is immediate: one that starts as a reader could not wait for another process's write.
    pub(super) fn write<T>(
        &self,
        action: &'static str,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let failed = |error: rusqlite::Error| store_error(action, &error);
        let outcome = || {
            let mut connection = self.lock();
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
            let done = work(&transaction)?;
            transaction.commit().map_err(failed)?;
            Ok(done)
        };
        self.or_gone(outcome())
    }

    /// What came of it, if the open database is still the one at its path. A file without a name takes whatever is written
    /// to it, and answers whatever it is asked.
    pub(super) fn or_gone<T>(&self, outcome: Result<T, StoreError>) -> Result<T, StoreError> {
        match outcome {
            // Mistakes of the caller's are mistakes wherever the database is.
            Err(error @ (StoreError::Search { .. } | StoreError::Quota(_))) => Err(error),
            _ if !self.stands() => Err(StoreError::Gone),
            outcome => outcome,
        }
    }

    /// Whether the open database is still the one at its path.
    fn stands(&self) -> bool {
        Identity::of(&self.path).is_ok_and(|identity| identity == self.identity)
    }
}

impl Records for SqliteRecords {
    fn insert(&self, batch: &[NewRecord<'_>], quotas: &Quotas) -> Result<(), StoreError> {
        self.write("insert into", |transaction| insert::insert(transaction, batch, quotas))
    }

    fn find(&self, principal: &Principal, handle: Handle) -> Result<Found, StoreError> {
        self.or_gone(find::find(&self.lock(), principal, handle))
    }

    fn list(&self, principal: &Principal, class: RecordClass, page: Page) -> Result<Vec<Record>, StoreError> {
        self.or_gone(find::list(&self.lock(), principal, class, page))
    }

    fn body(
        &self,
        principal: &Principal,
        digest: Digest,
        tier: TrustTier,
    ) -> Result<Option<Record>, StoreError> {
        self.or_gone(find::body(&self.lock(), principal, digest, tier))
    }

    fn search(&self, principal: &Principal, search: &Search) -> Result<Vec<Hit>, StoreError> {
        let until = Searcher::deadline();
        self.or_gone(self.lock_searcher().search(principal, search, until))
    }

    fn delete(&self, principal: &Principal, handle: Handle) -> Result<bool, StoreError> {
        self.write("delete from", |transaction| remove::delete(transaction, principal, handle))
    }

    fn expire(&self, which: &Expiry, most: usize) -> Result<Vec<Removed>, StoreError> {
        // Most often there is nothing, and no one need wait for that.
        if self.or_gone(remove::candidates(&self.lock(), which, 1))?.is_empty() {
            return Ok(Vec::new());
        }
        self.write("remove from", |transaction| remove::expire(transaction, which, most))
    }

    fn usage(&self) -> Result<Vec<Usage>, StoreError> {
        self.or_gone(usage::all(&self.lock()))
    }
}
