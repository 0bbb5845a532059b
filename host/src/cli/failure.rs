//! Why a command ended early: the library's error, or one of the few things that only a command line can get wrong.
//! Says nothing itself; `error_text` does.

use std::io;
use std::path::PathBuf;

use super::exit::Exit;
use crate::error::Error;

/// Why a command ended early.
#[derive(Debug)]
pub(super) enum Failure {
    /// The library's answer.
    Host(Box<Error>),
    /// The library's answer to a configuration.
    Config {
        /// Where it stands.
        file: PathBuf,
        error: Box<Error>,
    },
    /// The words make no command, or ask for help.
    Usage(clap::Error),
    /// A file that the caller named.
    File {
        /// An infinitive, such as `read`.
        action: &'static str,
        file: PathBuf,
        source: io::Error,
    },
    /// Standard output.
    Output(io::Error),
    /// Everything has been said on standard output.
    Told(Exit),
}

impl Failure {
    /// An error that came of a configuration file; those that are not about the file stay what they are.
    pub(super) fn in_config(file: PathBuf, error: Error) -> Self {
        match error {
            error @ Error::InvalidConfig { .. } => Self::Config { file, error: Box::new(error) },
            error => error.into(),
        }
    }

    /// Words that parse but make no sense.
    pub(super) fn usage(message: impl std::fmt::Display) -> Self {
        Self::Usage(clap::Error::raw(clap::error::ErrorKind::ValueValidation, format!("{message}\n")))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Host(Box::new(error))
    }
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Self {
        Self::Usage(error)
    }
}
