//! The records: what a handle means, and whose it is (decision 29).
//!
//! Holds no content but the text of inline retrievables; the bytes are in the [spool](crate::spool), whose
//! documentation draws the order of the two. Called by the call path, after a response has passed, and by
//! whoever resolves a handle.

mod contract;
mod embedded;
mod memory;
mod record;
mod sqlite;
mod word;

#[cfg(test)]
mod tests;

pub use contract::{Page, Records};
pub use embedded::{DataDirectoryError, Embedded, open_directory};
pub use memory::MemoryRecords;
pub use record::{
    ArtifactDetail, ArtifactRole, Detail, Encoding, MediaDetail, Origin, Record, RecordClass,
    RetrievableDetail,
};
pub use sqlite::SqliteRecords;
pub use word::UnknownWord;
