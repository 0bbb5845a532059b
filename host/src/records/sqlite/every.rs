//! Every record of every principal, for whoever takes them elsewhere: walked in the order of their handles, and let back in
//! where they went or were damaged. Decides nothing about bytes; called by maintenance.

use rusqlite::{Connection, Transaction};

use crate::error::StoreError;
use crate::ids::Handle;
use crate::quota::Quotas;
use crate::records::{NewRecord, Record};

use super::failure::{misled, row_error, store_error};
use super::{SqliteRecords, find, gone, insert};

/// One entry of the walk over all records.
#[derive(Debug)]
pub(crate) struct Walked {
    /// The handle, as the index has it; none where that is altered.
    pub(crate) handle: Option<Handle>,
    /// The record, or why it is none.
    pub(crate) record: Result<Record, StoreError>,
}

impl SqliteRecords {
    /// The next records of every principal, expired ones too, in the rising order of their handles; no more: that were all.
    /// A damaged one does not end the walk. The last handle that is given leads on.
    ///
    /// # Errors
    /// The database's reason, where it cannot say which records there are.
    pub(crate) fn all(&self, after: Option<Handle>, limit: usize) -> Result<Vec<Walked>, StoreError> {
        let searcher = self.lock_searcher();
        self.or_gone(walk(searcher.connection(), after, limit))
    }

    /// Whether there is a record of this handle, whoever owns it.
    ///
    /// # Errors
    /// The database's reason. A damaged record is there.
    pub(crate) fn contains(&self, handle: Handle) -> Result<bool, StoreError> {
        let there = self
            .lock()
            .prepare_cached("SELECT 1 FROM records WHERE handle = ?1")
            .and_then(|mut statement| statement.exists([handle.to_string()]));
        self.or_gone(there.map_err(|error| store_error("read", &error)))
    }

    /// Whether there was a record of this handle that went, whoever owned it.
    ///
    /// # Errors
    /// The database's reason.
    pub(crate) fn remembers(&self, handle: Handle) -> Result<bool, StoreError> {
        self.or_gone(gone::departure(&self.lock(), handle)).map(|departure| departure.is_some())
    }

    /// When these records were begun, in milliseconds since the Unix epoch; 0: no one knows.
    ///
    /// # Errors
    /// The database's reason.
    pub(crate) fn begun(&self) -> Result<u64, StoreError> {
        let at = self.lock().query_row("SELECT at FROM begun", (), |row| row.get(0));
        self.or_gone(at.map_err(|error| store_error("read", &error)))
    }

    /// Inserts records that were here before, or none of them. That they were deleted or have expired is forgotten, and a
    /// damaged record makes room for its copy: all in one transaction, so that a handle is never without an answer. Quotas do
    /// not count.
    ///
    /// # Errors
    /// [`StoreError::Collision`] where a record of that handle is there, and whole; otherwise the database's reason.
    pub(crate) fn bring_back(&self, batch: &[NewRecord<'_>]) -> Result<(), StoreError> {
        self.write("insert into", |transaction| {
            batch.iter().try_for_each(|new| make_room(transaction, new.record.handle))?;
            insert::insert(transaction, batch, &Quotas::UNLIMITED)
        })
    }
}

fn make_room(transaction: &Transaction<'_>, handle: Handle) -> Result<(), StoreError> {
    let failed = |error: rusqlite::Error| store_error("remove from", &error);
    gone::forget(transaction, handle).map_err(failed)?;
    match find::by_handle(transaction, handle) {
        Ok(_) => Ok(()),
        Err(StoreError::Damaged { .. }) => transaction
            .execute("DELETE FROM records WHERE handle = ?1", [handle.to_string()])
            .map(|_| ())
            .map_err(failed),
        Err(error) => Err(error),
    }
}

fn walk(connection: &Connection, after: Option<Handle>, limit: usize) -> Result<Vec<Walked>, StoreError> {
    let failed = |error: rusqlite::Error| store_error("list", &error);
    // From the index alone: whatever is wrong with the rows, it leads on.
    let mut statement = connection
        .prepare_cached("SELECT handle, id FROM records WHERE handle > ?1 ORDER BY handle")
        .map_err(failed)?;
    let after = after.map(|handle| handle.to_string()).unwrap_or_default();
    let mut rows = statement.query([after]).map_err(failed)?;
    let mut walked = Vec::new();
    // An entry without a handle leads nowhere, so it does not count.
    let mut left = limit;
    while left > 0
        && let Some(row) = rows.next().map_err(failed)?
    {
        let text: Result<String, _> = row.get(0);
        let handle: Option<Handle> = text.ok().and_then(|text| text.parse().ok());
        let record = match find::by_id(connection, row.get(1).map_err(failed)?) {
            Ok(Some(stored)) if handle == Some(stored.record.handle) => Ok(stored.record),
            Ok(_) => Err(misled()),
            Err(error) => Err(row_error(error)),
        };
        left -= usize::from(handle.is_some());
        walked.push(Walked { handle, record });
    }
    Ok(walked)
}
