//! Both doors give the same answers (invariant 9): what differs from run to run is taken out, and the rest compared
//! once a case has gone through both.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use regex::Regex;
use serde_json::{Value, json};

use crate::door::Outcome;

/// What the first door answered, for each case that has gone through one so far.
static FIRST: LazyLock<Mutex<HashMap<String, Vec<Value>>>> = LazyLock::new(Mutex::default);

/// What one step gave, without what no two runs share.
pub(crate) fn comparable(outcome: &Outcome) -> Option<Value> {
    match outcome {
        Outcome::Done(value) => Some(without_chance(value)),
        Outcome::Failed { report, .. } => Some(without_chance(&json!({
            "code": report.get("code"), "message": report.get("message"), "hint": report.get("hint"),
        }))),
        Outcome::Ran { .. } => None,
    }
}

/// The differences between these answers and those of the other door, if it has answered.
pub(crate) fn differences(case: &str, answers: Vec<Value>) -> Vec<String> {
    let mut first = FIRST.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(others) = first.remove(case) else {
        first.insert(case.to_owned(), answers);
        return Vec::new();
    };
    let unequal = answers.iter().zip(&others).enumerate().filter(|(_, (one, other))| one != other);
    unequal
        .map(|(index, (one, other))| {
            format!("compared answer {}: this door gave\n{one:#}\nthe other gave\n{other:#}", index + 1)
        })
        .collect()
}

fn without_chance(value: &Value) -> Value {
    static CHANCE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        let handle = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
        Regex::new(&format!("{handle}|/[^ `\"]*skillhost-case-[A-Za-z0-9]+")).ok()
    });
    match value {
        Value::String(text) => match CHANCE.as_ref() {
            Some(chance) => Value::String(chance.replace_all(text, "…").into_owned()),
            None => value.clone(),
        },
        Value::Array(items) => Value::Array(items.iter().map(without_chance).collect()),
        Value::Object(map) => {
            // How long it took, how much memory it used, when it happened.
            let chance = ["usage", "createdAt", "expiresAt", "at", "stages", "memoryBytes"];
            let kept = map.iter().filter(|(key, _)| !chance.contains(&key.as_str()));
            Value::Object(kept.map(|(key, value)| (key.clone(), without_chance(value))).collect())
        }
        other => other.clone(),
    }
}
