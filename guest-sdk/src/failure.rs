//! A tool's own refusal, and how ordinary errors become one. Never a way around a response: the host shows
//! the text to the model as untrusted, cut at its limit. Made by skill authors, mostly with `?`.

use std::error::Error;
use std::fmt;

/// Why a tool gives no answer.
///
/// Every [`std::error::Error`] converts into [`Failure::Failed`], its causes joined into the text, so `?`
/// works on it. For that to be possible `Failure` is not an error itself.
///
/// ```
/// use skillhost_guest::Failure;
///
/// fn parse(text: &str) -> Result<u32, Failure> {
///     Ok(text.parse()?)
/// }
/// assert_eq!(parse("7"), Ok(7));
/// assert_eq!(parse("seven"), Err(Failure::failed("invalid digit found in string")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The arguments fit the schema but make no sense; the text tells the model what would.
    InvalidArguments(String),
    /// The tool could not do its work.
    Failed(String),
}

impl Failure {
    /// The arguments fit the schema but make no sense. Say what would be accepted: the model reads it.
    pub fn invalid_arguments(reason: impl fmt::Display) -> Self {
        Failure::InvalidArguments(reason.to_string())
    }

    /// The tool could not do its work.
    pub fn failed(reason: impl fmt::Display) -> Self {
        Failure::Failed(reason.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::InvalidArguments(reason) => write!(formatter, "invalid arguments: {reason}"),
            Failure::Failed(reason) => formatter.write_str(reason),
        }
    }
}

impl<E: Error> From<E> for Failure {
    fn from(error: E) -> Self {
        let mut text = error.to_string();
        let mut cause = error.source();
        while let Some(error) = cause {
            let reason = error.to_string();
            // Many errors print their cause themselves; saying it twice helps nobody.
            if !text.ends_with(&reason) {
                text.push_str(": ");
                text.push_str(&reason);
            }
            cause = error.source();
        }
        Failure::Failed(text)
    }
}
