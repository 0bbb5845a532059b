//! One table or one value under check: typed reading, with a mistake wherever the type does not fit.
//!
//! Reading never stops at a mistake; a reader that found one returns nothing and the check goes on.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::keys::{KeyRow, Keys, TableRow};
use super::mistakes::{Mistakes, below, meant, shown};
use super::raw::{Entry, Item, Table, Value};

/// A table of the file whose keys are known.
pub(super) struct Section<'a> {
    table: &'a Table,
    row: &'static TableRow,
    path: String,
    /// Of its header, or of its opening brace.
    line: usize,
}

/// One value with its dotted key.
pub(super) struct Field<'a> {
    /// The last part of the key; empty for an element of an array.
    pub name: &'a str,
    /// The whole dotted key.
    pub key: String,
    /// 1-based.
    pub line: usize,
    value: &'a Value,
    /// A line that shows how the key is written.
    example: Option<String>,
}

impl<'a> Section<'a> {
    /// The file as a whole.
    pub(super) fn root(table: &'a Table, row: &'static TableRow, mistakes: &mut Mistakes) -> Self {
        let section = Self { table, row, path: String::new(), line: 1 };
        section.refuse_unknown(mistakes);
        section
    }

    fn refuse_unknown(&self, mistakes: &mut Mistakes) {
        let Some(known) = self.row.names() else { return };
        for entry in self.table.0.iter().filter(|entry| !known.contains(&entry.name.as_str())) {
            let key = below(&self.path, &entry.name);
            if self.row.planned.contains(&entry.name.as_str()) {
                mistakes.add(
                    entry.line,
                    &key,
                    "is not in this version",
                    "leave it out: this version does not have it",
                );
            } else {
                let hint = meant(&entry.name, &known).map_or_else(
                    || format!("keys here: {}", known.join(", ")),
                    |known| format!("did you mean `{known}`?"),
                );
                mistakes.add(entry.line, &key, "is not a key", hint);
            }
        }
    }

    fn field_of(&self, entry: &'a Entry) -> Field<'a> {
        Field {
            name: &entry.name,
            key: below(&self.path, &entry.name),
            line: entry.line,
            value: &entry.value.value,
            example: self.row.example(&entry.name),
        }
    }

    /// The value of one key, where it is written.
    pub(super) fn field(&self, name: &str) -> Option<Field<'a>> {
        self.table.0.iter().find(|entry| entry.name == name).map(|entry| self.field_of(entry))
    }

    /// The value of a key that has to be written.
    pub(super) fn required(&self, name: &str, mistakes: &mut Mistakes) -> Option<Field<'a>> {
        let field = self.field(name);
        if field.is_none() {
            let hint = self.row.example(name).map_or_else(String::new, |line| format!("such as `{line}`"));
            mistakes.missing(self.line, &below(&self.path, name), hint);
        }
        field
    }

    /// All that is written, in the order of the file.
    pub(super) fn fields(&self) -> impl Iterator<Item = Field<'a>> {
        self.table.0.iter().map(|entry| self.field_of(entry))
    }
}

/// A table whose keys are names that the deployer chooses, each with a table below it.
const NAMES: TableRow = TableRow {
    path: "",
    header: "",
    about: "",
    keys: Keys::Chosen(KeyRow { name: "", kind: "table", default: "", about: "", example: "" }),
    planned: &[],
};

impl<'a> Field<'a> {
    /// Notes a mistake about this value.
    pub(super) fn mistake(
        &self,
        problem: impl Into<String>,
        hint: impl Into<String>,
        mistakes: &mut Mistakes,
    ) {
        mistakes.add(self.line, &self.key, problem, hint);
    }

    /// Whether the value is this string.
    pub(super) fn is(&self, text: &str) -> bool {
        matches!(self.value, Value::Text(value) if value == text)
    }

    /// Whether the value is a table, whatever is in it.
    pub(super) fn is_table(&self) -> bool {
        matches!(self.value, Value::Table(_))
    }

    fn expected(&self, what: &str, mistakes: &mut Mistakes) {
        let hint = match &self.example {
            Some(line) => format!("such as `{line}`"),
            None => format!("write {what}"),
        };
        self.mistake(format!("is {}, where {what} belongs", self.value.kind()), hint, mistakes);
    }

