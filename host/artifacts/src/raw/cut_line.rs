//! A line that alone is too long for an answer: its start, and where the rest is.
//!
//! Refuses to split a character. Called by the readers that answer lines, where nothing else is left to leave out.

use crate::lines::Lines;
use crate::text::{counted, cut_sequence, decode_within};
use crate::value::Answer;
use crate::{Bounds, ByteSource, ReadError};

/// The start of line `number`; the note about its rest ends with `further`, about whatever else is left out.
pub(super) fn cut_line(
    source: &dyn ByteSource,
    bounds: &Bounds,
    number: u64,
    further: &str,
) -> Result<Answer, ReadError> {
    let bound = bounds.answer_bytes;
    let Some(line) = Lines::new(source, bounds, number, bound)?.next()? else {
        return Ok(Answer::with_note("", &format!("[line {number} is missing{further}]"), bound));
    };
    let note = |left_out: u64, start: u64| {
        let left_out = counted(left_out, "more byte");
        let end = line.end();
        format!("[{left_out} of line {number}: artifact_byte_slice start={start} end={end}{further}]")
    };
    // Neither number can have more digits than these.
    let longest_note = note(line.length.max(2), line.end()).len();
    let kept = if line.is_whole() { line.kept.len() } else { line.kept.len() - cut_sequence(&line.kept) };
    let kept = line.kept.get(..kept).unwrap_or_default();
    let (text, shown) = decode_within(kept, bound.saturating_sub(longest_note + 1));
    let shown = shown as u64;
    Ok(Answer::with_note(&text, &note(line.length - shown, line.start + shown), bound))
}
