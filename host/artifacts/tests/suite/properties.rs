//! Any bytes, any arguments.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use skillhost_artifacts::{Bounds, BuiltinKind, MemorySource, TokenEncoding, descriptors, read};

use crate::reading::{answer, try_read};

/// Bytes with newlines, broken characters and byte order marks in them.
fn content() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => prop::collection::vec(any::<u8>(), 0..20),
        4 => "[a-z é€😀]{0,30}".prop_map(String::into_bytes),
        4 => Just(b"\n".to_vec()),
        1 => Just(b"\r\n".to_vec()),
        1 => Just("\u{feff}".as_bytes().to_vec()),
        1 => Just("😀".as_bytes()[..3].to_vec()),
        1 => (0_usize..200_000).prop_map(|length| vec![b'x'; length]),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn argument() -> impl Strategy<Value = Value> {
    prop_oneof![
        2 => (0_u64..20).prop_map(Value::from),
        2 => (0_u64..400_000).prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<f64>().prop_map(Value::from),
        1 => "[a-z.*()^$imsu]{0,4}".prop_map(Value::from),
        1 => "\\PC{0,8}".prop_map(Value::from),
        1 => prop::sample::select(vec!["claude", "gemini", "i", "a", "^.*$", "(?=x)x", "[é€]"]).prop_map(Value::from),
        1 => Just(Value::Null),
    ]
}

