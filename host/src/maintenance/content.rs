//! One content, looked at or read to its end in chunks, and compared with its record. Never holds more than a chunk of
//! it. Called by the doctor and by transfers.

use std::sync::Arc;

use skillhost_artifacts::ByteSource;

use crate::error::StoreError;
use crate::ids::Handle;
use crate::records::{Detail, Record};
use crate::spool::read_error;

use super::steps::Ending;

/// What is read at once.
const CHUNK_BYTES: usize = 1 << 20;

/// How much of a content is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// That it is there, whole, and of the length that its record says: a few hundred bytes of it.
    Footer,
    /// Every block against its checksum: all of it.
    Blocks,
}

/// Why a content was not read to its end.
pub(super) enum Broken {
    /// The content itself: missing, damaged, or on a disk that fails.
    Content(StoreError),
    /// Whoever took the bytes.
    Taker(Ending),
}

impl From<StoreError> for Broken {
    fn from(error: StoreError) -> Self {
        Self::Content(error)
    }
}

/// Whether a record has bytes in the spool. A retrievable that stands in the prompt has its text in the record.
pub(super) fn has_content(record: &Record) -> bool {
    !matches!(&record.detail, Detail::Retrievable(detail) if detail.inline.is_some())
}

/// The content that was opened for a record, if it is the one that the record was made with.
pub(super) fn of_record(
    record: &Record,
    opened: Result<Arc<dyn ByteSource>, StoreError>,
) -> Result<Arc<dyn ByteSource>, StoreError> {
    let source = opened?;
    let (bytes, lines) = (source.len(), source.line_index().line_count());
    if (bytes, lines) == (record.bytes, record.lines) {
        return Ok(source);
    }
    let what = format!(
        "it has {bytes} bytes and {lines} lines where its record says {} and {}",
        record.bytes, record.lines
    );
    Err(StoreError::Damaged { path: record.handle.to_string().into(), what })
}

/// Hands all of a content to `take`, chunk by chunk, each checked.
pub(super) fn read_through(
    handle: Handle,
    source: &dyn ByteSource,
    mut take: impl FnMut(&[u8]) -> Result<(), Ending>,
) -> Result<(), Broken> {
    let mut offset = 0;
    while offset < source.len() {
        let chunk = source.read_at(offset, CHUNK_BYTES).map_err(|error| read_error(handle, error))?;
        if chunk.is_empty() {
            let what = format!("its bytes end at {offset} of {}", source.len());
            return Err(StoreError::Damaged { path: handle.to_string().into(), what }.into());
        }
        take(&chunk).map_err(Broken::Taker)?;
        offset += chunk.len() as u64;
    }
    Ok(())
}
