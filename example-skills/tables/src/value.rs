//! Cells as values: when text is a number, and how two cells compare. Guesses nothing: what JSON does not write
//! as a number is text. Used by every tool.

use std::cmp::Ordering;

use serde_json::{Number, Value};

/// The number that this cell is, as JSON writes numbers. A whole number that does not fit 64 bits stays text,
/// for it would come back changed; so does `007`, which is rarely an amount.
pub(crate) fn number(cell: &str) -> Option<Number> {
    let number: Number = serde_json::from_str(cell).ok()?;
    let whole = cell.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    (!whole || number.is_i64() || number.is_u64()).then_some(number)
}

/// Numbers by size, text by its bytes, empty cells after both.
pub(crate) fn compare(left: &Value, right: &Value) -> Ordering {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => compare_numbers(left, right),
        (Value::String(left), Value::String(right)) => left.cmp(right),
        _ => rank(left).cmp(&rank(right)),
    }
}

fn compare_numbers(left: &Number, right: &Number) -> Ordering {
    match (left.as_i64(), right.as_i64()) {
        (Some(left), Some(right)) => left.cmp(&right),
        _ => float(left).total_cmp(&float(right)),
    }
}

/// The nearest floating-point number.
pub(crate) fn float(number: &Number) -> f64 {
    number.as_f64().unwrap_or(f64::NAN)
}

fn rank(value: &Value) -> u8 {
    match value {
        Value::Number(_) => 0,
        Value::Null => 2,
        _ => 1,
    }
}
