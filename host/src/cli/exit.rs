//! The exit codes: one table, printed by `--help`. They say who has to change something, so that a script can decide
//! without reading the error. Used by whatever ends the program.

use std::process::ExitCode;

use crate::error::{Blame, Code, ErrorReport};

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    /// All is well.
    Done,
    /// The machine's or the host's fault.
    Host,
    /// The words of the command line, or the deployer's file.
    Usage,
    /// What was asked for.
    Caller,
    /// The skill's fault.
    Guest,
    /// Ctrl-C.
    Interrupted,
}

const TABLE: [(Exit, u8, &str); 6] = [
    (Exit::Done, 0, "done"),
    (Exit::Host, 1, "the host's fault: its store, its data directory, this machine"),
    (Exit::Usage, 2, "the command line or the configuration"),
    (Exit::Caller, 3, "what was asked for: arguments, names, handles, files"),
    (Exit::Guest, 4, "the skill's fault: it failed, answered badly, or was refused"),
    (Exit::Interrupted, 130, "interrupted by Ctrl-C"),
];

impl Exit {
    /// The number that the shell sees.
    pub(super) fn number(self) -> u8 {
        TABLE.iter().find(|(exit, ..)| *exit == self).map_or(1, |(_, number, _)| *number)
    }

    /// What an error of this report ends with. On the command line only Ctrl-C gives a call up.
    pub(super) fn of(report: &ErrorReport) -> Self {
        if report.code == Code::ToolCancelled.name() {
            return Self::Interrupted;
        }
        match report.blame {
            Blame::Host => Self::Host,
            Blame::Deployer => Self::Usage,
            Blame::Caller => Self::Caller,
            Blame::Guest => Self::Guest,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.number())
    }
}

/// The table, for the end of `--help`.
pub(super) fn help() -> String {
    let rows = TABLE.iter().map(|(_, number, about)| format!("\n  {number:>3}  {about}"));
    format!("Exit codes:{}", rows.collect::<String>())
}
