//! `skillhost delete`: delete what is behind handles, the owner's act.

use serde_json::json;

use crate::cli::context::Context;
use crate::cli::failure::Failure;

/// Delete artifacts, media or retrievables, with their bytes
///
/// Stops at the first handle that leads to nothing; what was named before it is deleted.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  skillhost delete 01938d3e-7a5c-7cc3-98c4-dc0c0c07398f
  skillhost artifacts --json | jq -r '.[].handle' | xargs skillhost delete")]
pub(in crate::cli) struct Delete {
    /// The handles that calls printed
    #[arg(required = true)]
    handles: Vec<String>,
}

impl Delete {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<(), Failure> {
        let session = context.session()?;
        for (number, handle) in self.handles.iter().enumerate() {
            session.delete(handle).inspect_err(|_| {
                if number > 0 {
                    context.console.note(format_args!("deleted before the failure: {number}"));
                }
            })?;
        }
        context.console.answer(&json!({ "deleted": self.handles }), |out| {
            self.handles.iter().try_for_each(|handle| writeln!(out, "deleted {handle}"))
        })
    }
}
