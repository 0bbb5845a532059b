//! Ranged reads over immutable bytes: what every reader reads from.
//!
//! Refuses to know where the bytes live: the host implements [`ByteSource`] over its store. Called by the
//! readers, in chunks, so that no document has to fit into memory.

use bytes::Bytes;
use thiserror::Error;

use crate::{LineIndex, LineIndexBuilder};

/// Ranged reads over immutable bytes.
///
/// An implementation answers the same bytes for the same range, always, and its line index was built from
/// exactly these bytes.
pub trait ByteSource: Send + Sync {
    /// Length in bytes; a byte order mark counts.
    fn len(&self) -> u64;

    /// Up to `length` bytes from `offset`; shorter only at the end, empty at or past it.
    ///
    /// # Errors
    ///
    /// When the store behind the source fails, holds fewer bytes than [`len`](Self::len) says, or holds others than were
    /// stored.
    fn read_at(&self, offset: u64, length: usize) -> Result<Bytes, SourceError>;

    /// Where the lines start.
    fn line_index(&self) -> &LineIndex;

    /// Whether there are no bytes at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Why bytes could not be read.
#[derive(Debug, Error)]
pub enum SourceError {
    /// The store failed.
    #[error("failed to read the artifact's bytes")]
    Io(#[source] std::io::Error),
    /// The store holds fewer bytes than it said.
    #[error("the artifact is damaged: its bytes end at {found} of {expected}")]
    Damaged {
        /// Length that the source had announced, in bytes.
        expected: u64,
        /// Where the bytes end.
        found: u64,
    },
    /// The store holds other bytes than were stored.
    #[error("the artifact is damaged: its bytes from {offset} on are not those that were stored")]
    Altered {
        /// Where the altered part begins, in bytes; it may be exact only to a block of the store.
        offset: u64,
    },
}

/// A source whose bytes are in memory, with the index built from them.
#[derive(Debug, Clone)]
pub struct MemorySource {
    content: Bytes,
    line_index: LineIndex,
}

impl MemorySource {
    /// Takes the bytes and builds their line index.
    pub fn new(content: impl Into<Bytes>) -> Self {
        let content = content.into();
        let mut builder = LineIndexBuilder::new();
        builder.push(&content);
        Self { content, line_index: builder.finish() }
    }
}

impl From<&str> for MemorySource {
    fn from(text: &str) -> Self {
        Self::new(Bytes::copy_from_slice(text.as_bytes()))
    }
}

impl From<Bytes> for MemorySource {
    fn from(content: Bytes) -> Self {
        Self::new(content)
    }
}

impl ByteSource for MemorySource {
    fn len(&self) -> u64 {
        self.content.len() as u64
    }

    fn read_at(&self, offset: u64, length: usize) -> Result<Bytes, SourceError> {
        let end_of_content = self.content.len();
        let start = usize::try_from(offset).unwrap_or(end_of_content).min(end_of_content);
        let end = start.saturating_add(length).min(end_of_content);
        Ok(self.content.slice(start..end))
    }

    fn line_index(&self) -> &LineIndex {
        &self.line_index
    }
}
