//! What a `case.toml` may say, and nothing else: an unknown key is an error. `cases/boundary/O1-text` explains the
//! format by example.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::step::Step;

/// One behaviour of the host, as a deployer, a skill and a caller bring it about.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Case {
    /// A sentence.
    pub(crate) title: String,
    /// Ids of behaviour 9 and of the decisions that the case holds the host to.
    pub(crate) covers: Vec<String>,
    /// Why the command line cannot run the case.
    pub(crate) library_only: Option<String>,
    /// Why the library cannot run the case.
    pub(crate) cli_only: Option<String>,
    /// Further keys of the `[host]` table.
    #[serde(default)]
    pub(crate) host: String,
    /// The rest of the deployer's file. `{digest:ID}` stands for a skill's digest, `{case}` for the case's folder.
    #[serde(default)]
    pub(crate) config: String,
    /// What replaces the gate of the deployer's file (library only).
    pub(crate) gate: Option<GateChoice>,
    /// The disk is small: no file may grow past some 2 MiB (command line only).
    #[serde(default)]
    pub(crate) small_disk: bool,
    /// An artifact kind that the embedder registers, until the first restart (library only).
    pub(crate) own_kind: Option<String>,
    /// Files below the case's folder, before the host starts.
    #[serde(default)]
    pub(crate) files: BTreeMap<String, String>,
    /// The folder of skills.
    #[serde(default)]
    pub(crate) skills: Vec<Skill>,
    /// In order. Each may name handles of the ones before.
    pub(crate) steps: Vec<Step>,
}

/// A gate that an embedder would write.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum GateChoice {
    /// Cannot say.
    Unavailable,
}

/// One folder of the source.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Skill {
    /// The folder's name.
    pub(crate) id: String,
    /// `fixture`, an example skill, `python`, `javascript`, `native`, or a file of `tests/guests` without its `.wat`.
    pub(crate) guest: String,
    /// How a guest in component text describes itself, where it differs from the ordinary.
    #[serde(default)]
    pub(crate) descriptor: Descriptor,
    /// What the guest `described` answers.
    #[serde(default)]
    pub(crate) answer: Answer,
    /// Keep only so many bytes of the component.
    pub(crate) cut: Option<usize>,
    /// A `SKILL.md` beside the component.
    pub(crate) manifest: Option<String>,
}

/// The fields of the contract's descriptor that cases vary.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Descriptor {
    /// Where it is not the folder's name.
    pub(crate) id: Option<String>,
    pub(crate) version: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) instructions: Option<String>,
    /// The claim of a tier.
    pub(crate) trust_tier: Option<Tier>,
    /// The advice for every tool.
    pub(crate) artifact_kind: Option<String>,
    /// One tool called `attack` where there are none.
    #[serde(default)]
    pub(crate) tools: Vec<Tool>,
    /// So many further tools, `extra_0` and on.
    #[serde(default)]
    pub(crate) extra_tools: usize,
}

/// The fields of the contract's tool that cases vary.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Tool {
    pub(crate) name: String,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    /// JSON text.
    pub(crate) input_schema: Option<String>,
    /// So many spaces are put around the schema.
    #[serde(default)]
    pub(crate) schema_padding: usize,
    pub(crate) output: Option<OutputKind>,
    pub(crate) artifact_kind: Option<String>,
}

/// The contract's `trust-tier`, in its order.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Tier {
    FirstParty,
    ThirdPartyPublic,
    ThirdPartyPrivate,
}

/// The contract's `output-kind`, in its order.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum OutputKind {
    Text,
    Binary,
    Media,
    Retrievable,
}

/// What a guest without code answers.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Answer {
    /// The string `{"answer":42}`.
    #[default]
    Text,
    /// The same as `text/plain`, without a filename.
    TypedBinary,
    /// The same as a record.
    Retrievable,
}
