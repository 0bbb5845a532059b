//! Ranged reads over a sealed file. Checks every block that it hands out; never holds more of the content
//! than one read asks for. Handed to the readers by the directory spool.

use std::io;
use std::path::PathBuf;

use bytes::Bytes;
use cap_std::fs::{File, FileExt as _};
use skillhost_artifacts::{ByteSource, LineIndex, SourceError};

use crate::error::StoreError;

use super::block_checksums::BLOCK;
use super::footer::{Footer, FooterError};

/// A content on disk. The open file keeps it readable when its name is removed.
pub(super) struct SealedFile {
    file: File,
    footer: Footer,
}

impl SealedFile {
    /// Takes a file that was opened for reading; the path is for errors.
    pub(super) fn new(file: File, path: PathBuf) -> Result<Self, StoreError> {
        match Footer::read(&file) {
            Ok(footer) => Ok(Self { file, footer }),
            Err(FooterError::Io(source)) if source.kind() != io::ErrorKind::UnexpectedEof => {
                Err(StoreError::Io { action: "read", path, source })
            }
            Err(error) => Err(StoreError::Damaged { path, what: error.to_string() }),
        }
    }

    /// The file ends before the content does: it was whole when it was opened.
    fn shortened(&self) -> SourceError {
        match self.file.metadata() {
            Ok(metadata) => {
                SourceError::Damaged { expected: self.len(), found: metadata.len().min(self.len()) }
            }
            Err(error) => SourceError::Io(error),
        }
    }
}

impl ByteSource for SealedFile {
    fn len(&self) -> u64 {
        self.footer.content_length
    }

    fn read_at(&self, offset: u64, length: usize) -> Result<Bytes, SourceError> {
        let start = offset.min(self.len());
        let end = start.saturating_add(length as u64).min(self.len());
        if start == end {
            return Ok(Bytes::new());
        }
        // Whole blocks are read, so that each can be checked.
        let first_block = start / BLOCK;
        let from = first_block * BLOCK;
        let to = end.next_multiple_of(BLOCK).min(self.len());
        let too_long = |_| SourceError::Io(io::ErrorKind::OutOfMemory.into());
        let mut blocks = vec![0; usize::try_from(to - from).map_err(too_long)?];
        match self.file.read_exact_at(&mut blocks, from) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Err(self.shortened()),
            read => read.map_err(SourceError::Io)?,
        }
        let block_length = usize::try_from(BLOCK).unwrap_or(usize::MAX);
        for (number, block) in (first_block..).zip(blocks.chunks(block_length)) {
            let sealed = usize::try_from(number).ok().and_then(|number| self.footer.checksums.get(number));
            if sealed != Some(&crc32fast::hash(block)) {
                return Err(SourceError::Altered { offset: number * BLOCK });
            }
        }
        let within = |position: u64| usize::try_from(position - from).unwrap_or(usize::MAX);
        Ok(Bytes::from(blocks).slice(within(start)..within(end)))
    }

    fn line_index(&self) -> &LineIndex {
        &self.footer.line_index
    }
}
