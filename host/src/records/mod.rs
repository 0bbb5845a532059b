//! The records: what a handle means, and whose it is (decision 29).
//!
//! Holds no content but the texts of retrievables, by which they are searched; the bytes are in the
//! [spool](crate::spool), whose documentation draws the order of the two. Called by the call path, after a response has
//! passed, and by whoever resolves a handle.

mod contract;
mod record;
mod search;
mod query;
mod searchable;
mod ledger;
mod gone;
mod memory;
mod sqlite;
mod embedded;
mod word;

#[cfg(test)]
mod tests;

pub use contract::{Expiry, Found, NewRecord, Page, Records, Removed, Usage};
pub use embedded::{DataDirectoryError, Embedded, open_directory};
pub use memory::MemoryRecords;
pub use record::{
    ArtifactDetail, ArtifactRole, Detail, Encoding, MediaDetail, Origin, Record, RecordClass,
    RetrievableDetail,
};
pub use search::{Excerpt, FURTHEST, Hit, LONGEST_QUERY, MOST_HITS, MOST_TERMS, MOST_WORDS, Search};
pub use searchable::LONGEST_TEXT;
pub(crate) use searchable::searchable_text;
pub use sqlite::SqliteRecords;
pub(crate) use sqlite::{Flaw, Walked};
pub use word::UnknownWord;
