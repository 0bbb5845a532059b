//! The spool: the bytes of artifacts, media and retrievables, behind handles.
//!
//! Knows nothing about owners, kinds or trust; those stand in the [records](crate::records). Called by the
//! sandbox (a guest's media are staged while it writes them) and by the call path, after a response has
//! passed.
//!
//! The order in which an answer becomes durable:
//!
//! ```text
//! create ─▶ write … ─▶ seal ──────────▶ commit ────────▶ insert ─────▶ acknowledgement
//! staged file           footer, rename   fsync of files  the records,  the handle
//!                                        and directories one commit    leaves the host
//! └─── staged file ───┘└──── bytes without a record ────┘└─ found by every process
//! ```
//!
//! The last line is what a crash leaves. A staged file is swept by the next host that opens the directory.
//! Bytes without a record cost space and nothing else: their handle was given to no one. The rename may come
//! before the fsync, because no one knows the name before the record is durable, and because the footer tells
//! half a file from a whole one; so a journalling file system writes file and name in one go.
//!
//! Deleting goes the other way, record first, so that no record is ever without its bytes.

mod block_checksums;
mod contract;
mod directory;
mod disk_file;
mod footer;
mod memory;
mod place;
mod sealed_file;
mod staged_file;
mod staging;
mod utf8;

#[cfg(test)]
mod tests;

pub use contract::{Sealed, Spool, SpoolWriter};
pub use directory::DirectorySpool;
pub use memory::MemorySpool;
