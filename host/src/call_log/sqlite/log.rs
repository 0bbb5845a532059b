//! The open call log: one connection that appends, another for each look.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::named_params;

use crate::call_log::entry::bounded;
use crate::call_log::{CallEntry, CallLog, LogQuery};
use crate::config::LogBounds;
use crate::error::StoreError;
use crate::principal::Principal;
use crate::sqlite::Identity;

use super::failure::{CallLogError, file_error, is_damage, opening_error, store_error};
use super::opening::{Open, open};
use super::row;
use super::schema::FILE;
use super::trimming::{self, APPENDED_BETWEEN, STEP_ROWS};

/// How long opening waits for another process that opens the log. In the middle of a call it waits less.
const PATIENCE: Duration = Duration::from_secs(5);
const PATIENCE_OF_A_CALL: Duration = Duration::from_millis(250);

/// Calls in an SQLite database with a write-ahead log that is not synced at each call: the last of them may be lost in a
/// power cut, none by a process that is killed.
///
/// The lock around the connection is held for one row, and now and then for a step of trimming. Other processes may
/// append to the same log meanwhile.
pub struct SqliteCallLog {
    path: PathBuf,
    /// The directory of that path as it was when the log was opened.
    directory: Identity,
    bounds: LogBounds,
    writer: Mutex<Writer>,
}

#[derive(Default)]
struct Writer {
    /// None where the log could not be opened again; the next call tries.
    open: Option<Open>,
    /// Calls since the last step of trimming.
    appended: u32,
}

impl SqliteCallLog {
    /// Opens the log at this path, made where it is missing. What its bounds do not allow is removed from it.
    ///
    /// # Errors
    /// [`CallLogError`] for a file of another program or version, which is left as it is. A damaged log is no error: it is
    /// set aside, and a new one begun.
    pub fn open(path: &Path, bounds: LogBounds) -> Result<Self, CallLogError> {
        let open = open(path, bounds, PATIENCE, None)?;
        let writer = Writer { open: Some(open), appended: 0 };
        let directory = Identity::of(directory_of(path))
            .map_err(|error| opening_error(path, file_error("look at the directory of", error)))?;
        Ok(Self { path: path.to_owned(), directory, bounds, writer: Mutex::new(writer) })
    }

    fn lock(&self) -> MutexGuard<'_, Writer> {
        // A panic under the lock has dropped its transaction, which rolls back.
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The log at the path: the one that is open, as long as that is it.
    fn current(&self, writer: &mut Writer) -> Result<Open, StoreError> {
        match writer.open.take() {
            Some(open) if open.stands_at(&self.path) => Ok(open),
            _ => {
                self.is_at_home()?;
                Ok(open(&self.path, self.bounds, PATIENCE_OF_A_CALL, None)?)
            }
        }
    }

    /// A log that was removed or set aside is begun anew. One whose directory was taken away is not: what stands at the path
    /// then is another's.
    fn is_at_home(&self) -> Result<(), StoreError> {
        match Identity::of(directory_of(&self.path)) {
            Ok(directory) if directory == self.directory => Ok(()),
            _ => Err(StoreError::Gone),
        }
    }
}

impl CallLog for SqliteCallLog {
    fn append(&self, entry: &CallEntry) -> Result<(), StoreError> {
        let entry = bounded(entry);
        let mut writer = self.lock();
        writer.appended = writer.appended.wrapping_add(1);
        let trims = writer.appended.is_multiple_of(APPENDED_BETWEEN).then_some(self.bounds);
        let mut current = self.current(&mut writer)?;
        let mut outcome = append(&current, &entry, trims);
        if let Err(damage) = &outcome
            && is_damage(damage)
        {
            current = open(&self.path, self.bounds, PATIENCE_OF_A_CALL, Some((&current, damage)))?;
            outcome = append(&current, &entry, None);
        }
        writer.open = Some(current);
        outcome.map_err(|error| store_error("append to", &error))
    }

    fn list(&self, principal: &Principal, query: &LogQuery) -> Result<Vec<CallEntry>, StoreError> {
        self.is_at_home()?;
        // A connection of its own: whoever looks through a long log keeps no call waiting.
        let current = open(&self.path, self.bounds, PATIENCE, None)?;
        list(&current, self.bounds, principal, query).map_err(|error| {
            if !is_damage(&error) {
                return store_error("read", &error);
            }
            match open(&self.path, self.bounds, PATIENCE, Some((&current, &error))) {
                Ok(_) => StoreError::Damaged {
                    path: FILE.into(),
                    what: format!("{error}; it was set aside as `{FILE}.damaged`, and a new log begun"),
                },
                Err(error) => error.into(),
            }
        })
    }
}

fn directory_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new("."))
}

/// Adds a row; trims the log where it is time.
fn append(open: &Open, entry: &CallEntry, trims: Option<LogBounds>) -> rusqlite::Result<()> {
    row::insert(&mut *open.connection.prepare_cached(row::INSERT)?, entry)?;
    match trims.map(|bounds| trimming::step(&open.connection, bounds, STEP_ROWS)) {
        Some(Err(error)) if is_damage(&error) => Err(error),
        // Where it cannot be done now, the next step does it.
        _ => Ok(()),
    }
}

fn list(
    open: &Open,
    bounds: LogBounds,
    principal: &Principal,
    query: &LogQuery,
) -> rusqlite::Result<Vec<CallEntry>> {
    let mut statement = open.connection.prepare(
        "SELECT * FROM calls
         WHERE at >= :since AND principal = :principal AND (:skill IS NULL OR skill = :skill)
           AND (:tool IS NULL OR tool = :tool) AND (:outcome IS NULL OR outcome = :outcome)
         ORDER BY id DESC",
    )?;
    // What is too old has left the log, even where it is still in the file.
    let since = query.since.unwrap_or_default().max(trimming::oldest(bounds));
    let mut rows = statement.query(named_params! {
        ":since": i64::try_from(since).unwrap_or(i64::MAX),
        ":principal": principal.as_str(),
        ":skill": query.skill.as_ref().map(|skill| skill.as_str()),
        ":tool": query.tool,
        ":outcome": query.outcome.map(|outcome| outcome.as_str()),
    })?;
    let (mut found, mut altered) = (Vec::new(), 0_u64);
    while found.len() < query.limit
        && let Some(row) = rows.next()?
    {
        match row::entry(row) {
            Some(entry) => found.push(entry),
            None => altered += 1,
        }
    }
    if altered > 0 {
        tracing::warn!(altered, "rows of the call log are not what was written; they are left out");
    }
    Ok(found)
}
