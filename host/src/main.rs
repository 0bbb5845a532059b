//! The program `skillhost`: hands its words to the command line. Nothing else may live here; tests and embedders
//! cannot reach it.

use std::process::ExitCode;

fn main() -> ExitCode {
    skillhost::cli::run(std::env::args_os())
}
