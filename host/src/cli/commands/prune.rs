//! `skillhost prune`: make room, by what has expired and, where asked, by what is old.

use indicatif::{HumanBytes, HumanCount};

use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::clock::now;
use crate::config::parse_age;

/// Remove what has expired
///
/// `keep` below [store] says for how long answers are kept. What has expired is found by no one; this removes its bytes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  skillhost prune
  skillhost prune --older-than 7d")]
pub(in crate::cli) struct Prune {
    /// Also delete your artifacts and media that are older, such as 12h or 7d; retrievables and instructions stay
    #[arg(long, value_name = "AGE", value_parser = parse_age)]
    older_than: Option<u64>,
}

impl Prune {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<(), Failure> {
        let removed = match self.older_than {
            Some(age) => context.session()?.delete_before(now().saturating_sub(age))?,
            None => context.host()?.prune()?,
        };
        context.console.answer(&removed, |out| {
            writeln!(
                out,
                "{} records removed, {} freed",
                HumanCount(removed.records),
                HumanBytes(removed.bytes)
            )
        })
    }
}
