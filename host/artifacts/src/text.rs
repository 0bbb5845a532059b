//! Bytes shown as text: lossy decoding that knows how many bytes it showed, and small pieces of wording.
//!
//! Refuses to split a character. Called by the readers and by the errors that echo what a caller wrote.

use crate::{Bounds, ByteSource, ReadError, SourceError};

/// What invalid bytes become.
const REPLACEMENT: &str = "\u{fffd}";

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Bytes fetched at a time.
pub(crate) const CHUNK: usize = 64 << 10;

/// `text` without its end, where it is longer than `bytes`.
pub(crate) fn cut(text: &str, bytes: usize) -> &str {
    text.get(..text.floor_char_boundary(bytes)).unwrap_or_default()
}

/// As much of `bytes`, decoded lossily, as fits into `room` bytes of text; and how many bytes that shows.
pub(crate) fn decode_within(bytes: &[u8], room: usize) -> (String, usize) {
    let mut text = String::new();
    let mut shown = 0;
    for chunk in bytes.utf8_chunks() {
        let valid = cut(chunk.valid(), room - text.len());
        text.push_str(valid);
        shown += valid.len();
        if valid.len() < chunk.valid().len() {
            break;
        }
        if chunk.invalid().is_empty() {
            continue;
        }
        if text.len() + REPLACEMENT.len() > room {
            break;
        }
        text.push_str(REPLACEMENT);
        shown += chunk.invalid().len();
    }
    (text, shown)
}

/// Digits in groups of three, for prose: `3,214`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (position, digit) in digits.char_indices() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// `line` or `lines` and the like, with the number before it.
pub(crate) fn counted(number: u64, singular: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {singular}{plural}", grouped(number))
}

/// What a caller wrote, fit to be repeated in a message: short, control characters escaped.
pub(crate) fn echo(written: &str) -> String {
    const SHOWN: usize = 64;
    let shown = cut(written, SHOWN);
    let ellipsis = if shown.len() < written.len() { "…" } else { "" };
    format!("{}{ellipsis}", shown.escape_debug())
}

/// The document's text in order, in pieces, without its byte order mark.
///
/// Invalid bytes are replaced as if the whole had been decoded at once: a sequence that a chunk's end cuts is
/// carried over.
pub(crate) struct TextPieces<'a> {
    source: &'a dyn ByteSource,
    bounds: &'a Bounds,
    offset: u64,
    carried: Vec<u8>,
}

impl<'a> TextPieces<'a> {
    pub(crate) fn new(source: &'a dyn ByteSource, bounds: &'a Bounds) -> Self {
        Self { source, bounds, offset: 0, carried: Vec::new() }
    }

    /// Bytes of the document that the pieces so far stand for, or that are carried.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// The next piece; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<String>, ReadError> {
        self.bounds.check_cancelled()?;
        let first = self.offset == 0;
        if self.offset >= self.source.len() {
            return Ok(None);
        }
        let chunk = read_chunk(self.source, self.offset)?;
        self.offset += chunk.len() as u64;
        self.carried.extend_from_slice(&chunk);
        let complete = if self.offset >= self.source.len() {
            self.carried.len()
        } else {
            self.carried.len() - cut_sequence(&self.carried)
        };
        let rest = self.carried.split_off(complete);
        let bytes = std::mem::replace(&mut self.carried, rest);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Some(match text.strip_prefix(BYTE_ORDER_MARK) {
            Some(without_mark) if first => without_mark.to_owned(),
            _ => text,
        }))
    }
}

/// The next chunk, never empty.
pub(crate) fn read_chunk(source: &dyn ByteSource, offset: u64) -> Result<bytes::Bytes, SourceError> {
    let chunk = source.read_at(offset, CHUNK)?;
    if chunk.is_empty() {
        return Err(SourceError::Damaged { expected: source.len(), found: offset });
    }
    Ok(chunk)
}

/// Bytes at the end that may be the start of a character.
pub(crate) fn cut_sequence(bytes: &[u8]) -> usize {
    let tail = bytes.get(bytes.len().saturating_sub(3)..).unwrap_or_default();
    match std::str::from_utf8(last_sequence(tail)) {
        Err(error) if error.error_len().is_none() => last_sequence(tail).len() - error.valid_up_to(),
        _ => 0,
    }
}

/// The end of `tail` from its last byte that is not a continuation byte.
fn last_sequence(tail: &[u8]) -> &[u8] {
    let start = tail.iter().rposition(|byte| byte & 0b1100_0000 != 0b1000_0000).unwrap_or(0);
    tail.get(start..).unwrap_or_default()
}
