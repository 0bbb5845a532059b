//! `cargo xtask guests`: builds the example skills and the fixture guest and lays them out for demo and tests.
//!
//! An example skill is a folder of `example-skills/` whose name is its package's and its id.

use std::path::Path;
use std::time::Instant;
use std::{fs, io};

use anyhow::{Context, Result};

use crate::toolchain::Toolchain;
use crate::{process, workspace};

/// The one guest, switched by tool name, that most conformance cases run against.
const FIXTURE: &str = "fixture-guest";

/// Builds all guests; ends with the size of each.
pub(crate) fn run() -> Result<()> {
    let started = Instant::now();
    let skills = example_skills()?;
    let (mut build, built) = Toolchain::find()?.cargo_build()?;
    build.args(["--profile", "guest", "--package", FIXTURE]);
    for skill in &skills {
        build.args(["--package", skill]);
    }
    process::run(&mut build)?;

    let layout = workspace::layout_directory();
    let built = built.join(crate::toolchain::TARGET).join("guest");
    for skill in &skills {
        place(&built, skill, &layout.join("skills").join(skill).join("skill.wasm"))?;
    }
    place(&built, FIXTURE, &layout.join("guests").join("fixture.wasm"))?;
    println!("{} components in {:.1} s", skills.len() + 1, started.elapsed().as_secs_f64());
    Ok(())
}

/// Package names, in order.
fn example_skills() -> Result<Vec<String>> {
    let directory = workspace::root().join("example-skills");
    let entries: Vec<_> = fs::read_dir(&directory)
        .and_then(Iterator::collect::<io::Result<_>>)
        .with_context(|| format!("failed to list `{}`", directory.display()))?;
    let packages = entries.iter().filter(|entry| entry.path().join("Cargo.toml").is_file());
    let mut names: Vec<_> = packages.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}

fn place(built: &Path, package: &str, to: &Path) -> Result<()> {
    let from = built.join(format!("{}.wasm", package.replace('-', "_")));
    fs::create_dir_all(to.parent().unwrap_or(to))?;
    let bytes = fs::copy(&from, to).with_context(|| format!("failed to copy `{}`", from.display()))?;
    let shown = to.strip_prefix(workspace::root()).unwrap_or(to);
    println!("{:>9.1} KiB  {}", bytes as f64 / 1024.0, shown.display());
    Ok(())
}
