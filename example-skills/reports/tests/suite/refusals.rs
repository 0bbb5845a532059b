//! What both tools refuse, with a text that says what would do; every limit is met here.

use serde_json::{Value, json};
use skillhost_guest::Failure;

use crate::{markdown, pdf};

/// By both tools alike.
fn refused(arguments: Value, reason: &str) {
    let expected = Some(Failure::invalid_arguments(reason));
    assert_eq!(pdf(arguments.clone()).err(), expected);
    assert_eq!(markdown(arguments).err(), expected);
}

fn text(text: &str) -> Value {
    json!({ "title": "T", "text": text })
}

fn csv(csv: &str) -> Value {
    json!({ "title": "T", "text": "x", "csv": csv })
}

#[test]
fn titles_are_one_short_line() {
    refused(json!({ "title": "  ", "text": "" }), "the report has no title");
    refused(
        json!({ "title": "é".repeat(201), "text": "" }),
        "the title has 201 characters; it may have 200, on one line",
    );
    assert!(pdf(json!({ "title": "é".repeat(200), "text": "" })).is_ok());
    refused(
        json!({ "title": "a\nb", "text": "" }),
        "the title has the character U+000A, which nobody sees: leave it out",
    );
}

#[test]
fn what_nobody_sees_is_refused_with_its_place() {
    let hidden = |place: &str, code: &str| {
        format!("{place} has the character U+{code}, which nobody sees: leave it out")
    };
    refused(text("a\r\nb\u{7}"), &hidden("line 2 of the text", "0007"));
    refused(text("a\rb"), &hidden("line 1 of the text", "000D"));
    refused(text("a\u{202e}b"), &hidden("line 1 of the text", "202E"));
    refused(text("a\u{e0041}"), &hidden("line 1 of the text", "E0041"));
    refused(csv("a\n1\n2\0\n"), &hidden("line 3 of the table", "0000"));
    refused(json!({ "title": "a\u{2066}", "text": "" }), &hidden("the title", "2066"));
    let entity = "an entity in the text stands for U+202E, which nobody sees: leave it out";
    refused(text("a &#8238; b"), entity);
    refused(text("| a |\n|---|\n| &#x202e; |"), entity);
    assert!(markdown(text("می‌خواهم 👩‍🔬\ttab")).is_ok());
}

#[test]
fn tables_that_are_none_are_refused() {
    refused(csv(""), "the table is empty: its first line must be the column names");
    refused(csv("a,b\n1,2\n3\n"), "line 3 of the table has 1 cells where the first line has 2");
    let arguments = json!({ "title": "T", "text": "", "csv": "a\n", "delimiter": "→" });
    refused(arguments, "the delimiter `→` is not one ASCII character");
    let semicolons = json!({ "title": "T", "text": "", "csv": "a;b\n1;2\n", "delimiter": ";" });
    assert!(markdown(semicolons).unwrap().ends_with("| 1 | 2 |\n"));
}

#[test]
fn reports_have_bounds() {
    let wide = |columns: usize| vec!["a"; columns].join(",");
    refused(csv(&wide(13)), "a table of 13 columns; a page holds at most 12");
    assert!(pdf(csv(&wide(12))).is_ok());
    refused(
        text(&format!("|{}\n|{}\n", "a|".repeat(13), "-|".repeat(13))),
        "a table of 13 columns; a page holds at most 12",
    );

    let long = "a table of more than 5000 rows: group or filter it first";
    refused(csv(&"a\n".repeat(5_002)), long);
    refused(text(&format!("| a |\n|---|\n{}", "| b |\n".repeat(5_001))), long);
    assert!(markdown(csv(&"a\n".repeat(5_001))).is_ok());

    let large = json!({ "title": "T", "text": "x".repeat(512 << 10), "csv": "a" });
    refused(large, "text and table have 524289 bytes together; a report has at most 524288: split it");
    assert!(markdown(text(&"x".repeat(512 << 10))).is_ok());

    let lines = "x\n\n".repeat(20_000);
    let many = Failure::invalid_arguments("the report has more than 200 pages: split it");
    assert_eq!(pdf(text(&lines)).err(), Some(many));
    assert!(markdown(text(&lines)).is_ok());
}

#[test]
fn what_the_font_cannot_set_is_named_and_left_to_markdown() {
    let check = |text: &str, characters: &str| {
        let reason =
            format!("the PDF's font cannot set {characters}: spell them out, or use report_markdown");
        let arguments = json!({ "title": "T", "text": text });
        assert_eq!(pdf(arguments.clone()).err(), Some(Failure::invalid_arguments(reason)));
        assert!(markdown(arguments).is_ok());
    };
    check("**漢字**", "`字` (U+5B57), `漢` (U+6F22)");
    check("done ✅", "`✅` (U+2705)");
    check("`&#x4e2d;` &#x4e2d;", "`中` (U+4E2D)");
    check("| a |\n|---|\n| שלום |", "`ו` (U+05D5), `ל` (U+05DC), `ם` (U+05DD), `ש` (U+05E9)");
}

#[test]
fn a_text_may_not_take_in_the_table() {
    let reason =
        "the text ends inside a block that takes in the table: close its last code fence or HTML element";
    for open in ["```\ncode", "~~~~\n```", "<!-- note", "<script>\nx", "<pre>"] {
        let arguments = json!({ "title": "T", "text": open, "csv": "a\n1\n" });
        assert_eq!(markdown(arguments.clone()).err(), Some(Failure::invalid_arguments(reason)), "{open}");
        assert!(pdf(arguments).is_ok(), "{open}");
    }
    for closed in ["```\ncode\n```", "- item", "> quotation", "    code", "| a |\n|---|", "[x]: y", "<div>"] {
        assert!(markdown(json!({ "title": "T", "text": closed, "csv": "a\n1\n" })).is_ok(), "{closed}");
    }
}
