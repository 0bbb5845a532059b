//! The form of a sealed file: the content, and behind it what a reader needs to trust and to find its way in
//! it.
//!
//! Refuses a file that is not whole or not this form. Does not look at the content itself; its blocks are
//! checked when they are read. Called by the writer of a staged file and the reader of a sealed one.

use std::io;

use cap_std::fs::{File, FileExt as _};
use skillhost_artifacts::LineIndex;

use super::block_checksums::BLOCK;

/// First bytes of the trailer; the last one is the version of the form.
const MAGIC: [u8; 8] = *b"skspool\x01";

/// Magic, content length, line index length, checksum.
const TRAILER: usize = 8 + 8 + 8 + 4;

/// What stands behind the content, integers little-endian:
///
/// ```text
/// content       bytes as they were written
/// checksums     CRC-32 of each 16 KiB of the content, 4 bytes each
/// line index    as `LineIndex::to_bytes` gives it
/// trailer       magic and version (8) · content length (8) · line index length (8) ·
///               CRC-32 of everything from the checksums to here (4)
/// ```
///
/// At the end, so that a content of unknown length is written in one pass; in the same file, so that content
/// and index appear in one rename and never disagree.
#[derive(Debug)]
pub(super) struct Footer {
    pub(super) content_length: u64,
    pub(super) checksums: Vec<u32>,
    pub(super) line_index: LineIndex,
}

/// Why a file is no sealed one.
#[derive(Debug, thiserror::Error)]
pub(super) enum FooterError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("it is not whole, or not of this version")]
    NoTrailer,
    #[error("its length is not the one it was sealed with")]
    Length,
    #[error("its index is altered")]
    Altered,
}

impl Footer {
    /// The bytes behind the content.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let line_index = self.line_index.to_bytes();
        let mut bytes = Vec::with_capacity(4 * self.checksums.len() + line_index.len() + TRAILER);
        self.checksums.iter().for_each(|checksum| bytes.extend_from_slice(&checksum.to_le_bytes()));
        bytes.extend_from_slice(&line_index);
        bytes.extend_from_slice(&MAGIC);
        bytes.extend_from_slice(&self.content_length.to_le_bytes());
        bytes.extend_from_slice(&(line_index.len() as u64).to_le_bytes());
        let checksum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads the footer of a file, and only that: the content may be large.
    pub(super) fn read(file: &File) -> Result<Self, FooterError> {
        let file_length = file.metadata()?.len();
        let trailer_start = file_length.checked_sub(TRAILER as u64).ok_or(FooterError::NoTrailer)?;
        let mut trailer = [0; TRAILER];
        file.read_exact_at(&mut trailer, trailer_start)?;
        let (magic, lengths) = trailer.split_first_chunk().ok_or(FooterError::NoTrailer)?;
        if *magic != MAGIC {
            return Err(FooterError::NoTrailer);
        }
        let (content_length, lengths) = lengths.split_first_chunk().ok_or(FooterError::NoTrailer)?;
        let (index_length, _) = lengths.split_first_chunk().ok_or(FooterError::NoTrailer)?;
        let content_length = u64::from_le_bytes(*content_length);
        let index_length = u64::from_le_bytes(*index_length);
        let checksums_length = content_length.div_ceil(BLOCK).saturating_mul(4);

        // A line index has an entry per 64 KiB at most. The bound keeps a damaged length from claiming the
        // memory that the content would take.
        let footer_start = trailer_start.checked_sub(index_length.saturating_add(checksums_length));
        if footer_start != Some(content_length) || index_length > content_length / 1024 + 1024 {
            return Err(FooterError::Length);
        }
        let mut bytes =
            vec![0; usize::try_from(file_length - content_length).map_err(|_| FooterError::Length)?];
        file.read_exact_at(&mut bytes, content_length)?;
        let (checked, checksum) = bytes.split_last_chunk().ok_or(FooterError::Altered)?;
        if crc32fast::hash(checked) != u32::from_le_bytes(*checksum) {
            return Err(FooterError::Altered);
        }
        let split = usize::try_from(checksums_length).map_err(|_| FooterError::Length)?;
        let (checksums, rest) = checked.split_at_checked(split).ok_or(FooterError::Altered)?;
        let split = usize::try_from(index_length).map_err(|_| FooterError::Length)?;
        let line_index = rest.get(..split).ok_or(FooterError::Altered)?;
        Ok(Self {
            content_length,
            checksums: checksums.as_chunks().0.iter().map(|checksum| u32::from_le_bytes(*checksum)).collect(),
            line_index: LineIndex::from_bytes(line_index, content_length)
                .map_err(|_| FooterError::Altered)?,
        })
    }
}
