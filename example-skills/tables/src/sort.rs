//! `table_sort`: the rows in another order. Stable, so rows that compare equal stay as they were.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use skillhost_guest::Failure;

use crate::table::Table;
use crate::value::compare;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Sort {
    /// The table as CSV text. Its first line is the column names.
    csv: String,
    /// What separates cells, one ASCII character: a comma unless given.
    delimiter: Option<char>,
    /// Columns to order by, the most important first.
    by: Vec<Key>,
    /// How many rows to keep: all unless given.
    limit: Option<usize>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Key {
    /// A column's name.
    column: String,
    /// Largest first. Empty cells are last either way.
    #[serde(default)]
    descending: bool,
}

pub(crate) fn sort(arguments: Sort) -> Result<String, Failure> {
    let mut table = Table::parse(&arguments.csv, arguments.delimiter)?;
    let mut keys = Vec::new();
    for key in &arguments.by {
        keys.push((table.column(&key.column)?, key.descending));
    }
    table.rows.sort_by(|left, right| {
        keys.iter().map(|key| order(*key, left, right)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    });
    table.rows.truncate(arguments.limit.unwrap_or(usize::MAX));
    Ok(table.into_json_lines())
}

fn order((column, descending): (usize, bool), left: &[Value], right: &[Value]) -> Ordering {
    let (Some(left), Some(right)) = (left.get(column), right.get(column)) else {
        return Ordering::Equal;
    };
    let order = compare(left, right);
    match descending && !left.is_null() && !right.is_null() {
        true => order.reverse(),
        false => order,
    }
}
