//! Names and identities, each parsed once: skill ids, tool names, component digests, handles.
//!
//! Nothing here looks anything up. Everything above uses these types instead of bare strings.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};
use uuid::Uuid;

/// Why a text is not an id. `Display` is a fragment that stands after the offending text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    /// A skill id breaks decision 14.
    #[error("is not lower-case letters and digits joined by single hyphens, at most 64 characters")]
    Skill,
    /// A tool name breaks behaviour 1.10, step 1.
    #[error("does not match `[A-Za-z_][A-Za-z0-9_-]{{0,63}}`")]
    Tool,
    /// A digest is not `sha256:` and 64 hexadecimal digits.
    #[error("is not `sha256:` followed by 64 hexadecimal digits")]
    Digest,
    /// A handle is not a UUID in its 36-character form.
    #[error("is not a handle (36 characters, as a call returned it)")]
    Handle,
}

/// A skill's id: `[a-z0-9]+(-[a-z0-9]+)*`, at most 64 characters (decision 14).
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SkillId(String);

impl SkillId {
    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for SkillId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let word = |part: &str| {
            !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        if text.len() <= 64 && text.split('-').all(word) {
            Ok(Self(text.to_owned()))
        } else {
            Err(IdError::Skill)
        }
    }
}

/// A tool's name: `[A-Za-z_][A-Za-z0-9_-]{0,63}`, never normalised (behaviour 1.10).
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ToolName(String);

impl ToolName {
    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ToolName {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let mut bytes = text.bytes();
        let first = bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
        let rest = bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
        if first && rest && text.len() <= 64 { Ok(Self(text.to_owned())) } else { Err(IdError::Tool) }
    }
}

/// The SHA-256 of a component's bytes: its identity for pins, caches and approvals (decision 14).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The 64 hexadecimal digits, without the `sha256:` in front.
    #[must_use]
    pub fn hex(&self) -> String {
        use fmt::Write as _;
        self.0.iter().fold(String::with_capacity(64), |mut text, byte| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sha256:{}", self.hex())
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Digest {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let hex = text.strip_prefix("sha256:").ok_or(IdError::Digest)?;
        if hex.len() != 64 || !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(IdError::Digest);
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(hex.as_bytes().chunks_exact(2)) {
            let pair = std::str::from_utf8(pair).map_err(|_| IdError::Digest)?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| IdError::Digest)?;
        }
        Ok(Self(bytes))
    }
}

/// What a stored artifact, media or retrievable is called: a UUIDv7, so handles sort by age (decision 28).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Handle(Uuid);

impl Handle {
    /// A handle that no one else has.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "every handle is new; a default one would mean nothing")]
    pub fn new() -> Self {
        Self(Uuid::now_v7())
    }

    /// When it was made, in milliseconds since the Unix epoch; 0 for one that does not say.
    #[must_use]
    pub fn made_at(self) -> u64 {
        self.0.get_timestamp().map_or(0, |timestamp| {
            let (seconds, nanoseconds) = timestamp.to_unix();
            seconds.saturating_mul(1_000).saturating_add(u64::from(nanoseconds) / 1_000_000)
        })
    }
}

impl FromStr for Handle {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        // Only the canonical form: the crate would also take braces, URNs and undashed digits, and one
        // artifact must have one name.
        match Uuid::try_parse(text) {
            Ok(id) if id.hyphenated().to_string() == text => Ok(Self(id)),
            _ => Err(IdError::Handle),
        }
    }
}

// In JSON and in records an id is its text.
macro_rules! text_form {
    ($($type:ident),+) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(|error| serde::de::Error::custom(format_args!("`{text}` {error}")))
            }
        }
    )+};
}

text_form!(SkillId, ToolName, Digest, Handle);

impl fmt::Display for SkillId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for ToolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0.hyphenated(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skill_ids_follow_decision_14() {
        for (text, fits) in [
            ("tables", true),
            ("a-b-2", true),
            ("7", true),
            ("", false),
            ("-a", false),
            ("a-", false),
            ("a--b", false),
            ("A", false),
            ("a_b", false),
            ("ä", false),
        ] {
            assert_eq!(text.parse::<SkillId>().is_ok(), fits, "{text:?}");
        }
        assert!("a".repeat(64).parse::<SkillId>().is_ok());
        assert!("a".repeat(65).parse::<SkillId>().is_err());
    }

    #[test]
    fn tool_names_follow_behaviour_1_10() {
        for (text, fits) in [
            ("a", true),
            ("_x-Y9", true),
            ("constructor", true),
            ("1tool", false),
            ("-tool", false),
            ("tool.id", false),
            ("", false),
            ("tøol", false),
        ] {
            assert_eq!(text.parse::<ToolName>().is_ok(), fits, "{text:?}");
        }
        assert!("t".repeat(64).parse::<ToolName>().is_ok());
        assert!("t".repeat(70).parse::<ToolName>().is_err());
    }

    #[test]
    fn digests_and_handles_read_back_what_they_print() {
        let digest = Digest::of(b"a component");
        assert_eq!(digest.to_string().parse(), Ok(digest));
        assert!("sha256:00".parse::<Digest>().is_err());
        let handle = Handle::new();
        assert_eq!(handle.to_string().parse(), Ok(handle));
        assert_eq!(handle.to_string().len(), 36);
        assert!(handle.to_string().replace('-', "").parse::<Handle>().is_err());
    }

    #[test]
    fn handles_sort_by_age() {
        let first = Handle::new();
        assert!(first < Handle::new());
        let known: Handle = "01938d3e-7a5c-7cc3-98c4-dc0c0c07398f".parse().unwrap();
        assert_eq!(known.made_at(), 0x0193_8d3e_7a5c);
        let silent: Handle = "00000000-0000-4000-8000-000000000000".parse().unwrap();
        assert_eq!(silent.made_at(), 0);
    }
}
