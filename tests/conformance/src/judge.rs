//! Compares what came of a step with what the case expects. Every difference is said, not only the first. Touches
//! no host.

use regex::Regex;
use serde_json::Value;
use skillhost::error::CODES;

use crate::door::Outcome;
use crate::step::{Expectation, Many};

/// The differences between an outcome and its expectation; empty where there are none. What stands behind a handle
/// (`content`) is compared by `run`, which can read it.
pub(crate) fn differences(outcome: &Outcome, expect: &Expectation) -> Vec<String> {
    let mut found = Vec::new();
    match (outcome, &expect.error) {
        (Outcome::Failed { report, exit }, Some(codes)) => {
            judge_error(&mut found, report, *exit, codes, expect)
        }
        (Outcome::Failed { report, .. }, None) => found.push(format!("it failed:\n{report:#}")),
        (Outcome::Done(value), Some(codes)) => {
            found.push(format!("it gave an answer, not {}:\n{value:#}", codes.0.join(" or ")));
        }
        (Outcome::Done(value), None) => judge_answer(&mut found, value, expect),
        (Outcome::Ran { exit, stdout, stderr }, _) => {
            if *exit != Some(expect.exit.unwrap_or(0)) {
                found.push(format!("it ended with {exit:?}:\n{stdout}\n{stderr}"));
            }
            contains(&mut found, "standard output", stdout, &expect.stdout);
            contains(&mut found, "standard error", stderr, &expect.stderr);
            lacks(&mut found, "standard output", stdout, &expect.stdout_lacks);
        }
    }
    found
}

fn judge_answer(found: &mut Vec<String>, value: &Value, expect: &Expectation) {
    if let Some(output) = &expect.output {
        let actual = value.get("output").cloned().unwrap_or(Value::Null);
        subset(found, "output", &actual, &to_json(output));
    }
    if let Some(json) = &expect.json {
        subset(found, "answer", value, &to_json(json));
    }
    if let Some(text) = &expect.text {
        let actual = value.get("text").cloned().unwrap_or(Value::Null);
        subset(found, "text", &actual, &Value::String(text.clone()));
    }
}

fn judge_error(
    found: &mut Vec<String>,
    report: &Value,
    exit: Option<i32>,
    codes: &Many,
    expect: &Expectation,
) {
    let field = |name: &str| report.get(name).and_then(Value::as_str).unwrap_or_default();
    let code = field("code");
    if !codes.0.iter().any(|expected| expected == code) {
        found.push(format!("the code is {code}, not {}:\n{report:#}", codes.0.join(" or ")));
        return;
    }
    contains(found, "the message", field("message"), &expect.message);
    contains(found, "the hint", field("hint"), &expect.hint);
    lacks(found, "the message", field("message"), &expect.message_lacks);
    let mistakes: Vec<_> = report.get("mistakes").and_then(Value::as_array).into_iter().flatten().collect();
    for expected in &expect.mistakes.0 {
        if !mistakes.iter().any(|mistake| mistake.to_string().contains(expected)) {
            found.push(format!("no mistake says `{expected}`:\n{report:#}"));
        }
    }
    judge_blame(found, report, exit, code, expect.blame.as_deref());
}

/// The blame follows from the code unless the case says otherwise, and the exit code from the blame.
fn judge_blame(
    found: &mut Vec<String>,
    report: &Value,
    exit: Option<i32>,
    code: &str,
    expected: Option<&str>,
) {
    let row = CODES.iter().find(|row| row.name == code).map(|row| row.blame.as_str());
    let blame = report.get("blame").and_then(Value::as_str);
    if blame != expected.or(row) {
        found.push(format!("the blame is not {:?}:\n{report:#}", expected.or(row)));
    }
    let expected = match blame {
        Some("host") => 1,
        Some("deployer") => 2,
        Some("caller") => 3,
        _ => 4,
    };
    if exit.is_some_and(|exit| exit != expected) {
        found.push(format!("the exit code is {exit:?}, not {expected}"));
    }
}

fn contains(found: &mut Vec<String>, what: &str, text: &str, expected: &Many) {
    for fragment in &expected.0 {
        let there = match fragment.strip_prefix('~') {
            Some(pattern) => Regex::new(pattern).is_ok_and(|regex| regex.is_match(text)),
            None => text.contains(fragment),
        };
        if !there {
            found.push(format!("{what} does not contain `{fragment}`:\n{text}"));
        }
    }
}

fn lacks(found: &mut Vec<String>, what: &str, text: &str, unwanted: &Many) {
    let there = unwanted.0.iter().filter(|fragment| text.contains(fragment.as_str()));
    found.extend(there.map(|fragment| format!("{what} contains `{fragment}`:\n{text}")));
}

/// Whether everything that is expected is there. Tables may have more keys; lists may not have more elements.
fn subset(found: &mut Vec<String>, at: &str, actual: &Value, expected: &Value) {
    match (actual, expected) {
        (Value::Object(actual), Value::Object(expected)) => {
            for (key, expected) in expected {
                subset(found, &format!("{at}.{key}"), actual.get(key).unwrap_or(&Value::Null), expected);
            }
        }
        (Value::Array(actual), Value::Array(expected)) if actual.len() == expected.len() => {
            for (index, (actual, expected)) in actual.iter().zip(expected).enumerate() {
                subset(found, &format!("{at}[{index}]"), actual, expected);
            }
        }
        (Value::String(actual), Value::String(expected)) if expected.starts_with('~') => {
            let pattern = expected.trim_start_matches('~');
            if !Regex::new(pattern).is_ok_and(|regex| regex.is_match(actual)) {
                found.push(format!("{at} does not match `{pattern}`:\n{actual}"));
            }
        }
        // A key that must not be there.
        (Value::Null, Value::String(expected)) if expected == "~absent" => {}
        (actual, expected) if actual == expected => {}
        (actual, expected) => found.push(format!("{at}\n  expected {expected}\n  actual   {actual}")),
    }
}

/// The same value in JSON. A date has no counterpart and no case needs one.
pub(crate) fn to_json(value: &toml::Value) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}
