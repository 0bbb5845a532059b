//! What an [examination](super::integrity) found, mended as far as it can be made anew from the records: indexes, sums and
//! texts. A record is never altered. Called by maintenance.

use rusqlite::params;

use crate::error::StoreError;
use crate::quota::Amount;
use crate::records::searchable::searchable_text;
use crate::spool::Spool;

use super::failure::store_error;
use super::insert::insert_text;
use super::integrity::{counted, for_each};
use super::row::{Stored, text_checksum};
use super::{SqliteRecords, schema};

impl SqliteRecords {
    /// Makes the indexes of the records anew, from the records.
    ///
    /// # Errors
    /// The database's reason.
    pub(crate) fn repair_indexes(&self) -> Result<(), StoreError> {
        self.write("repair", |transaction| {
            let tables = "REINDEX records; REINDEX usage; REINDEX gone;";
            transaction.execute_batch(tables).map_err(|error| store_error("repair", &error))
        })
    }

    /// Counts what is in use anew, from the records as they stand.
    ///
    /// # Errors
    /// The database's reason.
    pub(crate) fn repair_usage(&self) -> Result<(), StoreError> {
        self.write("repair", |transaction| {
            let failed = |error: rusqlite::Error| store_error("repair", &error);
            transaction.execute("DELETE FROM usage", ()).map_err(failed)?;
            for ((scope, name), Amount { bytes, records }) in counted(transaction)? {
                transaction
                    .execute(
                        "INSERT INTO usage (scope, name, bytes, records) VALUES (?1, ?2, ?3, ?4)",
                        params![scope.as_str(), name, bytes, records],
                    )
                    .map_err(failed)?;
            }
            Ok(())
        })
    }

    /// Indexes every text anew, from the records and the spool; gives how many. A text whose bytes are missing or not those
    /// that were indexed is left out: a search does not find it until they are back.
    ///
    /// # Errors
    /// The store's reason; then the index is as it was.
    pub(crate) fn repair_texts(&self, spool: &dyn Spool) -> Result<u64, StoreError> {
        self.write("repair", |transaction| {
            let failed = |error: rusqlite::Error| store_error("repair", &error);
            transaction.execute_batch("DROP TABLE texts").map_err(failed)?;
            transaction.execute_batch(schema::TEXTS).map_err(failed)?;
            let mut indexed = 0;
            for_each(transaction, |id, stored| {
                let Ok(Stored { record, text_checksum: Some(expected), .. }) = stored else {
                    return Ok(());
                };
                let text = searchable_text(&record, spool)?;
                if let Some(text) = text.filter(|text| text_checksum(text) == expected) {
                    insert_text(transaction, id, &text).map_err(failed)?;
                    indexed += 1;
                }
                Ok(())
            })?;
            Ok(indexed)
        })
    }
}
