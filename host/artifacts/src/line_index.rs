//! The sparse line index: where lines start, written together with the bytes.
//!
//! Refuses to hold an entry per line, so that neither short nor huge lines make it large. Built by whoever
//! writes the bytes, stored beside them, and asked by the readers where to begin.

use memchr::memchr_iter;
use thiserror::Error;

/// Bytes of content per index entry: the most that is scanned before a wanted line start is reached. An
/// entry takes 16 bytes, so the index of 1 GiB takes at most 256 KiB.
const BLOCK: u64 = 64 << 10;

/// First bytes of the stored form; the last one is its version.
const MAGIC: [u8; 8] = *b"linesix\x01";

/// Magic, content length, line count, number of entries.
const HEADER: usize = MAGIC.len() + 3 * 8;
const ENTRY: usize = 16;
const CHECKSUM: usize = 4;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A line and the byte at which it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineStart {
    /// Number of the line, from 0.
    pub line: u64,
    /// Offset of its first byte.
    pub offset: u64,
}

/// Where the lines of a content start: the first line start in each 64 KiB block.
///
/// A line ends at `\n` and nothing else; `\r` stays in it. A trailing `\n` is followed by one empty line.
/// No text, or nothing but a byte order mark, has no lines.
///
/// Stored form, integers little-endian: magic and version (8 bytes), content length (8), line count (8),
/// number of entries (8), then per entry its line (8) and offset (8), and the CRC-32 of all that (4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineIndex {
    content_length: u64,
    line_count: u64,
    /// Ascending in both line and offset. The start of line 0 is not listed.
    entries: Vec<LineStart>,
}

impl LineIndex {
    /// Number of lines.
    pub fn line_count(&self) -> u64 {
        self.line_count
    }

    /// The last known line start at or before `line`; `None` when there is no such line.
    pub fn locate(&self, line: u64) -> Option<LineStart> {
        if line >= self.line_count {
            return None;
        }
        let following = self.entries.partition_point(|entry| entry.line <= line);
        let entry = following.checked_sub(1).and_then(|last| self.entries.get(last));
        Some(entry.copied().unwrap_or(LineStart { line: 0, offset: 0 }))
    }

    /// The stored form; see the type's documentation.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut stored = Vec::with_capacity(HEADER + self.entries.len() * ENTRY + CHECKSUM);
        stored.extend_from_slice(&MAGIC);
        for number in [self.content_length, self.line_count, self.entries.len() as u64] {
            stored.extend_from_slice(&number.to_le_bytes());
        }
        for entry in &self.entries {
            stored.extend_from_slice(&entry.line.to_le_bytes());
            stored.extend_from_slice(&entry.offset.to_le_bytes());
        }
        let checksum = crc32fast::hash(&stored);
        stored.extend_from_slice(&checksum.to_le_bytes());
        stored
    }

    /// Reads the stored form of the index of a content of `content_length` bytes.
    ///
    /// # Errors
    ///
    /// When the form is not this version's, is damaged, or belongs to other content. The index can then be
    /// built again from the bytes.
    pub fn from_bytes(stored: &[u8], content_length: u64) -> Result<Self, LineIndexError> {
        let (body, checksum) = stored.split_last_chunk::<CHECKSUM>().ok_or(LineIndexError::Damaged)?;
        let (magic, rest) = body.split_first_chunk::<8>().ok_or(LineIndexError::Damaged)?;
        if *magic != MAGIC {
            return Err(LineIndexError::ForeignVersion);
        }
        if crc32fast::hash(body) != u32::from_le_bytes(*checksum) {
            return Err(LineIndexError::Damaged);
        }
        let (indexed, rest) = take_number(rest)?;
        if indexed != content_length {
            return Err(LineIndexError::OtherContent { expected: content_length, found: indexed });
        }
        let (line_count, rest) = take_number(rest)?;
        let (entry_count, rest) = take_number(rest)?;
        if line_count > content_length.saturating_add(1) {
            return Err(LineIndexError::Damaged);
        }
        if rest.len() as u64 != entry_count.saturating_mul(ENTRY as u64) {
            return Err(LineIndexError::Damaged);
        }
        let mut entries = Vec::with_capacity(rest.len() / ENTRY);
        let mut previous = LineStart { line: 0, offset: 0 };
        let mut rest = rest;
        while !rest.is_empty() {
            let (line, after_line) = take_number(rest)?;
            let (offset, after_offset) = take_number(after_line)?;
            let entry = LineStart { line, offset };
            let ascending = line > previous.line && offset > previous.offset;
            if !ascending || line >= line_count || offset > content_length {
                return Err(LineIndexError::Damaged);
            }
            entries.push(entry);
            previous = entry;
            rest = after_offset;
        }
        Ok(Self { content_length, line_count, entries })
    }
}

fn take_number(stored: &[u8]) -> Result<(u64, &[u8]), LineIndexError> {
    let (number, rest) = stored.split_first_chunk::<8>().ok_or(LineIndexError::Damaged)?;
    Ok((u64::from_le_bytes(*number), rest))
}

/// Why a stored line index cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LineIndexError {
    /// Not a line index, or one of another version.
    #[error("not a line index of this version")]
    ForeignVersion,
    /// Cut off or altered.
    #[error("the line index is damaged")]
    Damaged,
    /// The index of a content of another length.
    #[error("the line index belongs to a content of {found} bytes, not of {expected}")]
    OtherContent {
        /// Length of the content at hand, in bytes.
        expected: u64,
        /// Length of the content that was indexed.
        found: u64,
    },
}

/// Builds a [`LineIndex`] while the bytes pass by.
#[derive(Debug, Default)]
pub struct LineIndexBuilder {
    content_length: u64,
    newlines: u64,
    entries: Vec<LineStart>,
    /// First offset at which a line start becomes an entry.
    next_block: Option<u64>,
    /// Whether all bytes up to here are those of a byte order mark.
    only_mark: bool,
}

impl LineIndexBuilder {
    /// An index of no bytes yet.
    pub fn new() -> Self {
        Self { next_block: Some(BLOCK), only_mark: true, ..Self::default() }
    }

    /// Takes the next bytes: chunks of any size, cut anywhere.
    pub fn push(&mut self, chunk: &[u8]) {
        let seen = usize::try_from(self.content_length).unwrap_or(usize::MAX);
        let of_mark = BYTE_ORDER_MARK.get(seen..).unwrap_or_default();
        self.only_mark = self.only_mark && of_mark.starts_with(chunk);
        for newline in memchr_iter(b'\n', chunk) {
            self.newlines = self.newlines.saturating_add(1);
            let offset = self.content_length.saturating_add(newline as u64).saturating_add(1);
            if self.next_block.is_some_and(|block| offset >= block) {
                self.entries.push(LineStart { line: self.newlines, offset });
                self.next_block = (offset / BLOCK + 1).checked_mul(BLOCK);
            }
        }
        self.content_length = self.content_length.saturating_add(chunk.len() as u64);
    }

    /// The index of all bytes pushed.
    pub fn finish(self) -> LineIndex {
        let mark_length = BYTE_ORDER_MARK.len() as u64;
        let no_text = self.content_length == 0 || (self.only_mark && self.content_length == mark_length);
        let line_count = if no_text { 0 } else { self.newlines.saturating_add(1) };
        LineIndex { content_length: self.content_length, line_count, entries: self.entries }
    }
}
