//! What a principal has: artifacts, media, retrievables and calls, newest first; how it is found, copied out and deleted.

use std::io::{self, Write};

use super::result::{self, ArtifactSummary, MediaSummary, RetrievableHit, RetrievableSummary};
use super::{Inner, Session};
use crate::call_log::{CallEntry, LogQuery};
use crate::error::Error;
use crate::quota::Amount;
use crate::records::{Detail, Expiry, Page, Record, RecordClass, Search};
use crate::spool::read_error;

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
        let failed = Error::store("reading stored bytes");
        let source = self.inner.host.loader.store.spool.open(record.handle).map_err(&failed)?;
        let mut offset = 0;
        while offset < source.len() {
            let chunk = source
                .read_at(offset, CHUNK_BYTES)
                .map_err(|error| failed(read_error(record.handle, error)))?;
            to.write_all(&chunk)?;
            offset += chunk.len() as u64;
        }
        Ok(offset)
    }

    /// Deletes what is behind a handle of this principal: the record, then its bytes.
    ///
    /// # Errors
    /// As for reading it, or the store's.
    pub fn delete(&self, handle: &str) -> Result<(), Error> {
        let record = self.inner.record(handle)?;
        let store = &self.inner.host.loader.store;
        let deleted = store.delete(&self.inner.principal, record.handle).map_err(Error::store("deleting"))?;
        self.inner.change_turn(|turn| turn.retain(|offered| *offered != record.handle));
        // Another process may have been quicker.
        if deleted { Ok(()) } else { Err(Error::ArtifactDeleted { handle: record.handle }) }
    }

    /// Deletes the principal's artifacts and media that were made before a moment, in milliseconds since the Unix epoch, and
    /// whatever has expired. Instructions of skills and retrievables are deleted by their handles only.
    ///
    /// # Errors
    /// The store's; what was removed by then stays removed.
    pub fn delete_before(&self, moment: u64) -> Result<Amount, Error> {
        let store = &self.inner.host.loader.store;
        let expired = store.expire(&Expiry::Due).map_err(Error::store("removing what has expired"))?;
        let old = Expiry::Before(self.inner.principal.clone(), moment);
        let old = store.expire(&old).map_err(Error::store("deleting"))?;
        Ok(expired.plus(old))
    }

    /// Searches the principal's retrievables: the best first, or the newest where there are no words to look for.
    ///
    /// # Errors
    /// [`Error::SearchInvalid`], or the store's.
    pub fn search(&self, search: &Search) -> Result<Vec<RetrievableHit>, Error> {
        let records = &self.inner.host.loader.store.records;
        let hits =
            records.search(&self.inner.principal, search).map_err(Error::store("searching retrievables"))?;
        Ok(hits.into_iter().filter_map(result::hit).collect())
    }

    /// The principal's calls, newest first.
    ///
    /// # Errors
    /// The store's.
    pub fn calls(&self, query: &LogQuery) -> Result<Vec<CallEntry>, Error> {
        let calls = &self.inner.host.loader.store.calls;
        calls.list(&self.inner.principal, query).map_err(Error::store("reading the call log"))
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
        let records = &self.host.loader.store.records;
        let records =
            records.list(&self.principal, class, page).map_err(Error::store("listing what is stored"))?;
        Ok(records.iter().filter_map(of).collect())
    }
}
