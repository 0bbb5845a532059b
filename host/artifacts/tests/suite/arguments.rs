//! What a model may write, and how it is told what is wrong.

use serde_json::{Map, Value, json};
use skillhost_artifacts::ReadError;

use crate::reading::{check, refusal};

/// The message about arguments that must be refused.
#[track_caller]
fn check_mistakes(reader: &str, arguments: Value, expected: &[&str]) {
    let error = refusal("alpha", reader, &arguments);
    let ReadError::InvalidArguments { mistakes, .. } = &error else {
        panic!("{reader} {arguments}: {error}");
    };
    let mistakes = mistakes.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(mistakes, expected, "{reader} {arguments}");
}

#[test]
fn nothing_is_converted() {
    let integer = |found: &str| format!("`n` must be an integer, not {found}");
    let rows = [
        (json!("5"), integer("a string")),
        (json!(null), integer("null")),
        (json!(true), integer("a boolean")),
        (json!([5]), integer("an array")),
        (json!({}), integer("an object")),
        (json!(5.0), integer("a number with a fraction or exponent")),
        (json!(1.5), integer("a number with a fraction or exponent")),
        (json!(0), "`n` must be from 1 to 9007199254740991".into()),
        (json!(-1), "`n` must be from 1 to 9007199254740991".into()),
        (json!(9_007_199_254_740_992_u64), "`n` must be from 1 to 9007199254740991".into()),
        (json!(u64::MAX), "`n` must be from 1 to 9007199254740991".into()),
        (json!(i64::MIN), "`n` must be from 1 to 9007199254740991".into()),
    ];
    for (written, expected) in rows {
        for reader in ["artifact_head", "artifact_tail"] {
            check_mistakes(reader, json!({ "n": written }), &[&expected]);
        }
    }
    check("alpha", "artifact_head", json!({ "n": 9_007_199_254_740_991_u64 }), "alpha");
}

#[test]
fn positions_start_at_zero() {
    for reader in ["artifact_cat", "artifact_byte_slice"] {
        check_mistakes(reader, json!({ "start": -1 }), &["`start` must be from 0 to 9007199254740991"]);
        check_mistakes(reader, json!({ "end": null }), &["`end` must be an integer, not null"]);
    }
}

#[test]
fn the_answer_can_only_be_made_smaller() {
    for reader in ["artifact_head", "artifact_tail", "artifact_cat", "artifact_byte_slice"] {
        check_mistakes(reader, json!({ "max_bytes": 0 }), &["`max_bytes` must be from 1 to 65536"]);
        check_mistakes(reader, json!({ "max_bytes": 65_537 }), &["`max_bytes` must be from 1 to 65536"]);
    }
}

#[test]
fn patterns_and_flags() {
    let flags = |found: &str| format!("`flags` has an unknown flag `{found}`; the flags are i, m, s, u");
    check_mistakes("artifact_grep", json!({}), &["`pattern` is required"]);
    check_mistakes("artifact_grep", json!({ "pattern": "" }), &["`pattern` must not be empty"]);
    check_mistakes("artifact_grep", json!({ "pattern": 1 }), &["`pattern` must be a string, not a number"]);
    let long = "a".repeat(4097);
    check_mistakes(
        "artifact_grep",
        json!({ "pattern": long }),
        &["`pattern` must be at most 4,096 bytes long"],
    );
    for (written, found) in [("g", "g"), ("y", "y"), ("gi", "g"), ("ig", "g"), ("\n", "\\n")] {
        check_mistakes("artifact_grep", json!({ "pattern": "a", "flags": written }), &[&flags(found)]);
    }
    check_mistakes(
        "artifact_grep",
        json!({ "pattern": "a", "flags": "ii" }),
        &["`flags` has the flag `i` twice"],
    );
    check("alpha", "artifact_grep", json!({ "pattern": "a", "flags": "" }), "alpha");
    check("alpha", "artifact_grep", json!({ "pattern": "A", "flags": "usmi" }), "alpha");
}

#[test]
fn encodings_are_named_exactly() {
    let words = "gpt2, r50k_base, p50k_base, p50k_edit, cl100k_base, o200k_base, gemini, llama2, claude";
    let expected = format!("`encoding` must be one of {words}");
    for written in ["", "Claude", "gpt-4", "cl100k_base "] {
        check_mistakes("artifact_estimate_tokens", json!({ "encoding": written }), &[&expected]);
    }
    check_mistakes("artifact_estimate_tokens", json!({}), &["`encoding` is required"]);
}

#[test]
fn all_mistakes_are_reported_together() {
    check_mistakes(
        "artifact_grep",
        json!({ "flags": "g", "Pattern": "a", "max_bytes": "1", "line\n": 1 }),
        &[
            "`pattern` is required",
            "`flags` has an unknown flag `g`; the flags are i, m, s, u",
            "`max_bytes` must be an integer, not a string",
            "unknown: `Pattern`, `line\\n`",
        ],
    );
    let error = refusal("alpha", "artifact_cat", &json!({ "start": "1", "from": 2 }));
    assert_eq!(
        error.to_string(),
        "invalid arguments for `artifact_cat`: `start` must be an integer, not a string; unknown: `from`"
    );
    assert_eq!(error.hint().as_deref(), Some("`artifact_cat` takes `start`, `end`, `max_bytes`"));
}

#[test]
fn readers_without_parameters_take_none() {
    for reader in ["artifact_byte_length", "artifact_line_count"] {
        let error = refusal("alpha", reader, &json!({ "callId": "1" }));
        assert_eq!(error.to_string(), format!("invalid arguments for `{reader}`: unknown: `callId`"));
        assert_eq!(error.hint(), Some(format!("`{reader}` takes no arguments besides `callId`")));
    }
}

#[test]
fn the_message_stays_short_whatever_is_written() {
    let unknown = (0..10_000).map(|number| (format!("{number}{}", "x".repeat(1000)), Value::Null));
    let error = refusal("alpha", "artifact_cat", &Value::Object(unknown.collect::<Map<_, _>>()));
    let message = error.to_string();
    assert!(message.len() < 1000, "{} bytes", message.len());
    assert!(message.ends_with(" and 9,992 more"), "{message}");

    let error = refusal("alpha", &"artifact".repeat(1000), &json!({}));
    assert!(error.to_string().len() < 200, "{error}");
}
