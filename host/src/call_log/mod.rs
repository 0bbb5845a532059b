//! The call log: a row for each call, however it ended: who, what, how long, how much, and the handle of the answer. Holds
//! no argument and no answer. Appended to by the call path, which goes on where the log fails; read by its owner through
//! a session.
//!
//! In a data directory it is a database of its own, so that a log that is full, slow or damaged cannot harm a record, and
//! a call does not wait for the disk a second time.

mod entry;
mod contract;
mod memory;
mod sqlite;

#[cfg(test)]
mod tests;

pub use contract::{CallLog, LogQuery};
pub use entry::{CallEntry, LONGEST_TOOL, Outcome, Stages, UnknownOutcome, microseconds};
pub use memory::{MOST_IN_MEMORY, MemoryCallLog};
pub use sqlite::{CallLogError, SqliteCallLog};
