//! `skillhost usage`: how much is kept, beside what may be.

use std::io::Write;

use indicatif::{HumanBytes, HumanCount};
use tabwriter::TabWriter;

use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::untrusted;

/// Show how much is kept: in all, of each principal, of each skill
///
/// The quotas stand in the deployer's file, below [store] and [skills.<id>.limits].
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  skillhost usage
  skillhost usage --json")]
pub(in crate::cli) struct Usage {}

impl Usage {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<(), Failure> {
        let usage = context.host()?.usage()?;
        context.console.answer(&usage, |out| {
            let mut table = TabWriter::new(out);
            for row in &usage {
                writeln!(
                    table,
                    "{}\t{}\t{} of {}\t{} of {} records",
                    row.scope.as_str(),
                    untrusted::cell(&row.name, 64),
                    HumanBytes(row.used.bytes),
                    HumanBytes(row.allowed.bytes),
                    HumanCount(row.used.records),
                    HumanCount(row.allowed.records)
                )?;
            }
            table.flush()
        })
    }
}
