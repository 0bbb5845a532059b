//! What a backup or a restore came to, for people, and how the program ends after it. The two commands share it.

use std::io::{self, Write};

use indicatif::HumanBytes;

use crate::cli::console::{BOLD, RED};
use crate::cli::context::Context;
use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use crate::cli::untrusted;
use crate::maintenance::TransferReport;
use crate::quota::Amount;

/// Prints the report and says how the program ends.
pub(super) fn tell(context: &Context, report: &TransferReport) -> Result<(), Failure> {
    context.console.answer(report, |out| show(out, report))?;
    match (report.complete, report.damage) {
        (false, _) => {
            context.console.note("interrupted; both sides are whole, and the same command goes on from here");
            Err(Failure::Told(Exit::Interrupted))
        }
        (true, 0) => Ok(()),
        (true, _) => Err(Failure::Told(Exit::Host)),
    }
}

fn show(out: &mut dyn Write, report: &TransferReport) -> io::Result<()> {
    let TransferReport { copied, repaired, present, deleted, expired, damaged, damage, .. } = report;
    writeln!(out, "{BOLD}copied {}{BOLD:#}; {} there already", amount(*copied), records(*present))?;
    if repaired.records > 0 {
        writeln!(out, "bytes made whole again: {}", amount(*repaired))?;
    }
    for (count, what) in [(deleted, "deleted meanwhile"), (expired, "expired, and not copied")] {
        if *count > 0 {
            writeln!(out, "{} {what}", records(*count))?;
        }
    }
    if *damage > 0 {
        writeln!(out, "{RED}{} damaged, and not copied{RED:#}", records(*damage))?;
    }
    for damage in damaged {
        let handle = damage.handle.map_or_else(|| "(no handle)".to_owned(), |handle| handle.to_string());
        writeln!(out, "  {handle}  {}", untrusted::cell(&damage.problem, 300))?;
    }
    let untold = damage.saturating_sub(damaged.len() as u64);
    if untold > 0 { writeln!(out, "  and {untold} more") } else { Ok(()) }
}

fn amount(amount: Amount) -> String {
    format!("{}, {}", records(amount.records), HumanBytes(amount.bytes))
}

fn records(count: u64) -> String {
    if count == 1 { "1 record".to_owned() } else { format!("{count} records") }
}
