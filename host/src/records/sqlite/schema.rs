//! The tables of the records, and how they are made. Never alters a database that is not new; that is what the
//! [migrations](super::migrations) are for.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::clock::now;
use crate::sqlite::{Form, form};

/// The database, in the data directory.
pub(in crate::records) const FILE: &str = "records.sqlite";

/// "skil": written into the database's header, so that another program's file is never taken for ours.
pub(super) const APPLICATION_ID: i64 = 0x736b_696c;

/// Raised with every change of the tables; a change comes with the step that leads from the version before.
pub(super) const VERSION: i64 = 2;

/// One table for all classes: what is looked for stands in columns of its own, and a record is one row, so that a batch is
/// inserted by one statement. A column that a class does not have is null.
///
/// `id` ties a text to its record: a key of the table's own is what even a reordering of the file keeps. `usage` is kept
/// true by the triggers alone, so that nothing can add or remove a record and forget to count it; sums past what a column
/// holds stay at the most it holds. Of those that are gone the newest stand in `gone`. `begun` has one row: bytes that are
/// older were never named here, so that they are not taken for what a crash left.
pub(super) const TABLES: &str = "
    CREATE TABLE records (
        id            INTEGER PRIMARY KEY,
        handle        TEXT NOT NULL UNIQUE,
        principal     TEXT NOT NULL,
        class         TEXT NOT NULL CHECK (class IN ('artifact', 'media', 'retrievable')),
        skill         TEXT NOT NULL,
        version       TEXT NOT NULL,
        digest        TEXT,
        tool          TEXT,
        tier          TEXT NOT NULL,
        created_at    INTEGER NOT NULL,   -- milliseconds since the Unix epoch
        expires_at    INTEGER,            -- the same; null: never
        bytes         INTEGER NOT NULL,
        lines         INTEGER NOT NULL,
        kind          TEXT NOT NULL,      -- of the artifact, media or retrievable
        builtin       TEXT,               -- artifact
        role          TEXT,               -- artifact
        options       TEXT,               -- artifact, JSON
        encoding      TEXT,               -- artifact
        mime_type     TEXT,               -- media
        hazard        TEXT,               -- media
        filename      TEXT,               -- media
        source        TEXT,               -- retrievable
        score         REAL,               -- retrievable
        inline_text   TEXT,               -- retrievable; null: the bytes are in the spool
        beginning     TEXT,               -- of the text that is searched; null: there is none
        text_checksum INTEGER,            -- CRC-32 of the text that is searched
        checksum      INTEGER NOT NULL    -- CRC-32 of every column from the handle to here
    ) STRICT;
    CREATE INDEX records_of_principal ON records (principal, class, handle);
    CREATE INDEX bodies ON records (digest, principal) WHERE role = 'body';
    CREATE INDEX expiring ON records (expires_at) WHERE expires_at IS NOT NULL;

    CREATE TABLE usage (
        scope   TEXT NOT NULL,            -- store, principal or skill
        name    TEXT NOT NULL,            -- the principal's or skill's; empty for the store
        bytes   INTEGER NOT NULL,
        records INTEGER NOT NULL,
        PRIMARY KEY (scope, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER record_is_counted AFTER INSERT ON records BEGIN
        INSERT INTO usage (scope, name, bytes, records)
        VALUES ('store', '', new.bytes, 1),
               ('principal', new.principal, new.bytes, 1),
               ('skill', new.skill, new.bytes, 1)
        ON CONFLICT (scope, name) DO UPDATE
        SET bytes = min(bytes + excluded.bytes, 9223372036854775807), records = records + 1;
    END;
    CREATE TRIGGER record_is_no_longer_counted AFTER DELETE ON records BEGIN
        UPDATE usage SET bytes = max(bytes - old.bytes, 0), records = records - 1
        WHERE (scope, name) IN (VALUES ('store', ''), ('principal', old.principal), ('skill', old.skill));
        DELETE FROM usage
        WHERE records <= 0
          AND (scope, name) IN (VALUES ('store', ''), ('principal', old.principal), ('skill', old.skill));
    END;

    CREATE TABLE gone (
        id        INTEGER PRIMARY KEY,    -- in the order in which they went
        handle    TEXT NOT NULL UNIQUE,
        principal TEXT NOT NULL,
        reason    TEXT NOT NULL CHECK (reason IN ('deleted', 'expired')),
        at        INTEGER NOT NULL        -- milliseconds since the Unix epoch
    ) STRICT;

    CREATE TABLE begun (
        at INTEGER NOT NULL               -- when these records were begun; 0: in version 1, which did not say
    ) STRICT;

    CREATE TRIGGER text_goes_with_its_record AFTER DELETE ON records WHEN old.text_checksum IS NOT NULL BEGIN
        DELETE FROM texts WHERE rowid = old.id;
    END;
";

/// What retrievables are searched by, under the `id` of the record. Holds the text itself once more, so that a text can
/// leave the index again, and excerpts come from what was indexed.
pub(super) const TEXTS: &str =
    "CREATE VIRTUAL TABLE texts USING fts5 (text, tokenize = 'unicode61 remove_diacritics 2');";

/// Makes the tables in this transaction.
pub(super) fn create_tables(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch(TEXTS)?;
    transaction.execute_batch(TABLES)
}

/// Makes the tables of a new database, unless another process has made them since it was looked at.
pub(super) fn create(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let tables: i64 = transaction.query_row("SELECT count(*) FROM sqlite_schema", (), |row| row.get(0))?;
    if tables == 0 {
        create_tables(&transaction)?;
        transaction.execute("INSERT INTO begun (at) VALUES (?1)", [now()])?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}

/// What the database is.
pub(super) fn look(connection: &Connection) -> rusqlite::Result<Form> {
    form(connection, APPLICATION_ID)
}
