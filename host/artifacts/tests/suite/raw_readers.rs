//! What each raw reader answers.

use serde_json::{Value, json};

use crate::reading::check;

const SAMPLE: &str = "alpha\nbeta\ngamma\ndelta\nepsilon";

#[test]
fn head_and_tail() {
    let rows: [(&str, Value, &str); 8] = [
        ("artifact_head", json!({ "n": 3 }), "alpha\nbeta\ngamma"),
        ("artifact_head", json!({}), SAMPLE),
        ("artifact_head", json!({ "n": 100 }), SAMPLE),
        ("artifact_head", json!({ "n": 1 }), "alpha"),
        ("artifact_tail", json!({ "n": 2 }), "delta\nepsilon"),
        ("artifact_tail", json!({}), SAMPLE),
        ("artifact_tail", json!({ "n": 100 }), SAMPLE),
        ("artifact_tail", json!({ "n": 1 }), "epsilon"),
    ];
    for (reader, arguments, expected) in rows {
        check(SAMPLE, reader, arguments, expected);
    }
    let twelve = (0..12).map(|number| number.to_string()).collect::<Vec<_>>().join("\n");
    check(&twelve, "artifact_head", json!({}), "0\n1\n2\n3\n4\n5\n6\n7\n8\n9");
    check(&twelve, "artifact_tail", json!({}), "2\n3\n4\n5\n6\n7\n8\n9\n10\n11");
}

#[test]
fn grep() {
    let rows: [(Value, &str); 7] = [
        (json!({ "pattern": "a$" }), "alpha\nbeta\ngamma\ndelta"),
        (json!({ "pattern": "zeta" }), "(empty list)"),
        (json!({ "pattern": "ALPHA" }), "(empty list)"),
        (json!({ "pattern": "ALPHA", "flags": "i" }), "alpha"),
        (json!({ "pattern": "^.{4,5}$" }), "alpha\nbeta\ngamma\ndelta"),
        (json!({ "pattern": "." }), SAMPLE),
        (json!({ "pattern": "alpha\nbeta" }), "(empty list)"),
    ];
    for (arguments, expected) in rows {
        check(SAMPLE, "artifact_grep", arguments, expected);
    }
}

#[test]
fn cat() {
    let rows: [(Value, &str); 8] = [
        (json!({}), SAMPLE),
        (json!({ "start": 1, "end": 4 }), "beta\ngamma\ndelta"),
        (json!({ "start": 3 }), "delta\nepsilon"),
        (json!({ "end": 2 }), "alpha\nbeta"),
        (json!({ "start": 3, "end": 99 }), "delta\nepsilon"),
        (json!({ "start": 2, "end": 2 }), "(empty list)"),
        (json!({ "start": 4, "end": 1 }), "(empty list)"),
        (json!({ "start": 99 }), "(empty list)"),
    ];
    for (arguments, expected) in rows {
        check(SAMPLE, "artifact_cat", arguments, expected);
    }
}

#[test]
fn sizes() {
    let rows = [
        ("", "0", "0"),
        ("a", "1", "1"),
        ("a\nb", "3", "2"),
        ("a\nb\n", "4", "3"),
        ("a\r\nb\r\n", "6", "3"),
        ("\u{feff}a", "4", "1"),
        ("\u{feff}", "3", "0"),
        (SAMPLE, "30", "5"),
    ];
    for (content, bytes, lines) in rows {
        check(content, "artifact_byte_length", json!({}), bytes);
        check(content, "artifact_line_count", json!({}), lines);
    }
}

#[test]
fn lines_keep_what_stands_in_them() {
    let rows: [(&[u8], Value, &str); 10] = [
        (b"", json!({}), "(empty list)"),
        (b"\n", json!({}), "\n"),
        (b"\n", json!({ "end": 1 }), ""),
        (b"a\r\nb\r\n", json!({}), "a\r\nb\r\n"),
        (b"a\r\nb\r\n", json!({ "end": 1 }), "a\r"),
        (b"a\nb\n", json!({ "start": 2 }), ""),
        (b"a\xffb\nc", json!({}), "a\u{fffd}b\nc"),
        (b"\xe2\x82\n\xac", json!({}), "\u{fffd}\n\u{fffd}"),
        ("\u{feff}a\n\u{feff}b".as_bytes(), json!({}), "a\n\u{feff}b"),
        ("\u{feff}\u{feff}a".as_bytes(), json!({}), "\u{feff}a"),
    ];
    for (content, arguments, expected) in rows {
        check(content, "artifact_cat", arguments, expected);
    }
    check("\u{feff}alpha\nbeta", "artifact_grep", json!({ "pattern": "^a" }), "alpha");
    check("\u{feff}alpha", "artifact_tail", json!({}), "alpha");
}

#[test]
fn byte_slices_say_what_they_are() {
    let rows: [(&[u8], Value, &str); 9] = [
        (b"alpha\r\nbeta\n", json!({}), "alpha\r\nbeta\n\n[UTF-8 text, bytes 0 to 12 of 12]"),
        (b"alpha", json!({ "start": 1, "end": 3 }), "lp\n[UTF-8 text, bytes 1 to 3 of 5]"),
        (b"alpha", json!({ "start": 3 }), "ha\n[UTF-8 text, bytes 3 to 5 of 5]"),
        (b"alpha", json!({ "start": 5 }), "[UTF-8 text, bytes 5 to 5 of 5]"),
        (b"alpha", json!({ "start": 9, "end": 1 }), "[UTF-8 text, bytes 1 to 1 of 5]"),
        (b"\x89PNG", json!({}), "iVBORw==\n[base64, bytes 0 to 4 of 4]"),
        (b"\x89PNG", json!({ "start": 1 }), "PNG\n[UTF-8 text, bytes 1 to 4 of 4]"),
        ("é".as_bytes(), json!({ "end": 1 }), "ww==\n[base64, bytes 0 to 1 of 2]"),
        ("\u{feff}a".as_bytes(), json!({}), "\u{feff}a\n[UTF-8 text, bytes 0 to 4 of 4]"),
    ];
    for (content, arguments, expected) in rows {
        check(content, "artifact_byte_slice", arguments, expected);
    }
}

#[test]
fn lines_far_from_the_start_are_found() {
    let mut lines = (0..50_000).map(|number| format!("line {number}")).collect::<Vec<_>>();
    lines[40_000] = "x".repeat(300_000);
    lines.push(String::new());
    let content = lines.join("\n");
    for start in [0, 9_000, 39_999, 40_001, 49_998] {
        let expected = lines[start..start + 1].join("\n");
        check(&content, "artifact_cat", json!({ "start": start, "end": start + 1 }), &expected);
    }
    check(&content, "artifact_tail", json!({ "n": 2 }), "line 49999\n");
    check(&content, "artifact_grep", json!({ "pattern": "^line 4999[89]$" }), "line 49998\nline 49999");
}
