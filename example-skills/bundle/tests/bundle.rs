//! The skill's tool through the SDK's native test mode: archives are unpacked again and compared.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a panic in a test is its report")]

use std::io::Read;

use flate2::read::DeflateDecoder;
use proptest::prelude::*;
use rawzip::ZipArchive;
use serde_json::{Value, json};
use skillhost_guest::testing::TestResponse;
use skillhost_guest::{Failure, OutputKind};

const HANDOVER: &str = include_str!("../examples/handover.json");

fn zip(arguments: Value) -> Result<Vec<u8>, Failure> {
    match bundle::skill().test().call("bundle_zip", arguments)? {
        TestResponse::Bytes(bytes) => Ok(bytes),
        other => panic!("{other:?}"),
    }
}

/// Names with empty texts.
fn named(names: &[&str]) -> Value {
    json!({ "files": names.iter().map(|name| json!({ "name": name, "text": "" })).collect::<Value>() })
}

/// The archive's files in its order; sizes and checksums are verified on the way.
fn unzip(bytes: &[u8]) -> Vec<(String, String)> {
    let archive = ZipArchive::from_slice(bytes).unwrap();
    let mut files = Vec::new();
    for entry in archive.entries() {
        let entry = entry.unwrap();
        let stored = archive.get_entry(entry.wayfinder()).unwrap();
        let mut text = String::new();
        stored.verifying_reader(DeflateDecoder::new(stored.data())).read_to_string(&mut text).unwrap();
        let raw = entry.file_path();
        let name = std::str::from_utf8(raw.as_ref()).unwrap().to_owned();
        assert_eq!(entry.file_path().try_normalize().unwrap().as_ref(), name, "a name that would be mended");
        files.push((name, text));
    }
    files
}

fn refused(arguments: Value, reason: &str) {
    assert_eq!(zip(arguments).err(), Some(Failure::invalid_arguments(reason)));
}

#[test]
fn the_skill_describes_itself_within_the_contract() {
    let descriptor = bundle::skill().describe().unwrap();
    assert_eq!((descriptor.id.as_str(), descriptor.name.as_str()), ("bundle", "Bundle"));
    assert_eq!(descriptor.advice.artifact_kind, None);
    for tool in descriptor.tools {
        assert_eq!(tool.output, Some(OutputKind::Binary), "{}", tool.name);
        assert!(!tool.input_schema.contains("$ref"), "{}", tool.name);
        assert!(descriptor.instructions.as_deref().unwrap().contains(&tool.name), "{}", tool.name);
    }
}

#[test]
fn the_example_is_packed_and_unpacked() {
    let arguments: Value = serde_json::from_str(HANDOVER).unwrap();
    let given = arguments["files"].as_array().unwrap().iter();
    let given: Vec<_> = given
        .map(|file| (file["name"].as_str().unwrap().to_owned(), file["text"].as_str().unwrap().to_owned()))
        .collect();
    assert_eq!(unzip(&zip(arguments).unwrap()), given);
}

#[test]
fn text_shrinks_and_the_same_files_give_the_same_bytes() {
    let arguments =
        json!({ "files": [{ "name": "a.txt", "text": "one line like the other\n".repeat(1_000) }] });
    let bytes = zip(arguments.clone()).unwrap();
    assert!(bytes.len() < 1_000, "{}", bytes.len());
    assert_eq!(zip(arguments).unwrap(), bytes);
}

#[test]
fn every_file_has_the_first_day_of_archives() {
    let bytes = zip(named(&["a"])).unwrap();
    let archive = ZipArchive::from_slice(&bytes).unwrap();
    let entry = archive.entries().next().unwrap().unwrap();
    let day = entry.last_modified();
    assert_eq!((day.year(), day.month(), day.day(), day.hour()), (1980, 1, 1, 0));
}

#[test]
fn names_that_work_everywhere_pass() {
    let names = [
        "A.b",
        ".hidden",
        "..a",
        "a..b",
        "deep/er/file.tar.gz",
        "Übersicht 2026.md",
        "日本/表.csv",
        "console.txt",
        "com.txt",
        "COM10",
        "lpt",
        "nullable",
        "a/con-text",
        "(1) [x] {y}; #&$%!'@^+=~,",
    ];
    let files = unzip(&zip(named(&names)).unwrap());
    assert_eq!(files.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), names);
    let longest = "x".repeat(255);
    assert_eq!(unzip(&zip(named(&[&longest])).unwrap()), [(longest, String::new())]);
}

