//! The configuration as true: every value typed and inside its bounds, every default filled in.
//!
//! It says nothing of where a value stood in the file; mistakes are reported before this exists. The host
//! is built from it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::ids::SkillId;

use super::{LogBounds, SkillConfig, StoreBounds};

/// Everything that a deployer decides.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// Where artifacts and records are kept.
    pub store: StoreChoice,
    /// How much is kept there, and for how long.
    pub store_bounds: StoreBounds,
    /// How much the call log keeps, and for how long.
    pub log: LogBounds,
    /// Where compiled components are kept; below the data directory where nothing is said.
    pub cache_directory: Option<PathBuf>,
    /// How a skill's body reaches the model where neither the deployer nor the skill says.
    pub default_channel: Channel,
    /// Bytes up to which a retrievable's wish to stand inline is granted (decision 20).
    pub inline_limit: u64,
    /// Which of the discovered skills are loaded at start.
    pub expose: Expose,
    /// Where skills come from, in order: an earlier source wins a clash of ids.
    pub sources: Vec<SourceConfig>,
    /// Artifact kinds beside the seven that always exist (decision 17), in the order of the file.
    pub kinds: Vec<KindConfig>,
    /// Skill, then tool, then the name of the artifact kind. Skills and tools that do not exist are ignored
    /// by whoever looks here (behaviour 7).
    pub bindings: BTreeMap<SkillId, BTreeMap<String, String>>,
    /// What the deployer says of single skills. A skill without an entry has [`SkillConfig::default`].
    pub skills: BTreeMap<SkillId, SkillConfig>,
    /// Which calls are let through.
    pub gate: GateConfig,
}

/// The largest retrievable that stands inline where the deployer says nothing: 8 KiB (decision 20).
pub(super) const DEFAULT_INLINE_LIMIT: u64 = 8 << 10;

impl Config {
    /// No sources, everything in memory and gone with the host. The gate allows until told otherwise: a skill
    /// without grants can reach nothing.
    #[must_use]
    pub fn in_memory() -> Self {
        Self {
            store: StoreChoice::Memory,
            store_bounds: StoreBounds::default(),
            log: LogBounds::default(),
            cache_directory: None,
            default_channel: Channel::Handle,
            inline_limit: DEFAULT_INLINE_LIMIT,
            expose: Expose::All,
            sources: Vec::new(),
            kinds: Vec::new(),
            bindings: BTreeMap::new(),
            skills: BTreeMap::new(),
            gate: GateConfig::default(),
        }
    }

    /// No sources, everything kept below a data directory, which is made when it is missing. The gate allows
    /// until told otherwise.
    #[must_use]
    pub fn at(data_directory: &Path) -> Self {
        Self { store: StoreChoice::Directory(data_directory.to_owned()), ..Self::in_memory() }
    }
}

/// Where artifacts and records are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreChoice {
    /// In this process.
    Memory,
    /// Below this directory.
    Directory(PathBuf),
}

/// How a skill's body reaches the model (behaviour 1.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Channel {
    /// Behind a handle; the model reads it.
    Handle,
    /// As part of the prompt.
    Inline,
}

impl Channel {
    /// The word in the file.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Handle => "handle",
            Self::Inline => "inline",
        }
    }

    /// Each channel with its word in the file.
    pub(super) const WORDS: [(&'static str, Self); 2] = [("handle", Self::Handle), ("inline", Self::Inline)];
}

/// Which of the discovered skills are loaded at start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expose {
    /// All of them.
    All,
    /// These, in this order.
    Only(Vec<SkillId>),
}

/// One place that skills come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceConfig {
    /// Its name in messages; no two sources share one.
    pub id: String,
    /// What it is.
    pub kind: SourceKind,
}

/// The kinds of sources there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SourceKind {
    /// A folder of skills: `<id>/skill.wasm` or `<id>.wasm`.
    Directory {
        /// The folder; absolute.
        path: PathBuf,
    },
}

/// A name for one built-in artifact kind with options.
#[derive(Debug, Clone, PartialEq)]
pub struct KindConfig {
    /// What bindings and skills call it. May be one of the seven that always exist, and then replaces it.
    pub name: String,
    /// The built-in kind behind it: one of the seven names of decision 17.
    pub builtin: String,
    /// The options that were written, under their keys in the file, each of the right type.
    pub options: serde_json::Map<String, serde_json::Value>,
}

/// Which calls are let through. Nothing is, until the deployer says so.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GateConfig {
    /// For calls that no rule speaks of.
    pub default: Decision,
    /// The first rule that matches decides.
    pub rules: Vec<GateRule>,
}

/// One rule of the gate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GateRule {
    /// The skill it speaks of; absent: every skill.
    pub skill: Option<SkillId>,
    /// The tool it speaks of, by the name the model calls; absent: every tool.
    pub tool: Option<String>,
    /// What it says.
    pub decision: Decision,
}

/// What the gate says of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Decision {
    /// The call may run.
    #[default]
    Allow,
    /// The call is refused.
    Deny,
}

impl Decision {
    /// Each decision with its word in the file.
    pub(super) const WORDS: [(&'static str, Self); 2] = [("allow", Self::Allow), ("deny", Self::Deny)];
}