fn arguments() -> impl Strategy<Value = Map<String, Value>> {
    let names = vec!["n", "start", "end", "max_bytes", "pattern", "flags", "encoding", "other"];
    let pairs = prop::collection::vec((prop::sample::select(names), argument()), 0..4);
    pairs.prop_map(|pairs| pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// Arguments that pass the check, for whichever reader.
fn fitting() -> impl Strategy<Value = (String, Map<String, Value>)> {
    let range = (prop::option::of(0_u64..400_000), prop::option::of(0_u64..400_000));
    let range = range.prop_map(|(start, end)| json!({ "start": start, "end": end }));
    let lines = prop::option::of(1_u64..30).prop_map(|n| json!({ "n": n }));
    let pattern = prop::sample::select(vec![".", "^", "x", "a", "(?=x)", "[^x]", "\\W"]);
    let call = prop_oneof![
        range.clone().prop_map(|arguments| ("artifact_cat", arguments)),
        range.prop_map(|arguments| ("artifact_byte_slice", arguments)),
        lines.clone().prop_map(|arguments| ("artifact_head", arguments)),
        lines.prop_map(|arguments| ("artifact_tail", arguments)),
        pattern.prop_map(|pattern| ("artifact_grep", json!({ "pattern": pattern }))),
    ];
    (call, prop::option::of(1_u64..300)).prop_map(|((reader, arguments), max_bytes)| {
        let mut arguments = arguments.as_object().unwrap().clone();
        arguments.insert("max_bytes".into(), json!(max_bytes));
        arguments.retain(|_, value| !value.is_null());
        (reader.to_owned(), arguments)
    })
}

/// The text as the original would hold it in memory.
fn decoded(content: &[u8]) -> String {
    let text = String::from_utf8_lossy(content).into_owned();
    text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)
}

/// The lines of a text, the simple way.
fn lines_of(text: &str) -> Vec<&str> {
    if text.is_empty() { Vec::new() } else { text.split('\n').collect() }
}

proptest! {
    #[test]
    fn no_reader_panics_or_exceeds_its_bound(
        content in content(),
        kind in prop::sample::select(BuiltinKind::ALL.to_vec()),
        arguments in arguments(),
        answer_bytes in 0_usize..2000,
    ) {
        let source = MemorySource::new(content);
        let bounds = Bounds { answer_bytes, ..Bounds::default() };
        for reader in descriptors(&kind) {
            if let Ok(answer) = read(&kind, reader.name, &arguments, &source, &bounds) {
                prop_assert!(answer.text.len() <= answer_bytes, "{}", reader.name);
            }
        }
    }

    #[test]
    fn an_answer_keeps_to_its_bound_and_is_whole_where_it_can_be(content in content(), call in fitting()) {
        let (reader, arguments) = call;
        let source = MemorySource::new(content);
        let bounds = Bounds { answer_bytes: 1000, ..Bounds::default() };
        let answer = try_read(&source, &reader, &Value::Object(arguments.clone()), &bounds).unwrap();
        let bound = arguments.get("max_bytes").and_then(Value::as_u64).unwrap_or(1000);
        prop_assert!(answer.text.len() as u64 <= bound);

        let roomy = Bounds { answer_bytes: 1 << 30, ..Bounds::default() };
        let mut unbounded = arguments;
        unbounded.remove("max_bytes");
        let whole = try_read(&source, &reader, &Value::Object(unbounded), &roomy).unwrap();
        if !whole.truncated {
            prop_assert_eq!(answer.truncated, whole.text.len() as u64 > bound);
            prop_assert!(answer.truncated || answer.text == whole.text);
        }
    }

    /// With room enough, the readers answer what splitting the whole text would.
    #[test]
    fn lines_are_those_of_the_whole_text(content in content(), start in 0_usize..14, length in 0_usize..14) {
        let text = decoded(&content);
        let lines = lines_of(&text);
        let source = MemorySource::new(content);
        let bounds = Bounds { answer_bytes: 16 << 20, ..Bounds::default() };
        let joined = |lines: &[&str]| if lines.is_empty() { "(empty list)".into() } else { lines.join("\n") };
        let read = |reader: &str, arguments: Value| try_read(&source, reader, &arguments, &bounds).unwrap().text;

        let from = start.min(lines.len());
        let to = (start + length).min(lines.len());
        prop_assert_eq!(read("artifact_cat", json!({ "start": start, "end": start + length })), joined(&lines[from..to]));
        prop_assert_eq!(read("artifact_line_count", json!({})), lines.len().to_string());
        prop_assert_eq!(read("artifact_cat", json!({})), if text.is_empty() { "(empty list)".into() } else { text.clone() });

        let head = (length + 1).min(lines.len());
        prop_assert_eq!(read("artifact_head", json!({ "n": length + 1 })), joined(&lines[..head]));
        let tail = lines.len().saturating_sub(length + 1);
        prop_assert_eq!(read("artifact_tail", json!({ "n": length + 1 })), joined(&lines[tail..]));

        let matching = lines.iter().copied().filter(|line| line.contains('x')).collect::<Vec<_>>();
        prop_assert_eq!(read("artifact_grep", json!({ "pattern": "x" })), joined(&matching));
    }

    /// The first lines and the remaining last ones are all lines.
    #[test]
    fn head_and_tail_make_the_whole(lines in prop::collection::vec("[a-zé\r]{0,20}", 2..40), at in any::<prop::sample::Index>()) {
        let content = lines.join("\n");
        let split = 1 + at.index(lines.len() - 1);
        let head = answer(&content, "artifact_head", &json!({ "n": split })).text;
        let tail = answer(&content, "artifact_tail", &json!({ "n": lines.len() - split })).text;
        let whole = answer(&content, "artifact_cat", &json!({})).text;
        prop_assert_eq!(&format!("{head}\n{tail}"), &whole);
        prop_assert_eq!(whole, content);
    }

    #[test]
    fn estimates_by_length_follow_the_decoded_text(content in content()) {
        let units = decoded(&content).encode_utf16().count() as u64;
        let source = MemorySource::new(content);
        for (name, expected) in [("claude", (units * 2).div_ceil(7)), ("llama2", units.div_ceil(4))] {
            let encoding = TokenEncoding::from_name(name).unwrap();
            let count = skillhost_artifacts::count_tokens(encoding, &source, &Bounds::default()).unwrap();
            prop_assert_eq!(count, skillhost_artifacts::TokenCount::Estimate(expected));
        }
    }
}
