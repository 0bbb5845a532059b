//! Loading, in the order of behaviour 1.11: found · pinned · compiled · described · names · kinds · body. Nothing is
//! committed here: whoever asked gets a whole skill or an error, and the session is as before until it takes it.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bytes::Bytes;

use super::loaded::{Body, LoadedSkill, LoadedTool, Runner};
use super::manifest::{Manifest, ToolManifest};
use super::native::NativeSkill;
use super::preflight::preflight;
use crate::config::{Channel, Config, SkillConfig};
use crate::error::{Error, FailureCause};
use crate::ids::{Digest, SkillId, ToolName};
use crate::kinds::{Kinds, RegisteredKind};
use crate::principal::Principal;
use crate::progress::Progress;
use crate::records::Origin;
use crate::response::{Landing, land_body};
use crate::sandbox::{self, AllegedDescriptor, COMPONENT_BYTES, Ended, Prepared, Refusal, Sandbox};
use crate::source::{Source, SourceError};
use crate::store::Store;
use crate::trust::Trust;

/// What loads skills: shared by all sessions of a host, so that a component is compiled once.
pub(crate) struct Loader {
    pub(crate) config: Arc<Config>,
    pub(crate) sandbox: Arc<Sandbox>,
    pub(crate) kinds: Arc<Kinds>,
    pub(crate) sources: Vec<Arc<dyn Source>>,
    pub(crate) natives: Vec<Arc<NativeSkill>>,
    pub(crate) store: Store,
    pub(crate) progress: Arc<dyn Fn(Progress) + Send + Sync>,
    /// One cell a digest: who comes second waits for the first, and other digests for no one. The mutex guards the
    /// look-up alone.
    prepared: Mutex<HashMap<Digest, Arc<Compiling>>>,
}

/// Compiled components that no session holds are kept up to this number in all: a session that comes back finds its
/// skill ready.
const IDLE_COMPONENTS: usize = 64;

type Compiling = OnceLock<Result<Arc<Prepared>, Refusal>>;

/// Where a skill was found.
pub(crate) enum Found {
    /// Bytes from a source.
    Component {
        /// The source's id.
        source: String,
        bytes: Bytes,
        digest: Digest,
    },
    /// The embedder's own.
    Native(Arc<NativeSkill>),
}

/// A skill that passed every check that needs no session.
pub(crate) struct Candidate {
    pub(crate) manifest: Manifest,
    pub(crate) runner: Runner,
    pub(crate) digest: Option<Digest>,
}

impl Loader {
    pub(crate) fn new(
        config: Arc<Config>,
        sandbox: Arc<Sandbox>,
        kinds: Arc<Kinds>,
        sources: Vec<Arc<dyn Source>>,
        natives: Vec<Arc<NativeSkill>>,
        store: Store,
        progress: Arc<dyn Fn(Progress) + Send + Sync>,
    ) -> Self {
        Self { config, sandbox, kinds, sources, natives, store, progress, prepared: Mutex::default() }
    }

    /// What the deployer says of a skill.
    pub(crate) fn settings(&self, id: &SkillId) -> SkillConfig {
        self.config.skills.get(id).cloned().unwrap_or_default()
    }

    /// Every id that a source or the embedder offers, each once.
    ///
    /// # Errors
    /// A source that cannot be listed.
    pub(crate) fn ids(&self) -> Result<Vec<SkillId>, Error> {
        let mut ids: Vec<SkillId> =
            self.natives.iter().filter_map(|skill| skill.descriptor.id.parse().ok()).collect();
        for source in &self.sources {
            for id in source.discover().map_err(|error| source_failed(None, source.as_ref(), &error))? {
                if !ids.contains(&id) {
                    ids.push(id);
                }
            }
        }
        Ok(ids)
    }

    /// Finds a skill: the embedder's own first, then the sources in their order.
    pub(crate) fn find(&self, id: &SkillId) -> Result<Found, Error> {
        if let Some(native) = self.natives.iter().find(|skill| skill.descriptor.id == id.as_str()) {
            return Ok(Found::Native(Arc::clone(native)));
        }
        for source in &self.sources {
            match source.component(id, COMPONENT_BYTES) {
                Ok(bytes) => {
                    let digest = Digest::of(&bytes);
                    return Ok(Found::Component { source: source.id().to_owned(), bytes, digest });
                }
                Err(SourceError::NotFound { .. }) => {}
                Err(error) => return Err(source_failed(Some(id), source.as_ref(), &error)),
            }
        }
        Err(self.not_found(id.as_str()))
    }

    pub(crate) fn not_found(&self, id: &str) -> Error {
        // A source that cannot be listed must not hide that the skill is not there.
        Error::SkillNotFound { id: crate::text::escaped(id, 128), known: self.ids().unwrap_or_default() }
    }

