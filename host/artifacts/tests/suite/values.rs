//! How values become text.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use skillhost_artifacts::{
    Answer, Arguments, Bounds, ByteSource, Kind, MemorySource, ReadError, ReaderDescriptor, ReaderValue,
    descriptors, read,
};

/// A kind whose reader finds whatever the test wants.
struct Finds(ReaderValue);

static READERS: [ReaderDescriptor; 2] = [
    ReaderDescriptor { name: "artifact_found", description: "What was found.", parameters: &[] },
    ReaderDescriptor { name: "artifact_head", description: "In place of the raw one.", parameters: &[] },
];

impl Kind for Finds {
    fn name(&self) -> &str {
        "finds"
    }

    fn readers(&self) -> &[ReaderDescriptor] {
        &READERS
    }

    fn read(
        &self,
        _reader: &str,
        _arguments: &Arguments,
        _source: &dyn ByteSource,
        _bounds: &Bounds,
    ) -> Result<ReaderValue, ReadError> {
        Ok(self.0.clone())
    }
}

fn serialise(value: ReaderValue, answer_bytes: usize) -> Answer {
    let bounds = Bounds { answer_bytes, ..Bounds::default() };
    read(&Finds(value), "artifact_found", &Map::new(), &MemorySource::from(""), &bounds).unwrap()
}

#[test]
fn each_value_has_its_form() {
    let rows = [
        (json!(null), "null"),
        (json!("text\nas it is"), "text\nas it is"),
        (json!(""), ""),
        (json!([]), "(empty list)"),
        (json!(["a", "b"]), "a\nb"),
        (json!([""]), ""),
        (json!(["", ""]), "\n"),
        (json!(12), "12"),
        (json!(-1.5), "-1.5"),
        (json!(true), "true"),
        (json!(["a", 1]), r#"["a",1]"#),
        (json!([null]), "[null]"),
        (json!({}), "{}"),
        (json!({ "b": [1, { "a": "x" }], "a": null }), r#"{"b":[1,{"a":"x"}],"a":null}"#),
    ];
    for (value, expected) in rows {
        assert_eq!(
            serialise(ReaderValue::Json(value), 1000),
            Answer { text: expected.into(), truncated: false }
        );
    }
    assert_eq!(serialise(ReaderValue::Undefined, 1000).text, "(undefined)");
}

#[test]
fn what_does_not_fit_is_counted() {
    let rows = [
        (json!("x".repeat(100)), format!("{}\n[85 bytes left out: ask for less]", "x".repeat(15))),
        (json!(["a".repeat(9), "b", "c".repeat(40)]), "aaaaaaaaa\nb\n[1 item left out: ask for less]".into()),
        (json!({ "key": "x".repeat(100) }), "{\"key\":\n[103 bytes of JSON left out: ask for less]".into()),
    ];
    for (value, expected) in rows {
        assert_eq!(serialise(ReaderValue::Json(value), 50), Answer { text: expected, truncated: true });
    }
    let long_items = json!(["x".repeat(200), "y"]);
    assert_eq!(
        serialise(ReaderValue::Json(long_items), 80).text,
        "xxxxxxxxxxxxx\n[187 bytes of this item and 1 further item left out: ask for less]"
    );
}

#[test]
fn a_kinds_own_reader_takes_the_place_of_a_raw_one() {
    let kind = Finds(ReaderValue::Json(json!("own")));
    let offered = descriptors(&kind);
    assert_eq!(offered.iter().filter(|reader| reader.name == "artifact_head").count(), 1);
    assert_eq!(offered.len(), 9);
    let source = MemorySource::from("raw");
    let answer = |reader| read(&kind, reader, &Map::new(), &source, &Bounds::default()).unwrap().text;
    assert_eq!(answer("artifact_head"), "own");
    assert_eq!(answer("artifact_tail"), "raw");
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,40}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::vec("\\PC{0,40}", 0..8).prop_map(Value::from),
            prop::collection::vec(("\\PC{0,8}", inner), 0..8)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn no_value_exceeds_the_bound(value in value(), bound in 0_usize..300) {
        let whole = serialise(ReaderValue::Json(value.clone()), 1 << 20);
        prop_assert!(!whole.truncated);
        let cut = serialise(ReaderValue::Json(value), bound);
        prop_assert!(cut.text.len() <= bound);
        prop_assert_eq!(cut.truncated, whole.text.len() > bound);
        if !cut.truncated {
            prop_assert_eq!(cut.text, whole.text);
        }
    }

    #[test]
    fn an_answer_that_ignored_the_bound_is_cut(text in "\\PC{0,200}", bound in 0_usize..100) {
        let cut = serialise(ReaderValue::Answer(Answer { text: text.clone(), truncated: false }), bound);
        prop_assert!(cut.text.len() <= bound);
        prop_assert_eq!(cut.truncated, text.len() > bound);
    }
}
