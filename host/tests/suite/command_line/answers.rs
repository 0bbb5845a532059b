//! What a command shows: data on standard output, suggestions beside it, and nothing that a terminal would obey.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use serde_json::json;

use super::program::{Folder, Run, check, exists, text_at};

#[test]
fn a_call_shows_a_small_text_and_the_next_commands() {
    let folder = Folder::new();
    let words = ["call", "fixture", "text", r#"{"text": "one\n\u001b[2Jtwo"}"#];
    let run = folder.run(&words);
    assert_eq!(run.exit, Some(0), "{run:#?}");
    for part in
        ["fixture/text", "third-party-public", "│ one\n│ \\u{1b}[2Jtwo\n", "└ end of untrusted output"]
    {
        assert!(run.stdout.contains(part), "no `{part}` in {run:#?}");
    }
    assert!(!run.stdout.contains('\u{1b}'), "{run:#?}");
    assert!(run.stderr.contains("next: skillhost read 0"), "{run:#?}");

    check(&folder, &[&words[..], &["--quiet"]].concat(), 0, &["│ one"], &[]);
    let named = folder.run(&[&["-c", "skillhost.toml"], &words[..]].concat());
    assert!(named.stderr.contains("next: skillhost -c skillhost.toml read 0"), "{named:#?}");
}

#[test]
fn a_large_text_is_not_shown_at_once() {
    let folder = Folder::new();
    for (text, shown) in [
        ("x".repeat(4096), true),
        ("x".repeat(4097), false),
        ("\n".repeat(39), true),
        ("\n".repeat(40), false),
    ] {
        let run = folder.run(&["call", "fixture", "text", &json!({ "text": text }).to_string()]);
        assert_eq!(run.exit, Some(0), "{run:#?}");
        assert_eq!(run.stdout.contains("untrusted output"), shown, "{}", text.len());
    }
}

#[test]
fn arguments_come_from_a_file_or_from_standard_input() {
    let folder = Folder::new();
    folder.write("arguments.json", r#"{"text": "from a file"}"#);
    check(&folder, &["call", "fixture", "text", "@arguments.json", "-q"], 0, &["│ from a file"], &[]);
    check(&folder, &["call", "fixture", "text", "@nowhere.json"], 3, &[], &["failed to read `nowhere.json`"]);
    let mut child = folder
        .program(&["call", "fixture", "text", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("runs");
    child.stdin.take().expect("a pipe").write_all(br#"{"text": "from a pipe"}"#).expect("written");
    let run = Run::from(child.wait_with_output().expect("ends"));
    assert!(run.stdout.contains("│ from a pipe"), "{run:#?}");
}

/// To a pipe a reader's answer goes to the byte; only the end of its last line is added.
#[test]
fn an_answer_is_passed_on_as_it_is() {
    let folder = Folder::new();
    let handle = text_at(&folder.call("text", &json!({ "text": "a\u{1b}[2J\r\nb\nc" })), "/callId");
    let read = |words: &[&str]| folder.run(&[&["read", handle.as_str()], words].concat());
    for (words, expected) in [
        (&["artifact_cat"][..], "a\u{1b}[2J\r\nb\nc\n"),
        (&["artifact_head", "--n", "1"], "a\u{1b}[2J\r\n"),
        (&["artifact_grep", "--pattern", "^[BC]", "--flags=i"], "b\nc\n"),
        (&["artifact_line_count"], "3\n"),
    ] {
        let run = read(words);
        assert_eq!(
            (run.exit, run.stdout.as_str(), run.stderr.as_str()),
            (Some(0), expected, ""),
            "{words:?}"
        );
    }
    let cut = read(&["artifact_byte_slice", "--max-bytes", "1"]);
    assert_eq!(cut.exit, Some(0), "{cut:#?}");
    assert!(cut.stderr.contains("the answer is cut"), "{cut:#?}");
    let unknown = read(&["artifact_grep", "--patern", "b"]);
    assert_eq!(unknown.exit, Some(3), "{unknown:#?}");
    assert!(unknown.stderr.contains("artifact_grep --pattern TEXT [--flags imsu]"), "{unknown:#?}");
}

#[test]
fn media_are_listed_and_saved() {
    let folder = Folder::new();
    check(&folder, &["media"], 0, &[], &["no media"]);
    let call = ["call", "fixture", "media"];
    let evil = r#"{"text": "plain", "mime_type": "text/plain", "filename": "../a b.txt"}"#;
    check(&folder, &[&call[..], &[evil]].concat(), 0, &["text/plain"], &["--output media.bin"]);
    let result =
        folder.call("media", &json!({ "text": "plain", "mime_type": "text/plain", "filename": "a.txt" }));
    let handle = text_at(&result, "/output/media/0/handle");
    check(&folder, &["media"], 0, &[&handle, "../a b.txt"], &[]);
    check(&folder, &["media", &handle], 0, &["text/plain"], &["--output a.txt"]);
    check(&folder, &["media", &handle, "--output", "out.txt"], 0, &["out.txt"], &[]);
    assert_eq!(fs::read(folder.path().join("out.txt")).expect("a file"), b"plain");
    check(&folder, &["media", &handle, "--output", "-"], 0, &["plain"], &[]);
    check(&folder, &["media", &handle, "-o", "no/where.txt"], 3, &[], &["failed to write `no/where.txt`"]);
    check(&folder, &["media", "unknown", "-o", "unknown.txt"], 3, &[], &["error[E_INVALID_HANDLE]"]);
    assert!(!exists(folder.path().join("unknown.txt")));
}

#[test]
fn a_record_is_shown_with_its_text_wherever_that_stands() {
    let folder = Folder::new();
    for inline in [false, true] {
        let result = folder.call("retrievable", &json!({ "text": "to cite", "inline": inline }));
        let handle = text_at(&result, "/output/record/handle");
        let run = folder.run(&["retrievables", &handle]);
        assert_eq!((run.exit, run.stdout.as_str()), (Some(0), "to cite\n"), "{run:#?}");
        assert_eq!(folder.json(&["retrievables", &handle])["text"], "to cite");
        check(&folder, &["retrievables"], 0, &[&handle], &[]);
    }
    check(&folder, &["retrievables", "unknown"], 3, &[], &["error[E_INVALID_HANDLE]"]);
}

#[test]
fn a_long_list_says_that_there_is_more() {
    let folder = Folder::new();
    let handles: Vec<_> =
        (0..3).map(|_| text_at(&folder.call("text", &json!({ "text": "x" })), "/callId")).collect();
    let run = folder.run(&["artifacts", "--limit", "2"]);
    assert!(run.stdout.contains(&handles[2]) && run.stdout.contains(&handles[1]), "newest first: {run:#?}");
    assert!(!run.stdout.contains(&handles[0]), "{run:#?}");
    assert!(run.stderr.contains("more than 2"), "{run:#?}");
}

/// An operator sees whose words a log line are, and `--quiet` keeps them away.
#[test]
fn a_guests_log_is_told_beside_the_answer() {
    let folder = Folder::new();
    let words = ["call", "fixture", "log_line", r#"{"text": "hello operator"}"#];
    let run = folder.run(&words);
    let lines: Vec<_> = run.stderr.lines().filter(|line| line.contains("hello operator")).collect();
    assert!(!lines.is_empty(), "{run:#?}");
    assert!(lines.iter().all(|line| line.contains("fixture") && line.contains("log_line")), "{lines:#?}");
    let quiet = folder.run(&[&words[..], &["-q"]].concat());
    assert!(!quiet.stderr.contains("INFO") && !quiet.stderr.contains("WARN"), "{quiet:#?}");
}

#[test]
fn a_check_shows_what_is_set_and_what_is_default() {
    let folder = Folder::with(
        "[skills.fixture.limits]\ndeadline = \"2 s\"\n[skills.fixture.grants.env]\nTOKEN = \"hunter2\"\n",
    );
    let run = folder.run(&["check"]);
    assert_eq!(run.exit, Some(0), "{run:#?}");
    for part in [
        "limits    deadline 2 s\n",
        "defaults  memory 64 MiB, ",
        "env       TOKEN\n",
        "1 skill, nothing wrong",
    ] {
        assert!(run.stdout.contains(part), "no `{part}` in {run:#?}");
    }
    assert!(!run.stdout.contains("hunter2"), "{run:#?}");
}

#[test]
fn imports_are_shown_against_the_grants_of_the_file() {
    let standing = |folder: &Folder, interface: &str| {
        let report = folder.json(&["inspect", "skills/fixture/skill.wasm"]);
        let imports = report["imports"].as_array().expect("a list").clone();
        let import = imports
            .iter()
            .find(|import| import["name"].as_str().is_some_and(|name| name.starts_with(interface)));
        import.and_then(|import| import["standing"].as_str().map(str::to_owned)).expect("a standing")
    };
    let bare = Folder::new();
    let granted =
        Folder::with("[skills.fixture.grants]\nfiles = [{ host = \"skills\", guest = \"/skills\" }]\n");
    for (interface, without, with) in [
        ("wasi:filesystem/types@", "inert", "granted"),
        ("wasi:cli/environment@", "inert", "inert"),
        ("wasi:sockets/tcp@", "traps", "traps"),
        ("wasi:io/streams@", "wasi", "wasi"),
        ("skillhost:skill/log@", "contract", "contract"),
    ] {
        assert_eq!(standing(&bare, interface), without, "{interface}");
        assert_eq!(standing(&granted, interface), with, "{interface}");
    }
    let named = bare.run(&["inspect", "skills/fixture/skill.wasm", "-c", "absent.toml"]);
    assert_eq!(named.exit, Some(2), "{named:#?}");
}
