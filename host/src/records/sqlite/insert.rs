//! Inserting a batch: whether its handles are new, whether the quotas have room, the records, and their texts, all in one
//! transaction of the caller.

use rusqlite::types::Value;
use rusqlite::{Transaction, params, params_from_iter};

use crate::error::StoreError;
use crate::quota::Quotas;
use crate::records::NewRecord;
use crate::records::ledger::Ledger;
use crate::records::searchable::searched;

use super::failure::{is_collision, store_error};
use super::row::{self, columns};
use super::{gone, usage};

const INSERT: &str = concat!(
    "INSERT INTO records (",
    columns!(),
    ", checksum) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, \
     ?22, ?23, ?24, ?25, ?26)"
);

/// Inserts the batch, or says why not; then the transaction is to be rolled back.
pub(super) fn insert(
    transaction: &Transaction<'_>,
    batch: &[NewRecord<'_>],
    quotas: &Quotas,
) -> Result<(), StoreError> {
    for new in batch {
        if gone::departure(transaction, new.record.handle)?.is_some() {
            return Err(StoreError::Collision { id: new.record.handle.to_string() });
        }
    }
    // What is in use cannot change before the transaction ends.
    Ledger::of(batch).admit(quotas, |counted| usage::amount(transaction, counted))?;
    batch.iter().try_for_each(|new| insert_one(transaction, *new))
}

fn insert_one(transaction: &Transaction<'_>, new: NewRecord<'_>) -> Result<(), StoreError> {
    let failed = |error: rusqlite::Error| store_error("insert into", &error);
    let values = row::values(new).map_err(failed)?;
    let checksum = Value::from(row::checksum_of(&values));
    let mut statement = transaction.prepare_cached(INSERT).map_err(failed)?;
    statement.execute(params_from_iter(values.iter().chain([&checksum]))).map_err(|error| {
        if is_collision(&error) {
            StoreError::Collision { id: new.record.handle.to_string() }
        } else {
            failed(error)
        }
    })?;
    if let Some(text) = new.text {
        let id = transaction.last_insert_rowid();
        insert_text(transaction, id, &searched(text)).map_err(failed)?;
    }
    Ok(())
}

/// Indexes the text of the record with this id.
pub(super) fn insert_text(transaction: &Transaction<'_>, id: i64, text: &str) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("INSERT INTO texts (rowid, text) VALUES (?1, ?2)")?
        .execute(params![id, text])
        .map(|_| ())
}
