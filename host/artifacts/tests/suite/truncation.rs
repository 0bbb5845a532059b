//! What is left out of an answer, and that the notes lead to it.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use skillhost_artifacts::{Answer, Bounds, MemorySource};

use crate::reading::{answer, try_read};

#[track_caller]
fn check_cut(content: &str, reader: &str, arguments: Value, expected: &str) {
    let answer = answer(content, reader, &arguments);
    assert_eq!(answer.text, expected, "{reader} {arguments}");
    assert!(answer.truncated, "{reader} {arguments}");
    assert!(answer.text.len() as u64 <= arguments["max_bytes"].as_u64().unwrap(), "{reader} {arguments}");
}

fn numbered(lines: std::ops::Range<u32>) -> String {
    lines.map(|number| format!("line {number:03}")).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_note_says_what_is_missing_and_how_to_get_it() {
    let content = numbered(0..20);
    let rows = [
        (
            "artifact_cat",
            json!({ "start": 2, "max_bytes": 70 }),
            "line 002\nline 003\n[16 more lines: artifact_cat start=4 end=20]",
        ),
        (
            "artifact_head",
            json!({ "n": 12, "max_bytes": 70 }),
            "line 000\nline 001\nline 002\n[9 more lines: artifact_cat start=3 end=12]",
        ),
        (
            "artifact_tail",
            json!({ "n": 12, "max_bytes": 70 }),
            "[10 earlier lines: artifact_cat start=8 end=18]\nline 018\nline 019",
        ),
        (
            "artifact_grep",
            json!({ "pattern": "[02468]$", "max_bytes": 80 }),
            "line 000\nline 002\n[8 more matching lines, the next at artifact_cat start=4]",
        ),
        (
            "artifact_byte_slice",
            json!({ "max_bytes": 100 }),
            "line 00\n[UTF-8 text, bytes 0 to 7 of 179; 172 more bytes: artifact_byte_slice start=7 end=179]",
        ),
    ];
    for (reader, arguments, expected) in rows {
        check_cut(&content, reader, arguments, expected);
    }
}

#[test]
fn a_line_that_alone_is_too_long_is_cut() {
    let content = format!("{}\nb\nc", "é".repeat(100));
    let arguments = json!({ "max_bytes": 120 });
    check_cut(
        &content,
        "artifact_cat",
        arguments.clone(),
        "éééééé\n[188 more bytes of line 0: artifact_byte_slice start=12 end=200; 2 more lines: artifact_cat start=1 end=3]",
    );
    let content = format!("a\nb\n{}", "é".repeat(100));
    check_cut(
        &content,
        "artifact_tail",
        json!({ "n": 2, "max_bytes": 120 }),
        "ééééé\n[190 more bytes of line 2: artifact_byte_slice start=14 end=204; 1 earlier line: artifact_cat start=1 end=2]",
    );
    check_cut(
        &content,
        "artifact_grep",
        json!({ "pattern": "é", "max_bytes": 80 }),
        "ééééééé\n[186 more bytes of line 2: artifact_byte_slice start=18 end=204]",
    );
}

#[test]
fn where_the_note_does_not_fit_it_is_cut_itself() {
    let content = numbered(0..20);
    check_cut(&content, "artifact_cat", json!({ "max_bytes": 10 }), "[8 more by");
    check_cut(&content, "artifact_byte_slice", json!({ "max_bytes": 10 }), "[UTF-8 tex");
    check_cut("", "artifact_cat", json!({ "max_bytes": 1 }), "[");
}

#[test]
fn what_fits_exactly_is_whole() {
    let content = numbered(0..2);
    let whole = answer(&content, "artifact_cat", &json!({ "max_bytes": content.len() }));
    assert_eq!(whole, Answer { text: content.clone(), truncated: false });
    assert!(answer(&content, "artifact_cat", &json!({ "max_bytes": content.len() - 1 })).truncated);
    let nothing = "[UTF-8 text, bytes 17 to 17 of 17]";
    let whole = answer(&content, "artifact_byte_slice", &json!({ "start": 17, "max_bytes": nothing.len() }));
    assert_eq!(whole, Answer { text: nothing.into(), truncated: false });
}

#[test]
fn only_the_start_of_a_huge_line_is_searched_and_that_is_said() {
    let content = format!("needle\n{}needle\n{}", "x".repeat(2 << 20), "needle".repeat(200_000));
    let found = answer(&content, "artifact_grep", &json!({ "pattern": "needle" }));
    assert_eq!(
        found.text,
        "needle\n[1 more matching line, the next at artifact_cat start=2; 2 lines searched only up to byte 1,048,576]"
    );
    let found = answer(&content, "artifact_grep", &json!({ "pattern": "nothing" }));
    assert_eq!(found.text, "(empty list)\n[2 lines searched only up to byte 1,048,576]");
    assert!(found.truncated);
}

/// The arguments of the call that the note recommends for what follows, if it is complete.
fn next_call(note: &str, reader: &str) -> Option<Map<String, Value>> {
    let (_, call) = note.split_once(&format!("{reader} "))?;
    let call = call.split([']', ';']).next()?;
    let arguments = call.split(' ').map(|argument| argument.split_once('='));
    arguments
        .map(|pair| pair.map(|(name, value)| (name.into(), value.parse::<u64>().unwrap().into())))
        .collect()
}

proptest! {
    /// Follows the notes of `artifact_cat`, and of `artifact_byte_slice` inside long lines, to the end.
    #[test]
    fn the_notes_of_cat_lead_through_the_whole_text(
        lines in prop::collection::vec("[a-zé€😀 ]{0,120}", 1..30),
        max_bytes in 160_u64..400,
    ) {
        let content = lines.join("\n");
        prop_assume!(!content.is_empty());
        let source = MemorySource::from(content.as_str());
        let mut gathered = String::new();
        let mut calls = vec![("artifact_cat", Map::new())];
        while let Some((reader, mut arguments)) = calls.pop() {
            arguments.insert("max_bytes".into(), max_bytes.into());
            let answer = try_read(&source, reader, &Value::Object(arguments), &Bounds::default()).unwrap();
            let noted = answer.truncated || reader == "artifact_byte_slice";
            let (text, note) = match answer.text.rsplit_once('\n') {
                Some((text, note)) if noted => (text, note),
                _ if noted => ("", answer.text.as_str()),
                _ => (answer.text.as_str(), ""),
            };
            gathered.push_str(text);
            let inside_line = next_call(note, "artifact_byte_slice");
            let lines = next_call(note, "artifact_cat");
            prop_assert_eq!(answer.truncated, inside_line.is_some() || lines.is_some());
            if let Some(arguments) = lines {
                calls.push(("artifact_cat", arguments));
                if inside_line.is_none() {
                    gathered.push('\n');
                }
            }
            if let Some(arguments) = inside_line {
                calls.push(("artifact_byte_slice", arguments));
            } else if reader == "artifact_byte_slice" && !calls.is_empty() {
                gathered.push('\n');
            }
        }
        prop_assert_eq!(gathered, content);
    }

    #[test]
    fn slices_in_base64_can_be_joined(content in prop::collection::vec(128_u8.., 1..600), max_bytes in 120_u64..300) {
        use base64::Engine;
        let source = MemorySource::new(content.clone());
        let mut encoded = String::new();
        let mut next = Some(Map::new());
        while let Some(mut arguments) = next {
            arguments.insert("max_bytes".into(), max_bytes.into());
            let answer =
                try_read(&source, "artifact_byte_slice", &Value::Object(arguments), &Bounds::default()).unwrap();
            let (text, note) = answer.text.rsplit_once('\n').unwrap();
            prop_assume!(note.starts_with("[base64"));
            encoded.push_str(text);
            next = next_call(note, "artifact_byte_slice");
        }
        prop_assert_eq!(base64::engine::general_purpose::STANDARD.decode(encoded).unwrap(), content);
    }
}
