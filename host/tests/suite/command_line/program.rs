//! The program in a folder of its own with the fixture in it, and what one run of it came to.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::guests;

/// A folder with a configuration and one skill.
pub(super) struct Folder(TempDir);

/// What a run came to.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) exit: Option<i32>,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

impl Folder {
    pub(super) fn new() -> Self {
        Self::with("")
    }

    /// One whose configuration ends in `more`.
    pub(super) fn with(more: &str) -> Self {
        let folder = Self(tempfile::tempdir().expect("a directory"));
        let skill = folder.path().join("skills").join(guests::ID);
        fs::create_dir_all(&skill).expect("made");
        fs::write(skill.join("skill.wasm"), guests::component()).expect("written");
        let cache = guests::shared_cache();
        let config = format!(
            "[host]\ndata-dir = \"data\"\ncache-dir = {:?}\n\
             [[sources]]\nid = \"local\"\nkind = \"directory\"\npath = \"skills\"\n\
             [gate]\ndefault = \"allow\"\n{more}",
            cache.display().to_string()
        );
        folder.write("skillhost.toml", &config);
        folder
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(super) fn write(&self, name: &str, text: &str) {
        fs::write(self.path().join(name), text).expect("written");
    }

    /// The program, about to run here with these words. Nothing of this process's surroundings reaches it.
    pub(super) fn program(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_skillhost"));
        command.args(words).current_dir(self.path()).env_clear().stdin(Stdio::null());
        command
    }

    pub(super) fn run(&self, words: &[&str]) -> Run {
        Run::from(self.program(words).output().expect("the program runs"))
    }

    /// The answer of a command that has to succeed.
    pub(super) fn json(&self, words: &[&str]) -> Value {
        let run = self.run(&[words, &["--json"]].concat());
        assert_eq!(run.exit, Some(0), "{words:?}: {run:?}");
        serde_json::from_str(&run.stdout).expect("one JSON value")
    }

    /// Calls a tool of the fixture; its result.
    pub(super) fn call(&self, tool: &str, arguments: &Value) -> Value {
        self.json(&["call", guests::ID, tool, &arguments.to_string()])
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        Self { exit: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

/// What is expected of a run: its exit code, and parts of both streams. No part: the stream is empty.
pub(super) fn check(folder: &Folder, words: &[&str], exit: i32, stdout: &[&str], stderr: &[&str]) {
    let run = folder.run(words);
    assert_eq!(run.exit, Some(exit), "{words:?}: {run:#?}");
    for (parts, stream) in [(stdout, &run.stdout), (stderr, &run.stderr)] {
        assert_eq!(parts.is_empty(), stream.is_empty(), "{words:?}: {run:#?}");
        for part in parts {
            assert!(stream.contains(part), "{words:?}: no `{part}` in {run:#?}");
        }
    }
}

/// The string at a JSON pointer.
pub(super) fn text_at(value: &Value, pointer: &str) -> String {
    value
        .pointer(pointer)
        .and_then(Value::as_str)
        .unwrap_or_else(|| panic!("{pointer} in {value}"))
        .to_owned()
}

/// Whether a file is there, in a form that reads well in an assertion.
pub(super) fn exists(path: impl AsRef<OsStr>) -> bool {
    Path::new(path.as_ref()).exists()
}
