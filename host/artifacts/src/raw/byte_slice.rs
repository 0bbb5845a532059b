//! `artifact_byte_slice`: bytes from one offset up to another, as UTF-8 text or else as base64.
//!
//! Refuses to decode lossily: bytes that are not text come out as they are. Called by the dispatch of the raw
//! readers.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::text::{counted, cut, cut_sequence, grouped};
use crate::value::Answer;
use crate::{Arguments, Bounds, ByteSource, ReadError, SourceError};

pub(super) fn byte_slice(
    arguments: &Arguments,
    source: &dyn ByteSource,
    bounds: &Bounds,
) -> Result<Answer, ReadError> {
    let bound = bounds.answer_bytes;
    let total = source.len();
    let end = arguments.integer("end").unwrap_or(u64::MAX).min(total);
    let start = arguments.integer("start").unwrap_or(0).min(end);
    let length = usize::try_from(end - start).unwrap_or(usize::MAX).min(bound);
    let bytes = source.read_at(start, length)?;
    if bytes.len() < length {
        return Err(SourceError::Damaged { expected: total, found: start + bytes.len() as u64 }.into());
    }
    let note = |form: &str, shown: usize| {
        let to = start + shown as u64;
        let (from, until, of) = (grouped(start), grouped(to), grouped(total));
        let said = format!("{form}, bytes {from} to {until} of {of}");
        match end - to {
            0 => format!("[{said}]"),
            left => {
                format!("[{said}; {}: artifact_byte_slice start={to} end={end}]", counted(left, "more byte"))
            }
        }
    };
    let all = (bytes.len() as u64) == end - start;
    let text = text_of(&bytes, all);
    let form = if text.is_some() { "UTF-8 text" } else { "base64" };
    let encode = |shown: usize| match text {
        Some(text) => cut(text, shown).to_owned(),
        None => STANDARD.encode(bytes.get(..shown).unwrap_or_default()),
    };
    if all {
        let whole = Answer::with_note(&encode(bytes.len()), &note(form, bytes.len()), usize::MAX).text;
        if whole.len() <= bound {
            return Ok(Answer::whole(whole));
        }
    }
    // No offset shown can have more digits than `end`, and what is left is at most all.
    let digits = grouped(end).len().max(grouped(end - start).len());
    let room = bound.saturating_sub(note(form, 0).len() + 2 * digits + 1);
    let shown = match text {
        Some(text) => cut(text, room).len(),
        // Whole groups of three, so that the next slice's base64 can be appended.
        None => (room / 4 * 3).min(bytes.len()),
    };
    Ok(Answer::with_note(&encode(shown), &note(form, shown), bound))
}

/// The bytes as text; where they go on, a character cut at their end is no fault.
fn text_of(bytes: &[u8], all: bool) -> Option<&str> {
    let unbroken = if all { bytes.len() } else { bytes.len() - cut_sequence(bytes) };
    std::str::from_utf8(bytes.get(..unbroken)?).ok()
}