    /// Pin, compile, describe, check: all that can be said of a skill without a session.
    pub(crate) fn candidate(&self, id: &SkillId, found: Found) -> Result<Candidate, Error> {
        let settings = self.settings(id);
        match found {
            Found::Native(native) => {
                let manifest = Manifest::check(id, native.descriptor.clone())?;
                Ok(Candidate { manifest, runner: Runner::Native(native), digest: None })
            }
            Found::Component { source, bytes, digest } => {
                if let Some(pinned) = settings.digest
                    && pinned != digest
                {
                    return Err(Error::DigestMismatch { id: id.clone(), pinned, found: digest });
                }
                self.check_folder(id, &source)?;
                let prepared = self.prepare(id, digest, &bytes)?;
                let manifest = Manifest::check(id, self.describe(id, &prepared, &settings)?)?;
                Ok(Candidate { manifest, runner: Runner::Component(prepared), digest: Some(digest) })
            }
        }
    }

    /// SKILL.md beside the component must agree with the id (decision 14).
    fn check_folder(&self, id: &SkillId, source: &str) -> Result<(), Error> {
        let Some(source) = self.sources.iter().find(|candidate| candidate.id() == source) else {
            return Ok(());
        };
        match source.manifest_name(id) {
            Ok(Some(name)) if name != id.as_str() => Err(Error::ManifestInvalid {
                id: id.clone(),
                problems: vec![format!(
                    "SKILL.md beside the component calls the skill `{}`",
                    crate::text::escaped(&name, 128)
                )],
            }),
            Ok(_) | Err(SourceError::NotFound { .. }) => Ok(()),
            Err(error) => Err(source_failed(Some(id), source.as_ref(), &error)),
        }
    }

    /// Compiled code, once per digest and host.
    pub(crate) fn prepare(&self, id: &SkillId, digest: Digest, bytes: &[u8]) -> Result<Arc<Prepared>, Error> {
        let cell = {
            let mut prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
            if prepared.len() >= IDLE_COMPONENTS {
                let in_use = |ready: &Arc<Prepared>| Arc::strong_count(ready) > 1;
                prepared.retain(|_, cell| cell.get().is_none_or(|done| done.as_ref().is_ok_and(in_use)));
            }
            Arc::clone(prepared.entry(digest).or_default())
        };
        let outcome = cell.get_or_init(|| {
            let fresh = !self.sandbox.is_cached(digest);
            if fresh {
                (self.progress)(Progress::Compiling { skill: id.clone(), bytes: bytes.len() as u64 });
            }
            let prepared = self.sandbox.prepare(digest, bytes)?;
            match prepared.origin {
                sandbox::Origin::Recompiled => {
                    (self.progress)(Progress::CacheRejected { skill: id.clone(), took: prepared.took });
                }
                sandbox::Origin::Compiled => {
                    (self.progress)(Progress::Compiled { skill: id.clone(), took: prepared.took });
                }
                sandbox::Origin::Cached => {}
            }
            Ok(Arc::new(prepared))
        });
        outcome.clone().map_err(|refusal| refused(id, &refusal))
    }

    pub(crate) fn describe(
        &self,
        id: &SkillId,
        prepared: &Prepared,
        settings: &SkillConfig,
    ) -> Result<AllegedDescriptor, Error> {
        let (descriptor, _) = self.sandbox.describe(prepared, settings.limits);
        let invalid = |problem: String| Error::ManifestInvalid { id: id.clone(), problems: vec![problem] };
        descriptor.map_err(|ended| match ended {
            Ended::Failed(FailureCause::Trapped { summary, detail }) => {
                tracing::warn!(skill = %id, detail, "describe trapped");
                invalid(format!("`describe` trapped: {summary}"))
            }
            Ended::Failed(cause) => invalid(format!("`describe` {cause}")),
            Ended::BadResponse { detail } => {
                tracing::warn!(skill = %id, detail, "describe broke the contract");
                invalid("`describe` broke the contract".to_owned())
            }
            Ended::Cancelled => invalid("`describe` was given up".to_owned()),
            Ended::Store(source) => Error::store("describing a skill")(source),
        })
    }

    /// What a skill says of itself, checked; compiles only where that is not remembered.
    pub(crate) fn manifest(&self, id: &SkillId, found: Found) -> Result<Manifest, Error> {
        if let Found::Component { digest, .. } = &found
            && let Some(descriptor) = self.sandbox.remembered_descriptor(*digest)
        {
            return Manifest::check(id, descriptor);
        }
        self.candidate(id, found).map(|candidate| candidate.manifest)
    }

