//! A tool's arguments as they are given on the command line: JSON in the word itself, in a file, or on standard input.
//! Does not know the tool's schema. `call` uses it.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde_json::Value;

use crate::cli::failure::Failure;
use crate::error::Error;

/// The most bytes that are read: more than any limit on arguments that makes sense, less than what hurts.
const MOST_BYTES: u64 = 16 << 20;

/// The arguments that `word` stands for: `@file`, `-` for standard input, else JSON.
pub(super) fn parse(tool: &str, word: &str) -> Result<Value, Failure> {
    let unfit = |problem: String| Error::InvalidToolArguments {
        tool: tool.to_owned(),
        problems: vec![problem],
        expected: None,
    };
    let bytes = match (word, word.strip_prefix('@')) {
        ("-", _) => bounded(io::stdin().lock()).map_err(|source| unreadable(Path::new("-"), source))?,
        (_, Some(file)) => {
            File::open(file).and_then(bounded).map_err(|source| unreadable(Path::new(file), source))?
        }
        (word, None) => word.as_bytes().to_vec(),
    };
    if bytes.len() as u64 > MOST_BYTES {
        return Err(unfit(format!("the arguments have more than {} MiB", MOST_BYTES >> 20)).into());
    }
    serde_json::from_slice(&bytes).map_err(|error| {
        // The engine's words end in the place, and its place is the text's end where the text breaks off.
        unfit(format!("the arguments are not JSON: {error}")).into()
    })
}

/// One byte more than allowed is enough to know that it is too much.
fn bounded(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn unreadable(file: &Path, source: io::Error) -> Failure {
    Failure::File { action: "read", file: file.to_owned(), source }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::*;

    #[test]
    fn arguments_come_from_the_word_or_a_file() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("arguments.json");
        fs::write(&file, r#"{"n": 1}"#).unwrap();
        let at_file = format!("@{}", file.display());
        assert_eq!(parse("t", r#"{"n": 1}"#).unwrap(), json!({ "n": 1 }));
        assert_eq!(parse("t", &at_file).unwrap(), json!({ "n": 1 }));
        assert!(matches!(parse("t", "@/nowhere/at/all"), Err(Failure::File { action: "read", .. })));
    }

    #[test]
    fn what_is_no_json_is_refused_with_its_place() {
        let deep = "[".repeat(100_000);
        for (word, part) in [
            ("{\"a\": 1,\n oops}", "line 2 column 2"),
            ("", "line 1 column 0"),
            ("{} {}", "trailing characters at line 1 column 4"),
            (deep.as_str(), "recursion limit"),
        ] {
            match parse("t", word) {
                Err(Failure::Host(error)) => assert!(error.to_string().contains(part), "{error}"),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn a_file_without_end_is_not_read_to_its_end() {
        let bytes = bounded(io::repeat(b' ')).unwrap();
        assert_eq!(bytes.len() as u64, MOST_BYTES + 1);
    }
}
