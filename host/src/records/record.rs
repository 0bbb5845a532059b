//! One record: a handle, its owner, where it is from, how far it is trusted, and what it is. Checks nothing;
//! the response has passed before one is made. Made by the call path.

use crate::ids::{Digest, Handle, SkillId, ToolName};
use crate::media::{MediaKind, ModalityHazard};
use crate::principal::Principal;
use crate::trust::TrustTier;

use super::word::words;

/// What a handle means. Never altered once it is inserted.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The name under which it is read.
    pub handle: Handle,
    /// Whose it is.
    pub principal: Principal,
    /// Who made it.
    pub origin: Origin,
    /// How far it is trusted.
    pub tier: TrustTier,
    /// When it was made, in milliseconds since the Unix epoch.
    pub created_at: u64,
    /// When it stops being found, in milliseconds since the Unix epoch; none: it is kept until its owner deletes it.
    pub expires_at: Option<u64>,
    /// Length of its content in bytes.
    pub bytes: u64,
    /// Lines of its content (behaviour 6.1).
    pub lines: u64,
    /// What it is.
    pub detail: Detail,
}

impl Record {
    /// Which of the three it is.
    #[must_use]
    pub fn class(&self) -> RecordClass {
        match self.detail {
            Detail::Artifact(_) => RecordClass::Artifact,
            Detail::Media(_) => RecordClass::Media,
            Detail::Retrievable(_) => RecordClass::Retrievable,
        }
    }

    /// Whether it has stopped being found by this moment, in milliseconds since the Unix epoch.
    #[must_use]
    pub fn is_over(&self, now: u64) -> bool {
        self.expires_at.is_some_and(|expires_at| expires_at <= now)
    }
}

/// Who made a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The skill.
    pub skill: SkillId,
    /// Its version, as it says.
    pub version: String,
    /// Its component; none for a skill that the embedder wrote.
    pub digest: Option<Digest>,
    /// The tool whose answer it is; none for a skill's own body.
    pub tool: Option<ToolName>,
}

words! {
    /// The three things that a handle can mean.
    pub RecordClass {
        /// Text or bytes that readers answer for.
        Artifact = "artifact",
        /// Bytes with a MIME type.
        Media = "media",
        /// A text to cite.
        Retrievable = "retrievable",
    }
}

/// What a record is, by its class.
#[derive(Debug, Clone, PartialEq)]
pub enum Detail {
    /// Text or bytes that readers answer for.
    Artifact(ArtifactDetail),
    /// Bytes with a MIME type.
    Media(MediaDetail),
    /// A text to cite.
    Retrievable(RetrievableDetail),
}

/// How an artifact is read. Built-in kind and options are all that reopening needs, whatever the deployer's file says by
/// then; a kind of an embedder's own is found again by its name (behaviour 6.13).
#[derive(Debug, Clone, PartialEq)]
pub struct ArtifactDetail {
    /// What it came from.
    pub role: ArtifactRole,
    /// The name of its kind, as the deployer's file or the built-in table has it.
    pub kind: String,
    /// The built-in kind behind that name; none for an embedder's own kind.
    pub builtin: Option<String>,
    /// The kind's options; `null` where it has none.
    pub options: serde_json::Value,
    /// Text or bytes.
    pub encoding: Encoding,
}

words! {
    /// What an artifact came from.
    pub ArtifactRole {
        /// A tool's answer.
        ToolResult = "tool-result",
        /// A skill's instructions.
        Body = "body",
        /// The host's own words about a record that a tool handed back (decision 19).
        Acknowledgement = "acknowledgement",
    }
}

words! {
    /// Whether a content is text.
    pub Encoding {
        /// A skill handed back a string: UTF-8.
        Text = "text",
        /// A skill handed back bytes. They may still be UTF-8.
        Binary = "binary",
    }
}

/// A media (behaviour 4). Its source is the tool of its [`Origin`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediaDetail {
    /// As the skill wrote it.
    pub mime_type: String,
    /// By the MIME type's prefix.
    pub kind: MediaKind,
    /// How much care it asks for.
    pub hazard: ModalityHazard,
    /// As the skill wrote it, or the host's; not safe to use as a path.
    pub filename: String,
}

/// A text to cite (behaviour 5).
#[derive(Debug, Clone, PartialEq)]
pub struct RetrievableDetail {
    /// Where it is from.
    pub source: String,
    /// What it is.
    pub kind: String,
    /// How well it fits, from 0 to 1.
    pub score: Option<f64>,
    /// The text itself, where the wish to stand in the prompt was granted (decision 20). Otherwise the spool
    /// has it under the record's handle.
    pub inline: Option<String>,
}
