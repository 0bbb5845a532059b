//! What the words mean, and what is said of words that mean nothing.

use std::fs;

use serde_json::Value;

use super::program::{Folder, check};

#[test]
fn words_that_make_no_command_are_explained_on_standard_error() {
    let folder = Folder::new();
    for (words, stderr) in [
        (&[][..], &["Usage: skillhost", "Commands:"][..]),
        (&["chek"], &["unrecognized subcommand 'chek'", "'check'"]),
        (&["list", "--jason"], &["unexpected argument '--jason'", "'--json'"]),
        (&["call", "fixture"], &["<TOOL>"]),
        (&["completions", "tcsh"], &["bash", "fish", "zsh"]),
        (&["media", "--output", "a.png"], &["<HANDLE>"]),
        (&["artifacts", "--limit", "0"], &["--limit"]),
        (
            &["read", "x", "artifact_head", "3"],
            &["error: `3` is no argument of a reader: write `--name value`"],
        ),
        (&["read", "x", "artifact_head", "--n"], &["`--n` needs a value"]),
        (&["read", "x", "artifact_head", "--n", "1", "--n", "2"], &["`n` is given twice"]),
    ] {
        check(&folder, words, 2, &[], stderr);
    }
}

#[test]
fn with_json_every_failure_is_one_object_on_standard_error() {
    let folder = Folder::new();
    for (words, exit, blame, message) in [
        (&["chek", "--json"][..], 2, "caller", "unrecognized subcommand 'chek'"),
        (&["read", "x", "artifact_head", "--n", "1", "--json"], 3, "caller", "`x` is no handle"),
        (&["--json", "inspect", "nowhere.wasm"], 3, "caller", "failed to read `nowhere.wasm`"),
        (&["call", "fixture", "echo", "{", "--json"], 3, "caller", "not JSON"),
        (&["call", "fixture", "panic", "{}", "--json"], 4, "guest", "trapped"),
        (&["-c", "nowhere.toml", "check", "--json"], 2, "deployer", "cannot be read"),
    ] {
        let run = folder.run(words);
        let error: Value = serde_json::from_str(run.stderr.lines().last().expect("a line")).expect("JSON");
        assert_eq!(run.exit, Some(exit), "{words:?}: {run:#?}");
        assert_eq!(run.stdout, "", "{words:?}");
        assert_eq!(error["error"]["blame"], blame, "{words:?}: {error}");
        assert!(
            error["error"]["message"].as_str().is_some_and(|text| text.contains(message)),
            "{words:?}: {error}"
        );
    }
}

#[test]
fn help_is_an_answer_and_names_the_exit_codes() {
    let folder = Folder::new();
    check(&folder, &["--help"], 0, &["Exit codes:", "130  interrupted by Ctrl-C"], &[]);
    check(&folder, &["--version"], 0, &["skillhost 0."], &[]);
    check(&folder, &["read", "--help"], 0, &["Readers:", "artifact_grep --pattern TEXT", "Examples:"], &[]);
}

#[test]
fn completions_know_every_command() {
    let folder = Folder::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        check(&folder, &["completions", shell], 0, &["inspect", "retrievables", "quiet"], &[]);
    }
}

/// `inspect`, `wit` and `completions` need no configuration; the others take the nearest one upward.
#[test]
fn the_nearest_configuration_is_found_from_below() {
    let folder = Folder::new();
    let below = folder.path().join("deep/deeper");
    fs::create_dir_all(&below).expect("made");
    let program =
        |words: &[&str]| folder.program(words).current_dir(&below).output().expect("runs").status.code();
    assert_eq!(program(&["list"]), Some(0));
    fs::remove_file(folder.path().join("skillhost.toml")).expect("removed");
    assert_eq!(program(&["list"]), Some(2));
    assert_eq!(program(&["wit"]), Some(0));
    let component = folder.path().join("skills/fixture/skill.wasm");
    assert_eq!(program(&["inspect", &component.display().to_string()]), Some(0));
}
