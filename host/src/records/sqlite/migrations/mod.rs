//! From an older version of the tables to this one, step by step. Loses nothing: what cannot be read is carried over as it
//! is. Called when a database is opened.

mod from_1_to_2;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::error::StoreError;
use crate::spool::Spool;

use super::failure::store_error;

/// Leads from one version to the next.
type Step = fn(&Transaction<'_>, &dyn Spool) -> Result<(), StoreError>;

/// The versions that steps lead away from, with the steps. A step uses the tables of its own two versions: where those of
/// today change, the step keeps what it needs of them as they were.
const STEPS: [(i64, Step); 1] = [(1, from_1_to_2::run)];

/// Brings the tables to this version. Each step is one transaction, which leaves the old version until all of it is done; of
/// several processes one takes it, and the others find it done.
pub(super) fn run(connection: &mut Connection, spool: &dyn Spool) -> Result<(), StoreError> {
    let failed = |error: rusqlite::Error| store_error("migrate", &error);
    for (from, step) in STEPS {
        if version(connection).map_err(failed)? != from {
            continue;
        }
        let transaction =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        if version(&transaction).map_err(failed)? == from {
            step(&transaction, spool)?;
            transaction.pragma_update(None, "user_version", from + 1).map_err(failed)?;
        }
        transaction.commit().map_err(failed)?;
    }
    Ok(())
}

fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}
