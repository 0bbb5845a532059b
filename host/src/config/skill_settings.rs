//! What the deployer says of one skill: how far it is trusted, under which limits it runs, what it may touch.
//!
//! Nothing a skill or a model says can widen any of it. The loader and the sandbox read it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use crate::ids::{Digest, ToolName};
use crate::limits::Limits;
use crate::trust::TrustTier;

use super::Channel;

/// The deployer's word on one skill. The default grants nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SkillConfig {
    /// The best tier the skill can have; absent: `third-party-public` (decision 9).
    pub trust: Option<TrustTier>,
    /// The one component that may be loaded under this id; absent: any.
    pub digest: Option<Digest>,
    /// How the body reaches the model; absent: the skill's wish, then the host's default.
    pub channel: Option<Channel>,
    /// The skill's own tool names, each with the name it gets here (decision 16).
    pub rename: BTreeMap<String, ToolName>,
    /// What each call may use.
    pub limits: Limits,
    /// What each call may touch.
    pub grants: Grants,
}

/// The capabilities of one skill. Nothing is ambient: what is not listed does not exist for the guest.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Grants {
    /// Host folders and where the guest sees them; no two at one place.
    pub files: Vec<FileGrant>,
    /// The guest's whole environment. Values may be secrets: they stand in no error and no debug output.
    pub env: BTreeMap<String, String>,
}

impl fmt::Debug for Grants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.env.keys().collect();
        f.debug_struct("Grants").field("files", &self.files).field("env names", &names).finish()
    }
}

/// One host folder that a guest can see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileGrant {
    /// The folder; absolute.
    pub host: PathBuf,
    /// Where the guest finds it: absolute, normalised, without `..`.
    pub guest: String,
    /// What the guest may do there.
    pub access: Access,
}

/// What a guest may do with files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Access {
    /// List and read.
    #[default]
    ReadOnly,
    /// Also create, write and delete.
    ReadWrite,
}

impl Access {
    /// The word in the file.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ReadOnly => "read-only",
            Self::ReadWrite => "read-write",
        }
    }

    /// Each access with its word in the file.
    pub(super) const WORDS: [(&'static str, Self); 2] =
        [("read-only", Self::ReadOnly), ("read-write", Self::ReadWrite)];
}
