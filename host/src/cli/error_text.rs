//! A failure told on standard error: code, message, blame and hint for people, one JSON object for scripts. Decides the
//! exit code on the way. `run` calls it once, last.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use serde_json::{Value, json};

use super::console::{BOLD, Console, RED};
use super::exit::Exit;
use super::failure::Failure;
use super::{snippets, untrusted};
use crate::error::{Blame, ErrorReport};

/// Says what went wrong; how the program ends.
pub(super) fn tell(failure: &Failure, console: &Console) -> Exit {
    match failure {
        Failure::Host(error) => tell_report(&error.report(), None, console),
        Failure::Config { file, error } => tell_report(&error.report(), Some(file), console),
        Failure::Usage(error) => tell_usage(error, console),
        Failure::File { action, file, source } => {
            let message = format!("failed to {action} `{}`: {source}", file.display());
            tell_without_code(&message, Blame::Caller, console);
            Exit::Caller
        }
        // Whoever reads has seen enough.
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
        Failure::Output(error) => {
            tell_without_code(&format!("failed to write standard output: {error}"), Blame::Host, console);
            Exit::Host
        }
        Failure::Told(exit) => *exit,
    }
}

fn tell_report(report: &ErrorReport, file: Option<&Path>, console: &Console) -> Exit {
    if console.is_json() {
        let mut error = serde_json::to_value(report).unwrap_or_default();
        if let (Some(file), Some(members)) = (file, error.as_object_mut()) {
            members.insert("file".to_owned(), Value::String(file.display().to_string()));
        }
        console.complain(json!({ "error": error }));
    } else if let Some(file) = file {
        console.complain(snippets::render(report, file).trim_end());
    } else {
        console.complain(for_people(report, console.shows_details()).trim_end());
    }
    Exit::of(report)
}

/// A problem as one item of a list on standard output.
pub(super) fn indented(report: &ErrorReport) -> String {
    for_people(report, false).lines().map(|line| format!("  {line}\n")).collect()
}

/// Code and message, then a line each for blame, hint and, where it is wanted, detail.
fn for_people(report: &ErrorReport, details: bool) -> String {
    let mut text = format!(
        "{RED}error[{}]{RED:#}: {}\n  {BOLD}blame{BOLD:#}: {}\n",
        report.code,
        untrusted::text(&report.message),
        report.blame.as_str()
    );
    let detail = report.detail.as_ref().filter(|_| details);
    for (name, line) in [("hint", report.hint.as_ref()), ("detail", detail)] {
        if let Some(line) = line {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {BOLD}{name}{BOLD:#}: {}", untrusted::text(line));
        }
    }
    text
}

fn tell_usage(error: &clap::Error, console: &Console) -> Exit {
    if !error.use_stderr() {
        // Help or version: data, and asked for. A reader who leaves early has seen enough.
        let _ = error.print();
        return Exit::Done;
    }
    if console.is_json() {
        tell_without_code(error.render().to_string().trim_end(), Blame::Caller, console);
    } else {
        console.complain(error.render().ansi().to_string().trim_end());
    }
    Exit::Usage
}

/// What only a command line can get wrong has no code: codes belong to the library.
fn tell_without_code(message: &str, blame: Blame, console: &Console) {
    if console.is_json() {
        let message = message.strip_prefix("error: ").unwrap_or(message);
        console.complain(json!({ "error": { "blame": blame, "message": message } }));
    } else {
        console.complain(format_args!("{RED}error{RED:#}: {message}"));
    }
}
