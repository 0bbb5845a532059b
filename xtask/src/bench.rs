//! `cargo xtask bench call [filter] [--quick]`: builds what the figures need, then measures them. What a figure is and whether
//! it meets its aim, the program in `tests/bench` knows.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::{guests, process, workspace};

/// What searching is compared with, where the machine has none: pinned, so that two runs compare with the same.
const RIPGREP: &str = "ripgrep@15.2.0";

/// Arguments go to the program: a filter, `--quick`.
pub(crate) fn call(arguments: &[&str]) -> Result<()> {
    guests::run()?;
    // `--workspace` for the reason that `process::built` gives.
    process::run(&mut process::cargo("build --release --workspace --bin call"))?;
    provide_ripgrep();
    let mut call = Command::new(workspace::build_directory().join("release/call"));
    process::run(call.current_dir(workspace::root()).args(arguments))
}

/// The `rg` on the path, or one of our own below `target`. Without either the figures go without: the report says so.
fn provide_ripgrep() {
    let tools = workspace::layout_directory().join("bench/tools");
    let own = tools.join("bin/rg");
    if [Path::new("rg"), &own].iter().any(|rg| Command::new(rg).arg("--version").output().is_ok()) {
        return;
    }
    let mut install = process::cargo("install --quiet --locked");
    install.arg(RIPGREP).arg("--root").arg(&tools);
    if let Err(error) = process::run(&mut install) {
        println!("searching is compared with nothing: {error:#}");
    }
}
