//! What a principal has: artifacts, media, retrievables, newest first.

use std::io::{self, Write};

use super::result::{self, ArtifactSummary, MediaSummary, RetrievableSummary};
use super::{Inner, Session};
use crate::error::{Error, StoreError};
use crate::ids::Handle;
use crate::records::{Detail, Page, Record, RecordClass};

/// What is copied at once: nothing is ever whole in memory.
const CHUNK_BYTES: usize = 256 << 10;

impl Session {
    /// The principal's artifacts.
    ///
    /// # Errors
    /// The store's.
    pub fn artifacts(&self, page: Page) -> Result<Vec<ArtifactSummary>, Error> {
        self.inner.list(RecordClass::Artifact, page, result::artifact)
    }

    /// The principal's media.
    ///
    /// # Errors
    /// The store's.
    pub fn media(&self, page: Page) -> Result<Vec<MediaSummary>, Error> {
        self.inner.list(RecordClass::Media, page, result::media)
    }

    /// The principal's retrievables.
    ///
    /// # Errors
    /// The store's.
    pub fn retrievables(&self, page: Page) -> Result<Vec<RetrievableSummary>, Error> {
        self.inner.list(RecordClass::Retrievable, page, result::retrievable)
    }

    /// One media of the principal.
    ///
    /// # Errors
    /// [`Error::ArtifactNotFound`], also for a handle of another class, or the store's.
    pub fn media_of(&self, handle: &str) -> Result<MediaSummary, Error> {
        let record = self.inner.record(handle)?;
        result::media(&record).ok_or_else(|| Error::ArtifactNotFound { handle: record.handle.to_string() })
    }

    /// One retrievable of the principal.
    ///
    /// # Errors
    /// As [`Self::media_of`].
    pub fn retrievable_of(&self, handle: &str) -> Result<RetrievableSummary, Error> {
        let record = self.inner.record(handle)?;
        result::retrievable(&record)
            .ok_or_else(|| Error::ArtifactNotFound { handle: record.handle.to_string() })
    }

    /// Writes the bytes behind any handle of this principal, in chunks; gives their number.
    ///
    /// # Errors
    /// [`Error::ArtifactNotFound`], the store's, or the writer's.
    pub fn copy_to(&self, handle: &str, to: &mut dyn Write) -> Result<u64, CopyError> {
        let record = self.inner.record(handle)?;
        if let Detail::Retrievable(detail) = &record.detail
            && let Some(text) = &detail.inline
        {
            to.write_all(text.as_bytes())?;
            return Ok(record.bytes);
        }
        let failed = |source| Error::StoreFailed { action: "reading stored bytes", source };
        let source = self.inner.host.loader.spool.open(record.handle).map_err(failed)?;
        let mut offset = 0;
        while offset < source.len() {
            let chunk = source.read_at(offset, CHUNK_BYTES).map_err(|error| {
                failed(StoreError::Damaged {
                    path: record.handle.to_string().into(),
                    what: error.to_string(),
                })
            })?;
            to.write_all(&chunk)?;
            offset += chunk.len() as u64;
        }
        Ok(offset)
    }

    /// Deletes what is behind a handle of this principal: the record, then its bytes. `false`: there was nothing.
    ///
    /// # Errors
    /// The store's.
    pub fn delete(&self, handle: Handle) -> Result<bool, Error> {
        let failed = |source| Error::StoreFailed { action: "deleting", source };
        let loader = &self.inner.host.loader;
        if !loader.records.delete(&self.inner.principal, handle).map_err(failed)? {
            return Ok(false);
        }
        self.inner.change_turn(|turn| turn.retain(|offered| *offered != handle));
        loader.spool.delete(handle).map_err(failed)?;
        Ok(true)
    }
}

/// Why bytes could not be copied out.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// The host's side.
    #[error(transparent)]
    Host(#[from] Error),
    /// The writer's side.
    #[error("failed to write the bytes")]
    Writer(#[from] io::Error),
}

impl Inner {
    fn list<T>(
        &self,
        class: RecordClass,
        page: Page,
        of: impl Fn(&Record) -> Option<T>,
    ) -> Result<Vec<T>, Error> {
        let failed = |source| Error::StoreFailed { action: "listing what is stored", source };
        let records = self.host.loader.records.list(&self.principal, class, page).map_err(failed)?;
        Ok(records.iter().filter_map(of).collect())
    }
}
