//! `skillhost wit`: the contract between host and skill, as this program was built with it.

use serde_json::json;

use crate::cli::context::Context;
use crate::cli::failure::Failure;

/// Print the contract that skills are written against
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  skillhost wit > skill.wit")]
pub(in crate::cli) struct Wit {}

impl Wit {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<(), Failure> {
        if context.console.is_json() {
            return context.console.answer(&json!({ "wit": crate::WIT }), |_| Ok(()));
        }
        context.console.verbatim(crate::WIT)
    }
}
