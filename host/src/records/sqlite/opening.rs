//! The way to an open database: looked at, left alone where it is not ours, made where it is missing, brought up where it is
//! older. Called when a data directory is opened.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::error::StoreError;
use crate::records::DataDirectoryError;
use crate::spool::Spool;
use crate::sqlite::{Form, Identity, Turn};

use super::database::SqliteRecords;
use super::failure::store_error;
use super::migrations;
use super::schema::{self, VERSION};
use super::search::Searcher;

/// How long a statement waits for another process's transaction, before it is an error. A batch of ours takes
/// milliseconds; whoever holds the database longer is stuck.
const PATIENCE: Duration = Duration::from_secs(5);

/// Statements that stay prepared.
const PREPARED: usize = 48;

/// A database that is ours or can become ours; nothing of it has been altered. No one else opens it meanwhile.
pub(in crate::records) struct Recognised {
    path: PathBuf,
    connection: Connection,
    form: Form,
    _turn: Turn,
}

impl Recognised {
    /// Looks at the database of this path; where there is none, an empty file is made.
    ///
    /// # Errors
    /// [`DataDirectoryError`] for a file of another program or a newer version, which is left as it is.
    pub(in crate::records) fn look(path: &Path) -> Result<Self, DataDirectoryError> {
        let failed = |error: rusqlite::Error| told(path, &error);
        // Absolute: it is looked at again later, wherever the process then stands.
        let path = std::path::absolute(path).map_err(|source| not_found(path, source))?;
        let directory = path.parent().unwrap_or(Path::new("/"));
        let turn = Turn::wait(directory, PATIENCE).map_err(|error| match error.kind() {
            io::ErrorKind::ResourceBusy => {
                DataDirectoryError::Store { path: path.clone(), source: StoreError::Busy { action: "open" } }
            }
            _ => not_found(&path, error),
        })?;
        let has_log = fs::metadata(log_of(&path)).is_ok_and(|log| log.len() > 0);
        let connection = turn.connect(&path).map_err(failed)?;
        settle(&connection).map_err(failed)?;
        let form = schema::look(&connection).map_err(failed)?;
        let refusal = match form {
            Form::New | Form::Ours(1..=VERSION) => {
                return Ok(Self { path, connection, form, _turn: turn });
            }
            Form::Ours(found) => version(&path, found),
            Form::Foreign => DataDirectoryError::Foreign { path },
        };
        // The last one to close a database writes its log back, which is not ours to do. An empty one is removed again.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, has_log).map_err(failed)?;
        Err(refusal)
    }

    /// Makes the tables, or brings them up to this version; the texts of old retrievables come from the spool.
    ///
    /// # Errors
    /// [`DataDirectoryError`]; then the database is in the version that it had.
    pub(in crate::records) fn open(self, spool: &dyn Spool) -> Result<SqliteRecords, DataDirectoryError> {
        let Self { path, mut connection, form, _turn } = self;
        let failed = |error: rusqlite::Error| told(&path, &error);
        write_ahead(&connection).map_err(failed)?;
        // The default of the write-ahead log syncs at checkpoints only, and may lose the last commits.
        connection.pragma_update(None, "synchronous", "full").map_err(failed)?;
        match form {
            Form::New => schema::create(&mut connection).map_err(failed)?,
            _ => migrations::run(&mut connection, spool)
                .map_err(|source| DataDirectoryError::Store { path: path.clone(), source })?,
        }
        // Whoever does not take turns may have been quicker, and newer.
        match schema::look(&connection).map_err(failed)? {
            Form::Ours(VERSION) => {}
            Form::Ours(found) => return Err(version(&path, found)),
            Form::New | Form::Foreign => return Err(DataDirectoryError::Foreign { path: path.clone() }),
        }
        let searcher = reading(&path).map(Searcher::over).map_err(failed)?;
        let identity = Identity::of(&path).map_err(|source| not_found(&path, source))?;
        Ok(SqliteRecords::new(path, identity, connection, searcher))
    }
}

/// A second connection, which writes nothing: long looks keep no insert waiting.
fn reading(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    settle(&connection)?;
    connection.pragma_update(None, "query_only", true)?;
    // The first look opens the write-ahead log, by its name: now it is that of this database.
    schema::look(&connection)?;
    Ok(connection)
}

fn settle(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_prepared_statement_cache_capacity(PREPARED);
    connection.busy_timeout(PATIENCE)
}

/// Turns the write-ahead log on, for this file and for good. SQLite does not wait for other processes here, so this does,
/// as long as everywhere else.
fn write_ahead(connection: &Connection) -> rusqlite::Result<()> {
    let until = Instant::now() + PATIENCE;
    loop {
        match connection.pragma_update(None, "journal_mode", "wal") {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && Instant::now() < until =>
            {
                std::thread::sleep(Duration::from_millis(5));
            }
            outcome => return outcome,
        }
    }
}

/// The write-ahead log of a database.
fn log_of(path: &Path) -> PathBuf {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    log.into()
}

fn version(path: &Path, found: i64) -> DataDirectoryError {
    DataDirectoryError::Version { path: path.to_owned(), found, supported: VERSION }
}

fn not_found(path: &Path, source: io::Error) -> DataDirectoryError {
    DataDirectoryError::Io { action: "open", path: path.to_owned(), source }
}

fn told(path: &Path, error: &rusqlite::Error) -> DataDirectoryError {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => DataDirectoryError::Foreign { path: path.to_owned() },
        _ => DataDirectoryError::Store { path: path.to_owned(), source: store_error("open", error) },
    }
}
