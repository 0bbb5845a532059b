//! The spool: the bytes of artifacts, media and retrievables, behind handles.
//!
//! Knows nothing about owners, kinds or trust; those stand in the [records](crate::records). Called by the
//! sandbox (a guest's media are staged while it writes them), by the call path, after a response has passed, and by
//! `maintenance`.
//!
//! The order in which an answer becomes durable, and what a crash leaves of it:
//!
//! ```text
//!  create ─▶ write … ─▶ seal                  ─▶ commit               ─▶ insert              ─▶ acknowledgement
//!  a staged  the bytes  the index behind the     fsync of the files      the records, in one    the handle leaves
//!  file                 bytes, then the          and the directories     commit of the          the host
//!                       rename                   that name them          database
//! ├──── a staged file ─────┼─ bytes without a record, ─┼─ whole bytes ────────┼─ an answer that every process
//! │                        │  whole or half            │  without a record    │  finds, told or not
//! ```
//!
//! Nothing stands for what is to its right: bytes and index are one file and appear in one rename; a record is inserted
//! only when the bytes that it names are on the disk; a handle is told only when its record is. So what a crash leaves to
//! the left of the insertion was told to no one, and costs space and nothing else. The next host that opens the directory
//! sweeps staged files; `skillhost doctor` removes bytes without a record.
//!
//! The rename may come before the fsync, because no one knows the name before the record is durable, and because the
//! footer tells half a file from a whole one; so a journalling file system writes file and name in one go. A disk that is
//! full or fails on the way is an error that leaves nothing: a writer takes its staged file with it, and a commit that
//! fails takes all of its contents back.
//!
//! Deleting goes the other way, record first, so that no record is ever without its bytes.

mod block_checksums;
mod contract;
mod directory;
mod disk;
mod footer;
mod inventory;
mod memory;
mod place;
mod reading;
mod sealed_file;
mod staged_file;
mod staging;
mod syncing;

#[cfg(test)]
mod tests;

pub use contract::{Sealed, Spool, SpoolWriter};
pub use directory::DirectorySpool;
pub(crate) use inventory::{Entry, Inventory, Lying};
pub use memory::MemorySpool;
pub use reading::read_error;
