//! `cargo xtask conformance`: every case of `cases/`, through the library and through the command line.
//!
//! It takes the arguments of a test runner (a filter, `--list`, `--exact`) and ends with `N passed, N failed`. It
//! builds nothing: the binary and the guests are there, or the cases say what is missing.
#![expect(clippy::print_stdout, reason = "a test runner reports on standard output")]

mod agreement;
mod case;
mod step;
mod collection;
mod command_line;
mod coverage;
mod door;
mod guest;
mod judge;
mod layout;
mod library;
mod native;
mod places;
mod run;
mod stage;
mod stored;

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use libtest_mimic::{Arguments, Failed, Trial};

use crate::case::Case;
use crate::door::DoorName;

fn main() -> Result<ExitCode> {
    let arguments = Arguments::from_args();
    let conclusion = libtest_mimic::run(&arguments, trials()?);
    if !arguments.list {
        println!("{} passed, {} failed", conclusion.num_passed, conclusion.num_failed);
    }
    Ok(conclusion.exit_code())
}

fn trials() -> Result<Vec<Trial>> {
    let mut trials = Vec::new();
    let mut parsed = Vec::new();
    for (name, case) in collection::cases()? {
        match case {
            Ok(case) => {
                let case = Arc::new(case);
                trials.extend(DoorName::ALL.into_iter().filter_map(|door| trial(&name, &case, door)));
                parsed.push(case);
            }
            Err(error) => {
                trials.push(Trial::test(format!("case::{name}"), move || {
                    Err(Failed::from(format!("{error:#}")))
                }));
            }
        }
    }
    trials.push(Trial::test("suite::coverage", move || {
        let cases: Vec<&Case> = parsed.iter().map(Arc::as_ref).collect();
        let gaps = coverage::gaps(&cases).map_err(|error| format!("{error:#}"))?;
        if gaps.is_empty() { Ok(()) } else { Err(gaps.join("\n").into()) }
    }));
    Ok(trials)
}

/// The test of one case through one door, or none where the case says that the door cannot run it.
fn trial(name: &str, case: &Arc<Case>, door: DoorName) -> Option<Trial> {
    let restricted = match door {
        DoorName::Library => &case.cli_only,
        DoorName::Cli => &case.library_only,
    };
    if restricted.is_some() {
        return None;
    }
    let title = format!("{}::{name}", door.as_str());
    let absent = case.skills.iter().any(guest::is_absent);
    let (name, case) = (name.to_owned(), Arc::clone(case));
    let test = Trial::test(title, move || match run::run(&name, &case, door) {
        Ok(problems) if problems.is_empty() => Ok(()),
        Ok(problems) => Err(format!("{}\n\n{}", case.title, problems.join("\n\n")).into()),
        Err(error) => Err(format!("{}\n\n{error:#}", case.title).into()),
    });
    // Its tools are not everywhere: the runner counts the case as ignored, with the reason in its name.
    Some(if absent { test.with_kind("not built here").with_ignored_flag(true) } else { test })
}
