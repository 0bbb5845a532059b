//! Runs other programs and says which one failed, as a line that a user could type. Never runs a shell.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::workspace;

/// The cargo that started us, in the workspace's root.
pub(crate) fn cargo(arguments: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments.split_whitespace()).current_dir(workspace::root());
    command
}

/// Builds programs of this workspace; returns the folder that they are in.
///
/// `--workspace`, though only these are built: features are unified over the packages that are selected, and any
/// other selection than that of the lint and test steps would compile the engine once more, for minutes.
pub(crate) fn built(programs: &[&str]) -> Result<PathBuf> {
    let mut build = cargo("build --workspace");
    build.args(programs.iter().flat_map(|program| ["--bin", program]));
    run(&mut build)?;
    Ok(workspace::build_directory().join("debug"))
}

/// Runs to the end with our own input and output.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let line = line(command);
    let status = command.status().with_context(|| format!("failed to start `{line}`"))?;
    if !status.success() {
        bail!("`{line}` failed: {status}");
    }
    Ok(())
}

/// Runs to the end and returns what was printed on standard output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let line = line(command);
    let output =
        command.stderr(Stdio::inherit()).output().with_context(|| format!("failed to start `{line}`"))?;
    if !output.status.success() {
        bail!("`{line}` failed: {}", output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{line}` printed no UTF-8"))
}

/// Runs for at most `limit`, after which the program is ended and the run has failed.
pub(crate) fn run_within(command: &mut Command, limit: Duration) -> Result<()> {
    let line = line(command);
    let mut child = command.spawn().with_context(|| format!("failed to start `{line}`"))?;
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return if status.success() { Ok(()) } else { bail!("`{line}` failed: {status}") };
        }
        if started.elapsed() > limit {
            child.kill().and_then(|()| child.wait()).with_context(|| format!("failed to end `{line}`"))?;
            bail!("`{line}` gave no answer within {} s", limit.as_secs());
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The command as a user could type it.
pub(crate) fn line(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let words = std::iter::once(program.file_name().unwrap_or(program.as_os_str())).chain(command.get_args());
    words.map(quoted).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@,+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.into_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_can_be_typed() {
        fn check(words: &[&str], expected: &str) {
            let [program, arguments @ ..] = words else { panic!("a program comes first") };
            assert_eq!(line(Command::new(program).args(arguments)), expected);
        }
        check(&["/usr/bin/cargo", "build", "-p", "skillhost"], "cargo build -p skillhost");
        check(&["skillhost", "call", r#"{"a": 1}"#], r#"skillhost call '{"a": 1}'"#);
        check(&["echo", "it's", ""], r"echo 'it'\''s' ''");
    }

    #[test]
    fn a_program_that_does_not_end_is_ended() {
        let mut endless = Command::new("cat");
        endless.stdin(Stdio::piped());
        let error = run_within(&mut endless, Duration::ZERO).unwrap_err();
        assert!(error.to_string().contains("gave no answer within 0 s"), "{error}");
    }
}
