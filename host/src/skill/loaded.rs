//! A loaded skill as a session holds it: immutable, shared by the calls that run on it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use serde_json::Value;

use super::manifest::About;
use super::native::NativeSkill;
use super::schema::ArgumentSchema;
use crate::config::{Channel, Grants};
use crate::ids::{Digest, Handle, SkillId, ToolName};
use crate::kinds::RegisteredKind;
use crate::limits::Limits;
use crate::sandbox::{Annotations, OutputKind, Prepared};
use crate::trust::{Trust, TrustTier};

/// What runs a skill's tools.
#[derive(Clone)]
pub(crate) enum Runner {
    /// A component, in the sandbox.
    Component(Arc<Prepared>),
    /// The embedder's own functions.
    Native(Arc<NativeSkill>),
}

/// A loaded skill.
pub(crate) struct LoadedSkill {
    pub(crate) about: About,
    pub(crate) digest: Option<Digest>,
    pub(crate) trust: Trust,
    pub(crate) limits: Limits,
    pub(crate) grants: Grants,
    pub(crate) channel: Channel,
    pub(crate) body: Option<Body>,
    pub(crate) tools: Vec<LoadedTool>,
    pub(crate) runner: Runner,
    pub(crate) retired: AtomicBool,
}

/// A skill's instructions in a session.
#[derive(Debug, Clone)]
pub(crate) enum Body {
    /// Behind a handle.
    Handle(Handle),
    /// In the prompt, because the deployer's file says so.
    Inline(String),
}

/// One tool of a loaded skill.
pub(crate) struct LoadedTool {
    /// What the component calls it.
    pub(crate) own: ToolName,
    /// What the session calls it.
    pub(crate) offered: ToolName,
    pub(crate) title: Option<String>,
    pub(crate) description: String,
    pub(crate) schema: ArgumentSchema,
    pub(crate) output: Option<OutputKind>,
    pub(crate) kind: RegisteredKind,
    pub(crate) annotations: Option<Annotations>,
}

impl LoadedSkill {
    pub(crate) fn id(&self) -> &SkillId {
        &self.about.id
    }

    /// From here on no new call may start; those inside go on (behaviour 1.14).
    pub(crate) fn retire(&self) {
        self.retired.store(true, Ordering::Release);
    }

    pub(crate) fn is_retired(&self) -> bool {
        self.retired.load(Ordering::Acquire)
    }

    pub(crate) fn body_handle(&self) -> Option<Handle> {
        match self.body {
            Some(Body::Handle(handle)) => Some(handle),
            Some(Body::Inline(_)) | None => None,
        }
    }

    pub(crate) fn summary(&self) -> Loaded {
        Loaded {
            id: self.id().clone(),
            version: self.about.version.clone(),
            digest: self.digest,
            channel: self.channel,
            tools: self.tools.iter().map(|tool| tool.offered.clone()).collect(),
            body: self.body_handle(),
            instructions: match &self.body {
                Some(Body::Inline(text)) => Some(text.clone()),
                Some(Body::Handle(_)) | None => None,
            },
            trust: LoadedTrust { body: self.trust.body_tier(), output: self.trust.output_tier() },
        }
    }
}

impl LoadedTool {
    pub(crate) fn input_schema(&self) -> &Value {
        &self.schema.source
    }
}

/// What loading a skill came to (decision 35).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Loaded {
    /// The skill.
    pub id: SkillId,
    /// As its author counts.
    pub version: String,
    /// Its exact code; none for a skill written in Rust by the embedder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
    /// How its instructions reach the model.
    pub channel: Channel,
    /// Its tools, under the names they are offered by.
    pub tools: Vec<ToolName>,
    /// Its instructions behind a handle, where the channel is that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<Handle>,
    /// Its instructions in full, where the channel is inline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions: Option<String>,
    /// How far it is trusted.
    pub trust: LoadedTrust,
}

/// The two tiers of a loaded skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct LoadedTrust {
    /// Of its instructions.
    pub body: TrustTier,
    /// Of everything its tools hand back.
    pub output: TrustTier,
}
