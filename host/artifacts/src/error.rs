//! Why a reading was refused or failed, in words that a model may see.
//!
//! Refuses to carry the document's bytes, and to repeat more than a few words of what the caller wrote. The host
//! maps each case to its public code.

use thiserror::Error;

use crate::text::echo;
use crate::{ArgumentMistake, ReaderDescriptor, SourceError};

/// Why a reading was refused or failed.
#[derive(Debug, Error)]
pub enum ReadError {
    /// Arguments that do not fit the reader's parameters: all mistakes of the call.
    #[error("invalid arguments for `{}`: {}", reader.name, list(mistakes))]
    InvalidArguments {
        /// The reader.
        reader: ReaderDescriptor,
        /// What is wrong, in the order of the parameters, then unknown names.
        mistakes: Vec<ArgumentMistake>,
    },
    /// The kind has no reader of this name.
    #[error("`{}` is no reader of `{kind}` artifacts", echo(reader))]
    UnknownReader {
        /// What was asked for.
        reader: String,
        /// The artifact's kind.
        kind: String,
        /// The readers that there are.
        known: Vec<&'static str>,
    },
    /// The name belongs to a reader that this version does not have.
    #[error("`{reader}` is not built into this version")]
    ReaderNotBuiltIn {
        /// The reader.
        reader: &'static str,
        /// The readers that there are.
        known: Vec<&'static str>,
    },
    /// A regular expression that does not parse.
    #[error("invalid regular expression: {reason}")]
    PatternInvalid {
        /// The engine's words.
        reason: String,
    },
    /// A regular expression that is too large once compiled.
    #[error("the regular expression is too large once compiled")]
    PatternTooLarge,
    /// Look-around or back-references that took too many steps.
    #[error("the regular expression took too many steps at line {}", line + 1)]
    PatternTooCostly {
        /// Number of the line, from 0; the text counts from 1.
        line: u64,
    },
    /// The caller ended the reading.
    #[error("the reading was cancelled")]
    Cancelled,
    /// The bytes could not be read.
    #[error(transparent)]
    Source(#[from] SourceError),
}

impl ReadError {
    /// What to do about it, where something can be said.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::InvalidArguments { reader, .. } => Some(parameters_of(reader)),
            Self::UnknownReader { known, .. } | Self::ReaderNotBuiltIn { known, .. } => {
                Some(format!("the readers are {}", known.join(", ")))
            }
            Self::PatternInvalid { .. } => {
                Some("the dialect is ECMAScript's; put `\\` before a character that is meant literally".into())
            }
            Self::PatternTooLarge => Some("use smaller repetition counts".into()),
            Self::PatternTooCostly { .. } => Some(
                "a pattern without look-around and back-references always ends; or anchor the pattern with `^`"
                    .into(),
            ),
            Self::Cancelled | Self::Source(_) => None,
        }
    }
}

fn list(mistakes: &[ArgumentMistake]) -> String {
    mistakes.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

fn parameters_of(reader: &ReaderDescriptor) -> String {
    let names = reader.parameters.iter().map(|parameter| format!("`{}`", parameter.name)).collect::<Vec<_>>();
    match names.as_slice() {
        [] => format!("`{}` takes no arguments besides `callId`", reader.name),
        names => format!("`{}` takes {}", reader.name, names.join(", ")),
    }
}
