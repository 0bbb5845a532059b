//! What is in use, as the database's triggers keep it.

use rusqlite::{Connection, OptionalExtension as _, params};

use crate::error::StoreError;
use crate::quota::{Amount, QuotaScope};
use crate::records::Usage;
use crate::records::ledger::Counted;

use super::failure::{damaged, store_error};

/// How much is in use of one scope.
pub(super) fn amount(connection: &Connection, counted: Counted<'_>) -> Result<Amount, StoreError> {
    let failed = |error: rusqlite::Error| store_error("read", &error);
    let amount = connection
        .prepare_cached("SELECT bytes, records FROM usage WHERE scope = ?1 AND name = ?2")
        .map_err(failed)?
        .query_row(params![counted.scope().as_str(), counted.name()], |row| {
            Ok(Amount { bytes: row.get(0)?, records: row.get(1)? })
        })
        .optional()
        .map_err(failed)?;
    Ok(amount.unwrap_or_default())
}

/// All sums: the store, then principals, then skills, by name.
pub(super) fn all(connection: &Connection) -> Result<Vec<Usage>, StoreError> {
    let failed = |error: rusqlite::Error| store_error("read", &error);
    let mut statement = connection
        .prepare_cached("SELECT scope, name, bytes, records FROM usage ORDER BY name")
        .map_err(failed)?;
    let mut rows = statement.query(()).map_err(failed)?;
    let mut sums = Vec::new();
    while let Some(row) = rows.next().map_err(failed)? {
        let word: String = row.get(0).map_err(failed)?;
        let scope = QuotaScope::ALL
            .into_iter()
            .find(|scope| scope.as_str() == word)
            .ok_or_else(|| damaged("a sum of what is in use is altered".to_owned()))?;
        let amount = Amount { bytes: row.get(2).map_err(failed)?, records: row.get(3).map_err(failed)? };
        sums.push(Usage { scope, name: row.get(1).map_err(failed)?, amount });
    }
    if sums.iter().all(|usage| usage.scope != QuotaScope::Store) {
        sums.push(Usage { scope: QuotaScope::Store, name: String::new(), amount: Amount::default() });
    }
    // Stable: names stay in their order.
    sums.sort_by_key(|usage| usage.scope);
    Ok(sums)
}
