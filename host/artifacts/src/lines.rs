//! Lines of a source, one after the other, in bounded memory.
//!
//! Refuses to hold more of a line than it was told to keep: the rest of a huge line is jumped over by the index.
//! Called by the readers that answer lines.

use bytes::Bytes;
use memchr::{memchr, memrchr};

use crate::text::read_chunk;
use crate::{Bounds, ByteSource, ReadError};

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// One line, without its `\n`.
#[derive(Debug)]
pub(crate) struct Line {
    /// Its number, from 0.
    pub(crate) number: u64,
    /// Offset of its first byte; after the byte order mark, where there is one.
    pub(crate) start: u64,
    /// Its length in bytes, also of what was not kept.
    pub(crate) length: u64,
    /// Its first bytes.
    pub(crate) kept: Bytes,
}

impl Line {
    /// Whether [`kept`](Self::kept) is the whole line.
    pub(crate) fn is_whole(&self) -> bool {
        self.kept.len() as u64 >= self.length
    }

    /// Offset after its last byte.
    pub(crate) fn end(&self) -> u64 {
        self.start.saturating_add(self.length)
    }
}

/// Bytes fetched for a block: few enough to stay in a processor's cache while they are looked at several times.
const BLOCK: usize = 128 << 10;

/// Lines from a given one on.
pub(crate) struct Lines<'a> {
    source: &'a dyn ByteSource,
    bounds: &'a Bounds,
    /// Most bytes to keep of a line.
    keep: usize,
    /// Number of the next line.
    number: u64,
    /// Offset of the first byte not yet taken.
    offset: u64,
    /// Bytes from `offset` on that have been fetched.
    fetched: Bytes,
}

impl<'a> Lines<'a> {
    /// Lines from number `first` on; none when there is no such line.
    pub(crate) fn new(
        source: &'a dyn ByteSource,
        bounds: &'a Bounds,
        first: u64,
        keep: usize,
    ) -> Result<Self, ReadError> {
        let mut lines =
            Self { source, bounds, keep: 0, number: first, offset: source.len(), fetched: Bytes::new() };
        if let Some(known) = source.line_index().locate(first) {
            lines.number = known.line;
            lines.offset = known.offset;
            while lines.number < first && lines.next()?.is_some() {}
        }
        lines.keep = keep;
        Ok(lines)
    }

    /// The next line; `None` after the last one.
    pub(crate) fn next(&mut self) -> Result<Option<Line>, ReadError> {
        self.bounds.check_cancelled()?;
        if self.number >= self.source.line_index().line_count() {
            return Ok(None);
        }
        self.skip_byte_order_mark()?;
        let start = self.offset;
        let (kept, end) = self.take_line()?;
        let line = Line { number: self.number, start, length: end.saturating_sub(start), kept };
        self.number = self.number.saturating_add(1);
        Ok(Some(line))
    }

    /// Offset of the first byte not yet taken.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// The lines from here on that are at hand, without the newline that ends the last of them; fetches some where none is.
    /// `None`: there is none left, or the next one is the last of the text or too long for a block.
    pub(crate) fn block(&mut self) -> Result<Option<Bytes>, ReadError> {
        self.bounds.check_cancelled()?;
        if self.number >= self.source.line_index().line_count() {
            return Ok(None);
        }
        self.skip_byte_order_mark()?;
        let mut end = memrchr(b'\n', &self.fetched);
        if end.is_none() {
            self.fetched = self.source.read_at(self.offset, BLOCK)?;
            end = memrchr(b'\n', &self.fetched);
        }
        Ok(end.map(|end| self.fetched.slice(..end)))
    }

    /// Goes on after so many lines of the [`block`](Self::block), which take so many bytes of it.
    pub(crate) fn pass(&mut self, lines: usize, bytes: usize) {
        self.take(bytes);
        self.number = self.number.saturating_add(lines as u64);
    }

    /// The kept bytes of the line at the offset, and where it ends; the offset is then after its `\n`.
    fn take_line(&mut self) -> Result<(Bytes, u64), ReadError> {
        let mut joined = Vec::new();
        loop {
            if let Some(length) = memchr(b'\n', &self.fetched) {
                let piece = self.take(length);
                let end = self.offset;
                self.take(1);
                return Ok((self.keep_of(joined, piece), end));
            }
            let piece = self.take(self.fetched.len());
            if self.offset >= self.source.len() {
                return Ok((self.keep_of(joined, piece), self.offset));
            }
            // One byte more than is kept, so that the cut can be told from the line's end.
            let room = self.keep.saturating_add(1).saturating_sub(joined.len());
            joined.extend_from_slice(piece.get(..room.min(piece.len())).unwrap_or_default());
            if joined.len() > self.keep
                && let Some(end) = self.jump_to_end_of_line()
            {
                return Ok((self.keep_of(joined, Bytes::new()), end));
            }
            self.bounds.check_cancelled()?;
            self.fetched = read_chunk(self.source, self.offset)?;
        }
    }

    /// Moves after the line where the index knows the next one's start; answers where the line ends.
    fn jump_to_end_of_line(&mut self) -> Option<u64> {
        let following = self.number.saturating_add(1);
        let after = match self.source.line_index().locate(following) {
            Some(known) if known.line == following && known.offset > self.offset => known.offset,
            Some(_) => return None,
            None => self.source.len(),
        };
        let has_newline = following < self.source.line_index().line_count();
        self.offset = after;
        self.fetched = Bytes::new();
        Some(if has_newline { after.saturating_sub(1) } else { after })
    }

    fn keep_of(&self, mut joined: Vec<u8>, piece: Bytes) -> Bytes {
        if joined.is_empty() {
            return piece.slice(..piece.len().min(self.keep));
        }
        let room = self.keep.saturating_sub(joined.len());
        joined.extend_from_slice(piece.get(..room.min(piece.len())).unwrap_or_default());
        joined.truncate(self.keep);
        Bytes::from(joined)
    }

    fn take(&mut self, length: usize) -> Bytes {
        let taken = self.fetched.split_to(length.min(self.fetched.len()));
        self.offset = self.offset.saturating_add(taken.len() as u64);
        taken
    }

    fn skip_byte_order_mark(&mut self) -> Result<(), ReadError> {
        if self.offset == 0 && self.source.read_at(0, BYTE_ORDER_MARK.len())? == BYTE_ORDER_MARK {
            self.offset = BYTE_ORDER_MARK.len() as u64;
            self.fetched = Bytes::new();
        }
        Ok(())
    }
}
