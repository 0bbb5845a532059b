//! The tables, and whether a database has them: in this version, and made by this program. Never alters a
//! database that is not new.

use rusqlite::{Connection, TransactionBehavior};

/// The database, in the data directory.
pub(in crate::records) const FILE: &str = "records.sqlite";

/// "skil": written into the database's header, so that another program's file is never taken for ours.
const APPLICATION_ID: i64 = 0x736b_696c;

/// Raised with every change of the tables; a change comes with the statements that lead from the version
/// before.
pub(super) const VERSION: i64 = 1;

/// One table for all classes: what is searched for stands in columns of its own, and a record is one row, so
/// that a batch is inserted by one statement. A column that a class does not have is null.
const TABLES: &str = "
    CREATE TABLE records (
        handle      TEXT NOT NULL PRIMARY KEY,
        principal   TEXT NOT NULL,
        class       TEXT NOT NULL CHECK (class IN ('artifact', 'media', 'retrievable')),
        skill       TEXT NOT NULL,
        version     TEXT NOT NULL,
        digest      TEXT,
        tool        TEXT,
        tier        TEXT NOT NULL,
        created_at  INTEGER NOT NULL,   -- milliseconds since the Unix epoch
        bytes       INTEGER NOT NULL,
        lines       INTEGER NOT NULL,
        kind        TEXT NOT NULL,      -- of the artifact, media or retrievable
        role        TEXT,               -- artifact
        options     TEXT,               -- artifact, JSON
        encoding    TEXT,               -- artifact
        mime_type   TEXT,               -- media
        hazard      TEXT,               -- media
        filename    TEXT,               -- media
        source      TEXT,               -- retrievable
        score       REAL,               -- retrievable
        inline_text TEXT                -- retrievable; null: the bytes are in the spool
    ) STRICT;
    CREATE INDEX records_of_principal ON records (principal, class, handle);
    CREATE INDEX bodies ON records (digest, principal) WHERE role = 'body';
";

/// What a database file is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// Empty: the tables can be made.
    New,
    /// Ours, in this version.
    Current,
    /// Ours, in another version.
    Other(i64),
    /// Another program's.
    Foreign,
}

/// Looks at a database and leaves it as it is. In one transaction: between two looks another process may make the
/// tables, and half of each would be no one's format.
pub(super) fn format(connection: &Connection) -> rusqlite::Result<Format> {
    let snapshot = connection.unchecked_transaction()?;
    let format = seen(&snapshot)?;
    snapshot.commit()?;
    Ok(format)
}

fn seen(connection: &Connection) -> rusqlite::Result<Format> {
    let number = |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", (), |row| row.get(0))?;
    Ok(match (number("application_id")?, number("user_version")?) {
        (0, 0) if tables == 0 => Format::New,
        (APPLICATION_ID, VERSION) => Format::Current,
        (APPLICATION_ID, version) => Format::Other(version),
        _ => Format::Foreign,
    })
}

/// Makes the tables, unless another process has made them since [`format`] looked.
pub(super) fn create(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if seen(&transaction)? == Format::New {
        transaction.execute_batch(TABLES)?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}
