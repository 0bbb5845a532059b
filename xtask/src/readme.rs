//! `cargo xtask readme`: what the README promises, tried as a new user would: its TOML file, its `skillhost` lines in their
//! order, and the library example that it points to. What a right answer is, other tests decide; here nothing may fail.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::{demo, guests, process, workspace};

/// Where the README's user stands: it has the same `target/skills` below it as the repository.
const FOLDER: &str = "target/readme";
/// What the README writes where the user types what the last call printed.
const PLACEHOLDER: &str = "<handle>";

/// Runs everything.
pub(crate) fn run() -> Result<()> {
    guests::run()?;
    let programs = process::built(&["skillhost"])?;
    let readme =
        fs::read_to_string(workspace::root().join("README.md")).context("failed to read `README.md`")?;
    let folder = workspace::root().join(FOLDER);
    prepare(&folder, &readme)?;
    let mut handle: Option<String> = None;
    let lines = commands(&readme);
    ensure!(lines.iter().any(|line| line.contains(PLACEHOLDER)), "the README reads nothing by its handle");
    for line in lines {
        let line = match &handle {
            Some(handle) => line.replace(PLACEHOLDER, handle),
            None => line,
        };
        println!("$ {line}");
        let answer = typed(&line, &folder, &programs)?;
        print!("{answer}");
        handle = handle_in(&answer).or(handle);
    }
    demo::prepare()?;
    // `--workspace`, as `process::built` says: any other selection compiles the engine once more.
    process::run(&mut process::cargo("build --workspace --example call"))?;
    process::run(Command::new(programs.join("examples/call")).current_dir(workspace::root()))
}

/// An empty folder with the README's TOML file and the skills that it names.
fn prepare(folder: &Path, readme: &str) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder.join("target"))?;
    let config = blocks(readme, "toml").into_iter().next().context("the README has no TOML block")?;
    fs::write(folder.join("skillhost.toml"), config)?;
    let skills = workspace::layout_directory().join("skills");
    std::os::unix::fs::symlink(&skills, folder.join("target/skills")).context("failed to link the skills")
}

/// Types a line into a shell, as a user would.
fn typed(line: &str, folder: &Path, programs: &Path) -> Result<String> {
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", programs.display()))
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        bail!("`{line}` of the README failed: {}", output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The `skillhost` lines of the README's console blocks. Lines that build or install are other steps' work.
fn commands(readme: &str) -> Vec<String> {
    let lines = blocks(readme, "console")
        .into_iter()
        .flat_map(|block| block.lines().map(str::to_owned).collect::<Vec<_>>());
    lines
        .filter_map(|line| Some(line.strip_prefix("$ ")?.trim().to_owned()))
        .filter(|line| line.starts_with("skillhost "))
        .collect()
}

/// The contents of the fenced blocks of one language.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    text.split(&fence).skip(1).filter_map(|rest| rest.split("```").next()).map(str::to_owned).collect()
}

/// The first handle in a text: a UUID in its 36-character form.
fn handle_in(text: &str) -> Option<String> {
    let is_handle = |word: &&str| {
        word.len() == 36
            && word.bytes().filter(|byte| *byte == b'-').count() == 4
            && word.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
    };
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').find(is_handle).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_come_from_console_blocks_alone() {
        let readme = "```toml\n$ skillhost no\n```\n```console\n$ cargo build\n$ skillhost check   # all\nprinted\n```\n";
        assert_eq!(commands(readme), ["skillhost check   # all"]);
        assert_eq!(blocks(readme, "toml"), ["$ skillhost no\n"]);
    }

    #[test]
    fn a_handle_is_found_among_words() {
        let handle = "01a22f55-7941-77e5-980c-c92320d03844";
        assert_eq!(handle_in(&format!("kept as `{handle}`.")), Some(handle.to_owned()));
        assert_eq!(handle_in("nothing here"), None);
    }
}
