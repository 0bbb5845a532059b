//! The writer of one content: streams into a staged file, measures while the bytes pass, renames the whole
//! file into place. Never holds the content in memory. Made by the directory spool.

use std::io::{self, BufWriter, Write as _};
use std::path::PathBuf;
use std::sync::Arc;

use skillhost_artifacts::LineIndexBuilder;

use crate::error::StoreError;
use crate::ids::Handle;

use super::block_checksums::BlockChecksums;
use super::disk::DiskFile;
use super::footer::Footer;
use super::place::{Place, Seat};
use super::{Sealed, SpoolWriter};

/// A content on its way.
pub(super) struct StagedFile {
    id: Handle,
    seat: Seat,
    file: BufWriter<Box<dyn DiskFile>>,
    /// A write failed: the file no longer holds what was measured.
    failed: bool,
    bytes: u64,
    line_index: LineIndexBuilder,
    checksums: BlockChecksums,
    remains: Remains,
}

/// What a writer has put on disk. It goes with the writer, unless the content is sealed.
struct Remains {
    place: Arc<Place>,
    path: PathBuf,
    sealed: bool,
}

impl Drop for Remains {
    fn drop(&mut self) {
        if !self.sealed {
            self.place.discard(&self.path);
        }
    }
}

impl StagedFile {
    /// Takes the new file that stands at the staged path of this handle.
    pub(super) fn new(place: Arc<Place>, id: Handle, file: Box<dyn DiskFile>, seat: Seat) -> Self {
        let path = place.staged_path(id);
        Self {
            id,
            seat,
            file: BufWriter::new(file),
            failed: false,
            bytes: 0,
            line_index: LineIndexBuilder::new(),
            checksums: BlockChecksums::default(),
            remains: Remains { place, path, sealed: false },
        }
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        let written = if self.failed {
            Err(io::Error::other("an earlier write failed"))
        } else {
            self.file.write_all(bytes)
        };
        self.failed = written.is_err();
        written.map_err(|source| self.remains.write_error(source))
    }
}

impl Remains {
    fn write_error(&self, source: io::Error) -> StoreError {
        StoreError::Io { action: "write", path: self.path.clone(), source }
    }
}

impl SpoolWriter for StagedFile {
    fn write(&mut self, chunk: &[u8]) -> Result<(), StoreError> {
        self.append(chunk)?;
        self.bytes = self.bytes.saturating_add(chunk.len() as u64);
        self.line_index.push(chunk);
        self.checksums.push(chunk);
        Ok(())
    }

    fn seal(mut self: Box<Self>) -> Result<Sealed, StoreError> {
        let footer = Footer {
            content_length: self.bytes,
            checksums: std::mem::take(&mut self.checksums).finish(),
            line_index: std::mem::take(&mut self.line_index).finish(),
        };
        self.append(&footer.to_bytes())?;
        let Self { id, seat, file, bytes, mut remains, .. } = *self;
        let file = file.into_inner().map_err(|error| remains.write_error(error.into_error()))?;
        remains.place.unstage(id, file, seat)?;
        remains.sealed = true;
        Ok(Sealed { bytes, lines: footer.line_index.line_count() })
    }
}
