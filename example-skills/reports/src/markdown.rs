//! `report_markdown`: the report as one Markdown text. Title and cells are plain text, so what Markdown would take
//! for markup in them is escaped; the text is the author's own and stays as it is.

use std::fmt::Write;

use pulldown_cmark::{Event, Parser, Tag};
use skillhost_guest::Failure;

use crate::reader::{OPTIONS, read};
use crate::report::{Arguments, Report};
use crate::table::{Align, Cell, Table, text};

/// In bytes. No entity has a longer name.
const LONGEST_ENTITY: usize = 40;

/// The text swallows the table that follows it.
#[derive(Debug, thiserror::Error)]
#[error("the text ends inside a block that takes in the table: close its last code fence or HTML element")]
struct OpenBlock;

pub(crate) fn markdown(arguments: Arguments) -> Result<String, Failure> {
    let Report { title, text, table } = arguments.check().map_err(Failure::invalid_arguments)?;
    // What the PDF refuses in a text is refused here too: both are the same report.
    read(&text).map_err(Failure::invalid_arguments)?;
    let mut report = format!("# {}\n", escaped(&title));
    if !text.is_empty() {
        report.push('\n');
        report.push_str(&text);
        report.push('\n');
    }
    if let Some(table) = table {
        report.push('\n');
        let start = report.len();
        write_table(&mut report, &table);
        if !is_table(&report, start) {
            return Err(Failure::invalid_arguments(OpenBlock));
        }
    }
    Ok(report)
}

fn write_table(report: &mut String, table: &Table) {
    let Table { align, header, rows } = table;
    write_row(report, header);
    for align in align {
        report.push_str(match align {
            Align::Left => "| --- ",
            Align::Centre => "| :---: ",
            Align::Right => "| ---: ",
        });
    }
    report.push_str("|\n");
    for row in rows {
        write_row(report, row);
    }
}

fn write_row(report: &mut String, cells: &[Cell]) {
    for cell in cells {
        // Writing to a string never fails.
        let _ = write!(report, "| {} ", escaped(&text(cell)));
    }
    report.push_str("|\n");
}

/// Plain text that Markdown shows as it is, on one line.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut before = ' ';
    let mut characters = text.char_indices().peekable();
    while let Some((place, character)) = characters.next() {
        let after = characters.peek().map_or(' ', |(_, next)| *next);
        let active = match character {
            '\\' | '`' | '*' | '[' | ']' | '<' | '|' | '~' => true,
            // Inside a word it marks nothing.
            '_' => !(before.is_alphanumeric() && after.is_alphanumeric()),
            // Only the beginning of an entity.
            '&' => text.bytes().skip(place).take(LONGEST_ENTITY).any(|byte| byte == b';'),
            // At the end of a heading it belongs to its markup.
            '#' => after == '#' || after == ' ',
            _ => false,
        };
        match character {
            '\r' if after == '\n' => {}
            '\n' | '\r' => escaped.push_str("<br>"),
            '\t' => escaped.push(' '),
            _ => {
                if active {
                    escaped.push('\\');
                }
                escaped.push(character);
            }
        }
        before = character;
    }
    escaped
}

/// Whether a reader of Markdown finds a table of its own at this place.
fn is_table(report: &str, start: usize) -> bool {
    let mut depth = 0_usize;
    for (event, range) in Parser::new_ext(report, OPTIONS).into_offset_iter() {
        match event {
            Event::Start(Tag::Table(_)) if depth == 0 && range.start == start => return true,
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    false
}
