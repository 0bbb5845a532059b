//! Removing records: one that its owner names, or those that are over. A record is read before it is removed, so that no
//! flipped bit makes one look old; a damaged one stays, for an examination to find.

use rusqlite::types::Value;
use rusqlite::{Connection, Transaction, params_from_iter};

use crate::clock::now;
use crate::error::StoreError;
use crate::ids::Handle;
use crate::principal::Principal;
use crate::records::gone::Departure;
use crate::records::{Expiry, Record, Removed};

use super::failure::{row_error, store_error};
use super::find;
use super::gone;
use super::row::{RowError, Stored};

const REMOVE: &str = "remove from";

/// In which order what has expired is removed.
const DUE: &str = "SELECT id FROM records WHERE expires_at <= ?1 ORDER BY expires_at, id";

/// In which order what a principal made is removed. Two parts, so that each comes out of the index in that order already.
const OLD: &str = "
    SELECT id, handle FROM records WHERE principal = ?1 AND class = 'artifact' AND created_at < ?2
    UNION ALL
    SELECT id, handle FROM records WHERE principal = ?1 AND class = 'media' AND created_at < ?2
    ORDER BY handle";

/// Removes what its owner names. `false`: this principal has nothing there.
pub(super) fn delete(
    transaction: &Transaction<'_>,
    principal: &Principal,
    handle: Handle,
) -> Result<bool, StoreError> {
    let failed = |error: rusqlite::Error| store_error("delete from", &error);
    match find::by_handle(transaction, handle)? {
        Some(record) if record.principal == *principal && !record.is_over(now()) => {}
        _ => return Ok(false),
    }
    let id: i64 = transaction
        .prepare_cached("SELECT id FROM records WHERE handle = ?1")
        .and_then(|mut statement| statement.query_row([handle.to_string()], |row| row.get(0)))
        .map_err(failed)?;
    gone::depart(transaction, id, handle, principal, Departure::Deleted).map_err(failed)?;
    gone::trim(transaction).map_err(failed)?;
    Ok(true)
}

/// Removes up to `most` of those that are over.
pub(super) fn expire(
    transaction: &Transaction<'_>,
    which: &Expiry,
    most: usize,
) -> Result<Vec<Removed>, StoreError> {
    let failed = |error: rusqlite::Error| store_error(REMOVE, &error);
    let over = candidates(transaction, which, most)?;
    for (id, record) in &over {
        gone::depart(transaction, *id, record.handle, &record.principal, Departure::Expired)
            .map_err(failed)?;
    }
    gone::trim(transaction).map_err(failed)?;
    Ok(over.iter().map(|(_, record)| Removed { handle: record.handle, bytes: record.bytes }).collect())
}

/// The first of those that are over, each as it was inserted.
pub(super) fn candidates(
    connection: &Connection,
    which: &Expiry,
    most: usize,
) -> Result<Vec<(i64, Record)>, StoreError> {
    let now = now();
    let failed = |error: rusqlite::Error| store_error(REMOVE, &error);
    let moment = |moment: u64| Value::from(i64::try_from(moment).unwrap_or(i64::MAX));
    let (statement, values) = match which {
        Expiry::Due => (DUE, vec![moment(now)]),
        Expiry::Before(principal, before) => {
            (OLD, vec![principal.as_str().to_owned().into(), moment(*before)])
        }
    };
    let mut statement = connection.prepare_cached(statement).map_err(failed)?;
    let mut ids = statement.query(params_from_iter(values)).map_err(failed)?;
    let mut over = Vec::new();
    while over.len() < most
        && let Some(row) = ids.next().map_err(failed)?
    {
        let id: i64 = row.get(0).map_err(failed)?;
        match find::by_id(connection, id) {
            Ok(Some(Stored { record, .. })) if which.is_about(&record, now) => over.push((id, record)),
            Err(error @ RowError::Database(_)) => return Err(row_error(error)),
            Ok(_) | Err(RowError::Checksum | RowError::Altered(_)) => {}
        }
    }
    Ok(over)
}
