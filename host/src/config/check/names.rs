//! The grammar of names that the deployer chooses for sources and artifact kinds.

use std::str::FromStr;

/// `[A-Za-z][A-Za-z0-9_-]{0,63}`: fits into messages, dotted keys and tool answers without quoting.
pub(super) struct Name(pub String);

/// `Display` is a fragment that stands after the offending text.
#[derive(Debug, thiserror::Error)]
#[error("does not match `[A-Za-z][A-Za-z0-9_-]{{0,63}}`")]
pub(super) struct NotAName;

impl FromStr for Name {
    type Err = NotAName;

    fn from_str(text: &str) -> Result<Self, NotAName> {
        let mut bytes = text.bytes();
        let first = bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic());
        let rest = bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
        if first && rest && text.len() <= 64 { Ok(Self(text.to_owned())) } else { Err(NotAName) }
    }
}
