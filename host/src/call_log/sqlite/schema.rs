//! The table of the call log, and how its file is told from others.

use rusqlite::{Connection, TransactionBehavior};

/// What messages call the file: its name in the data directory.
pub(super) const FILE: &str = "calls.sqlite";

/// "skcl": written into the database's header, so that another program's file is never taken for ours.
pub(super) const APPLICATION_ID: u32 = 0x736b_636c;

/// Where the header has it: four bytes, the highest first.
pub(super) const APPLICATION_ID_AT: u64 = 68;

/// Raised with every change of the table; a change comes with the statements that lead from the version before.
pub(super) const VERSION: i64 = 1;

/// The rows stand in the order in which calls ended: so they are added, listed and removed. No index: it would double what
/// each call writes, and whoever looks for a rare call can wait.
const TABLES: &str = "
    CREATE TABLE calls (
        id                 INTEGER PRIMARY KEY,
        at                 INTEGER NOT NULL,   -- milliseconds since the Unix epoch
        principal          TEXT NOT NULL,
        skill              TEXT,
        digest             TEXT,
        tool               TEXT NOT NULL,
        arguments_hash     TEXT NOT NULL,
        outcome            TEXT NOT NULL,
        code               TEXT,
        check_microseconds INTEGER NOT NULL,
        gate_microseconds  INTEGER NOT NULL,
        wait_microseconds  INTEGER NOT NULL,
        guest_microseconds INTEGER NOT NULL,
        store_microseconds INTEGER NOT NULL,
        memory_bytes       INTEGER NOT NULL,
        bytes_in           INTEGER NOT NULL,
        bytes_out          INTEGER NOT NULL,
        handle             TEXT,
        checksum           INTEGER NOT NULL    -- CRC-32 of the rest of the row
    ) STRICT;
";

/// Makes the table in a database that is empty. Durable in the file itself before any log is written ahead of it: its
/// header then says whose it is, whatever happens to the rest.
pub(super) fn create(connection: &mut Connection) -> rusqlite::Result<()> {
    // Only before there is a table can it be said that pages may be given back.
    connection.pragma_update(None, "auto_vacuum", "incremental")?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(TABLES)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}
