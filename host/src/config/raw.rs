//! The file as written: TOML text into values that remember their lines, and every syntax error on the way.
//!
//! It knows no key and reads no file. `load` calls it, `check` walks what it returns. No `Debug` on the
//! values: some of them are secrets.

use toml::de::{DeTable, DeValue};
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use super::mistakes::Mistakes;

/// A value and where it starts.
pub(super) struct Item {
    /// 1-based.
    pub line: usize,
    pub value: Value,
}

pub(super) enum Value {
    Text(String),
    Integer(i64),
    Boolean(bool),
    List(Vec<Item>),
    Table(Table),
    /// Something that no key of this file takes; with its name.
    Other(&'static str),
}

impl Value {
    /// What TOML calls it, with its article.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "a string",
            Self::Integer(_) => "an integer",
            Self::Boolean(_) => "a boolean",
            Self::List(_) => "an array",
            Self::Table(_) => "a table",
            Self::Other(name) => name,
        }
    }
}

/// Keys with their values, in the order of the file.
#[derive(Default)]
pub(super) struct Table(pub Vec<Entry>);

pub(super) struct Entry {
    pub name: String,
    /// 1-based line of the key.
    pub line: usize,
    pub value: Item,
}

/// Dots in one dotted key. The deepest key of this file has four. The TOML parser bounds brackets and dotted
/// keys, each by itself; nested together they would make a tree whose release overflows the stack.
const MOST_DOTS: usize = 8;

/// Reads the text as far as it can be read and notes every syntax error.
pub(super) fn read(text: &str, mistakes: &mut Mistakes) -> Table {
    let lines = Lines::of(text);
    if let Some(offset) = too_deep(text) {
        let problem = format!("a key here has more than {MOST_DOTS} dots");
        mistakes.syntax(lines.at(offset), problem, Some("no key of this file is that deep".to_owned()));
        return Table::default();
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let line = lines.at(error.span().map_or(text.len(), |span| span.start));
        // The parser's message is its complaint, then what it expected; it never repeats the text. A bare word
        // that starts like `inf` or `nan` it takes for a float, and no key takes floats.
        match error.message().split_once(", expected ") {
            Some(("invalid float", _)) => {
                mistakes.syntax(
                    line,
                    "string values must be quoted",
                    Some("expected literal string".to_owned()),
                );
            }
            Some((problem, expected)) => mistakes.syntax(line, problem, Some(format!("expected {expected}"))),
            None => mistakes.syntax(line, error.message(), None),
        }
    }
    table_of(table.get_ref(), &lines)
}

fn too_deep(text: &str) -> Option<usize> {
    let mut dots = 0;
    for token in Source::new(text).lex() {
        match token.kind() {
            TokenKind::Dot => dots += 1,
            // What may stand between the parts of one key.
            TokenKind::Atom | TokenKind::Whitespace | TokenKind::BasicString | TokenKind::LiteralString => {}
            _ => dots = 0,
        }
        if dots > MOST_DOTS {
            return Some(token.span().start());
        }
    }
    None
}

fn table_of(table: &DeTable<'_>, lines: &Lines) -> Table {
    let mut entries: Vec<(usize, Entry)> = table
        .iter()
        .map(|(name, value)| {
            let start = name.span().start;
            let value = Item { line: lines.at(value.span().start), value: value_of(value.get_ref(), lines) };
            (start, Entry { name: name.get_ref().to_string(), line: lines.at(start), value })
        })
        .collect();
    // The parser's table is sorted by name.
    entries.sort_by_key(|(start, _)| *start);
    Table(entries.into_iter().map(|(_, entry)| entry).collect())
}

fn value_of(value: &DeValue<'_>, lines: &Lines) -> Value {
    match value {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix())
            .map_or(Value::Other("an integer that is out of range"), Value::Integer),
        DeValue::Float(_) => Value::Other("a float"),
        DeValue::Boolean(value) => Value::Boolean(*value),
        DeValue::Datetime(_) => Value::Other("a date or time"),
        DeValue::Array(items) => Value::List(
            items
                .iter()
                .map(|item| Item {
                    line: lines.at(item.span().start),
                    value: value_of(item.get_ref(), lines),
                })
                .collect(),
        ),
        DeValue::Table(table) => Value::Table(table_of(table, lines)),
    }
}

/// Where the lines of a text start.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        Self(std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect())
    }

    /// The 1-based line of a byte offset.
    fn at(&self, offset: usize) -> usize {
        self.0.partition_point(|start| *start <= offset)
    }
}
