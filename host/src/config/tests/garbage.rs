//! Arbitrary text and mutilated files: never a panic, always a configuration or at least one mistake.

use std::path::Path;

use proptest::prelude::*;

use crate::config::keys::TABLES;
use crate::config::reference::example;
use crate::config::{Config, MOST_BYTES};
use crate::error::Error;

fn check(text: &str) {
    if let Err(error) = Config::parse(text, Path::new("/srv")) {
        let Error::InvalidConfig { mistakes } = &error else { panic!("{error}") };
        assert!(!mistakes.is_empty());
        let lines = text.lines().count().max(1) + 1;
        assert!(mistakes.iter().all(|mistake| mistake.line.is_none_or(|line| (1..=lines).contains(&line))));
        assert!(!error.to_string().is_empty());
    }
}

fn sound() -> String {
    TABLES.iter().map(|table| example(table)).collect()
}

proptest! {
    #[test]
    fn arbitrary_text(text in "\\PC*") {
        check(&text);
    }

    #[test]
    fn text_that_looks_like_toml(text in "([\\[\\]{}=.,\"'#\n ]|[a-c]|host|skills|[0-9]|true|'''|\"\"\"){0,120}") {
        check(&text);
    }

    #[test]
    fn mutilated_files(cut in 0usize..4_000, length in 0usize..40, insert in "[\\[\\]{}=.,\"'#\n a-z0-9\u{0}\u{FEFF}]{0,12}") {
        let mut characters: Vec<char> = sound().chars().collect();
        let start = cut.min(characters.len());
        let end = (start + length).min(characters.len());
        characters.splice(start..end, insert.chars());
        check(&characters.into_iter().collect::<String>());
    }

    #[test]
    fn shuffled_lines(order in prop::collection::vec(0usize..80, 0..120)) {
        let sound = sound();
        let lines: Vec<_> = sound.lines().collect();
        let text: String = order.iter().filter_map(|line| lines.get(*line)).flat_map(|line| [line, "\n"]).collect();
        check(&text);
    }
}

/// The parser bounds brackets and dots each by itself; together they made a tree that overflowed the stack
/// when it was dropped.
#[test]
fn nesting_by_brackets_and_dots_together_stays_on_the_stack() {
    for (parts, levels) in [(1, 5_000), (8, 80), (70, 70)] {
        let key = vec!["a"; parts].join(".");
        let (open, close) = (format!("{{{key} = ").repeat(levels), "}".repeat(levels));
        check(&format!("[{key}]\n{key} = {open}1{close}"));
    }
    check(&format!("a = {}{}", "[".repeat(100_000), "]".repeat(100_000)));
    check(&format!("[{}a]", "a.".repeat(100_000)));
}

/// As much as a file may hold, of the shapes that cost most; quadratic work would take hours.
#[test]
fn full_size_files_are_read_in_linear_time() {
    let fill = |piece: &dyn Fn(usize) -> String| {
        let mut text = String::new();
        let mut index = 0;
        while text.len() < MOST_BYTES - 64 {
            text.push_str(&piece(index));
            index += 1;
        }
        text
    };
    check(&format!("[host]\nexpose = [{}]", fill(&|index| format!("\"s{index}\","))));
    check(&format!("[skills.a.rename]\n{}", fill(&|index| format!("t{index} = \"n{index}\"\n"))));
    check(&fill(&|index| format!("[skills.s{index}]\n")));
}
