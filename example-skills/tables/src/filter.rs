//! `table_filter`: the rows that meet every condition, in their order.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use skillhost_guest::Failure;

use crate::table::Table;
use crate::value::{compare, number};

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Filter {
    /// The table as CSV text. Its first line is the column names.
    csv: String,
    /// What separates cells, one ASCII character: a comma unless given.
    delimiter: Option<char>,
    /// Conditions that a row must meet, all of them.
    conditions: Vec<Condition>,
    /// The columns to answer with, in this order: all unless given.
    columns: Option<Vec<String>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Condition {
    /// A column's name.
    column: String,
    operator: Operator,
    /// What to compare with. In a numeric column, a number.
    value: String,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Operator {
    Equals,
    NotEquals,
    Contains,
    Greater,
    AtLeast,
    Less,
    AtMost,
}

/// A condition whose column and value are known to fit the table.
struct Test {
    column: usize,
    operator: Operator,
    text: String,
    value: Value,
}

pub(crate) fn filter(arguments: Filter) -> Result<String, Failure> {
    let mut table = Table::parse(&arguments.csv, arguments.delimiter)?;
    let tests: Vec<Test> = arguments
        .conditions
        .into_iter()
        .map(|condition| resolve(&table, condition))
        .collect::<Result<_, _>>()?;
    table
        .rows
        .retain(|row| tests.iter().all(|test| row.get(test.column).is_some_and(|cell| test.holds(cell))));
    match arguments.columns {
        Some(columns) => Ok(choose(&table, columns)?.into_json_lines()),
        None => Ok(table.into_json_lines()),
    }
}

fn resolve(table: &Table, condition: Condition) -> Result<Test, Failure> {
    let Condition { column: name, operator, value: text } = condition;
    let column = table.column(&name)?;
    let numeric = table.cells(column).any(Value::is_number);
    let value = match (text.trim(), operator) {
        ("", _) => Value::Null,
        (text, Operator::Contains) => Value::String(text.to_owned()),
        (text, _) if numeric => number(text).map(Value::Number).ok_or_else(|| {
            Failure::invalid_arguments(format_args!(
                "column `{name}` is numeric, and `{text}` is not a number"
            ))
        })?,
        (text, _) => Value::String(text.to_owned()),
    };
    Ok(Test { column, operator, text: text.trim().to_owned(), value })
}

impl Test {
    fn holds(&self, cell: &Value) -> bool {
        let order = || (!cell.is_null() && !self.value.is_null()).then(|| compare(cell, &self.value));
        match self.operator {
            Operator::Equals => compare(cell, &self.value) == Ordering::Equal,
            Operator::NotEquals => compare(cell, &self.value) != Ordering::Equal,
            Operator::Contains => match cell {
                Value::Null => false,
                Value::String(cell) => cell.contains(&self.text),
                cell => cell.to_string().contains(&self.text),
            },
            Operator::Greater => order() == Some(Ordering::Greater),
            Operator::AtLeast => order().is_some_and(Ordering::is_ge),
            Operator::Less => order() == Some(Ordering::Less),
            Operator::AtMost => order().is_some_and(Ordering::is_le),
        }
    }
}

fn choose(table: &Table, columns: Vec<String>) -> Result<Table, Failure> {
    let positions: Vec<usize> = columns.iter().map(|name| table.column(name)).collect::<Result<_, _>>()?;
    let pick =
        |row: &Vec<Value>| positions.iter().filter_map(|position| row.get(*position).cloned()).collect();
    Ok(Table { rows: table.rows.iter().map(pick).collect(), columns })
}
