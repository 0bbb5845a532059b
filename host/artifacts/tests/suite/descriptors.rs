//! Names, schemas, kinds, and names that are reserved.

use std::collections::BTreeSet;

use serde_json::json;
use skillhost_artifacts::{BuiltinKind, Kind, ReadError, descriptors, reserved_names};

use skillhost_artifacts::{Bounds, MemorySource, read};

/// Families of reader names with a common stem, as published.
const PUBLISHED: [(&str, &[&str]); 7] = [
    (
        "artifact_",
        &["head", "tail", "grep", "cat", "byte_length", "line_count", "estimate_tokens", "byte_slice"],
    ),
    (
        "artifact_md_",
        &["frontmatter", "headings", "code_blocks", "sections", "links", "images", "text", "ast"],
    ),
    ("artifact_json_", &["type", "keys", "length", "get", "filter", "slice", "pluck"]),
    ("artifact_toon_", &["type", "keys", "length", "get", "filter", "slice", "pluck"]),
    ("artifact_yaml_", &["type", "keys", "length", "get", "filter", "slice", "pluck"]),
    ("artifact_xml_", &["root", "keys", "tags", "length", "get", "filter", "pluck"]),
    ("artifact_es_", &["symbols", "imports", "exports", "outline", "signature", "jsdoc", "references"]),
];

#[test]
fn the_reserved_names_are_the_published_ones() {
    let published = PUBLISHED
        .iter()
        .flat_map(|(stem, names)| names.iter().map(move |name| format!("{stem}{name}")))
        .collect::<BTreeSet<_>>();
    let derived = reserved_names().into_iter().map(String::from).collect::<BTreeSet<_>>();
    assert_eq!(derived, published);
    assert_eq!(derived.len(), 51);
}

#[test]
fn the_schema_admits_what_the_reader_takes_and_nothing_else() {
    let grep = descriptors(&BuiltinKind::SpooledArtifact)
        .into_iter()
        .find(|reader| reader.name == "artifact_grep")
        .unwrap();
    let schema = grep.schema(Some(&["call-1".into(), "call-2".into()]));
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["additionalProperties"], false);
    assert_eq!(schema["required"], json!(["callId", "pattern"]));
    let properties = schema["properties"].as_object().unwrap();
    assert_eq!(properties.keys().collect::<Vec<_>>(), ["callId", "pattern", "flags", "max_bytes"]);
    assert_eq!(properties["callId"]["enum"], json!(["call-1", "call-2"]));
    assert_eq!(properties["pattern"]["minLength"], 1);
    assert_eq!(properties["flags"]["pattern"], "^[imsu]*$");
    assert_eq!(properties["max_bytes"]["minimum"], 1);
}

#[test]
fn without_ids_any_call_id_will_do() {
    for reader in descriptors(&BuiltinKind::SpooledArtifact) {
        let schema = reader.schema(None);
        let call_id = schema["properties"]["callId"].as_object().unwrap();
        assert_eq!(call_id["type"], "string", "{}", reader.name);
        assert!(!call_id.contains_key("enum"), "{}", reader.name);
        assert_eq!(
            schema["properties"].as_object().unwrap().keys().next().unwrap(),
            "callId",
            "{}",
            reader.name
        );
    }
}

#[test]
fn defaults_are_part_of_the_schema() {
    for reader in descriptors(&BuiltinKind::SpooledArtifact) {
        if matches!(reader.name, "artifact_head" | "artifact_tail") {
            let schema = reader.schema(None);
            assert_eq!(schema["properties"]["n"]["default"], 10);
            assert_eq!(schema["properties"]["n"]["minimum"], 1);
            assert_eq!(schema["required"], json!(["callId"]));
        }
    }
}

#[test]
fn every_kind_has_its_name_and_the_raw_readers() {
    let names = ["SpooledArtifact", "json", "markdown", "toon", "yaml", "xml", "ecmascript"];
    assert_eq!(BuiltinKind::ALL.map(|kind| kind.name().to_owned()), names);
    let source = MemorySource::from("alpha\nbeta");
    for name in names {
        let kind = BuiltinKind::from_name(name).unwrap();
        assert_eq!(kind.name(), name);
        let offered = descriptors(&kind);
        let distinct = offered.iter().map(|reader| reader.name).collect::<BTreeSet<_>>();
        assert_eq!(distinct.len(), offered.len(), "{name}");
        assert_eq!(offered.len(), 8, "{name}");
        let arguments = json!({ "n": 1 });
        let arguments = arguments.as_object().unwrap();
        let answer = read(&kind, "artifact_tail", arguments, &source, &Bounds::default()).unwrap();
        assert_eq!(answer.text, "beta", "{name}");
    }
    assert_eq!(BuiltinKind::from_name("JSON"), None);
    assert_eq!(BuiltinKind::from_name(""), None);
}

#[test]
fn a_reader_that_is_not_there_is_told_apart_from_one_that_is_not_built_in() {
    let rows = [
        (BuiltinKind::Json, "artifact_json_get", "`artifact_json_get` is not built into this version"),
        (BuiltinKind::Json, "artifact_xml_get", "`artifact_xml_get` is no reader of `json` artifacts"),
        (
            BuiltinKind::SpooledArtifact,
            "artifact_json_get",
            "`artifact_json_get` is no reader of `SpooledArtifact` artifacts",
        ),
        (BuiltinKind::Xml, "grep", "`grep` is no reader of `xml` artifacts"),
    ];
    for (kind, reader, expected) in rows {
        let source = MemorySource::from("{}");
        let error = read(&kind, reader, &serde_json::Map::new(), &source, &Bounds::default()).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert!(matches!(error, ReadError::UnknownReader { .. } | ReadError::ReaderNotBuiltIn { .. }));
        assert!(error.hint().unwrap().contains("artifact_grep"), "{expected}");
    }
}
