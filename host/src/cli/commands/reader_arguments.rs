//! A reader's arguments as words: `--name value`, typed as the reader's table says. Checks no value; the reader does,
//! so that every door refuses alike. `read` uses it.

use serde_json::{Map, Number, Value};
use skillhost_artifacts::{BuiltinKind, Parameter, ParameterType, Presence, ReaderDescriptor, descriptors};

use crate::cli::arguments::Options;
use crate::cli::failure::Failure;

/// Takes the program's own flags out of the words; each stands where an argument's name could.
pub(super) fn without_options(words: Vec<String>, options: &mut Options) -> Vec<String> {
    let mut kept = Vec::with_capacity(words.len());
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--json" => options.json = true,
            "--quiet" | "-q" => options.quiet = true,
            "--verbose" | "-v" => options.verbose = options.verbose.saturating_add(1),
            _ => {
                let takes_value = word.starts_with("--") && !word.contains('=');
                kept.push(word);
                kept.extend(takes_value.then(|| words.next()).flatten());
            }
        }
    }
    kept
}

/// The arguments that the words stand for.
pub(super) fn parse(reader: &str, words: &[String]) -> Result<Map<String, Value>, Failure> {
    let descriptor = find(reader);
    let mut arguments = Map::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let Some(name) = word.strip_prefix("--").filter(|name| !name.is_empty()) else {
            return Err(Failure::usage(format_args!(
                "`{word}` is no argument of a reader: write `--name value`"
            )));
        };
        let (name, value) = match (name.split_once('='), words.as_slice().first()) {
            (Some((name, value)), _) => (name, value),
            (None, Some(value)) => {
                words.next();
                (name, value.as_str())
            }
            (None, None) => return Err(Failure::usage(format_args!("`{word}` needs a value"))),
        };
        let (name, value) = typed(descriptor.as_ref(), name, value);
        if arguments.insert(name.clone(), value).is_some() {
            return Err(Failure::usage(format_args!("`{name}` is given twice")));
        }
    }
    Ok(arguments)
}

/// Name and value as the reader expects them. What it does not expect stays text, for the reader to refuse.
fn typed(reader: Option<&ReaderDescriptor>, name: &str, value: &str) -> (String, Value) {
    let parameter = reader.and_then(|reader| {
        reader
            .parameters
            .iter()
            .find(|parameter| parameter.name == name || parameter.name.replace('_', "-") == name)
    });
    let Some(Parameter { name, kind, .. }) = parameter else {
        return (name.to_owned(), Value::from(value));
    };
    let value = match kind {
        ParameterType::Integer { .. } | ParameterType::AnswerBytes => {
            serde_json::from_str::<Number>(value).map_or_else(|_| Value::from(value), Value::from)
        }
        ParameterType::Text { .. } | ParameterType::Flags(_) | ParameterType::Choice(_) => Value::from(value),
    };
    ((*name).to_owned(), value)
}

/// Every reader of every built-in kind, each once, the raw ones first.
fn readers() -> Vec<ReaderDescriptor> {
    let mut readers: Vec<ReaderDescriptor> = Vec::new();
    for descriptor in BuiltinKind::ALL.iter().flat_map(|kind| descriptors(kind)) {
        if readers.iter().all(|known| known.name != descriptor.name) {
            readers.push(descriptor);
        }
    }
    readers
}

fn find(name: &str) -> Option<ReaderDescriptor> {
    readers().into_iter().find(|reader| reader.name == name)
}

/// The readers with their arguments, for the end of `read --help`.
pub(super) fn help() -> String {
    let readers = readers().into_iter();
    let rows = readers.map(|reader| format!("\n  {}\n      {}", usage_of(&reader), reader.description));
    format!("Readers:{}", rows.collect::<String>())
}

/// How a reader is called, where there is one of this name.
pub(super) fn usage(name: &str) -> Option<String> {
    find(name).as_ref().map(usage_of)
}

fn usage_of(reader: &ReaderDescriptor) -> String {
    let words = reader.parameters.iter().map(argument);
    std::iter::once(reader.name.to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

fn argument(parameter: &Parameter) -> String {
    let name = parameter.name.replace('_', "-");
    let value = match parameter.kind {
        ParameterType::Integer { .. } | ParameterType::AnswerBytes => "NUMBER".to_owned(),
        ParameterType::Text { .. } => "TEXT".to_owned(),
        ParameterType::Flags(flags) => flags.to_owned(),
        ParameterType::Choice(words) => words.join("|"),
    };
    match parameter.presence {
        Presence::Required => format!("--{name} {value}"),
        Presence::Optional | Presence::Default(_) => format!("[--{name} {value}]"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    #[test]
    fn words_become_typed_arguments() {
        for (reader, text, expected) in [
            ("artifact_head", "--n 3", json!({ "n": 3 })),
            ("artifact_head", "--n=3 --max-bytes 10", json!({ "n": 3, "max_bytes": 10 })),
            ("artifact_head", "--max_bytes 10", json!({ "max_bytes": 10 })),
            ("artifact_grep", "--pattern 3 --flags i", json!({ "pattern": "3", "flags": "i" })),
            ("artifact_grep", "--pattern=--n", json!({ "pattern": "--n" })),
            ("artifact_grep", "--pattern -v", json!({ "pattern": "-v" })),
            ("artifact_cat", "--start -1", json!({ "start": -1 })),
            // For the reader to refuse, as through every door.
            ("artifact_head", "--n many --lines 3", json!({ "n": "many", "lines": "3" })),
            ("no_reader", "--n 3", json!({ "n": "3" })),
        ] {
            assert_eq!(Value::from(parse(reader, &words(text)).unwrap()), expected, "{reader} {text}");
        }
    }

    #[test]
    fn what_is_no_argument_is_a_mistake_of_usage() {
        for text in ["3", "-n 3", "--", "--n", "--n 3 --n 4", "--n=3 --n=4"] {
            let parsed = parse("artifact_head", &words(text));
            assert!(matches!(parsed, Err(Failure::Usage(_))), "{text}: {parsed:?}");
        }
    }

    #[test]
    fn flags_of_the_program_are_none_of_the_reader() {
        let mut options = Options { config: None, json: false, quiet: false, verbose: 0 };
        let kept = without_options(words("--n 3 --json -v --pattern --quiet"), &mut options);
        assert_eq!(kept, words("--n 3 --pattern --quiet"));
        assert!(options.json && !options.quiet && options.verbose == 1);
    }

    #[test]
    fn the_help_names_every_argument() {
        let help = help();
        assert!(help.contains("artifact_grep --pattern TEXT [--flags imsu] [--max-bytes NUMBER]"), "{help}");
    }

    /// A parameter of such a name could never be given.
    #[test]
    fn no_argument_is_called_like_an_option() {
        for reader in readers() {
            for parameter in reader.parameters {
                assert!(!["json", "quiet", "verbose"].contains(&parameter.name), "{}", reader.name);
            }
        }
    }
}
