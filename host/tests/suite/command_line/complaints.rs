//! Mistakes, signals, and outputs that cannot be written.

use std::io::{self, Write as _};
use std::process::{Command, Stdio};

use super::program::{Folder, Run, check};

#[test]
fn every_mistake_of_a_configuration_is_shown_with_its_line() {
    let folder = Folder::with("[skills.fixture.limits]\nmemroy = \"64 MiB\"\ndeadline = \"5 parsecs\"\n");
    for words in [&["check"][..], &["list"], &["call", "fixture", "text", "{}"]] {
        let stderr = [
            "error[E_INVALID_SKILLS_CONFIG]: 2 mistakes in ",
            "11 │ memroy = \"64 MiB\"",
            "did you mean `memory`?",
            "12 │ deadline = \"5 parsecs\"",
            "blame: deployer",
        ];
        check(&folder, words, 2, &[], &stderr);
    }
}

#[test]
fn a_check_shows_every_skill_and_fails_for_one() {
    let folder = Folder::with(
        "[artifact-bindings.fixture]\ntext = \"nonsense\"\necho = \"nonsense\"\n[skills.ghost]\n",
    );
    let run = folder.run(&["check"]);
    assert_eq!(run.exit, Some(2), "{run:#?}");
    assert_eq!(run.stdout.matches("error[E_SKILL_ARTIFACT_UNAVAILABLE]").count(), 2, "{run:#?}");
    assert_eq!(run.stdout.matches("error[E_SKILL_NOT_FOUND]").count(), 1, "{run:#?}");
    assert!(run.stdout.contains("2 skills, 3 problems"), "{run:#?}");
}

#[test]
fn details_are_for_those_who_ask() {
    let folder = Folder::new();
    let words = ["call", "fixture", "panic", "{}"];
    let brief = folder.run(&words);
    assert!(brief.stderr.contains("error[E_SKILL_TOOL_FAILED]"), "{brief:#?}");
    assert!(!brief.stderr.contains("detail:"), "{brief:#?}");
    let verbose = folder.run(&[&words[..], &["-v"]].concat());
    assert!(verbose.stderr.contains("detail:"), "{verbose:#?}");
}

/// `skillhost … | head` is no failure of anyone.
#[test]
fn a_reader_that_leaves_is_no_failure() {
    let folder = Folder::new();
    for words in [&["wit"][..], &["wit", "--json"], &["completions", "bash"], &["list"], &["--help"]] {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let output = folder.program(words).stdout(writer).output().expect("runs");
        let run = Run::from(output);
        assert_eq!((run.exit, run.stderr.as_str()), (Some(0), ""), "{words:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_a_failure() {
    let folder = Folder::new();
    let full = std::fs::File::create("/dev/full").expect("a device");
    let run = Run::from(folder.program(&["wit"]).stdout(full).output().expect("runs"));
    assert_eq!(run.exit, Some(1), "{run:#?}");
    assert!(run.stderr.contains("failed to write standard output"), "{run:#?}");
}

/// More bytes than a pipe holds have left once the program reads them: by then Ctrl-C is its own.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_program_with_its_own_code() {
    let folder = Folder::new();
    for (name, end) in [("while it reads", None), ("once it can call", Some("{}"))] {
        let mut child = folder
            .program(&["call", "fixture", "loop", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(&[b' '; 1 << 20]).expect("written");
        // The pipe stays open where the program is to be reading.
        let _open = match end {
            Some(end) => {
                stdin.write_all(end.as_bytes()).expect("written");
                drop(stdin);
                None
            }
            None => Some(stdin),
        };
        let killed =
            Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
        assert!(killed.success());
        let run = Run::from(child.wait_with_output().expect("ends"));
        assert_eq!((run.exit, run.stdout.as_str()), (Some(130), ""), "{name}: {run:#?}");
    }
}

/// A machine that lends little address space: the pool of instances has no room, the program says so and goes on; where
/// even one instance has none, that is the host's fault and not the guest's.
#[cfg(target_os = "linux")]
#[test]
fn scarce_address_space_is_told_and_survived() {
    let folder = Folder::new();
    let run = |kilobytes: &str| {
        let mut shell = Command::new("sh");
        let script = format!("ulimit -v {kilobytes}; exec \"$0\" call fixture echo '{{}}'");
        shell.args(["-c", &script]).arg(env!("CARGO_BIN_EXE_skillhost"));
        Run::from(shell.current_dir(folder.path()).env_clear().output().expect("runs"))
    };
    let scarce = run("8000000");
    assert_eq!(scarce.exit, Some(0), "{scarce:#?}");
    assert!(scarce.stderr.contains("no room for the pool of instances"), "{scarce:#?}");
}

/// The files below a folder that hold bytes.
fn written(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    paths
        .flat_map(|path| if path.is_dir() { written(&path) } else { vec![path] })
        .filter(|path| path.metadata().is_ok_and(|file| file.len() > 0))
        .collect()
}

/// A process that is killed while a guest writes leaves half a file, which is no one's answer, and which the next start
/// sweeps.
#[test]
fn a_process_killed_while_it_writes_leaves_nothing_to_read() {
    let folder = Folder::with("[skills.fixture.limits]\ndeadline = \"10 min\"\n");
    let arguments = r#"{"length": 100000, "mime_type": "image/png"}"#;
    let mut killed = folder.program(&["call", "fixture", "media_and_loop", arguments]).spawn().expect("runs");
    let spool = folder.path().join("data/spool");
    while written(&spool).is_empty() {
        assert_eq!(killed.try_wait().expect("known"), None, "it ended before it wrote");
        std::thread::yield_now();
    }
    killed.kill().expect("killed");
    killed.wait().expect("ended");
    for list in ["artifacts", "media", "retrievables"] {
        assert_eq!(folder.json(&[list]), serde_json::json!([]), "{list}");
    }
    assert_eq!(written(&spool), Vec::<std::path::PathBuf>::new(), "swept");
    folder.call("echo", &serde_json::json!({ "word": "all is well" }));
}
