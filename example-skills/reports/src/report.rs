//! What both tools are given, checked once for both. Used by `pdf` and `markdown`.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::table::{Table, TableError};
use crate::visible::{Hidden, check};

/// In characters. A title stands in the head, the footer and the list of documents.
const LONGEST_TITLE: usize = 200;

/// In bytes, text and table together: about 150 full pages. Markup can cost a hundred times its own size in memory.
const LARGEST: usize = 512 << 10;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Arguments {
    /// What the report is called, as plain text on one line.
    title: String,
    /// The report's text as Markdown.
    text: String,
    /// A table that follows the text, as CSV. Its first line is the column names.
    csv: Option<String>,
    /// What separates the table's cells, one ASCII character: a comma unless given.
    delimiter: Option<char>,
}

/// What is wrong with a report.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReportError {
    #[error("the report has no title")]
    NoTitle,
    #[error("the title has {0} characters; it may have {LONGEST_TITLE}, on one line")]
    LongTitle(usize),
    #[error("text and table have {0} bytes together; a report has at most {LARGEST}: split it")]
    TooLarge(usize),
    #[error("{place} has the character U+{:04X}, which nobody sees: leave it out", u32::from(*character))]
    Hidden { place: Place, character: char },
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Where a character stands; lines count from 1.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Place {
    #[error("the title")]
    Title,
    #[error("line {0} of the text")]
    Text(usize),
    #[error("line {0} of the table")]
    Table(usize),
}

/// A report that passed.
pub(crate) struct Report {
    /// Plain text on one line.
    pub(crate) title: String,
    /// Markdown with `\n` at the end of every line, and no blank line at either end.
    pub(crate) text: String,
    pub(crate) table: Option<Table>,
}

impl Arguments {
    pub(crate) fn check(self) -> Result<Report, ReportError> {
        let Arguments { title, text, csv, delimiter } = self;
        let title = title.trim();
        if title.is_empty() {
            return Err(ReportError::NoTitle);
        }
        let characters = title.chars().count();
        if characters > LONGEST_TITLE {
            return Err(ReportError::LongTitle(characters));
        }
        if let Some(character) = title.chars().find(|character| "\t\n\r".contains(*character)) {
            return Err(ReportError::Hidden { place: Place::Title, character });
        }
        let bytes = text.len() + csv.as_ref().map_or(0, String::len);
        if bytes > LARGEST {
            return Err(ReportError::TooLarge(bytes));
        }

        visible(title, |_| Place::Title)?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        visible(text, Place::Text)?;
        let table = csv.map(|csv| {
            let csv = csv.strip_prefix('\u{feff}').unwrap_or(&csv);
            visible(csv, Place::Table)?;
            Ok::<_, ReportError>(Table::parse(csv, delimiter)?)
        });
        Ok(Report { title: title.to_owned(), text: body(text, title), table: table.transpose()? })
    }
}

fn visible(text: &str, place: impl Fn(usize) -> Place) -> Result<(), ReportError> {
    check(text).map_err(|Hidden { line, character }| ReportError::Hidden { place: place(line), character })
}

/// The text with even line ends. A first heading that only repeats the title goes: the title is set anyway.
fn body(text: &str, title: &str) -> String {
    let mut lines: Vec<&str> = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).collect();
    let filled = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or(lines.len());
    lines.drain(..filled);
    if lines.first().and_then(|line| line.strip_prefix("# ")).is_some_and(|heading| heading.trim() == title) {
        lines.remove(0);
        let filled = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or(lines.len());
        lines.drain(..filled);
    }
    lines.join("\n").trim_end().to_owned()
}
