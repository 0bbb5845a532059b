//! `[artifact-kinds]`: names for built-in kinds with options (behaviour 6.5 to 6.10).

use serde_json::{Map, Value};

use super::super::keys::BUILTIN_KINDS;
use super::super::mistakes::Mistakes;
use super::super::section::Field;
use super::super::settings::KindConfig;
use super::names::Name;

/// Deeper steps than these are no indentation but an attack on the line length.
const MOST_INDENT: u64 = 16;

/// In bytes.
const MOST_PREFIX: usize = 16;

pub(super) fn check(field: &Field<'_>, mistakes: &mut Mistakes) -> Vec<KindConfig> {
    let mut kinds = Vec::new();
    for entry in field.entries(mistakes) {
        let name = entry.name_as::<Name>(mistakes);
        let kind = kind(&entry, mistakes);
        if let (Some(Name(name)), Some((builtin, options))) = (name, kind) {
            kinds.push(KindConfig { name, builtin: builtin.to_owned(), options });
        }
    }
    kinds
}

/// The built-in kind and the options, which depend on it: without it there is nothing to hold them against.
fn kind(field: &Field<'_>, mistakes: &mut Mistakes) -> Option<(&'static str, Map<String, Value>)> {
    let words = BUILTIN_KINDS.map(|entry| (entry.0, entry));
    let any = field.entries(mistakes);
    let Some(builtin) = any.iter().find(|option| option.name == "builtin") else {
        if field.is_table() {
            let key = format!("{}.builtin", field.key);
            mistakes.missing(field.line, &key, "such as `builtin = \"markdown\"`");
        }
        return None;
    };
    let (name, row) = builtin.word(&words, mistakes)?;
    let mut options = Map::new();
    for option in field.table(row, mistakes)?.fields() {
        if let Some(value) = value(&option, mistakes) {
            options.insert(option.name.to_owned(), value);
        }
    }
    Some((name, options))
}

/// One option; nothing for `builtin` and for keys that have been refused as unknown.
fn value(option: &Field<'_>, mistakes: &mut Mistakes) -> Option<Value> {
    match option.name {
        "format" => word(option, &["json", "json5", "jsonl", "ndjson"], mistakes),
        "script-kind" => word(option, &["js", "jsx", "ts", "tsx"], mistakes),
        "strict" | "multi-document" | "ignore-attributes" => option.boolean(mistakes).map(Value::from),
        "file-name" => option.text(mistakes).map(Value::from),
        "indent-size" => option.count(1..=MOST_INDENT, mistakes).map(Value::from),
        "attribute-prefix" => {
            let prefix = option.text(mistakes)?;
            if prefix.len() <= MOST_PREFIX {
                return Some(Value::from(prefix));
            }
            option.mistake("is too long", format!("at most {MOST_PREFIX} bytes, such as `_`"), mistakes);
            None
        }
        _ => None,
    }
}

fn word(option: &Field<'_>, words: &[&'static str], mistakes: &mut Mistakes) -> Option<Value> {
    let words: Vec<_> = words.iter().map(|word| (*word, *word)).collect();
    option.word(&words, mistakes).map(Value::from)
}
