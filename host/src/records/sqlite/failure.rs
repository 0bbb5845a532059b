//! The database's errors in the store's words. Every call of the database goes through here.

use rusqlite::{Error, ErrorCode};

use crate::error::StoreError;

use super::row::RowError;
use super::schema::FILE;

/// What an error of the database means to the store; `action` is an infinitive.
pub(super) fn store_error(action: &'static str, error: &Error) -> StoreError {
    match error {
        // A value of a type that the column cannot have.
        Error::FromSqlConversionFailure(..)
        | Error::IntegralValueOutOfRange(..)
        | Error::InvalidColumnType(..)
        | Error::Utf8Error(..) => damaged(error.to_string()),
        _ => match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => damaged(error.to_string()),
            // The text of this one holds the path, which is not for everyone.
            Some(ErrorCode::CannotOpen) => {
                StoreError::Records { action, reason: "it cannot be opened".to_owned(), full: false }
            }
            code => StoreError::Records {
                action,
                reason: error.to_string(),
                full: code == Some(ErrorCode::DiskFull),
            },
        },
    }
}

/// The same for a row that was read.
pub(super) fn row_error(error: RowError) -> StoreError {
    match error {
        RowError::Database(error) => store_error("read", &error),
        RowError::Altered(_) => damaged(error.to_string()),
    }
}

fn damaged(what: String) -> StoreError {
    StoreError::Damaged { path: FILE.into(), what }
}
