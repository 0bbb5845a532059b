//! A skill: its SKILL.md and its tools, described and dispatched. Keeps no state between calls. Built by skill
//! authors; driven by `component` inside a host and by `testing` outside of one.

use crate::bindings::exports::skillhost::skill::tools::{About, Advice};
use crate::manifest::Manifest;
use crate::{Descriptor, Failure, ManifestError, Response, Tool, TrustTier};

/// A skill. [`Skill::new`] takes what every skill has; the rest is the methods'.
///
/// Defaults: no tools, no advice on trust or artifact kind.
pub struct Skill {
    manual: String,
    version: String,
    tools: Vec<Tool>,
    trust_tier: Option<TrustTier>,
    artifact_kind: Option<String>,
}

impl Skill {
    /// A skill described by the text of its SKILL.md, in this version.
    ///
    /// The frontmatter is `key: value` lines between two `---` lines:
    ///
    /// | key | becomes |
    /// |---|---|
    /// | `name` | the skill's id, `[a-z0-9]+(-[a-z0-9]+)*`, at most 64 characters |
    /// | `description` | the description; not empty |
    /// | `license`, `compatibility` | passed on for people to read |
    /// | `metadata` | indented `key: value` lines, passed on |
    /// | `allowed-tools` | nothing: what a skill may use is the deployer's decision |
    ///
    /// What follows is the instructions for the model. Where they begin with a heading of level one, that is
    /// the skill's display name; elsewhere the id is.
    pub fn new(manual: impl Into<String>, version: impl Into<String>) -> Self {
        Skill {
            manual: manual.into(),
            version: version.into(),
            tools: Vec::new(),
            trust_tier: None,
            artifact_kind: None,
        }
    }

    /// Adds a tool.
    #[must_use]
    pub fn tool(mut self, tool: Tool) -> Self {
        self.tools.push(tool);
        self
    }

    /// Asks for a trust tier. The host only ever restricts what the deployer has set.
    #[must_use]
    pub fn trust_tier(mut self, tier: TrustTier) -> Self {
        self.trust_tier = Some(tier);
        self
    }

    /// Advises an artifact kind for every tool that advises none of its own.
    #[must_use]
    pub fn artifact_kind(mut self, kind: impl Into<String>) -> Self {
        self.artifact_kind = Some(kind.into());
        self
    }

    /// What the skill says of itself: the same every time.
    ///
    /// # Errors
    ///
    /// The first mistake in SKILL.md. Inside a host it goes to the operator's log, and the descriptor has an
    /// empty id, which the host refuses.
    pub fn describe(&self) -> Result<Descriptor, ManifestError> {
        let manifest = Manifest::parse(&self.manual)?;
        Ok(Descriptor {
            id: manifest.id,
            version: self.version.clone(),
            name: manifest.title,
            description: manifest.description,
            instructions: manifest.instructions,
            tools: self.tools.iter().map(Tool::describe).collect(),
            advice: Advice { trust_tier: self.trust_tier, artifact_kind: self.artifact_kind.clone() },
            about: About {
                license: manifest.license,
                compatibility: manifest.compatibility,
                metadata: manifest.metadata,
            },
            extensions: Vec::new(),
        })
    }

    /// Runs a tool on the JSON text of its arguments.
    pub(crate) fn call(&self, tool: &str, arguments: &str) -> Result<Response, Failure> {
        match self.tools.iter().find(|candidate| candidate.name() == tool) {
            Some(found) => found.call(arguments),
            None => Err(Failure::failed(format_args!("the skill has no tool `{tool}`"))),
        }
    }
}
