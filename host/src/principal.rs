//! Who owns what is stored: every session, handle and record belongs to one principal (decision 29).
//!
//! Says nothing about what a principal may do; that is the gate's. Made by the doors: the local user for
//! library, command line and stdio, a token's subject elsewhere.

use std::fmt;
use std::str::FromStr;

/// The longest name of a principal, in bytes: an OpenID Connect subject has at most 255 characters.
const LONGEST: usize = 256;

/// The owner of sessions, handles and records. To another principal they do not exist.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(transparent)]
pub struct Principal(String);

/// Why a text names no principal. `Display` is a fragment that stands after the offending text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PrincipalError {
    /// There is no text.
    #[error("is empty")]
    Empty,
    /// The text is too long.
    #[error("is longer than {LONGEST} bytes")]
    TooLong,
    /// The text could forge a line of a log.
    #[error("has a control character")]
    Control,
}

impl Principal {
    /// The user of this machine who runs the host.
    #[must_use]
    pub fn local() -> Self {
        Self("local".to_owned())
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Principal {
    type Err = PrincipalError;

    fn from_str(text: &str) -> Result<Self, PrincipalError> {
        if text.is_empty() {
            Err(PrincipalError::Empty)
        } else if text.len() > LONGEST {
            Err(PrincipalError::TooLong)
        } else if text.chars().any(char::is_control) {
            Err(PrincipalError::Control)
        } else {
            Ok(Self(text.to_owned()))
        }
    }
}

impl fmt::Display for Principal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_printable() {
        let longest = "p".repeat(256);
        let too_long = "p".repeat(257);
        for (text, expected) in [
            ("local", Ok(())),
            ("auth0|507f1f77", Ok(())),
            ("Zoë", Ok(())),
            (&longest, Ok(())),
            ("", Err(PrincipalError::Empty)),
            (&too_long, Err(PrincipalError::TooLong)),
            ("a\nb", Err(PrincipalError::Control)),
            ("a\u{85}b", Err(PrincipalError::Control)),
        ] {
            assert_eq!(text.parse::<Principal>().map(|_| ()), expected, "{text:?}");
        }
        assert_eq!("local".parse(), Ok(Principal::local()));
    }
}
