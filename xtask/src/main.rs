//! `cargo xtask <command>`: the chores of this workspace, so that no shell script has to know them.
//!
//! Knows no product code: it runs cargo, the built `skillhost` and a few system tools, and reads sources as text.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line that reports to a terminal")]

mod bench;
mod bless;
mod conformance;
mod debian;
mod demo;
mod guests;
mod kill;
mod languages;
mod process;
mod readme;
mod test;
mod tidy;
mod toolchain;
mod workspace;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask <command>

  test                  everything that CI runs, in order
  conformance [filter]  the conformance suite, or the cases whose name contains the filter
  kill [rounds]         processes that are killed at random moments: what they acknowledged is looked for
  demo                  the main job on real files of this repository, step by step
  guests                the wasm target, the example skills and the fixture guest
  guests --languages    the same, and the suite's guests in JavaScript and Python (needs npm and python3)
  bench call [filter]   what the host costs over what its work costs by hand, as a table; `--quick` for fewer batches
  readme                the README's commands and its library example, as a new user types them
  tidy                  the rules of the tree that the compiler does not check
  gen-docs              rewrite the generated files, such as the pages below docs/
  bless                 the same, and the expectations of the conformance suite";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["test"] => test::run(),
        ["conformance", arguments @ ..] => conformance::run(arguments),
        ["kill", arguments @ ..] => kill::run(arguments),
        ["demo"] => demo::run(),
        ["guests"] => guests::run(),
        ["guests", "--languages"] => guests::run().and_then(|()| languages::run()),
        ["bench", "call", arguments @ ..] => bench::call(arguments),
        ["readme"] => readme::run(),
        ["tidy"] => tidy::run(),
        ["gen-docs"] => bless::generated(),
        ["bless"] => bless::everything(),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