#[test]
fn names_that_lead_elsewhere_or_work_nowhere_are_refused() {
    let check = |name: &str, reason: &str| {
        refused(named(&["fine", name]), &format!("the name of file 2, `{name}`, {reason}"));
    };
    check("", "is empty");
    check("/etc/passwd", "begins with `/`; it has to be relative");
    check("a\\b", "has a backslash; folders are separated by `/`");
    for name in ["..", "../a", "a/../../b", "a/.."] {
        check(name, "has the part `..`, which leads to another folder");
    }
    check("./a", "has the part `.`, which leads to another folder");
    check("a//b", "has an empty part: two slashes in a row, or one at the end");
    check("a/", "has an empty part: two slashes in a row, or one at the end");
    for name in ["C:", "C:/a", "a.txt:stream"] {
        check(name, "has the character `:`, which Windows does not allow");
    }
    for name in ["a.", "a /b", "a. ", "..."] {
        check(name, "has a part that ends with a dot or a space, which Windows drops");
    }
    for name in ["con", "Nul.txt", "COM1", "lpt9.tar.gz", "COM².log", "conin$", "aux .md"] {
        check(name, &format!("has the part `{name}`, a device of Windows"));
    }
    check(&["a"; 17].join("/"), "has more than 16 parts");
}

#[test]
fn what_nobody_sees_is_refused_and_shown() {
    let check = |name: &str, shown: &str, code: &str| {
        let reason = format!("the name of file 1, `{shown}`, has the character U+{code}, which nobody sees");
        refused(named(&[name]), &reason);
    };
    check("a\nb", "a\\u{a}b", "000A");
    check("a\0", "a\\u{0}", "0000");
    check("a\u{85}", "a\\u{85}", "0085");
    check("photo\u{202e}gpj.exe", "photo\\u{202e}gpj.exe", "202E");
    check("\u{feff}a", "\\u{feff}a", "FEFF");
    let long = "é".repeat(200);
    refused(named(&[&long]), &format!("the name of file 1, `{}…`, is longer than 255 bytes", "é".repeat(80)));
}

#[test]
fn two_files_never_stand_in_one_place() {
    let check = |names: &[&str], reason: &str| {
        let last = names.last().unwrap();
        refused(named(names), &format!("the name of file {}, `{last}`, {reason}", names.len()));
    };
    let same = "is that of file 1 too, but for the case of letters at most";
    check(&["a.txt", "b", "a.txt"], same);
    check(&["Data/A.TXT", "data/a.txt"], same);
    check(&["Σίσυφος", "σίσυφοσ"], same);
    check(&["a/b", "A"], "is a folder of file 1");
    check(&["x", "a", "A/b/c"], "needs a folder where file 2 is");
    assert_eq!(unzip(&zip(named(&["a/b", "A/c", "ab"])).unwrap()).len(), 3);
}

#[test]
fn bundles_have_bounds() {
    refused(named(&[]), "no files; a bundle has at least one");
    let names: Vec<_> = (0..1_001).map(|number| number.to_string()).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    refused(named(&names), "1001 files; a bundle has at most 1000");
    assert_eq!(unzip(&zip(named(names.get(1..).unwrap())).unwrap()).len(), 1_000);

    let text = "x".repeat(4 << 20);
    let files = |last: &str| {
        json!({ "files": [
            { "name": "a", "text": text },
            { "name": "b", "text": text },
            { "name": "c", "text": last },
        ] })
    };
    refused(files("x"), "the texts have 8388609 bytes together; a bundle has at most 8388608");
    assert_eq!(unzip(&zip(files("")).unwrap()).len(), 3);
}

proptest! {
    #[test]
    fn whatever_is_packed_comes_back(files in proptest::collection::vec(("[a-cA-C./\\\\é\u{202e} ]{0,6}", "(?s).{0,40}"), 0..6)) {
        let list = files.iter().map(|(name, text)| json!({ "name": name, "text": text })).collect::<Value>();
        if let Ok(bytes) = zip(json!({ "files": list })) {
            prop_assert_eq!(unzip(&bytes), files);
        }
    }

    #[test]
    fn no_name_brings_the_tool_down(name in "(?s).{0,300}") {
        let packed = zip(named(&[&name]));
        prop_assert!(!matches!(packed, Err(Failure::Failed(_))), "{packed:?}");
    }
}
