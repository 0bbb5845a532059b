//! The words of the command line, parsed: global options and one command. Decides nothing; `run` does.

use std::path::PathBuf;

use clap::{ArgAction, Parser, Subcommand, ValueHint};

use super::commands;
use super::exit;

/// Runs third-party agent skills as WebAssembly components and keeps their answers behind handles.
///
/// A skill runs in a sandbox, under the limits and grants of the deployer's file. What it answers is checked, stored,
/// and read back with readers such as artifact_grep.
#[derive(Debug, Parser)]
#[command(name = "skillhost", version, max_term_width = 110, after_help = exit::help())]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) options: Options,
    #[command(subcommand)]
    pub(super) command: Command,
}

/// What every command takes.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Options {
    /// The deployer's file; without it the nearest skillhost.toml, in this folder or one above
    #[arg(short, long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) config: Option<PathBuf>,
    /// JSON on standard output; an error as {"error": …} on standard error
    #[arg(long, global = true)]
    pub(super) json: bool,
    /// No progress, no notes, no suggestions
    #[arg(short, long, global = true)]
    pub(super) quiet: bool,
    /// More of the log, and the details of errors; twice for all of it. SKILLHOST_LOG=target=level picks parts
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub(super) verbose: u8,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Check(commands::Check),
    Inspect(commands::Inspect),
    List(commands::List),
    Call(commands::Call),
    Read(commands::Read),
    Artifacts(commands::Artifacts),
    Media(commands::Media),
    Retrievables(commands::Retrievables),
    Search(commands::Search),
    Delete(commands::Delete),
    Prune(commands::Prune),
    Usage(commands::Usage),
    Log(commands::Log),
    Doctor(commands::Doctor),
    Backup(commands::Backup),
    Restore(commands::Restore),
    Wit(commands::Wit),
    Completions(commands::Completions),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }

    /// What issue 2 asks for: a person finds the next step without leaving the terminal.
    #[test]
    fn every_command_has_a_description_and_an_example() {
        for command in Arguments::command().get_subcommands() {
            let name = command.get_name();
            assert!(command.get_about().is_some(), "{name}");
            let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(after.contains(&format!("skillhost {name}")), "{name}: {after}");
        }
    }
}