    /// A string as it is.
    pub(super) fn string(&self, mistakes: &mut Mistakes) -> Option<&'a str> {
        match self.value {
            Value::Text(text) => Some(text),
            _ => {
                self.expected("a string", mistakes);
                None
            }
        }
    }

    /// A string with something in it that can stand on one line.
    pub(super) fn text(&self, mistakes: &mut Mistakes) -> Option<&'a str> {
        let text = self.string(mistakes)?;
        if text.is_empty() {
            self.mistake("is empty", "write a value, or leave the key out", mistakes);
        } else if text.chars().any(char::is_control) {
            self.mistake("holds a control character", "write it on one line", mistakes);
        } else {
            return Some(text);
        }
        None
    }

    /// A string that reads as `T`.
    pub(super) fn parsed<T: FromStr<Err: Display>>(&self, mistakes: &mut Mistakes) -> Option<T> {
        let text = self.string(mistakes)?;
        match text.parse() {
            Ok(value) => Some(value),
            Err(error) => {
                let hint = self.example.as_ref().map_or_else(String::new, |line| format!("such as `{line}`"));
                self.mistake(format!("value `{}` {error}", shown(text)), hint, mistakes);
                None
            }
        }
    }

    /// The key's last part as `T`.
    pub(super) fn name_as<T: FromStr<Err: Display>>(&self, mistakes: &mut Mistakes) -> Option<T> {
        match self.name.parse() {
            Ok(name) => Some(name),
            Err(error) => {
                self.mistake(format!("has a name that {error}"), "choose another name", mistakes);
                None
            }
        }
    }

    /// One of these words, as what it stands for.
    pub(super) fn word<T: Copy>(&self, words: &[(&str, T)], mistakes: &mut Mistakes) -> Option<T> {
        let text = self.string(mistakes)?;
        let found = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
        if found.is_none() {
            let names: Vec<_> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
            let hint = format!("one of {}", names.join(", "));
            self.mistake(format!("cannot be \"{}\"", shown(text)), hint, mistakes);
        }
        found
    }

    /// `true` or `false`.
    pub(super) fn boolean(&self, mistakes: &mut Mistakes) -> Option<bool> {
        match self.value {
            Value::Boolean(value) => Some(*value),
            _ => {
                self.expected("a boolean", mistakes);
                None
            }
        }
    }

    /// A whole number in this range.
    pub(super) fn count(&self, range: RangeInclusive<u64>, mistakes: &mut Mistakes) -> Option<u64> {
        let Value::Integer(value) = self.value else {
            self.expected("a whole number", mistakes);
            return None;
        };
        let count = u64::try_from(*value).ok().filter(|count| range.contains(count));
        if count.is_none() {
            let hint = format!("between {} and {}", range.start(), range.end());
            self.mistake(format!("cannot be {value}"), hint, mistakes);
        }
        count
    }

    /// The elements of an array.
    pub(super) fn list(&self, mistakes: &mut Mistakes) -> Vec<Field<'a>> {
        let Value::List(items) = self.value else {
            self.expected("an array", mistakes);
            return Vec::new();
        };
        let element = |(index, item): (usize, &'a Item)| Field {
            name: "",
            key: format!("{}[{index}]", self.key),
            line: item.line,
            value: &item.value,
            example: self.example.clone(),
        };
        items.iter().enumerate().map(element).collect()
    }

    /// A table with the keys of this row; every other key in it is a mistake.
    pub(super) fn table(&self, row: &'static TableRow, mistakes: &mut Mistakes) -> Option<Section<'a>> {
        let Value::Table(table) = self.value else {
            self.expected("a table", mistakes);
            return None;
        };
        let section = Section { table, row, path: self.key.clone(), line: self.line };
        section.refuse_unknown(mistakes);
        Some(section)
    }

    /// The entries of a table whose names the deployer chooses.
    pub(super) fn entries(&self, mistakes: &mut Mistakes) -> Vec<Field<'a>> {
        self.table(&NAMES, mistakes).map_or_else(Vec::new, |section| section.fields().collect())
    }
}
