//! The records that are gone, in the database: written as they go, looked up when a handle is found nowhere else.

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

use crate::clock::now;
use crate::error::StoreError;
use crate::ids::Handle;
use crate::principal::Principal;
use crate::records::gone::{Departure, MOST_REMEMBERED};

use super::failure::{damaged, store_error};

/// Whose record of this handle went, and why.
pub(super) fn departure(
    connection: &Connection,
    handle: Handle,
) -> Result<Option<(Principal, Departure)>, StoreError> {
    let failed = |error: rusqlite::Error| store_error("read", &error);
    let row: Option<(String, String)> = connection
        .prepare_cached("SELECT principal, reason FROM gone WHERE handle = ?1")
        .map_err(failed)?
        .query_row([handle.to_string()], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()
        .map_err(failed)?;
    let parsed =
        |(principal, reason): (String, String)| Some((principal.parse().ok()?, reason.parse().ok()?));
    row.map(|row| {
        parsed(row).ok_or_else(|| damaged("a line about a record that is gone is altered".to_owned()))
    })
    .transpose()
}

/// Removes the record with this id, and remembers that it went.
pub(super) fn depart(
    transaction: &Transaction<'_>,
    id: i64,
    handle: Handle,
    principal: &Principal,
    departure: Departure,
) -> rusqlite::Result<()> {
    transaction.prepare_cached("DELETE FROM records WHERE id = ?1")?.execute([id])?;
    transaction
        .prepare_cached("INSERT INTO gone (handle, principal, reason, at) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![
            handle.to_string(),
            principal.as_str(),
            departure.as_str(),
            i64::try_from(now()).unwrap_or(i64::MAX)
        ])
        .map(|_| ())
}

/// Forgets the oldest of too many: after each change that adds some.
pub(super) fn trim(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    // Ids only grow, so the newest few are the highest few.
    transaction
        .prepare_cached("DELETE FROM gone WHERE id <= (SELECT max(id) FROM gone) - ?1")?
        .execute([i64::try_from(MOST_REMEMBERED).unwrap_or(i64::MAX)])
        .map(|_| ())
}

/// Forgets one, so that its record can come back.
pub(super) fn forget(connection: &Connection, handle: Handle) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached("DELETE FROM gone WHERE handle = ?1")?;
    statement.execute([handle.to_string()]).map(|_| ())
}
