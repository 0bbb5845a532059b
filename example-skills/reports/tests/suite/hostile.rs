//! Texts that are made to cost much: each ends with a PDF or a refusal, and none in a panic.

use proptest::prelude::*;
use serde_json::json;
use skillhost_guest::Failure;

use crate::document::Document;
use crate::{markdown, pdf};

/// As much text as a report may have.
const MOST: usize = 512 << 10;

fn survives(text: &str) {
    let arguments = json!({ "title": "T", "text": text });
    for failure in [pdf(arguments.clone()).err(), markdown(arguments).err()].into_iter().flatten() {
        assert!(matches!(failure, Failure::InvalidArguments(_)), "{failure}");
    }
}

#[test]
fn markup_without_end_is_survived() {
    for part in [
        "> ",
        "- ",
        "* a\n",
        "1. ",
        "[",
        "![",
        "[a](",
        "*",
        "**a",
        "_a_ ",
        "`",
        "`` ` ",
        "<a",
        "<!--",
        "&amp;",
        "|",
        "\\",
        "# a\n",
        "|a\n|-\n",
        "    a\n\n",
        "- a\n  ",
        "a\n\n",
        "[a]: b\n",
        "[a][",
        "\t",
        "a",
        "a b ",
        "***",
        "~~~\n",
        "$",
    ] {
        survives(&part.repeat(MOST / part.len()));
    }
}

#[test]
fn nesting_without_end_is_survived() {
    let deeper = |open: &str| {
        (0..800).map(|depth| format!("{}{open}a\n", "  ".repeat(depth % 300))).collect::<String>()
    };
    survives(&deeper("- "));
    survives(&deeper("1. "));
    survives(&format!("{}a{}", "[".repeat(50_000), "](b)".repeat(50_000)));
    survives(&format!("{}a{}", "*".repeat(50_000), "*".repeat(50_000)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_text_brings_the_tools_down(text in "(?s)[a-c \t\n#>*_`|<&;!0-9.(\\[\\])~=é\\\\-]{0,200}", csv in "(?s)[a,\"\n ]{0,30}") {
        let arguments = json!({ "title": "T", "text": text, "csv": csv });
        match pdf(arguments.clone()) {
            Ok(bytes) => prop_assert!(!Document::read(&bytes).pages().is_empty()),
            Err(failure) => prop_assert!(matches!(failure, Failure::InvalidArguments(_)), "{failure}"),
        }
        if let Err(failure) = markdown(arguments) {
            prop_assert!(matches!(failure, Failure::InvalidArguments(_)), "{failure}");
        }
    }

    #[test]
    fn any_characters_are_set_or_named(text in "(?s).{0,60}", title in "(?s).{0,20}") {
        let arguments = json!({ "title": title, "text": text });
        if let Err(failure) = pdf(arguments) {
            prop_assert!(matches!(failure, Failure::InvalidArguments(_)), "{failure}");
        }
    }
}
