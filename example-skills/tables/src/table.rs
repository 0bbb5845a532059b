//! A CSV table, read whole and checked: every row as long as the first, every column named once. Used by every
//! tool.

use serde_json::{Map, Value};
use skillhost_guest::Failure;

use crate::value::number;

/// What is wrong with a table, or with a name that should be one of its columns. Lines are 1-based.
#[derive(Debug, thiserror::Error)]
enum TableError {
    #[error("the table is empty: its first line must be the column names")]
    NoNames,
    #[error("the delimiter `{0}` is not one ASCII character")]
    Delimiter(char),
    #[error("column {position} of the first line has no name")]
    Unnamed { position: usize },
    #[error("two columns are named `{name}`")]
    NamedTwice { name: String },
    #[error("line {line} has {found} cells where the first line has {expected}")]
    Ragged { line: u64, found: u64, expected: u64 },
    #[error("no column `{name}`; the columns are {}", columns.join(", "))]
    UnknownColumn { name: String, columns: Vec<String> },
    #[error("the CSV text cannot be read: {0}")]
    Csv(csv::Error),
}

/// Names and rows. In a column all cells are numbers or all are strings; empty cells are null in both.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<Vec<Value>>,
}

impl Table {
    pub(crate) fn parse(csv: &str, delimiter: Option<char>) -> Result<Table, Failure> {
        Table::read(csv, delimiter.unwrap_or(',')).map_err(Failure::invalid_arguments)
    }

    fn read(csv: &str, delimiter: char) -> Result<Table, TableError> {
        let delimiter = u8::try_from(delimiter)
            .ok()
            .filter(|byte| byte.is_ascii() && !matches!(byte, b'"' | b'\r' | b'\n'))
            .ok_or(TableError::Delimiter(delimiter))?;
        let text = csv.strip_prefix('\u{feff}').unwrap_or(csv);
        let mut reader =
            csv::ReaderBuilder::new().delimiter(delimiter).trim(csv::Trim::All).from_reader(text.as_bytes());

        let columns: Vec<String> =
            reader.headers().map_err(TableError::Csv)?.iter().map(str::to_owned).collect();
        check_names(&columns)?;
        let mut numeric = vec![true; columns.len()];
        let mut records = Vec::new();
        for record in reader.into_records() {
            let record = record.map_err(ragged)?;
            for (numeric, cell) in numeric.iter_mut().zip(&record) {
                *numeric &= cell.is_empty() || number(cell).is_some();
            }
            records.push(record);
        }
        let rows = records.iter().map(|record| record.iter().zip(&numeric).map(value).collect()).collect();
        Ok(Table { columns, rows })
    }

    /// Where the column of this name stands in a row.
    pub(crate) fn column(&self, name: &str) -> Result<usize, Failure> {
        self.columns.iter().position(|column| column == name.trim()).ok_or_else(|| {
            let (name, columns) = (name.to_owned(), self.columns.clone());
            Failure::invalid_arguments(TableError::UnknownColumn { name, columns })
        })
    }

    /// The cells of a column, top to bottom.
    pub(crate) fn cells(&self, column: usize) -> impl Iterator<Item = &Value> {
        self.rows.iter().filter_map(move |row| row.get(column))
    }

    /// One JSON object a line.
    pub(crate) fn into_json_lines(self) -> String {
        let Table { columns, rows } = self;
        let mut lines = String::new();
        for row in rows {
            let object: Map<String, Value> = columns.iter().cloned().zip(row).collect();
            lines.push_str(&Value::Object(object).to_string());
            lines.push('\n');
        }
        lines
    }
}

fn check_names(columns: &[String]) -> Result<(), TableError> {
    if columns.is_empty() {
        return Err(TableError::NoNames);
    }
    let mut seen = std::collections::BTreeSet::new();
    for (position, name) in (1..).zip(columns) {
        if name.is_empty() {
            return Err(TableError::Unnamed { position });
        }
        if !seen.insert(name) {
            return Err(TableError::NamedTwice { name: name.clone() });
        }
    }
    Ok(())
}

fn value((cell, numeric): (&str, &bool)) -> Value {
    match (cell, numeric) {
        ("", _) => Value::Null,
        (cell, true) => number(cell).map_or(Value::Null, Value::Number),
        (cell, false) => Value::String(cell.to_owned()),
    }
}

fn ragged(error: csv::Error) -> TableError {
    match error.kind() {
        csv::ErrorKind::UnequalLengths { pos: Some(position), expected_len, len } => {
            TableError::Ragged { line: position.line(), found: *len, expected: *expected_len }
        }
        _ => TableError::Csv(error),
    }
}
