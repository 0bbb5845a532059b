//! What a spool is: the traits that the host writes and reads bytes through. An embedder may bring another
//! implementation. Nothing here does I/O.

use std::sync::Arc;

use bytes::Bytes;
use skillhost_artifacts::ByteSource;

use crate::error::StoreError;
use crate::ids::Handle;

/// Bytes behind handles. Every method may block, and ends in [`StoreError::Gone`] where the place that the bytes are kept
/// in was taken away meanwhile.
pub trait Spool: Send + Sync {
    /// A new content, staged: no one sees it before it is sealed.
    ///
    /// # Errors
    /// When the file system refuses.
    fn create(&self, id: Handle) -> Result<Box<dyn SpoolWriter>, StoreError>;

    /// A content that is whole in memory already: created, written and sealed.
    ///
    /// # Errors
    /// As [`create`](Self::create) and the writer's.
    fn put(&self, id: Handle, content: Bytes) -> Result<Sealed, StoreError> {
        let mut writer = self.create(id)?;
        writer.write(&content)?;
        writer.seal()
    }

    /// Makes sealed contents survive a crash. One call for all contents of an answer, before their records are
    /// inserted. Every sealed content is committed or deleted; until then it may keep a file open.
    ///
    /// # Errors
    /// When the file system refuses; then none of them remains.
    fn commit(&self, batch: &[Handle]) -> Result<(), StoreError>;

    /// The content under a handle. It can be read to its end even when it is deleted meanwhile.
    ///
    /// # Errors
    /// [`StoreError::Missing`] where there is none, [`StoreError::Damaged`] where it is not what was sealed.
    fn open(&self, id: Handle) -> Result<Arc<dyn ByteSource>, StoreError>;

    /// Removes a content. `false`: there was none.
    ///
    /// # Errors
    /// When the file system refuses.
    fn delete(&self, id: Handle) -> Result<bool, StoreError>;
}

/// A content that is being written. Dropped before it is sealed, it leaves nothing.
pub trait SpoolWriter: Send {
    /// Appends bytes.
    ///
    /// # Errors
    /// When the file system refuses. The content can then no longer be sealed.
    fn write(&mut self, chunk: &[u8]) -> Result<(), StoreError>;

    /// Ends the content: from here on it can be opened, and is never altered. It survives a crash once it is
    /// [committed](Spool::commit).
    ///
    /// # Errors
    /// When the file system refuses, an earlier write failed, or the handle is taken
    /// ([`StoreError::Collision`]); then nothing remains.
    fn seal(self: Box<Self>) -> Result<Sealed, StoreError>;
}

/// What is known about a content once it is whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sealed {
    /// Length in bytes; a byte order mark counts.
    pub bytes: u64,
    /// Lines, counted as behaviour 6.1 does.
    pub lines: u64,
}
