//! `describe`, and what a component says of itself: an allegation until the skill's load has checked it. Runs
//! without any grant; the answer is cached by the component's digest, so that a catalogue compiles nothing.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::bindings::exports::skillhost::skill::tools;
use super::bindings::skillhost::skill::types;
use super::cache::Found;
use super::call::{Ended, Report};
use super::cancellation::Cancellation;
use super::component::Prepared;
use super::engine::Sandbox;
use crate::config::Grants;
use crate::ids::Digest;
use crate::limits::Limits;
use crate::media::ModalityHazard;
use crate::spool::MemorySpool;
use crate::trust::TrustTier;

/// What a component says of itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AllegedDescriptor {
    /// Its id.
    pub id: String,
    /// Its version, as its author counts.
    pub version: String,
    /// Its name for people.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// Instructions in Markdown.
    pub instructions: Option<String>,
    /// Its tools.
    pub tools: Vec<AllegedTool>,
    /// The tier it claims.
    pub trust_tier: Option<TrustTier>,
    /// The artifact kind it advises for tools that advise none.
    pub artifact_kind: Option<String>,
    /// Its licence.
    pub license: Option<String>,
    /// What it needs, in its author's words.
    pub compatibility: Option<String>,
    /// Passed on, never interpreted.
    pub metadata: Vec<(String, String)>,
}

/// What a component says of one tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AllegedTool {
    /// Its name.
    pub name: String,
    /// Its name for people.
    pub title: Option<String>,
    /// What it does.
    pub description: String,
    /// JSON Schema of its arguments, as text.
    pub input_schema: String,
    /// What it promises to hand back.
    pub output: Option<OutputKind>,
    /// The artifact kind it advises.
    pub artifact_kind: Option<String>,
    /// Hints for a client's display.
    pub annotations: Option<Annotations>,
}

/// The word a tool may declare for its output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutputKind {
    /// A string.
    Text,
    /// Anonymous bytes.
    Binary,
    /// Media, or a typed binary.
    Media,
    /// A retrievable.
    Retrievable,
}

impl OutputKind {
    /// The word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Binary => "binary",
            Self::Media => "media",
            Self::Retrievable => "retrievable",
        }
    }
}

/// A tool's own claims about its effects. Passed on; trusted by nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Annotations {
    /// Changes nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_only: Option<bool>,
    /// May destroy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destructive: Option<bool>,
    /// Twice is as good as once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idempotent: Option<bool>,
    /// Touches the world outside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_world: Option<bool>,
}

impl Sandbox {
    /// The descriptor that a component of this digest gave before, if any is kept.
    #[must_use]
    pub fn remembered_descriptor(&self, digest: Digest) -> Option<AllegedDescriptor> {
        match self.cache.as_ref()?.descriptor(digest) {
            Found::Entry(json) => serde_json::from_slice(&json).ok(),
            Found::Nothing | Found::Rejected => None,
        }
    }

    /// Asks the component, or the cache, for its descriptor.
    ///
    /// # Errors
    /// What ended the call.
    pub fn describe(
        &self,
        prepared: &Prepared,
        limits: Limits,
    ) -> (Result<AllegedDescriptor, Ended>, Report) {
        if let Some(descriptor) = self.remembered_descriptor(prepared.digest) {
            return (Ok(descriptor), Report::default());
        }
        let (descriptor, report) = self.run(
            prepared,
            limits,
            &Grants::default(),
            &Cancellation::new(),
            // Media cannot be part of a descriptor; what a guest stages here goes with the call.
            Arc::new(MemorySpool::default()),
            |store, skill| skill.skillhost_skill_tools().call_describe(store),
            |_, descriptor| Ok(AllegedDescriptor::from(descriptor)),
        );
        if let (Ok(descriptor), Some(cache)) = (&descriptor, &self.cache)
            && let Ok(json) = serde_json::to_vec(descriptor)
        {
            cache.keep_descriptor(prepared.digest, &json);
        }
        (descriptor, report)
    }
}

impl From<tools::Descriptor> for AllegedDescriptor {
    fn from(descriptor: tools::Descriptor) -> Self {
        Self {
            id: descriptor.id,
            version: descriptor.version,
            name: descriptor.name,
            description: descriptor.description,
            instructions: descriptor.instructions,
            tools: descriptor.tools.into_iter().map(AllegedTool::from).collect(),
            trust_tier: descriptor.advice.trust_tier.map(types::TrustTier::into),
            artifact_kind: descriptor.advice.artifact_kind,
            license: descriptor.about.license,
            compatibility: descriptor.about.compatibility,
            metadata: descriptor.about.metadata,
        }
    }
}

impl From<tools::Tool> for AllegedTool {
    fn from(tool: tools::Tool) -> Self {
        Self {
            name: tool.name,
            title: tool.title,
            description: tool.description,
            input_schema: tool.input_schema,
            output: tool.output.map(types::OutputKind::into),
            artifact_kind: tool.artifact_kind,
            annotations: tool.annotations.map(|claims| Annotations {
                read_only: claims.read_only,
                destructive: claims.destructive,
                idempotent: claims.idempotent,
                open_world: claims.open_world,
            }),
        }
    }
}

impl From<types::TrustTier> for TrustTier {
    fn from(tier: types::TrustTier) -> Self {
        match tier {
            types::TrustTier::FirstParty => Self::FirstParty,
            types::TrustTier::ThirdPartyPublic => Self::ThirdPartyPublic,
            types::TrustTier::ThirdPartyPrivate => Self::ThirdPartyPrivate,
        }
    }
}

impl From<types::ModalityHazard> for ModalityHazard {
    fn from(hazard: types::ModalityHazard) -> Self {
        match hazard {
            types::ModalityHazard::Inert => Self::Inert,
            types::ModalityHazard::OpaquePerceptual => Self::OpaquePerceptual,
            types::ModalityHazard::ExtractableInstructions => Self::ExtractableInstructions,
        }
    }
}

impl From<types::OutputKind> for OutputKind {
    fn from(kind: types::OutputKind) -> Self {
        match kind {
            types::OutputKind::Text => Self::Text,
            types::OutputKind::Binary => Self::Binary,
            types::OutputKind::Media => Self::Media,
            types::OutputKind::Retrievable => Self::Retrievable,
        }
    }
}
