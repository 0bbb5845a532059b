//! Records in an SQLite database that several processes may share. Refuses a database of another program or
//! another version. Opened with the data directory; used through [`Records`](super::Records).

mod database;
mod failure;
mod row;
mod schema;

pub use database::SqliteRecords;
pub(super) use schema::FILE;
