//! `skillhost read`: run a reader over an artifact.

use super::reader_arguments;
use crate::cli::arguments::Options;
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::error::Error;

const EXAMPLES: &str = "Examples:
  skillhost read 01938d3e-7a5c-7cc3-98c4-dc0c0c07398f artifact_head --n 20
  skillhost read 01938d3e-7a5c-7cc3-98c4-dc0c0c07398f artifact_grep --pattern '^tea' --flags i";

/// Read an artifact or a retrievable with a reader
///
/// To a pipe the answer goes as it is; on a terminal, characters that a terminal would obey are shown as escapes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{}\n\n{EXAMPLES}", reader_arguments::help()))]
pub(in crate::cli) struct Read {
    /// The handle that a call printed
    handle: String,
    /// The reader, such as artifact_head
    reader: String,
    /// The reader's arguments
    #[arg(value_name = "--NAME VALUE", trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

impl Read {
    /// Options of the program may stand among the reader's arguments; here they leave them.
    pub(in crate::cli) fn give_back_options(&mut self, options: &mut Options) {
        self.arguments = reader_arguments::without_options(std::mem::take(&mut self.arguments), options);
    }

    pub(in crate::cli) fn run(&self, context: &Context) -> Result<(), Failure> {
        let arguments = reader_arguments::parse(&self.reader, &self.arguments)?;
        let answer = context.session()?.read(&self.handle, &self.reader, &arguments);
        if let (Err(Error::InvalidToolArguments { .. }), Some(usage)) =
            (&answer, reader_arguments::usage(&self.reader))
        {
            context.console.note(format_args!("usage: skillhost read {} {usage}", self.handle));
        }
        let answer = answer?;
        if context.console.is_json() {
            return context.console.answer(&answer, |_| Ok(()));
        }
        context.console.verbatim(&answer.text)?;
        if answer.truncated {
            context.console.note("the answer is cut; its last line says how to get the rest");
        }
        Ok(())
    }
}
