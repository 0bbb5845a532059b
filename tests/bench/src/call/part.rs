//! Parts of a figure that need a process of their own, because its peak memory, its reads or its start are what is
//! measured: this program started once more. A part prints one JSON value.
#![expect(clippy::print_stdout, reason = "a part's result goes to the process that started it")]

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasmtime::{bail, ensure};

use crate::{reading, spooling, start};

/// The first argument of a process that does a part.
pub(crate) const FLAG: &str = "--part";

/// Does the part that these words name.
pub(crate) fn run(words: &[&str]) -> wasmtime::Result<()> {
    match *words {
        [reading::PART, directory, handle, start] => {
            print(&reading::read_once(Path::new(directory), handle, start.parse()?)?)
        }
        [spooling::PART, directory, from] => {
            print(&spooling::spool_once(Path::new(directory), Path::new(from))?)
        }
        [start::PART, directory] => print(&start::start_once(Path::new(directory))?),
        _ => bail!("there is no such part: {words:?}"),
    }
}

fn print(result: &impl Serialize) -> wasmtime::Result<()> {
    println!("{}", serde_json::to_string(result)?);
    Ok(())
}

/// Has a part done by a new process.
pub(crate) fn elsewhere<T: DeserializeOwned>(part: &str, arguments: &[&OsStr]) -> wasmtime::Result<T> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args([FLAG, part]).args(arguments).stderr(Stdio::inherit());
    let output = command.output()?;
    ensure!(output.status.success(), "the part `{part}` failed: {}", output.status);
    Ok(serde_json::from_slice(&output.stdout)?)
}
