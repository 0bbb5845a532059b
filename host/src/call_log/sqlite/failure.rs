//! What can be wrong with the file of the call log, in the store's and the host's words. Every error of the database goes
//! through here.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use crate::error::{Error, StoreError};

use super::schema::{FILE, VERSION};

/// Why the call log of a data directory cannot be opened. `Display` stands after "data directory cannot be used:".
#[derive(Debug, thiserror::Error)]
pub enum CallLogError {
    /// Another version of the host made it.
    #[error("its call log has format {found}, and this version of the host reads format {VERSION}")]
    Version {
        /// The file.
        path: PathBuf,
        /// The format that it has.
        found: i64,
    },
    /// Another program made it, or it is no database.
    #[error("its call log is not a database of this program")]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The system or the database refused.
    #[error("{source}")]
    Store {
        /// The file.
        path: PathBuf,
        /// What happened below.
        source: StoreError,
    },
}

impl CallLogError {
    /// What the deployer can do.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::Version { found, .. } if *found > VERSION => format!(
                "run the newer version of the host that made it, or move `{FILE}` out of the data directory: a new log is \
                 begun"
            ),
            Self::Version { .. } | Self::Foreign { .. } => {
                format!("move `{FILE}` out of the data directory: a new log is begun")
            }
            Self::Store { source, .. } => source.hint(),
        }
    }
}

impl From<CallLogError> for Error {
    fn from(error: CallLogError) -> Self {
        let (problem, hint) = (error.to_string(), error.hint());
        match error {
            CallLogError::Version { path, .. } | CallLogError::Foreign { path } => {
                Self::DataDirectoryVersion { problem, path, hint }
            }
            CallLogError::Store { path, source } => Self::unopened(path, source),
        }
    }
}

/// For a log that was opened before, and is opened again in the middle of the work.
impl From<CallLogError> for StoreError {
    fn from(error: CallLogError) -> Self {
        match error {
            CallLogError::Store { source, .. } => source,
            CallLogError::Version { .. } | CallLogError::Foreign { .. } => {
                Self::Damaged { path: FILE.into(), what: error.to_string() }
            }
        }
    }
}

/// What stopped an attempt to open the file.
pub(super) enum Trouble {
    /// The file is to be left as it is.
    Final(CallLogError),
    /// The database's word.
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

/// Whether the file is not what was written. Our statements are fixed: where one cannot be understood, breaks a rule of the
/// table, or gives a value of another type, the table is not ours any more.
pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    match error {
        rusqlite::Error::SqliteFailure(failure, _) => matches!(
            failure.code,
            ErrorCode::DatabaseCorrupt
                | ErrorCode::NotADatabase
                | ErrorCode::Unknown
                | ErrorCode::ConstraintViolation
                | ErrorCode::TypeMismatch
        ),
        rusqlite::Error::SqlInputError { .. }
        | rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::IntegralValueOutOfRange(..)
        | rusqlite::Error::InvalidColumnType(..) => true,
        _ => false,
    }
}

/// What an error of the database means to the store; `action` is an infinitive.
pub(super) fn store_error(action: &'static str, error: &rusqlite::Error) -> StoreError {
    if is_damage(error) {
        return StoreError::Damaged { path: FILE.into(), what: error.to_string() };
    }
    let kind = match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => io::ErrorKind::StorageFull,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => io::ErrorKind::ResourceBusy,
        Some(ErrorCode::ReadOnly) => io::ErrorKind::ReadOnlyFilesystem,
        Some(ErrorCode::PermissionDenied) => io::ErrorKind::PermissionDenied,
        _ => io::ErrorKind::Other,
    };
    let reason = match error.sqlite_error_code() {
        // The text of this one holds the path, which is not for everyone.
        Some(ErrorCode::CannotOpen) => "it cannot be opened".to_owned(),
        _ => error.to_string(),
    };
    StoreError::Io { action, path: FILE.into(), source: io::Error::new(kind, reason) }
}

/// A refusal of the file system.
pub(super) fn file_error(action: &'static str, source: io::Error) -> StoreError {
    StoreError::Io { action, path: FILE.into(), source }
}

/// The same, for a log that is being opened.
pub(super) fn opening_error(path: &Path, source: StoreError) -> CallLogError {
    CallLogError::Store { path: path.to_owned(), source }
}
