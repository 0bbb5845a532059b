//! From the words to the exit code: parse, run one command, say what went wrong.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser as _;

use super::arguments::{Arguments, Command};
use super::console::Console;
use super::context::Context;
use super::error_text;
use super::exit::Exit;
use super::failure::Failure;

/// Runs one command line, the program's name first, and prints what it gives.
///
/// Meant for a process of its own: the first call takes over the process's Ctrl-C and its log.
pub fn run(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let words: Vec<OsString> = words.into_iter().collect();
    let arguments = match parse(&words) {
        Ok(arguments) => arguments,
        Err(failure) => {
            // Nothing is parsed, but a script that asks for JSON gets this as JSON too.
            let json = words.iter().any(|word| word == "--json");
            return error_text::tell(&failure, &Console::unparsed(json)).into();
        }
    };
    let context = Context::new(arguments.options);
    match execute(arguments.command, &context) {
        Ok(()) => Exit::Done,
        Err(failure) => error_text::tell(&failure, &context.console),
    }
    .into()
}

fn parse(words: &[OsString]) -> Result<Arguments, Failure> {
    let mut arguments = Arguments::try_parse_from(words)?;
    if let Command::Read(read) = &mut arguments.command {
        read.give_back_options(&mut arguments.options);
    }
    Ok(arguments)
}

fn execute(command: Command, context: &Context) -> Result<(), Failure> {
    match command {
        Command::Check(check) => check.run(context),
        Command::Inspect(inspect) => inspect.run(context),
        Command::List(list) => list.run(context),
        Command::Call(call) => call.run(context),
        Command::Read(read) => read.run(context),
        Command::Artifacts(artifacts) => artifacts.run(context),
        Command::Media(media) => media.run(context),
        Command::Retrievables(retrievables) => retrievables.run(context),
        Command::Search(search) => search.run(context),
        Command::Delete(delete) => delete.run(context),
        Command::Prune(prune) => prune.run(context),
        Command::Usage(usage) => usage.run(context),
        Command::Log(log) => log.run(context),
        Command::Doctor(doctor) => doctor.run(context),
        Command::Backup(backup) => backup.run(context),
        Command::Restore(restore) => restore.run(context),
        Command::Wit(wit) => wit.run(context),
        Command::Completions(completions) => completions.run(context),
    }
}
