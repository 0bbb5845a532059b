//! `artifact_head` and `artifact_tail`: the lines at either end.
//!
//! Refuse nothing: of fewer lines, they answer all. Where not all fit, `head` keeps the first ones and `tail` the
//! last ones. Called by the dispatch of the raw readers.

use super::cat::lines_between;
use super::cut_line::cut_line;
use crate::line_list::LineList;
use crate::lines::Lines;
use crate::text::counted;
use crate::value::Answer;
use crate::{Arguments, Bounds, ByteSource, ReadError};

pub(super) fn head(
    arguments: &Arguments,
    source: &dyn ByteSource,
    bounds: &Bounds,
) -> Result<Answer, ReadError> {
    lines_between(source, bounds, 0, arguments.integer("n").unwrap_or_default())
}

pub(super) fn tail(
    arguments: &Arguments,
    source: &dyn ByteSource,
    bounds: &Bounds,
) -> Result<Answer, ReadError> {
    let bound = bounds.answer_bytes;
    let count = source.line_index().line_count();
    let start = count.saturating_sub(arguments.integer("n").unwrap_or_default());
    // Each line takes a byte at least, the last one perhaps excepted: earlier ones cannot fit.
    let mut first = start.max(count.saturating_sub(bound as u64 + 1));
    let mut list = LineList::default();
    let mut last_is_whole = true;
    let mut lines = Lines::new(source, bounds, first, bound)?;
    while let Some(line) = lines.next()? {
        last_is_whole = line.is_whole();
        list.push(&String::from_utf8_lossy(&line.kept));
        while list.len() > 1 && list.joined_length() > bound {
            list.pop_front();
            first += 1;
        }
    }
    if first == start && last_is_whole && list.joined_length() <= bound {
        return Ok(Answer::whole(list.join()));
    }
    while last_is_whole && list.len() > 0 {
        let note = format!("[{}]", earlier_lines(start, first));
        if first > start && list.fits_with(&note, bound) {
            return Ok(Answer { text: format!("{note}\n{}", list.join()), truncated: true });
        }
        list.pop_front();
        first += 1;
    }
    let last = count - 1;
    let further = if start < last { format!("; {}", earlier_lines(start, last)) } else { String::new() };
    cut_line(source, bounds, last, &further)
}

/// How to get lines `start` up to `end`, which stand before those shown.
fn earlier_lines(start: u64, end: u64) -> String {
    format!("{}: artifact_cat start={start} end={end}", counted(end - start, "earlier line"))
}
