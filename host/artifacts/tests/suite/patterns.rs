//! Pattern syntax, flags and limits.

use proptest::prelude::*;
use serde_json::json;
use skillhost_artifacts::{Bounds, MemorySource, ReadError};

use crate::reading::{answer, refusal, try_read};

#[track_caller]
fn check_match(pattern: &str, flags: &str, line: &str, expected: bool) {
    let found = answer(line, "artifact_grep", &json!({ "pattern": pattern, "flags": flags }));
    assert_eq!(found.text != "(empty list)", expected, "/{pattern}/{flags} on {line:?}");
}

#[test]
fn ecmascript_syntax() {
    let rows = [
        (r"\d{4}-\d\d", "2024-05", true),
        (r"^\w+\s\S$", "ab c", true),
        (r"(?<year>\d+)\/(?<month>\d+)", "2024/05", true),
        (r"\u0041", "A", true),
        (r"\u{1F600}", "😀", true),
        (r"\x41", "A", true),
        (r"\p{Lu}", "É", true),
        (r"[\u0041-\u0043]", "B", true),
        // A brace that begins no quantifier stands for itself.
        (r"fn main() {", "fn main {", true),
        (r"{}", "{}", true),
        (r"a{,2}", "a{,2}", true),
        (r"a{2,3}b", "aab", true),
        (r"{{name}}", "{{name}}", true),
        (r"]", "]", true),
        (r"\{", "{", true),
        // Punctuation after a backslash, whatever the engines make of it.
        (r"\<b\>", "<b>", true),
        (r#"\"\'\`\%\@\!\:\;\=\_\~\&\,\ \#\-"#, "\"'`%@!:;=_~&, #-", true),
        // Classes know no set operations and no nesting.
        (r"^[[]$", "[", true),
        (r"^[a&&b]+$", "a&b", true),
        (r"^[a~~b]+$", "a~b", true),
        (r"^[+--]+$", ",", true),
        (r"^[\b]$", "\u{8}", true),
        (r"^[^]$", "x", true),
        (r"[]", "x", false),
        (r"^[\]\-\\^]+$", r"]-\^", true),
        (r"^[.*+?{}()|$/]+$", ".*+?{}()|$/", true),
    ];
    for (pattern, line, expected) in rows {
        check_match(pattern, "", line, expected);
    }
}

#[test]
fn look_around_and_back_references() {
    let rows = [
        ("foo(?=bar)", "foobar", true),
        ("foo(?=bar)", "foobaz", false),
        ("foo(?!bar)", "foobaz", true),
        ("(?<=a)b", "ab", true),
        ("(?<!a)b", "ab", false),
        (r"^(.)\1$", "aa", true),
        (r"^(.)\1$", "ab", false),
        (r"^(?<quote>['`]).*\k<quote>$", "'a'", true),
        (r"^(?<quote>['`]).*\k<quote>$", "'a`", false),
        (r"(?=.*\d)(?=.*[a-z]).{2}", "a1", true),
        (r"(?!x)\/ \{", "/ {", true),
        (r"(?<![[])\<", "<", true),
    ];
    for (pattern, line, expected) in rows {
        check_match(pattern, "", line, expected);
        check_match(pattern, "u", line, expected);
    }
}

#[test]
fn flags() {
    let rows = [
        ("É", "i", "é", true),
        ("É", "", "é", false),
        ("(?=É)É", "i", "é", true),
        // Lines keep their carriage return: `$` stands before it only with `m`, a dot crosses it only with `s`.
        ("a$", "", "a\r", false),
        ("a$", "m", "a\r", true),
        ("(?=a)a$", "m", "a\r", true),
        ("a.b", "", "a\rb", false),
        ("a.b", "s", "a\rb", true),
        ("(?=a)a.b", "", "a\rb", false),
        ("(?=a)a.b", "s", "a\rb", true),
        // Characters are code points with and without `u`.
        ("^.$", "", "😀", true),
        ("^.$", "u", "😀", true),
    ];
    for (pattern, flags, line, expected) in rows {
        check_match(pattern, flags, line, expected);
    }
}

#[test]
fn a_pattern_that_does_not_parse_is_refused_in_the_engines_words() {
    for pattern in ["(", "a)", "*", "[b-a]", "[", "\\", "(?<n>a)(?=", "(?<=", r"\k<missing>", r"(a)\2(?=b)"] {
        let error = refusal("alpha", "artifact_grep", &json!({ "pattern": pattern }));
        assert!(matches!(error, ReadError::PatternInvalid { .. }), "{pattern}: {error}");
        let message = error.to_string();
        assert!(message.starts_with("invalid regular expression: "), "{pattern}: {message}");
        assert!(message.len() < 400, "{pattern}: {message}");
        assert!(error.hint().is_some(), "{pattern}");
    }
}

#[test]
fn a_pattern_that_grows_too_large_is_refused() {
    for pattern in [
        r"((\w{500}){500}){500}",
        r"(?=((\w{500}){500}){500})",
        r"(?=a)(x\g<1>?\g<1>?\g<1>?)",
        r"(?<=\w{4000}x\1)(a)",
    ] {
        let error = refusal("alpha", "artifact_grep", &json!({ "pattern": pattern }));
        assert!(
            matches!(error, ReadError::PatternTooLarge | ReadError::PatternInvalid { .. }),
            "{pattern}: {error}"
        );
    }
    check_match(r"\w{100}", "", &"é".repeat(100), true);
    check_match(r"(?=\w{100})", "", &"é".repeat(100), true);
}

#[test]
fn nesting_is_bounded() {
    for open in ["(", "(?=", "(?:", "(?<!"] {
        let pattern = format!("{}{}", open.repeat(600), ")".repeat(600));
        let error = refusal("alpha", "artifact_grep", &json!({ "pattern": pattern }));
        assert!(matches!(error, ReadError::PatternInvalid { .. }), "{open}: {error}");
    }
}

#[test]
fn a_search_that_takes_too_many_steps_ends() {
    let line = format!("{}b", "a".repeat(40));
    let content = format!("fine\n{line}");
    let error = refusal(&content, "artifact_grep", &json!({ "pattern": r"^(?:(a|a)\1?)*$" }));
    assert!(matches!(error, ReadError::PatternTooCostly { line: 1 }), "{error}");
    assert_eq!(error.to_string(), "the regular expression took too many steps at line 2");
    assert!(error.hint().is_some());
    // The linear engine takes the same nesting without a limit.
    check_match("^(?:(a|a)*)*$", "", &line, false);
}

#[test]
fn many_lines_that_each_take_many_steps_end_as_well() {
    let content = format!("{}b\n", "a".repeat(12)).repeat(200_000);
    let source = MemorySource::from(content.as_str());
    let arguments = json!({ "pattern": r"^(?:(a|a)\1?)*$" });
    let error = try_read(&source, "artifact_grep", &arguments, &Bounds::default()).unwrap_err();
    assert!(matches!(error, ReadError::PatternTooCostly { .. }), "{error}");
}

#[test]
fn ordinary_look_around_gets_through_a_large_document() {
    let line = "2024-05-01T12:00:00Z INFO request served path=/index.html status=200 duration=12ms\n";
    let content = line.repeat(50_000);
    let found = answer(&content, "artifact_grep", &json!({ "pattern": r"status=(?!200)\d+" }));
    assert_eq!(found.text, "(empty list)");
}

proptest! {
    #[test]
    fn no_pattern_panics(
        pattern in r"([ab]|[\[\](){}|*+?^$.\\/,&~=!<>:\-0-9]|\\[dwsbDWSBkupx1-3]|\(\?[=!:]|\(\?<[=!n]|\[\^?|.){1,24}",
        flags in "i?m?s?u?",
        line in r"[ab\[\](){}0-9 é]{0,24}",
    ) {
        let source = MemorySource::from(line.as_str());
        let arguments = json!({ "pattern": pattern, "flags": flags });
        match try_read(&source, "artifact_grep", &arguments, &Bounds::default()) {
            Ok(answer) => prop_assert!(!answer.truncated),
            Err(error) => prop_assert!(matches!(
                error,
                ReadError::PatternInvalid { .. }
                    | ReadError::PatternTooLarge
                    | ReadError::PatternTooCostly { .. }
                    | ReadError::InvalidArguments { .. }
            ), "{error}"),
        }
    }
}

/// Every line by itself, as a text of its own: what a search over many lines at once must not differ from.
fn line_by_line(content: &[u8], pattern: &str, flags: &str) -> Vec<String> {
    let content = content.strip_prefix("\u{feff}".as_bytes()).unwrap_or(content);
    if content.is_empty() {
        return Vec::new();
    }
    let lines = content.split(|byte| *byte == b'\n');
    let matches = |line: &&[u8]| {
        // A newline before an empty line makes it one: no text at all has no line.
        let alone = if line.is_empty() { b"\n".to_vec() } else { line.to_vec() };
        let source = MemorySource::new(alone);
        let found = try_read(
            &source,
            "artifact_grep",
            &json!({ "pattern": pattern, "flags": flags }),
            &Bounds::default(),
        );
        found.expect("a list").text != "(empty list)"
    };
    lines.filter(matches).map(|line| String::from_utf8_lossy(line).into_owned()).collect()
}

proptest! {
    // Each case compiles a pattern some ten times.
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Patterns of all that can see a line's edges, over lines of all that can blur them.
    #[test]
    fn searching_many_lines_at_once_finds_what_each_line_alone_has(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "a", "b", "é", ".", "^", "$", r"\b", r"\B", r"\s", r"\S", r"\W", "[^a]", "[^]", "[]", r"\r", r"\n", "a*",
                "(a|b)?", "a{2}", "\u{fffd}", r"\d", "(?:)", "|", "(?=a)", r"\A", r"\z",
            ]),
            1..5,
        ),
        flags in prop::sample::select(vec!["", "i", "m", "s", "ims"]),
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                &b"a"[..], b"b", b"A", b" ", b"\n", b"\n", b"\r\n", b"\r", b"\xc3\xa9", b"\xff", b"\xc3", b"7", b"aab",
            ]),
            0..24,
        ),
        mark in any::<bool>(),
    ) {
        let (pattern, mut content) = (parts.concat(), pieces.concat());
        if mark {
            content.splice(0..0, "\u{feff}".bytes());
        }
        let arguments = json!({ "pattern": pattern, "flags": flags });
        let source = MemorySource::new(content.clone());
        let found = match try_read(&source, "artifact_grep", &arguments, &Bounds::default()) {
            Ok(answer) => answer.text,
            Err(ReadError::PatternInvalid { .. }) => return Ok(()),
            Err(error) => panic!("{error}"),
        };
        let expected = line_by_line(&content, &pattern, flags);
        let expected = if expected.is_empty() { "(empty list)".to_owned() } else { expected.join("\n") };
        prop_assert_eq!(found, expected, "/{}/{} on {:?}", pattern, flags, String::from_utf8_lossy(&content));
    }
}
