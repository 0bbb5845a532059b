//! The database's errors in the store's words. Every call of the database goes through here.

use rusqlite::{Error, ErrorCode, ffi};

use crate::error::StoreError;

use super::row::RowError;
use super::schema::FILE;

/// What an error of the database means to the store; `action` is an infinitive.
pub(super) fn store_error(action: &'static str, error: &Error) -> StoreError {
    let records = |reason: String, full| StoreError::Records { action, reason, full };
    match error {
        // A value of a type that the column cannot have.
        Error::FromSqlConversionFailure(..)
        | Error::IntegralValueOutOfRange(..)
        | Error::InvalidColumnType(..)
        | Error::Utf8Error(..) => damaged(error.to_string()),
        _ => match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { action },
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => damaged(error.to_string()),
            // Our statements are fixed: where one is not understood, or breaks a rule of the tables, the tables are not
            // those that were made.
            Some(ErrorCode::Unknown | ErrorCode::ConstraintViolation | ErrorCode::TypeMismatch) => {
                damaged(error.to_string())
            }
            Some(ErrorCode::ReadOnly) if extended(error) == Some(ffi::SQLITE_READONLY_DBMOVED) => {
                StoreError::Gone
            }
            Some(ErrorCode::ReadOnly) => {
                records("the file or its directory cannot be written".to_owned(), false)
            }
            // The text of this one holds the path, which is not for everyone.
            Some(ErrorCode::CannotOpen) => records("it cannot be opened".to_owned(), false),
            code => records(error.to_string(), code == Some(ErrorCode::DiskFull)),
        },
    }
}

/// The same for a row that was read.
pub(super) fn row_error(error: RowError) -> StoreError {
    match error {
        RowError::Database(error) => store_error("read", &error),
        RowError::Altered(_) | RowError::Checksum => damaged(error.to_string()),
    }
}

/// An index led to a row that it does not stand for.
pub(super) fn misled() -> StoreError {
    damaged("an index leads to another record".to_owned())
}

pub(super) fn damaged(what: String) -> StoreError {
    StoreError::Damaged { path: FILE.into(), what }
}

/// Whether a handle of a new record is one that exists.
pub(super) fn is_collision(error: &Error) -> bool {
    extended(error) == Some(ffi::SQLITE_CONSTRAINT_UNIQUE)
}

fn extended(error: &Error) -> Option<i32> {
    error.sqlite_error().map(|error| error.extended_code)
}
