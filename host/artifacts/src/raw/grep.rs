//! `artifact_grep`: the lines that match a regular expression.
//!
//! Refuses patterns whose search may not end. Called by the dispatch of the raw readers.

use super::candidates::Candidates;
use super::cut_line::cut_line;
use crate::line_list::{EMPTY_LIST, LineList};
use crate::lines::Line;
use crate::regex::Pattern;
use crate::text::{counted, cut_sequence, grouped};
use crate::value::Answer;
use crate::{Arguments, Bounds, ByteSource, ReadError};

/// Lines that match, and what was left out of them.
#[derive(Default)]
struct Matches {
    list: LineList,
    /// Their numbers.
    numbers: Vec<u64>,
    /// Matching lines that did not fit.
    left_out: u64,
    /// Number of the first of those.
    first_left_out: u64,
    /// Lines of which only the start was searched.
    partly_searched: u64,
}

pub(super) fn grep(
    arguments: &Arguments,
    source: &dyn ByteSource,
    bounds: &Bounds,
) -> Result<Answer, ReadError> {
    let pattern = arguments.text("pattern").unwrap_or_default();
    let mut pattern = Pattern::new(pattern, arguments.text("flags").unwrap_or_default())?;
    let searched_bytes = pattern.searched_bytes();
    let bound = bounds.answer_bytes;
    let mut matches = Matches::default();
    let mut lines = Candidates::new(source, bounds, searched_bytes.max(bound), pattern.screen())?;
    while let Some(line) = lines.next()? {
        let searched = start_of(&line, searched_bytes);
        if (searched.len() as u64) < line.length {
            matches.partly_searched += 1;
        }
        if pattern.is_match(&String::from_utf8_lossy(searched), line.number)? {
            matches.add(&line, bound);
        }
    }
    matches.into_answer(source, bounds, searched_bytes)
}

/// At most the first `bytes` bytes of a line, no character cut.
fn start_of(line: &Line, bytes: usize) -> &[u8] {
    match line.kept.get(..bytes) {
        Some(start) if (start.len() as u64) < line.length => {
            start.get(..start.len() - cut_sequence(start)).unwrap_or_default()
        }
        _ => &line.kept,
    }
}

impl Matches {
    fn add(&mut self, line: &Line, bound: usize) {
        let fits = self.left_out == 0
            && line.is_whole()
            && self.list.push_within(&String::from_utf8_lossy(&line.kept), bound);
        if fits {
            self.numbers.push(line.number);
            return;
        }
        if self.left_out == 0 {
            self.first_left_out = line.number;
        }
        self.left_out += 1;
    }

    fn into_answer(
        mut self,
        source: &dyn ByteSource,
        bounds: &Bounds,
        searched_bytes: usize,
    ) -> Result<Answer, ReadError> {
        let bound = bounds.answer_bytes;
        if self.left_out == 0 && self.partly_searched == 0 {
            return Ok(Answer::whole(self.list.join()));
        }
        if self.left_out == 0 && self.numbers.is_empty() {
            return Ok(Answer::with_note(EMPTY_LIST, &self.note(searched_bytes), bound));
        }
        while let Some(last) = self.numbers.last().copied() {
            let note = self.note(searched_bytes);
            if self.list.fits_with(&note, bound) {
                return Ok(Answer::with_note(&self.list.join(), &note, bound));
            }
            self.numbers.pop();
            self.list.pop();
            self.left_out += 1;
            self.first_left_out = last;
        }
        let first = self.first_left_out;
        self.left_out -= 1;
        let further = match self.left_out {
            0 => String::new(),
            others => format!("; {}", counted(others, "further matching line")),
        };
        let partly =
            self.partly_searched_note(searched_bytes).map(|note| format!("; {note}")).unwrap_or_default();
        cut_line(source, bounds, first, &format!("{further}{partly}"))
    }

    fn note(&self, searched_bytes: usize) -> String {
        let left_out = (self.left_out > 0).then(|| {
            let more = counted(self.left_out, "more matching line");
            let first = self.first_left_out;
            format!("{more}, the next at artifact_cat start={first}")
        });
        let partly = self.partly_searched_note(searched_bytes);
        format!("[{}]", left_out.into_iter().chain(partly).collect::<Vec<_>>().join("; "))
    }

    fn partly_searched_note(&self, searched_bytes: usize) -> Option<String> {
        let searched = grouped(searched_bytes as u64);
        (self.partly_searched > 0)
            .then(|| format!("{} searched only up to byte {searched}", counted(self.partly_searched, "line")))
    }
}
