//! `cargo xtask test`: everything that CI runs, in order, up to the first failure. Each step is a command that
//! works alone.

use std::time::Instant;

use anyhow::{Result, bail};

use crate::process;

/// The one step that a developer's machine may do without: its tools come from npm and pip. CI may not.
const OTHER_LANGUAGES: &str = "guests in other languages";

/// The quick ones first; guests before whatever compiles tests that read them.
const STEPS: &[(&str, &str)] = &[
    ("formatting", "fmt --all --check"),
    ("tidy", "xtask tidy"),
    ("guests", "xtask guests"),
    (OTHER_LANGUAGES, "xtask guests --languages"),
    ("lints", "clippy --workspace --all-targets -- -D warnings"),
    ("unit and integration tests", "nextest run --workspace"),
    ("doctests", "test --doc --workspace"),
    ("README", "xtask readme"),
    ("conformance", "xtask conformance"),
];

/// Runs the steps.
pub(crate) fn run() -> Result<()> {
    let started = Instant::now();
    let nextest = process::cargo("nextest --version").output().is_ok_and(|output| output.status.success());
    for (number, (name, arguments)) in (1..).zip(STEPS) {
        let arguments = if nextest { (*arguments).to_owned() } else { without_nextest(arguments) };
        println!("\n[{number}/{}] {name}: cargo {arguments}", STEPS.len());
        let step = Instant::now();
        let outcome = process::run(&mut process::cargo(&arguments));
        let seconds = step.elapsed().as_secs_f64();
        if outcome.is_err() && *name == OTHER_LANGUAGES && std::env::var_os("CI").is_none() {
            println!(
                "[{number}/{}] {name}: NOT BUILT; the suite will report their cases as skipped",
                STEPS.len()
            );
            continue;
        }
        if outcome.is_err() {
            bail!("step `{name}` failed after {seconds:.1} s; alone: cargo {arguments}");
        }
        println!("[{number}/{}] {name}: done in {seconds:.1} s", STEPS.len());
    }
    println!("\nxtask test: all {} steps done in {:.1} s", STEPS.len(), started.elapsed().as_secs_f64());
    Ok(())
}

/// The same tests with cargo's own runner, whose doctests are a step of their own.
fn without_nextest(arguments: &str) -> String {
    match arguments.strip_prefix("nextest run ") {
        Some(selection) => format!("test {selection} --lib --bins --tests"),
        None => arguments.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_has_a_form_without_nextest() {
        for (_, arguments) in STEPS {
            let plain = without_nextest(arguments);
            assert!(!plain.contains("nextest"), "{plain}");
            assert!(plain == *arguments || plain.starts_with("test --workspace --lib"), "{plain}");
        }
    }
}
