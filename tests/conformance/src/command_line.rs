//! The command line as a door: every action is a process of its own, so that each step is also a restart.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};

use crate::door::{Door, Outcome};
use crate::places;
use crate::step::{Call, Class, Log, Prune, Search};

pub(crate) struct CommandLine {
    directory: PathBuf,
    small_disk: bool,
}

/// Runs its words as a program whose files may not grow past 2048 blocks, of 512 or 1024 bytes as the shell counts. A write
/// beyond is an error, as on a full disk, instead of the signal that would end the program.
const SMALL_DISK: &str = r#"trap '' XFSZ; ulimit -f 2048; exec "$@""#;

impl CommandLine {
    pub(crate) fn new(directory: &Path, small_disk: bool) -> Self {
        Self { directory: directory.to_owned(), small_disk }
    }

    fn run(&self, words: &[String]) -> Result<(Option<i32>, String, String)> {
        let binary = places::binary();
        let mut command = if self.small_disk {
            let mut shell = Command::new("/bin/sh");
            shell.args(["-c", SMALL_DISK, "sh"]).arg(&binary);
            shell
        } else {
            Command::new(&binary)
        };
        command.args(words).current_dir(&self.directory).stdin(Stdio::null());
        // The user's own settings must not change what a case says; the search path is needed by no skill.
        command.env_clear();
        if let Some(root) = env::var_os("SystemRoot") {
            command.env("SystemRoot", root);
        }
        let output = command.output().with_context(|| format!("failed to run `{}`", binary.display()))?;
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Ok((output.status.code(), text(output.stdout), text(output.stderr)))
    }

    /// A command with `--json`: data on standard output, or an error report on standard error and nothing else.
    fn ask(&self, words: &[&str]) -> Result<Outcome> {
        let words: Vec<String> =
            words.iter().map(|word| (*word).to_owned()).chain(["--json".to_owned()]).collect();
        let (exit, stdout, stderr) = self.run(&words)?;
        if exit == Some(0) {
            let value = serde_json::from_str(&stdout)
                .with_context(|| format!("`{}` printed no JSON: {stdout}\n{stderr}", words.join(" ")))?;
            return Ok(Outcome::Done(value));
        }
        let Some(report) = report(&stderr) else {
            bail!("`{}` ended with {exit:?} and without a report\n{stdout}\n{stderr}", words.join(" "));
        };
        if !stdout.is_empty() {
            bail!("`{}` failed and printed data all the same: {stdout}", words.join(" "));
        }
        Ok(Outcome::Failed { report, exit })
    }

    fn media_bytes(&self, handle: &str) -> Result<Vec<u8>> {
        let words = ["media", handle, "--output", "media.out"].map(str::to_owned);
        let (exit, _, stderr) = self.run(&words)?;
        let file = self.directory.join("media.out");
        let bytes = fs::read(&file).with_context(|| format!("`media` ended with {exit:?}: {stderr}"))?;
        fs::remove_file(file)?;
        Ok(bytes)
    }
}

/// The error report among what else a command says to its user.
fn report(stderr: &str) -> Option<Value> {
    let starts = stderr.match_indices('{').map(|(at, _)| at);
    starts.filter(|at| *at == 0 || stderr[..*at].ends_with('\n')).find_map(|at| {
        let value = serde_json::Deserializer::from_str(&stderr[at..]).into_iter::<Value>().next()?.ok()?;
        value.get("error").cloned()
    })
}

impl Door for CommandLine {
    fn call(&mut self, call: &Call, arguments: Map<String, Value>) -> Result<Outcome> {
        if call.cancel_after.is_some() {
            bail!("this door does not cancel: the case needs `library-only`");
        }
        let arguments = match &call.arguments_text {
            Some(text) => text.clone(),
            None => Value::Object(arguments).to_string(),
        };
        self.ask(&["call", &call.skill, &call.tool, &arguments])
    }

    fn read(&mut self, handle: &str, reader: &str, arguments: &Map<String, Value>) -> Result<Outcome> {
        let mut words = vec!["read".to_owned(), handle.to_owned(), reader.to_owned()];
        for (name, value) in arguments {
            words.push(format!("--{name}"));
            words.push(value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        }
        self.ask(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn stored(&mut self, class: Class) -> Result<Outcome> {
        self.ask(&[match class {
            Class::Artifacts => "artifacts",
            Class::Media => "media",
            Class::Retrievables => "retrievables",
        }])
    }

    fn delete(&mut self, handle: &str) -> Result<Outcome> {
        self.ask(&["delete", handle])
    }

    fn search(&mut self, search: &Search) -> Result<Outcome> {
        let mut words = vec!["search".to_owned()];
        words.extend(search.text.clone());
        let options = [("--kind", &search.kind), ("--source", &search.source), ("--trust", &search.trust)];
        for (name, value) in options {
            words.extend(value.iter().flat_map(|value| [name.to_owned(), value.clone()]));
        }
        words.extend(search.limit.iter().flat_map(|limit| ["--limit".to_owned(), limit.to_string()]));
        words.extend(["--offset".to_owned(), search.offset.to_string()]);
        self.ask(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn log(&mut self, log: &Log) -> Result<Outcome> {
        let mut words = vec!["log"];
        words.extend(log.skill.iter().flat_map(|skill| ["--skill", skill]));
        words.extend(log.outcome.iter().flat_map(|outcome| ["--outcome", outcome]));
        self.ask(&words)
    }

    fn prune(&mut self, prune: &Prune) -> Result<Outcome> {
        let age = prune.older_than.map(|seconds| format!("{seconds}s"));
        let mut words = vec!["prune"];
        words.extend(age.iter().flat_map(|age| ["--older-than", age]));
        self.ask(&words)
    }

    fn usage(&mut self) -> Result<Outcome> {
        self.ask(&["usage"])
    }

    fn check(&mut self) -> Result<Outcome> {
        self.ask(&["check"])
    }

    fn content(&mut self, handle: &str, output: &Value) -> Result<Vec<u8>> {
        let says = |pointer: &str, expected: &Value| output.pointer(pointer) == Some(expected);
        if says("/type", &Value::from("media")) {
            return self.media_bytes(handle);
        }
        let answer = if says("/record/inline", &Value::from(true)) {
            self.ask(&["retrievables", handle])?
        } else {
            self.read(handle, "artifact_cat", &Map::new())?
        };
        let Outcome::Done(answer) = answer else { bail!("the content cannot be read: {answer:?}") };
        let text = answer.get("text").and_then(Value::as_str);
        Ok(text.with_context(|| format!("no text in {answer}"))?.as_bytes().to_vec())
    }

    fn restart(&mut self) {}

    fn command(&mut self, words: &[String]) -> Result<Outcome> {
        let directory = self.directory.display().to_string();
        let words: Vec<_> = words.iter().map(|word| word.replace("{case}", &directory)).collect();
        let (exit, stdout, stderr) = self.run(&words)?;
        Ok(Outcome::Ran { exit, stdout, stderr })
    }
}
