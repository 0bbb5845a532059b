//! Looking records up: by handle, by class, by component. Every row that an index leads to is held against what was asked,
//! so that a damaged index is an error and not another record.

use rusqlite::{Connection, OptionalExtension as _, params};

use crate::clock::now;
use crate::error::StoreError;
use crate::ids::{Digest, Handle};
use crate::principal::Principal;
use crate::records::{ArtifactRole, Detail, Found, Page, Record, RecordClass};
use crate::trust::TrustTier;

use super::failure::{misled, row_error, store_error};
use super::gone;
use super::row::{self, RowError, Stored, columns};

const BY_HANDLE: &str = concat!("SELECT ", columns!(), ", checksum FROM records WHERE handle = ?1");

const BY_ID: &str = concat!("SELECT ", columns!(), ", checksum FROM records WHERE id = ?1");

const OF_CLASS: &str = concat!(
    "SELECT ",
    columns!(),
    ", checksum FROM records WHERE principal = ?1 AND class = ?2 AND handle < ?3 ORDER BY handle DESC"
);

const BODIES: &str = concat!(
    "SELECT ",
    columns!(),
    ", checksum FROM records WHERE role = 'body' AND digest = ?1 AND principal = ?2 ORDER BY handle DESC"
);

/// What a handle means to a principal.
pub(super) fn find(
    connection: &Connection,
    principal: &Principal,
    handle: Handle,
) -> Result<Found, StoreError> {
    Ok(match by_handle(connection, handle)? {
        Some(record) if record.principal != *principal => Found::Foreign,
        Some(record) if record.is_over(now()) => Found::Expired,
        Some(record) => Found::Record(Box::new(record)),
        None => match gone::departure(connection, handle)? {
            Some((owner, departure)) => departure.found(owner == *principal),
            None => Found::Unknown,
        },
    })
}

/// The record of a handle, whoever owns it.
pub(super) fn by_handle(connection: &Connection, handle: Handle) -> Result<Option<Record>, StoreError> {
    match one(connection, BY_HANDLE, handle.to_string()).map_err(row_error)? {
        Some(Stored { record, .. }) if record.handle != handle => Err(misled()),
        stored => Ok(stored.map(|stored| stored.record)),
    }
}

/// The row of an id.
pub(super) fn by_id(connection: &Connection, id: i64) -> Result<Option<Stored>, RowError> {
    one(connection, BY_ID, id)
}

fn one(
    connection: &Connection,
    statement: &'static str,
    key: impl rusqlite::ToSql,
) -> Result<Option<Stored>, RowError> {
    let mut statement = connection.prepare_cached(statement)?;
    statement.query_row([key], |row| Ok(row::stored(row))).optional()?.transpose()
}

/// A page of one class, newest first.
pub(super) fn list(
    connection: &Connection,
    principal: &Principal,
    class: RecordClass,
    page: Page,
) -> Result<Vec<Record>, StoreError> {
    let failed = |error: rusqlite::Error| store_error("list", &error);
    let mut statement = connection.prepare_cached(OF_CLASS).map_err(failed)?;
    // A handle starts with a hexadecimal digit, so `~` stands after them all.
    let before = page.after.map_or_else(|| "~".to_owned(), |handle| handle.to_string());
    let mut rows = statement.query(params![principal.as_str(), class.as_str(), before]).map_err(failed)?;
    let (mut found, mut last, now) = (Vec::new(), page.after, now());
    while found.len() < page.limit
        && let Some(row) = rows.next().map_err(failed)?
    {
        let record = row::stored(row).map_err(row_error)?.record;
        let is_next = last.is_none_or(|last| record.handle < last);
        if record.principal != *principal || record.class() != class || !is_next {
            return Err(misled());
        }
        last = Some(record.handle);
        if !record.is_over(now) {
            found.push(record);
        }
    }
    Ok(found)
}

/// The newest instructions of a component, at one tier.
pub(super) fn body(
    connection: &Connection,
    principal: &Principal,
    digest: Digest,
    tier: TrustTier,
) -> Result<Option<Record>, StoreError> {
    let failed = |error: rusqlite::Error| store_error("read", &error);
    let mut statement = connection.prepare_cached(BODIES).map_err(failed)?;
    let mut rows = statement.query(params![digest.to_string(), principal.as_str()]).map_err(failed)?;
    let now = now();
    while let Some(row) = rows.next().map_err(failed)? {
        let record = row::stored(row).map_err(row_error)?.record;
        let is_body = matches!(&record.detail, Detail::Artifact(detail) if detail.role == ArtifactRole::Body);
        if record.principal != *principal || record.origin.digest != Some(digest) || !is_body {
            return Err(misled());
        }
        if record.tier == tier && !record.is_over(now) {
            return Ok(Some(record));
        }
    }
    Ok(None)
}
