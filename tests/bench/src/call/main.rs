//! `cargo xtask bench call [filter] [--quick]`: what the host costs over what its work costs by hand, in one run. Prints a
//! table and writes `target/bench/report.json`.
//!
//! Optimises nothing and guards nothing: a missed aim is a row that says so, not a failure. Needs `cargo xtask guests`
//! first; the chore sees to that.
#![expect(clippy::print_stderr, reason = "a run of minutes says what it is at")]

mod figure;
mod report;
mod places;
mod log_text;
mod stored;
mod consumption;
mod part;
mod calls;
mod durable;
mod spooling;
mod reading;
mod grep;
mod start;

use std::process::ExitCode;
use std::time::Duration;

use skillhost_bench::machine::{self, Machine};
use skillhost_bench::measure::Turns;

use crate::figure::Figure;
use crate::places::Places;
use crate::report::Report;

/// Figures that are measured together, because they share what they need.
struct Group {
    /// The figures' ids: what a filter is looked for in.
    ids: &'static [&'static str],
    measure: fn(&Setting) -> wasmtime::Result<Vec<Figure>>,
}

const GROUPS: &[Group] = &[
    Group { ids: &["call-sync-100b", "call-async-100b"], measure: calls::small },
    Group { ids: &["call-sync-1mib"], measure: calls::large },
    Group { ids: &["durable-100b"], measure: durable::measure },
    Group { ids: &["middle-1gib", "middle-1gib-memory", "middle-1gib-read"], measure: reading::measure },
    Group { ids: &["grep-256mib", "grep-256mib-regex"], measure: grep::measure },
    Group { ids: &["spool-1gib", "spool-1gib-memory"], measure: spooling::measure },
    Group { ids: &["second-start", "second-start-demo"], measure: start::measure },
];

/// Where and how thoroughly to measure.
struct Setting {
    places: Places,
    quick: bool,
}

impl Setting {
    /// This many batches, or a third of them in a quick run.
    fn turns(&self, batches: usize, batch: Duration) -> Turns {
        Turns { batches: self.repeats(batches), batch }
    }

    /// An odd number near a third of this one in a quick run.
    fn repeats(&self, number: usize) -> usize {
        if self.quick { (number / 3) | 1 } else { number }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        [part::FLAG, part @ ..] => part::run(part),
        words => measure(words),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("call: {error:?}");
            ExitCode::FAILURE
        }
    }
}

fn measure(words: &[&str]) -> wasmtime::Result<()> {
    let quick = words.contains(&"--quick");
    let filter = words.iter().find(|word| !word.starts_with("--")).copied().unwrap_or_default();
    let machine = Machine::observe(&machine::root());
    let setting = Setting { places: Places::prepare()?, quick };
    let mut figures = Vec::new();
    for group in GROUPS.iter().filter(|group| group.ids.iter().any(|id| id.contains(filter))) {
        eprintln!("measuring {} …", group.ids.join(", "));
        figures.extend((group.measure)(&setting)?);
        setting.places.clear()?;
    }
    setting.places.leave()?;
    let report = Report { machine, load_after: machine::load(), quick, figures };
    report.publish(&setting.places.report())
}
