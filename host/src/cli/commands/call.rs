//! `skillhost call`: load one skill, call one tool, say what was kept.

use super::argument_text;
use super::kept;
use crate::cli::context::Context;
use crate::cli::failure::Failure;

/// Call a tool of a skill; its answer is checked and kept behind a handle
///
/// Arguments are one JSON object: in the word itself, `@file` to read it from a file, `-` from standard input.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  skillhost call tables table_columns '{\"csv\": \"tea,price\\nassam,4.50\"}'
  skillhost call charts chart_line @chart.json
  jq -n --rawfile csv sales.csv '{$csv}' | skillhost call tables table_columns - --json")]
pub(in crate::cli) struct Call {
    /// The skill's id
    skill: String,
    /// The tool's name
    tool: String,
    /// Its arguments: JSON, `@file` or `-`
    #[arg(value_name = "JSON|@FILE|-", allow_hyphen_values = true)]
    arguments: String,
}

impl Call {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<(), Failure> {
        let arguments = argument_text::parse(&self.tool, &self.arguments)?;
        let session = context.session()?;
        session.load_blocking(&self.skill)?;
        let result = context
            .interrupt
            .during(|cancellation| session.call_blocking_with(&self.tool, arguments, cancellation))?;
        context.console.answer(&result, |out| kept::summary(out, &session, &result))?;
        for words in kept::next(&result) {
            context.console.note(format_args!("next: {}", context.next(&words)));
        }
        Ok(())
    }
}
