//! The open database: one connection, every statement prepared once.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension as _, TransactionBehavior, params};

use crate::error::StoreError;
use crate::ids::{Digest, Handle};
use crate::principal::Principal;
use crate::records::{DataDirectoryError, Page, Record, RecordClass, Records};
use crate::trust::TrustTier;

use super::failure::{row_error, store_error};
use super::row;
use super::schema::{self, Format};

/// How long a statement waits for another process's transaction, before it is an error. A batch of ours takes
/// milliseconds; whoever holds the database longer is stuck.
const PATIENCE: Duration = Duration::from_secs(5);

/// Records in an SQLite database: write-ahead log, every commit synced.
///
/// The lock around the connection is held for one statement or one batch, never while anything else waits.
/// Other processes may read and write the same database meanwhile; the system lets go of a killed process's
/// locks.
pub struct SqliteRecords {
    connection: Mutex<Connection>,
}

impl SqliteRecords {
    /// Opens a database, made where it is missing.
    ///
    /// # Errors
    /// [`DataDirectoryError`] for a file of another program or version, which is left as it is.
    pub fn open(path: &Path) -> Result<Self, DataDirectoryError> {
        let failed = |error: rusqlite::Error| match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => DataDirectoryError::Foreign { path: path.to_owned() },
            _ => DataDirectoryError::Store { path: path.to_owned(), source: store_error("open", &error) },
        };
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags).map_err(failed)?;
        connection.busy_timeout(PATIENCE).map_err(failed)?;
        let format = schema::format(&connection).map_err(failed)?;
        match format {
            Format::New | Format::Current => {}
            Format::Other(found) => {
                return Err(DataDirectoryError::Version {
                    path: path.to_owned(),
                    found,
                    supported: schema::VERSION,
                });
            }
            Format::Foreign => {
                return Err(DataDirectoryError::Foreign { path: path.to_owned() });
            }
        }
        write_ahead(&connection).map_err(failed)?;
        // The default of the write-ahead log syncs at checkpoints only, and may lose the last commits.
        connection.pragma_update(None, "synchronous", "full").map_err(failed)?;
        if format == Format::New {
            schema::create(&mut connection).map_err(failed)?;
        }
        Ok(Self { connection: Mutex::new(connection) })
    }

    pub(in crate::records) fn lock(&self) -> MutexGuard<'_, Connection> {
        // A panic under the lock has dropped its transaction, which rolls back.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Turns the write-ahead log on, for this file and for good. SQLite does not wait for other processes here, so this does,
/// as long as everywhere else.
fn write_ahead(connection: &Connection) -> rusqlite::Result<()> {
    let until = Instant::now() + PATIENCE;
    loop {
        match connection.pragma_update(None, "journal_mode", "wal") {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && Instant::now() < until =>
            {
                std::thread::sleep(Duration::from_millis(5));
            }
            outcome => return outcome,
        }
    }
}

impl Records for SqliteRecords {
    fn insert(&self, batch: &[Record]) -> Result<(), StoreError> {
        let failed = |error: rusqlite::Error| store_error("insert into", &error);
        let mut connection = self.lock();
        // Immediate: a transaction that starts as a reader could not wait for another process's write.
        let transaction =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        {
            let mut statement = transaction.prepare_cached(row::INSERT).map_err(failed)?;
            for record in batch {
                row::insert(&mut statement, record).map_err(|error| match error.sqlite_error() {
                    Some(error) if error.extended_code == rusqlite::ffi::SQLITE_CONSTRAINT_PRIMARYKEY => {
                        StoreError::Collision { id: record.handle.to_string() }
                    }
                    _ => failed(error),
                })?;
            }
        }
        transaction.commit().map_err(failed)
    }

    fn get(&self, principal: &Principal, handle: Handle) -> Result<Option<Record>, StoreError> {
        let failed = |error: rusqlite::Error| store_error("read", &error);
        let connection = self.lock();
        let mut statement = connection
            .prepare_cached("SELECT * FROM records WHERE handle = ?1 AND principal = ?2")
            .map_err(failed)?;
        let record = statement
            .query_row(params![handle.to_string(), principal.as_str()], |found| Ok(row::record(found)))
            .optional()
            .map_err(failed)?;
        record.transpose().map_err(row_error)
    }

    fn list(&self, principal: &Principal, class: RecordClass, page: Page) -> Result<Vec<Record>, StoreError> {
        let failed = |error: rusqlite::Error| store_error("list", &error);
        let connection = self.lock();
        // A handle starts with a hexadecimal digit, so `~` stands after them all.
        let before = page.after.map_or_else(|| "~".to_owned(), |handle| handle.to_string());
        let limit = i64::try_from(page.limit).unwrap_or(i64::MAX);
        let mut statement = connection
            .prepare_cached(
                "SELECT * FROM records WHERE principal = ?1 AND class = ?2 AND handle < ?3
                 ORDER BY handle DESC LIMIT ?4",
            )
            .map_err(failed)?;
        let rows = statement
            .query_and_then(params![principal.as_str(), class.as_str(), before, limit], row::record)
            .map_err(failed)?;
        rows.map(|record| record.map_err(row_error)).collect()
    }

    fn body(
        &self,
        principal: &Principal,
        digest: Digest,
        tier: TrustTier,
    ) -> Result<Option<Record>, StoreError> {
        let failed = |error: rusqlite::Error| store_error("read", &error);
        let connection = self.lock();
        let mut statement = connection
            .prepare_cached(
                "SELECT * FROM records WHERE role = 'body' AND digest = ?1 AND principal = ?2 AND tier = ?3
                 ORDER BY handle DESC LIMIT 1",
            )
            .map_err(failed)?;
        let record = statement
            .query_row(params![digest.to_string(), principal.as_str(), tier.as_str()], |found| {
                Ok(row::record(found))
            })
            .optional()
            .map_err(failed)?;
        record.transpose().map_err(row_error)
    }

    fn delete(&self, principal: &Principal, handle: Handle) -> Result<bool, StoreError> {
        let failed = |error: rusqlite::Error| store_error("delete from", &error);
        let connection = self.lock();
        let mut statement = connection
            .prepare_cached("DELETE FROM records WHERE handle = ?1 AND principal = ?2")
            .map_err(failed)?;
        let removed = statement.execute(params![handle.to_string(), principal.as_str()]).map_err(failed)?;
        Ok(removed > 0)
    }
}
