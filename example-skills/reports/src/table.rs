//! A table as both tools show it: CSV read into cells, and which columns hold numbers. Used by `report`; tables
//! of Markdown become the same in `reader`.

use crate::blocks::Span;

/// More columns leave each too narrow for a word on A4.
pub(crate) const MOST_COLUMNS: usize = 12;

/// About a hundred pages. A cell costs far more memory than its text.
pub(crate) const MOST_ROWS: usize = 5_000;

/// What is wrong with a table. Lines are 1-based.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TableError {
    #[error("the delimiter `{0}` is not one ASCII character")]
    Delimiter(char),
    #[error("the table is empty: its first line must be the column names")]
    Empty,
    #[error("a table of {0} columns; a page holds at most {MOST_COLUMNS}")]
    TooWide(usize),
    #[error("a table of more than {MOST_ROWS} rows: group or filter it first")]
    TooLong,
    #[error("line {line} of the table has {found} cells where the first line has {expected}")]
    Ragged { line: u64, found: u64, expected: u64 },
    #[error("the CSV text cannot be read: {0}")]
    Csv(csv::Error),
}

/// How the cells of a column stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Centre,
    Right,
}

/// A cell's text, in pieces of one style.
pub(crate) type Cell = Vec<Span>;

/// A table; rows may be shorter than the header, never longer than [`MOST_COLUMNS`].
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) align: Vec<Align>,
    pub(crate) header: Vec<Cell>,
    pub(crate) rows: Vec<Vec<Cell>>,
}

impl Table {
    /// Reads CSV text.
    pub(crate) fn parse(csv: &str, delimiter: Option<char>) -> Result<Table, TableError> {
        let delimiter = delimiter.unwrap_or(',');
        let byte = u8::try_from(delimiter).ok().filter(|byte| byte.is_ascii() && !b"\"\r\n".contains(byte));
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(byte.ok_or(TableError::Delimiter(delimiter))?)
            .trim(csv::Trim::All)
            .from_reader(csv.as_bytes());

        let cell = |text: &str| vec![Span::plain(text)];
        let names = reader.headers().map_err(TableError::Csv)?;
        if names.is_empty() {
            return Err(TableError::Empty);
        }
        if names.len() > MOST_COLUMNS {
            return Err(TableError::TooWide(names.len()));
        }
        let header: Vec<Cell> = names.iter().map(cell).collect();
        let mut rows = Vec::new();
        for record in reader.into_records() {
            let record = record.map_err(ragged)?;
            if rows.len() == MOST_ROWS {
                return Err(TableError::TooLong);
            }
            rows.push(record.iter().map(cell).collect());
        }
        let align = vec![None; header.len()];
        Ok(Table::new(align, header, rows))
    }

    /// Aligns each column as it says, and where it says nothing, numbers right and all else left.
    pub(crate) fn new(align: Vec<Option<Align>>, header: Vec<Cell>, rows: Vec<Vec<Cell>>) -> Table {
        let numeric = |column: usize| {
            let mut texts = rows.iter().filter_map(|row| row.get(column)).map(|cell| text(cell)).peekable();
            let any = texts.peek().is_some();
            match any && texts.all(|text| text.is_empty() || is_number(&text)) {
                true => Align::Right,
                false => Align::Left,
            }
        };
        let align = align.into_iter().enumerate();
        let align = align.map(|(column, align)| align.unwrap_or_else(|| numeric(column))).collect();
        Table { align, header, rows }
    }
}

/// A cell without its styles.
pub(crate) fn text(cell: &[Span]) -> String {
    cell.iter().map(|span| span.text.as_str()).collect()
}

/// As people write amounts: with a sign, a currency, separators or a percent sign. No dates, no versions.
fn is_number(text: &str) -> bool {
    let text = text.trim();
    let text = text.strip_prefix(['-', '−', '+']).unwrap_or(text);
    let text = text.trim_start_matches(['€', '$', '£', '¥']).trim_start();
    let text = text.trim_end_matches(['%', '€', '$', '£', '¥']).trim_end();
    let text = text.strip_prefix(['-', '−', '+']).unwrap_or(text);
    text.starts_with(|first: char| first.is_ascii_digit() || first == '.')
        && text.ends_with(|last: char| last.is_ascii_digit())
        && text.chars().all(|digit| digit.is_ascii_digit() || ",. '\u{a0}\u{202f}".contains(digit))
}

fn ragged(error: csv::Error) -> TableError {
    match error.kind() {
        csv::ErrorKind::UnequalLengths { pos: Some(position), expected_len, len } => {
            TableError::Ragged { line: position.line(), found: *len, expected: *expected_len }
        }
        _ => TableError::Csv(error),
    }
}
