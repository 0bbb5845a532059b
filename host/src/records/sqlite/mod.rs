//! Records in an SQLite database that several processes may share. Refuses a database of another program or a newer
//! version; brings an older one up. Opened with the data directory; used through [`Records`](super::Records).

mod schema;
mod opening;
mod migrations;
mod database;
mod checksum;
mod row;
mod insert;
mod find;
mod remove;
mod gone;
mod usage;
mod search;
mod passages;
mod every;
mod integrity;
mod repair;
mod failure;

pub use database::SqliteRecords;
pub(crate) use every::Walked;
pub(crate) use integrity::Flaw;
pub(super) use opening::Recognised;
pub(super) use schema::FILE;
pub(super) use search::Searcher;
