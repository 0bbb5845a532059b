//! `cargo xtask guests --languages`: the conformance suite's guests in JavaScript and Python. Their tools are
//! fetched with npm and pip below `target/languages`, and nowhere else; without network or node or python this
//! fails, and the suite reports the two guests' cases as not built.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::{process, workspace};

/// Pinned, because both are young: a newer one may make a component that imports more.
const JAVASCRIPT_TOOLS: &str = "@bytecodealliance/componentize-js@0.23.0";
const PYTHON_TOOLS: &str = "componentize-py==0.25.1";

/// Builds both guests. `--stub-wasi`: neither needs anything from WASI, and so neither imports it.
pub(crate) fn run() -> Result<()> {
    let tools = workspace::build_directory().join("languages");
    let guests = workspace::layout_directory().join("guests");
    fs::create_dir_all(&tools)?;
    fs::create_dir_all(&guests)?;
    for (component, guest, build) in [
        ("javascript.wasm", "javascript.js", javascript as fn(&Path, &Path) -> Result<()>),
        ("python.wasm", "python.py", python),
    ] {
        let component = guests.join(component);
        if is_newer(&component, &source(guest))? {
            println!("{} is newer than what it is made of", component.display());
        } else {
            build(&tools, &component)?;
        }
    }
    Ok(())
}

/// Whether a component was made after its guest and the contract were last changed.
fn is_newer(component: &Path, guest: &Path) -> Result<bool> {
    let Ok(made) = fs::metadata(component).and_then(|metadata| metadata.modified()) else { return Ok(false) };
    let contract = fs::read_dir(workspace::root().join("wit"))?.collect::<Result<Vec<_>, _>>()?;
    for part in contract.iter().map(fs::DirEntry::path).chain([guest.to_owned()]) {
        if fs::metadata(part)?.modified()? > made {
            return Ok(false);
        }
    }
    Ok(true)
}

fn javascript(tools: &Path, component: &Path) -> Result<()> {
    let program = tools.join("node_modules/.bin/componentize-qjs");
    if !program.exists() {
        let mut install = Command::new("npm");
        install.args(["install", "--no-audit", "--no-fund", "--prefix"]).arg(tools).arg(JAVASCRIPT_TOOLS);
        process::run(&mut install)?;
    }
    let mut build = Command::new(program);
    build
        .arg("-w")
        .arg(workspace::root().join("wit"))
        .args(["-n", "skill", "-j"])
        .arg(source("javascript.js"));
    process::run(build.args(["--sync", "--opt-size", "--stub-wasi", "-o"]).arg(component))
}

fn python(tools: &Path, component: &Path) -> Result<()> {
    let environment = tools.join("python");
    let program = environment.join("bin/componentize-py");
    if !program.exists() {
        process::run(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
        process::run(Command::new(environment.join("bin/pip")).args(["install", "--quiet", PYTHON_TOOLS]))?;
    }
    // The bindings become part of the component's path, beside a copy of the guest: nothing is made in the sources.
    let modules = tools.join("modules");
    let bindings = modules.join("bindings");
    if bindings.exists() {
        fs::remove_dir_all(&bindings)?;
    }
    fs::create_dir_all(&modules)?;
    fs::copy(source("python.py"), modules.join("python.py")).context("failed to copy the guest in Python")?;
    let contract = || {
        let mut command = Command::new(&program);
        command.arg("-d").arg(workspace::root().join("wit")).args(["-w", "skill"]);
        command
    };
    process::run(contract().arg("bindings").arg(&bindings))?;
    let mut build = contract();
    build.args(["componentize", "--stub-wasi", "python", "-p"]).arg(&modules).arg("-p").arg(&bindings);
    process::run(build.arg("-o").arg(component))
}

fn source(file: &str) -> std::path::PathBuf {
    workspace::root().join("tests/guests/languages").join(file)
}
