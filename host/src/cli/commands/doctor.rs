//! `skillhost doctor`: what is wrong in the data directory, and what was done about it.

use std::io::{self, Write};

use indicatif::HumanBytes;

use super::data_directory::{DataDirectory, watched};
use crate::cli::console::{BOLD, DIM, RED};
use crate::cli::context::Context;
use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use crate::cli::untrusted;
use crate::maintenance::{self, DoctorReport, Done, Examination, Finding};

/// Look for what a crash or a failing disk left in the data directory, and mend it
///
/// Removes what costs space and nothing else, corrects what is only counted or indexed wrongly, and says what it did.
/// What is lost it cannot mend: then it exits with 1. Hosts may go on working meanwhile.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  skillhost doctor
  skillhost doctor --dry-run --json | jq '.findings[].kind'
  skillhost doctor --contents")]
pub(in crate::cli) struct Doctor {
    /// Look only; mend nothing
    #[arg(long)]
    dry_run: bool,
    /// Read every content to its end, to find bits that flipped
    #[arg(long)]
    contents: bool,
}

impl Doctor {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<(), Failure> {
        let DataDirectory { path, cache } = DataDirectory::of(context)?;
        let examination = Examination { repair: !self.dry_run, contents: self.contents, cache };
        let report = watched(context, |watch| maintenance::doctor(&path, &examination, watch))?;
        context.console.answer(&report, |out| show(out, &report))?;
        if report.damage > 0 {
            context.console.note("what a backup has of it, `skillhost restore` brings back");
        }
        if !self.contents && report.complete {
            context.console.note(format_args!(
                "contents were not read to their end; `{}` does that",
                context.next("doctor --contents")
            ));
        }
        match (report.complete, report.damage) {
            (false, _) => Err(Failure::Told(Exit::Interrupted)),
            (true, 0) => Ok(()),
            (true, _) => Err(Failure::Told(Exit::Host)),
        }
    }
}

fn show(out: &mut dyn Write, report: &DoctorReport) -> io::Result<()> {
    report.findings.iter().try_for_each(|finding| show_finding(out, finding))?;
    if report.unlisted > 0 {
        writeln!(out, "and {} more", report.unlisted)?;
    }
    let found = report.findings.len() as u64 + report.unlisted;
    let looked = format!("{}, {}", counted(report.records, "record"), HumanBytes(report.bytes));
    let outcome = match (found, report.damage) {
        (0, _) => "nothing wrong".to_owned(),
        (found, 0) => format!("{}, no damage", counted(found, "finding")),
        (found, damage) => {
            format!("{}, {RED}{damage} of them damage that remains{RED:#}", counted(found, "finding"))
        }
    };
    let end = if report.complete { "" } else { "; interrupted" };
    writeln!(out, "{BOLD}{looked}{BOLD:#}: {outcome}{end}")
}

fn show_finding(out: &mut dyn Write, finding: &Finding) -> io::Result<()> {
    let (done, why) = match finding.done {
        Done::Removed => ("removed", None),
        Done::Corrected => ("corrected", None),
        Done::Left(reason) => ("left", Some(reason.about())),
    };
    let place = untrusted::cell(&finding.place, 300);
    let size = if finding.bytes > 0 { format!(", {}", HumanBytes(finding.bytes)) } else { String::new() };
    writeln!(out, "{done:<9} {}: {BOLD}{place}{BOLD:#}{size}", finding.kind.about())?;
    for remark in why.into_iter().chain(finding.detail.as_deref()) {
        writeln!(out, "          {DIM}{}{DIM:#}", untrusted::cell(remark, 300))?;
    }
    Ok(())
}

fn counted(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
