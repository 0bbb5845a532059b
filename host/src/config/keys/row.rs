//! What is known of a table and of a key. The rows themselves stand beside this.

use crate::limits::{LIMITS, LimitRow, Unit};

/// One table of the file.
pub(in crate::config) struct TableRow {
    /// Its place, with `<…>` for names that the deployer chooses.
    pub path: &'static str,
    /// Its header in an example.
    pub header: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// The keys it may hold.
    pub keys: Keys,
    /// Keys that the plan has and this version does not.
    pub planned: &'static [&'static str],
}

/// The keys of one table.
pub(in crate::config) enum Keys {
    /// These and no others.
    Named(&'static [KeyRow]),
    /// Names that the deployer chooses; the row describes one.
    Chosen(KeyRow),
    /// One for each row of [`LIMITS`](crate::limits::LIMITS).
    Limits,
}

/// One key.
#[derive(Clone, Copy)]
pub(in crate::config) struct KeyRow {
    pub name: &'static str,
    pub kind: &'static str,
    pub default: &'static str,
    pub about: &'static str,
    /// A whole line, as it stands below the table's header.
    pub example: &'static str,
}

/// A key whose value is a table with rows of its own in `TABLES`.
pub(in crate::config) const fn table(name: &'static str) -> KeyRow {
    KeyRow { name, kind: "table", default: "", about: "", example: "" }
}

impl TableRow {
    /// The keys it may hold; nothing where the deployer chooses them.
    pub(in crate::config) fn names(&self) -> Option<Vec<&'static str>> {
        match self.keys {
            Keys::Named(rows) => Some(rows.iter().map(|row| row.name).collect()),
            Keys::Limits => Some(LIMITS.iter().map(|row| row.key).collect()),
            Keys::Chosen(_) => None,
        }
    }

    /// A line that shows how a key is written.
    pub(in crate::config) fn example(&self, name: &str) -> Option<String> {
        let row = match &self.keys {
            Keys::Named(rows) => rows.iter().find(|row| row.name == name)?,
            Keys::Chosen(row) => row,
            Keys::Limits => return LIMITS.iter().find(|row| row.key == name).map(limit_example),
        };
        Some(row.example.to_owned()).filter(|line| !line.is_empty())
    }
}

/// A line that sets a limit to its default.
pub(in crate::config) fn limit_example(row: &LimitRow) -> String {
    let default = row.limit.show(row.default);
    match row.unit {
        Unit::Count => format!("{} = {default}", row.key),
        Unit::Bytes | Unit::Milliseconds => format!("{} = \"{default}\"", row.key),
    }
}
