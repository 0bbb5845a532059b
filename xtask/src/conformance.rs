//! `cargo xtask conformance [filter]`: builds what the suite runs against, then runs it. What a case is and how it
//! is judged, the suite's own package knows.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::Result;

use crate::{guests, process, workspace};

/// Every component that was built, over the cache that the suite uses (its `places.rs`).
const CONFIG: &str = r#"[host]
data-dir = "data"
cache-dir = "../conformance-cache"

[[sources]]
id = "skills"
kind = "directory"
path = "../skills"

[[sources]]
id = "guests"
kind = "directory"
path = "../guests"
"#;

/// Arguments go to the suite's runner: a filter, `--list`, `--exact`.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    process::run(ready()?.args(arguments))
}

/// The suite's runner, once all that it needs is built.
pub(crate) fn ready() -> Result<Command> {
    guests::run()?;
    let programs = process::built(&["skillhost", "conformance"])?;
    compile(&programs)?;
    let mut runner = Command::new(programs.join("conformance"));
    runner.current_dir(workspace::root());
    Ok(runner)
}

/// Compiles the components into the suite's cache, so that the suite's own time is that of its cases. What is wrong with a
/// component is for the cases to say.
fn compile(programs: &Path) -> Result<()> {
    let started = Instant::now();
    let folder = workspace::layout_directory().join("conformance");
    fs::create_dir_all(&folder)?;
    let config = folder.join("skillhost.toml");
    fs::write(&config, CONFIG)?;
    let checked = Command::new(programs.join("skillhost"))
        .arg("-c")
        .arg(&config)
        .args(["check", "--quiet"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    let outcome = if checked.success() { "" } else { "; some of them are refused" };
    println!("components compiled in {:.1} s{outcome}", started.elapsed().as_secs_f64());
    Ok(())
}
