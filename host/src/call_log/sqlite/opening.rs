//! The way to an open log: looked at, made where it is missing, set aside where it is damaged.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::config::DbConfig;

use crate::config::LogBounds;
use crate::sqlite::{Form, Identity, Turn, form};

use super::failure::{CallLogError, Trouble, file_error, is_damage, opening_error, store_error};
use super::schema::{APPLICATION_ID, APPLICATION_ID_AT, VERSION, create};
use super::trimming;

/// How long a statement waits for another process's: no call may wait for its log.
const PATIENCE: Duration = Duration::from_millis(250);

/// The write-ahead log is written back when it has so many pages of 4 KiB, or a quarter of the bound where that is less.
const MOST_AHEAD_PAGES: u64 = 1_000;
const LEAST_AHEAD_PAGES: u64 = 64;
const PAGE_BYTES: u64 = 4_096;

/// A log that can be written and read.
pub(super) struct Open {
    pub(super) connection: Connection,
    identity: Identity,
}

impl Open {
    /// Whether it is still the file at that path; it is not where someone removed it or set it aside.
    pub(super) fn stands_at(&self, path: &Path) -> bool {
        Identity::of(path).is_ok_and(|identity| identity == self.identity)
    }
}

/// Opens the log; `patience` is how long it waits for someone else who opens it. `damaged` is the log as it was open, where
/// that turned out not to be what was written: if it still stands there, it is set aside first.
pub(super) fn open(
    path: &Path,
    bounds: LogBounds,
    patience: Duration,
    damaged: Option<(&Open, &rusqlite::Error)>,
) -> Result<Open, CallLogError> {
    let directory = path.parent().unwrap_or(Path::new("."));
    let turn =
        Turn::wait(directory, patience).map_err(|error| opening_error(path, file_error("open", error)))?;
    if let Some((open, reason)) = damaged
        && open.stands_at(path)
    {
        set_aside(path, reason)?;
    }
    let trouble = match attempt(&turn, path, bounds) {
        Ok(open) => return Ok(open),
        Err(trouble) => trouble,
    };
    match trouble {
        Trouble::Database(reason) if is_damage(&reason) => {
            // Another program's file is not ours to move.
            if !is_ours(path).map_err(|error| opening_error(path, file_error("read", error)))? {
                return Err(CallLogError::Foreign { path: path.to_owned() });
            }
            set_aside(path, &reason)?;
            attempt(&turn, path, bounds).map_err(|trouble| told(path, trouble))
        }
        trouble => Err(told(path, trouble)),
    }
}

fn told(path: &Path, trouble: Trouble) -> CallLogError {
    match trouble {
        Trouble::Final(error) => error,
        Trouble::Database(error) => opening_error(path, store_error("open", &error)),
    }
}

fn attempt(turn: &Turn, path: &Path, bounds: LogBounds) -> Result<Open, Trouble> {
    let has_log = fs::metadata(beside(path, "-wal")).is_ok_and(|log| log.len() > 0);
    let mut connection = turn.connect(path)?;
    connection.busy_timeout(PATIENCE)?;
    // The last one to close a database writes its log back, which is not ours to do before it is known to be ours. An empty
    // one is removed again.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, has_log)?;
    match form(&connection, i64::from(APPLICATION_ID))? {
        Form::New => create(&mut connection)?,
        Form::Ours(VERSION) => {}
        Form::Ours(found) => {
            return Err(Trouble::Final(CallLogError::Version { path: path.to_owned(), found }));
        }
        Form::Foreign => return Err(Trouble::Final(CallLogError::Foreign { path: path.to_owned() })),
    }
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    // Synced when it is written back, and not at each call: a killed process loses nothing, a power cut the last calls.
    connection.pragma_update(None, "synchronous", "normal")?;
    let ahead = (bounds.bytes / 4 / PAGE_BYTES).clamp(LEAST_AHEAD_PAGES, MOST_AHEAD_PAGES);
    connection.pragma_update(None, "wal_autocheckpoint", ahead)?;
    connection.pragma_update(None, "journal_size_limit", ahead.saturating_mul(PAGE_BYTES))?;
    match trimming::settle(&connection, bounds) {
        Err(error) if is_damage(&error) => return Err(error.into()),
        // Someone else may be trimming it, or the disk be full: the log can still be read.
        _ => {}
    }
    let identity = Identity::of(path)
        .map_err(|error| Trouble::Final(opening_error(path, file_error("look at", error))))?;
    Ok(Open { connection, identity })
}

/// Whether a file that is no sound database was this program's log. Where it was, no connection to it works any more that
/// opening and closing it here could take the locks from.
fn is_ours(path: &Path) -> io::Result<bool> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(APPLICATION_ID_AT))?;
    let mut id = [0; 4];
    match file.read_exact(&mut id) {
        Ok(()) => Ok(u32::from_be_bytes(id) == APPLICATION_ID),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// Moves a damaged log out of the way, over one that was set aside before. Whoever has it open notices at the next call.
fn set_aside(path: &Path, reason: &rusqlite::Error) -> Result<(), CallLogError> {
    let failed = |error| opening_error(path, file_error("set aside", error));
    let aside = beside(path, ".damaged");
    fs::rename(path, &aside).map_err(failed)?;
    // What was not yet written back goes with it, or is no one's.
    let ahead_of_aside = beside(&aside, "-wal");
    match fs::rename(beside(path, "-wal"), &ahead_of_aside).or_else(|_| fs::remove_file(&ahead_of_aside)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
        _ => {}
    }
    tracing::warn!(
        %reason,
        aside = %aside.display(),
        "the call log is damaged; it was set aside, and a new one begun"
    );
    Ok(())
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}
