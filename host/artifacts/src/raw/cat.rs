//! `artifact_cat`: lines from one number up to another.
//!
//! Refuses nothing: lines that do not exist are left out. Called by the dispatch of the raw readers, and by `head`.

use super::cut_line::cut_line;
use crate::line_list::LineList;
use crate::lines::Lines;
use crate::text::counted;
use crate::value::Answer;
use crate::{Arguments, Bounds, ByteSource, ReadError};

pub(super) fn cat(
    arguments: &Arguments,
    source: &dyn ByteSource,
    bounds: &Bounds,
) -> Result<Answer, ReadError> {
    let start = arguments.integer("start").unwrap_or(0);
    let end = arguments.integer("end").unwrap_or(u64::MAX);
    lines_between(source, bounds, start, end)
}

/// Lines `start` up to `end`, as many as fit from the first one on.
pub(super) fn lines_between(
    source: &dyn ByteSource,
    bounds: &Bounds,
    start: u64,
    end: u64,
) -> Result<Answer, ReadError> {
    let bound = bounds.answer_bytes;
    let end = end.min(source.line_index().line_count());
    if start >= end {
        return Ok(Answer::whole(LineList::default().join()));
    }
    let mut list = LineList::default();
    let mut lines = Lines::new(source, bounds, start, bound)?;
    let mut next = start;
    while next < end
        && let Some(line) = lines.next()?
        && line.is_whole()
        && list.push_within(&String::from_utf8_lossy(&line.kept), bound)
    {
        next += 1;
    }
    if next >= end {
        return Ok(Answer::whole(list.join()));
    }
    while list.len() > 0 {
        let note = format!("[{}]", lines_left(next, end));
        if list.fits_with(&note, bound) {
            return Ok(Answer::with_note(&list.join(), &note, bound));
        }
        list.pop();
        next -= 1;
    }
    let further = if start + 1 < end { format!("; {}", lines_left(start + 1, end)) } else { String::new() };
    cut_line(source, bounds, start, &further)
}

/// How to get lines `start` up to `end`.
fn lines_left(start: u64, end: u64) -> String {
    format!("{}: artifact_cat start={start} end={end}", counted(end - start, "more line"))
}
