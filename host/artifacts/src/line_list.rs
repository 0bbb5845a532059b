//! Lines gathered for an answer, with the length that they will have once joined.
//!
//! Refuses a line that would exceed the bound. Filled by the readers that answer lines, emptied again from either
//! end until a note about what is missing fits as well.

use std::collections::VecDeque;

/// What a list without lines reads as.
pub(crate) const EMPTY_LIST: &str = "(empty list)";

#[derive(Debug, Default)]
pub(crate) struct LineList {
    lines: VecDeque<String>,
    /// Bytes of all lines, without what joins them.
    bytes: usize,
}

impl LineList {
    /// Adds a line at the end if the joined list then still fits into `bound`.
    pub(crate) fn push_within(&mut self, line: &str, bound: usize) -> bool {
        let fits = self.bytes + line.len() + self.lines.len() <= bound;
        if fits {
            self.push(line);
        }
        fits
    }

    /// Adds a line at the end.
    pub(crate) fn push(&mut self, line: &str) {
        self.bytes += line.len();
        self.lines.push_back(line.to_owned());
    }

    /// Drops the last line.
    pub(crate) fn pop(&mut self) {
        self.bytes -= self.lines.pop_back().map_or(0, |line| line.len());
    }

    /// Drops the first line.
    pub(crate) fn pop_front(&mut self) {
        self.bytes -= self.lines.pop_front().map_or(0, |line| line.len());
    }

    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Bytes of [`join`](Self::join), where there is a line.
    pub(crate) fn joined_length(&self) -> usize {
        self.bytes + self.lines.len().saturating_sub(1)
    }

    /// Whether the list and, on a line of its own, `note` fit into `bound`.
    pub(crate) fn fits_with(&self, note: &str, bound: usize) -> bool {
        self.joined_length() + 1 + note.len() <= bound
    }

    /// The lines with `\n` between them.
    pub(crate) fn join(&self) -> String {
        if self.lines.is_empty() {
            return EMPTY_LIST.to_owned();
        }
        let mut joined = String::with_capacity(self.joined_length());
        for (position, line) in self.lines.iter().enumerate() {
            if position > 0 {
                joined.push('\n');
            }
            joined.push_str(line);
        }
        joined
    }
}
