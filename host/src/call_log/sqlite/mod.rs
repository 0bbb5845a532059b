//! The call log of a data directory: an SQLite database that several processes append to. Refuses a file of another
//! program or another version; sets a damaged one aside. Opened with the store; used through
//! [`CallLog`](super::CallLog).

mod log;
mod opening;
mod schema;
mod row;
mod trimming;
mod failure;

pub use failure::CallLogError;
pub use log::SqliteCallLog;
