//! Version 2: checksums, sums of what is in use, expiry, built-in kinds, and texts that are searched. Version 1 had one
//! table without them.

use rusqlite::types::Value;
use rusqlite::{Transaction, params};
use skillhost_artifacts::{BuiltinKind, Kind as _};

use crate::error::StoreError;
use crate::records::searchable::searchable_text;
use crate::records::{Detail, NewRecord, Record};
use crate::spool::Spool;

use super::super::failure::{damaged, store_error};
use super::super::insert::insert_text;
use super::super::row::{self, RowError, columns};
use super::super::schema;

/// A checksum that no row has: what could not be read before stays damaged.
const NO_CHECKSUM: i64 = -1;

/// Every old row with its values as they were; the triggers count it.
const CARRY_OVER: &str = "
    INSERT INTO records (handle, principal, class, skill, version, digest, tool, tier, created_at, bytes, lines, kind, role,
                         options, encoding, mime_type, hazard, filename, source, score, inline_text, checksum)
    SELECT handle, principal, class, skill, version, digest, tool, tier, created_at, bytes, lines, kind, role,
           options, encoding, mime_type, hazard, filename, source, score, inline_text, ?1
    FROM records_of_version_1 ORDER BY handle";

const ROW: &str = concat!("SELECT ", columns!(), " FROM records WHERE id = ?1");

const FINISH: &str =
    "UPDATE records SET builtin = ?2, beginning = ?3, text_checksum = ?4, checksum = ?5 WHERE id = ?1";

/// The columns that [`FINISH`] fills, as places among the values of a row.
const BUILTIN: usize = 13;
const BEGINNING: usize = 23;
const TEXT_CHECKSUM: usize = 24;

pub(super) fn run(transaction: &Transaction<'_>, spool: &dyn Spool) -> Result<(), StoreError> {
    let failed = |error: rusqlite::Error| store_error("migrate", &error);
    // Rows that have checksums would get new ones here, and whatever is damaged in them would be made good.
    let is_newer: i64 = transaction
        .query_row("SELECT count(*) FROM pragma_table_info('records') WHERE name = 'checksum'", (), |row| {
            row.get(0)
        })
        .map_err(failed)?;
    if is_newer > 0 {
        return Err(damaged("its version is not that of its tables".to_owned()));
    }
    transaction
        .execute_batch(
            "ALTER TABLE records RENAME TO records_of_version_1;
             DROP INDEX records_of_principal;
             DROP INDEX bodies;",
        )
        .map_err(failed)?;
    schema::create_tables(transaction).map_err(failed)?;
    transaction.execute(CARRY_OVER, [NO_CHECKSUM]).map_err(failed)?;
    let last: i64 = transaction
        .query_row("SELECT coalesce(max(id), 0) FROM records", (), |row| row.get(0))
        .map_err(failed)?;
    (1..=last).try_for_each(|id| finish(transaction, id, spool))?;
    transaction
        .execute_batch("INSERT INTO begun (at) VALUES (0); DROP TABLE records_of_version_1")
        .map_err(failed)
}

/// Gives one row what version 1 did not have. One that is no record is left without a checksum.
fn finish(transaction: &Transaction<'_>, id: i64, spool: &dyn Spool) -> Result<(), StoreError> {
    let failed = |error: rusqlite::Error| store_error("migrate", &error);
    let mut statement = transaction.prepare_cached(ROW).map_err(failed)?;
    let mut record = match statement.query_row([id], |row| Ok(row::unchecked(row))).map_err(failed)? {
        Ok(record) => record,
        // The database could read it, and it is no record.
        Err(RowError::Database(error)) if error.sqlite_error_code().is_some() => return Err(failed(error)),
        Err(_) => return Ok(()),
    };
    name_builtin(&mut record);
    let text = searchable_text(&record, spool)?;
    let values = row::values(NewRecord { record: &record, text: text.as_deref() }).map_err(failed)?;
    let checksum = row::checksum_of(&values);
    let value = |place: usize| values.get(place).unwrap_or(&Value::Null);
    transaction
        .prepare_cached(FINISH)
        .and_then(|mut statement| {
            statement.execute(params![id, value(BUILTIN), value(BEGINNING), value(TEXT_CHECKSUM), checksum])
        })
        .map_err(failed)?;
    text.map_or(Ok(()), |text| insert_text(transaction, id, &text)).map_err(failed)
}

/// The built-in kind behind an artifact's: version 1 wrote down its name alone, so only one that has its own is known.
fn name_builtin(record: &mut Record) {
    if let Detail::Artifact(detail) = &mut record.detail {
        detail.builtin = BuiltinKind::from_name(&detail.kind).map(|kind| kind.name().to_owned());
    }
}
