//! The reference page of the file, printed from the list of keys and the list of limits.
//!
//! `docs/config.md` is this text; a test compares the two.

use std::fmt::Write as _;

use crate::limits::{LIMITS, Unit};

use super::keys::{KeyRow, Keys, TABLES, TableRow, limit_example};

const INTRODUCTION: &str = "\
<!-- Printed from the code; `BLESS=1` on the tests rewrites it. -->
# The configuration file

`skillhost.toml` is TOML. The command line takes the file named with `-c`, else the nearest `skillhost.toml`
in the current folder or above it. All mistakes in it are reported at once, each with its line and a hint; a
key that is not listed here is a mistake. Relative paths are relative to the folder of the file.

- A *size* is a whole number and one of `B`, `KiB`, `MiB`, `GiB`: `\"64 MiB\"`.
- A *duration* is a whole number and one of `ms`, `s`, `min`: `\"250 ms\"`.
- An *age* is a whole number and one of `s`, `min`, `h`, `d`, from `\"1 s\"` to `\"36500 d\"`: `\"90 d\"`.
- A *skill id* is lower-case letters and digits joined by single hyphens, at most 64 characters.
- A *tool name* matches `[A-Za-z_][A-Za-z0-9_-]{0,63}`, other *names* match `[A-Za-z][A-Za-z0-9_-]{0,63}`.
";

/// The reference page as Markdown. The examples in it, one below the other, are a valid file.
///
/// ```
/// assert!(skillhost::config::reference().contains("data-dir"));
/// ```
#[must_use]
pub fn reference() -> String {
    let mut page = INTRODUCTION.to_owned();
    let mut path = "";
    for table in TABLES {
        // Writing to a string cannot fail, here and below.
        if table.path != path {
            path = table.path;
            let _ = write!(page, "\n## `{path}`\n");
        }
        let _ = write!(page, "\n{}\n\n```toml\n{}```\n", table.about, example(table));
        rows(&mut page, table);
        for key in table.planned {
            let _ = write!(page, "\n`{key}` is planned and not in this version.\n");
        }
    }
    page
}

/// The table's header and a line for each of its keys.
pub(super) fn example(table: &TableRow) -> String {
    let mut lines = format!("{}\n", table.header);
    let mut line = |text: &str| {
        if !text.is_empty() {
            lines.push_str(text);
            lines.push('\n');
        }
    };
    match &table.keys {
        Keys::Named(rows) => rows.iter().for_each(|row| line(row.example)),
        Keys::Chosen(row) => line(row.example),
        Keys::Limits => LIMITS.iter().for_each(|row| line(&limit_example(row))),
    }
    lines
}

fn rows(page: &mut String, table: &TableRow) {
    let row = |page: &mut String, row: &KeyRow| {
        if !row.example.is_empty() {
            let _ = writeln!(page, "| `{}` | {} | {} | {} |", row.name, row.kind, row.default, row.about);
        }
    };
    let head = |page: &mut String, third: &str| {
        let _ = write!(page, "\n| key | value | {third} | meaning |\n|---|---|---|---|\n");
    };
    match &table.keys {
        Keys::Named(rows) if rows.iter().all(|row| row.example.is_empty()) => {}
        Keys::Named(rows) => {
            head(page, "default");
            rows.iter().for_each(|key| row(page, key));
        }
        Keys::Chosen(key) => {
            head(page, "default");
            row(page, key);
        }
        Keys::Limits => {
            head(page, "default (least to most)");
            for limit in &LIMITS {
                let kind = match limit.unit {
                    Unit::Bytes => "size",
                    Unit::Milliseconds => "duration",
                    Unit::Count => "number",
                };
                let show = |value| limit.limit.show(value);
                let (default, least, most) = (show(limit.default), show(limit.least), show(limit.most));
                let _ = writeln!(
                    page,
                    "| `{}` | {kind} | {default} ({least} to {most}) | {} |",
                    limit.key, limit.about
                );
            }
        }
    }
}
