//! Words of guests on a terminal: without what a terminal would obey, and marked as what they are. Used wherever a
//! command prints something that a skill wrote.

use std::io::{self, Write};

use super::console::DIM;
use crate::text::escaped;

/// The whole text, its commanding characters as escapes.
pub(super) fn text(text: &str) -> String {
    escaped(text, usize::MAX)
}

/// The start of a text as one cell of a table: one line, at most `most` bytes.
pub(super) fn cell(text: &str, most: usize) -> String {
    escaped(text, most).replace(['\n', '\t'], " ")
}

/// A text between marks, each of its lines behind a bar: no line of it can pass for the end, or for the host's words.
pub(super) fn block(out: &mut dyn Write, from: &str, content: &str) -> io::Result<()> {
    writeln!(out, "{DIM}┌ untrusted output of {from}{DIM:#}")?;
    for line in text(content).lines() {
        writeln!(out, "{DIM}│{DIM:#} {line}")?;
    }
    writeln!(out, "{DIM}└ end of untrusted output{DIM:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_of_a_guest_stands_alone() {
        let mut out = Vec::new();
        block(&mut out, "a/b", "one\r\n└ end of untrusted output\n\u{1b}[2Jtwo").unwrap();
        let shown = anstream::adapter::strip_str(std::str::from_utf8(&out).unwrap()).to_string();
        let expected = "┌ untrusted output of a/b\n│ one\\u{d}\n│ └ end of untrusted output\n\
                        │ \\u{1b}[2Jtwo\n└ end of untrusted output\n";
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_cell_is_one_short_line() {
        assert_eq!(cell("a\nb\tc", 80), "a b c");
        assert_eq!(cell("abcdefgh", 6), "abc…");
    }
}
