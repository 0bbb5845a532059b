//! `cargo xtask conformance [filter]`: builds what the suite runs against, then runs it. What a case is and how it
//! is judged, the suite's own package knows.

use std::process::Command;

use anyhow::Result;

use crate::{guests, process, workspace};

/// Arguments go to the suite's runner: a filter, `--list`, `--exact`.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    process::run(ready()?.args(arguments))
}

/// The suite's runner, once all that it needs is built.
pub(crate) fn ready() -> Result<Command> {
    guests::run()?;
    let programs = process::built(&["skillhost", "conformance"])?;
    let mut runner = Command::new(programs.join("conformance"));
    runner.current_dir(workspace::root());
    Ok(runner)
}
