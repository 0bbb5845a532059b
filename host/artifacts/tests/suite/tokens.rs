//! Token counts, exact and estimated.

use proptest::prelude::*;
use serde_json::json;
use skillhost_artifacts::{Bounds, MemorySource, TokenCount, TokenEncoding, count_tokens};

use crate::reading::check;

fn count(encoding: &str, text: &str) -> TokenCount {
    let encoding = TokenEncoding::from_name(encoding).unwrap();
    count_tokens(encoding, &MemorySource::from(text), &Bounds::default()).unwrap()
}

#[test]
fn known_counts() {
    let rows = [
        ("cl100k_base", "hello world", "2 (exact)"),
        ("cl100k_base", "", "0 (exact)"),
        ("cl100k_base", "tiktoken is great!", "6 (exact)"),
        ("o200k_base", "hello world", "2 (exact)"),
        ("gpt2", "hello world", "2 (exact)"),
        ("r50k_base", "hello world", "2 (exact)"),
        ("p50k_base", "hello world", "2 (exact)"),
        ("p50k_edit", "hello world", "2 (exact)"),
        // Half of seven letters; an astral character counts as two.
        ("claude", "1234567", "2 (estimate)"),
        ("claude", "12345678", "3 (estimate)"),
        ("claude", "", "0 (estimate)"),
        ("gemini", "12345", "2 (estimate)"),
        ("gemini", "😀😀", "1 (estimate)"),
        ("llama2", "1234", "1 (estimate)"),
    ];
    for (encoding, text, expected) in rows {
        check(text, "artifact_estimate_tokens", json!({ "encoding": encoding }), expected);
    }
}

#[test]
fn the_whole_text_counts_but_no_byte_order_mark() {
    let rows = [("a\r\nb\r\n", 6), ("a\nb", 3), ("\u{feff}a\r\n", 3)];
    for (text, units) in rows {
        let expected = format!("{} (estimate)", u64::div_ceil(units, 4));
        check(text, "artifact_estimate_tokens", json!({ "encoding": "gemini" }), &expected);
    }
    assert_eq!(count("cl100k_base", "a\r\n"), count("cl100k_base", "\u{feff}a\r\n"));
    assert_ne!(count("cl100k_base", "a\r\n"), count("cl100k_base", "a"));
}

#[test]
fn hostile_text_is_counted_in_bounded_pieces() {
    let texts = [
        "a", " ", "\n", "\r", "A", "1", "!", "é", "中", "😀", "\u{301}", "\0", "'s", "aA", "!\n", " \n",
        "\u{a0} ",
    ];
    for text in texts {
        let text = text.repeat(70_000 / text.len());
        for encoding in ["r50k_base", "o200k_base"] {
            let (TokenCount::Exact(tokens) | TokenCount::Estimate(tokens)) = count(encoding, &text);
            assert!(tokens > 0 && tokens <= text.len() as u64, "{encoding}: {tokens}");
        }
    }
}

#[test]
fn a_text_that_must_be_cut_inside_a_word_is_an_estimate() {
    assert!(matches!(count("cl100k_base", &"a".repeat(300_000)), TokenCount::Estimate(_)));
    assert!(matches!(count("cl100k_base", &"word ".repeat(60_000)), TokenCount::Exact(_)));
}

#[test]
fn of_a_huge_text_only_the_start_is_counted() {
    let text = "12345678".repeat(2 << 20);
    assert_eq!(count("gemini", &text), TokenCount::Estimate(4 << 20));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    /// Pieces end where no token reaches across: counted in pieces or at once, the number is the same.
    #[test]
    fn pieces_do_not_change_the_count(
        words in prop::collection::vec(r"[a-zA-Z]{1,8}|[0-9]{1,5}|[!-/]{1,3}|é中?|\r?\n|\n \n|  |\t| |'s", 1..60),
        filler in r"[a-z]{1,3}[ \n]",
    ) {
        let part = format!("{}{filler}", words.concat());
        let text = part.repeat(70_000 / part.len());
        let pairs = [
            ("r50k_base", tiktoken_rs::r50k_base_singleton()),
            ("cl100k_base", tiktoken_rs::cl100k_base_singleton()),
            ("o200k_base", tiktoken_rs::o200k_base_singleton()),
        ];
        for (encoding, encoder) in pairs {
            let expected = encoder.encode_ordinary(&text).len() as u64;
            prop_assert_eq!(count(encoding, &text), TokenCount::Exact(expected), "{}", encoding);
        }
    }
}
