//! The numbers to draw, read from CSV and checked. Used by both charts.

use skillhost_guest::Failure;

/// As many series as there are colours that can be told apart.
pub(crate) const MOST_SERIES: usize = 8;

/// What is wrong with a table, or with the columns named for it. Lines are 1-based.
#[derive(Debug, thiserror::Error)]
enum DataError {
    #[error("the delimiter `{0}` is not one ASCII character")]
    Delimiter(char),
    #[error("no column `{name}`; the columns are {columns}")]
    UnknownColumn { name: String, columns: String },
    #[error("{count} columns to draw; a chart has one to {MOST_SERIES}")]
    Series { count: usize },
    #[error("line {line} has {found} cells where the first line has {expected}")]
    Ragged { line: u64, found: u64, expected: u64 },
    #[error("`{cell}` in column `{column}` on line {line} is not a number")]
    NotANumber { line: u64, column: String, cell: String },
    #[error("nothing to draw: the columns hold no number")]
    Nothing,
    #[error("the CSV text cannot be read: {0}")]
    Csv(csv::Error),
}

/// A name for each row, and the columns to draw.
#[derive(Debug)]
pub(crate) struct Data {
    pub(crate) names: Vec<String>,
    pub(crate) series: Vec<Series>,
}

/// One column. A missing value is a gap.
#[derive(Debug)]
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) values: Vec<Option<f64>>,
}

impl Data {
    /// Reads the column of names and the columns to draw.
    pub(crate) fn parse(
        csv: &str,
        delimiter: Option<char>,
        names: &str,
        columns: &[String],
    ) -> Result<Data, Failure> {
        read(csv, delimiter.unwrap_or(','), names, columns).map_err(Failure::invalid_arguments)
    }

    /// The rows' names as numbers, where all of them are.
    pub(crate) fn numeric_names(&self) -> Option<Vec<f64>> {
        self.names.iter().map(|name| number(name)).collect()
    }

    /// The smallest and the largest value drawn.
    pub(crate) fn bounds(&self) -> (f64, f64) {
        let values = self.series.iter().flat_map(|series| &series.values).flatten();
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(*value), high.max(*value))
        })
    }
}

fn read(csv: &str, delimiter: char, names: &str, columns: &[String]) -> Result<Data, DataError> {
    if columns.is_empty() || columns.len() > MOST_SERIES {
        return Err(DataError::Series { count: columns.len() });
    }
    let byte = u8::try_from(delimiter).ok().filter(|byte| byte.is_ascii() && !b"\"\r\n".contains(byte));
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(byte.ok_or(DataError::Delimiter(delimiter))?)
        .trim(csv::Trim::All)
        .from_reader(csv.strip_prefix('\u{feff}').unwrap_or(csv).as_bytes());

    let header = reader.headers().map_err(DataError::Csv)?.clone();
    let position = |name: &str| {
        header.iter().position(|column| column == name.trim()).ok_or_else(|| DataError::UnknownColumn {
            name: name.to_owned(),
            columns: header.iter().collect::<Vec<_>>().join(", "),
        })
    };
    let name_position = position(names)?;
    let positions = columns.iter().map(|name| position(name)).collect::<Result<Vec<_>, _>>()?;

    let series = columns.iter().map(|name| Series { name: name.clone(), values: Vec::new() });
    let mut data = Data { names: Vec::new(), series: series.collect() };
    for record in reader.into_records() {
        let record = record.map_err(ragged)?;
        data.names.push(record.get(name_position).unwrap_or_default().to_owned());
        for (series, position) in data.series.iter_mut().zip(&positions) {
            let cell = record.get(*position).unwrap_or_default();
            let value = number(cell);
            if value.is_none() && !cell.is_empty() {
                let line = record.position().map_or(0, csv::Position::line);
                return Err(DataError::NotANumber {
                    line,
                    column: series.name.clone(),
                    cell: cell.to_owned(),
                });
            }
            series.values.push(value);
        }
    }
    match data.series.iter().any(|series| series.values.iter().any(Option::is_some)) {
        true => Ok(data),
        false => Err(DataError::Nothing),
    }
}

/// Larger numbers leave no room to compute an axis in.
fn number(cell: &str) -> Option<f64> {
    cell.parse().ok().filter(|number: &f64| number.abs() < 1e100)
}

fn ragged(error: csv::Error) -> DataError {
    match error.kind() {
        csv::ErrorKind::UnequalLengths { pos: Some(position), expected_len, len } => {
            DataError::Ragged { line: position.line(), found: *len, expected: *expected_len }
        }
        _ => DataError::Csv(error),
    }
}