    /// The names that a skill's tools get, once they are known to be free.
    pub(crate) fn names(
        &self,
        manifest: &Manifest,
        owner_of: impl Fn(&ToolName) -> Option<SkillId>,
    ) -> Result<Vec<ToolName>, Error> {
        preflight(manifest, &self.settings(&manifest.about.id).rename, owner_of)
    }

    /// The kind of a tool's text and bytes.
    pub(crate) fn kind_of(
        &self,
        manifest: &Manifest,
        tool: &ToolManifest,
        offered: &ToolName,
    ) -> Result<&RegisteredKind, Error> {
        // The deployer may name a tool as the skill does or as the session does.
        let bindings = self.config.bindings.get(&manifest.about.id);
        let binding =
            bindings.and_then(|tools| tools.get(tool.name.as_str()).or_else(|| tools.get(offered.as_str())));
        self.kinds.resolve(
            binding.map(String::as_str),
            tool.artifact_kind.as_deref(),
            manifest.artifact_kind.as_deref(),
        )
    }

    /// Names, kinds, body: what the session adds. Writes nothing before the last step.
    pub(crate) fn load(
        &self,
        candidate: Candidate,
        principal: &Principal,
        owner_of: impl Fn(&ToolName) -> Option<SkillId>,
    ) -> Result<LoadedSkill, Error> {
        let Candidate { manifest, runner, digest } = candidate;
        let id = manifest.about.id.clone();
        let settings = self.settings(&id);
        let offered = self.names(&manifest, owner_of)?;
        let mut tools = Vec::with_capacity(manifest.tools.len());
        let kinds = manifest
            .tools
            .iter()
            .zip(&offered)
            .map(|(tool, offered)| self.kind_of(&manifest, tool, offered).cloned())
            .collect::<Result<Vec<_>, _>>()?;
        for ((tool, offered), kind) in manifest.tools.into_iter().zip(offered).zip(kinds) {
            tools.push(LoadedTool {
                own: tool.name,
                offered,
                title: tool.title,
                description: tool.description,
                schema: tool.schema,
                output: tool.output,
                kind,
                annotations: tool.annotations,
            });
        }
        let trust = Trust::new(settings.trust, manifest.claim);
        let channel = settings.channel.unwrap_or(self.config.default_channel);
        let origin = Origin { skill: id, version: manifest.about.version.clone(), digest, tool: None };
        let body = match (manifest.instructions, channel) {
            (None, _) => None,
            (Some(text), Channel::Inline) => Some(Body::Inline(text)),
            (Some(text), Channel::Handle) => Some(self.store_body(&text, trust, principal, &origin)?),
        };
        Ok(LoadedSkill {
            about: manifest.about,
            digest,
            trust,
            limits: settings.limits,
            grants: settings.grants,
            channel,
            body,
            tools,
            runner,
            retired: AtomicBool::new(false),
        })
    }

    /// The body behind a handle: the one that this principal already has of this very component, else a new one.
    fn store_body(
        &self,
        text: &str,
        trust: Trust,
        principal: &Principal,
        origin: &Origin,
    ) -> Result<Body, Error> {
        let failed = Error::store("storing a skill's instructions");
        let tier = trust.body_tier();
        if let Some(digest) = origin.digest
            && let Some(record) = self.store.records.body(principal, digest, tier).map_err(&failed)?
        {
            return Ok(Body::Handle(record.handle));
        }
        let landing = Landing {
            store: &self.store,
            principal,
            origin,
            tier,
            kind: self.kinds.body(),
            base: self.kinds.base(),
            inline_limit: self.config.inline_limit,
            bounds: &self.config.store_bounds,
            limits: &self.settings(&origin.skill).limits,
        };
        land_body(text, tier, landing).map(|record| Body::Handle(record.handle)).map_err(failed)
    }
}

/// A source that cannot serve: the deployer's to mend, or the component's fault.
fn source_failed(id: Option<&SkillId>, source: &dyn Source, error: &SourceError) -> Error {
    match (id, error) {
        (
            Some(id),
            SourceError::TooLarge { .. } | SourceError::Ambiguous { .. } | SourceError::NotAFile { .. },
        ) => Error::ComponentRefused { id: id.clone(), reason: error.to_string(), hint: error.hint() },
        _ => Error::SourceFailed {
            source_id: source.id().to_owned(),
            problem: error.to_string(),
            detail: std::error::Error::source(error).map(ToString::to_string),
            hint: error.hint(),
        },
    }
}

/// A component that the sandbox refuses. Names inside are the component's own words.
pub(crate) fn refused(id: &SkillId, refusal: &Refusal) -> Error {
    Error::ComponentRefused {
        id: id.clone(),
        reason: crate::text::escaped(&refusal.to_string(), 1 << 10),
        hint: refusal.hint(),
    }
}
