//! `table_columns`: what a table holds, before it is asked anything. Reads every row.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use skillhost_guest::Failure;

use crate::table::Table;
use crate::value::compare;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Columns {
    /// The table as CSV text. Its first line is the column names.
    csv: String,
    /// What separates cells, one ASCII character: a comma unless given.
    delimiter: Option<char>,
}

pub(crate) fn columns(arguments: Columns) -> Result<String, Failure> {
    let table = Table::parse(&arguments.csv, arguments.delimiter)?;
    let mut lines = String::new();
    for (position, name) in table.columns.iter().enumerate() {
        let filled: Vec<&Value> = table.cells(position).filter(|cell| !cell.is_null()).collect();
        let kind = match filled.first() {
            None => "empty",
            Some(Value::Number(_)) => "number",
            Some(_) => "text",
        };
        let distinct: BTreeSet<String> = filled.iter().map(|cell| cell.to_string()).collect();
        let line = json!({
            "column": name,
            "type": kind,
            "filled": filled.len(),
            "empty": table.rows.len() - filled.len(),
            "distinct": distinct.len(),
            "min": filled.iter().min_by(|left, right| compare(left, right)),
            "max": filled.iter().max_by(|left, right| compare(left, right)),
        });
        lines.push_str(&line.to_string());
        lines.push('\n');
    }
    Ok(lines)
}
