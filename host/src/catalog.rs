//! What a deployer asks of a host: which skills there are, what is wrong with them, what stands in a component. Nothing
//! here changes a store or a session.

use std::collections::BTreeMap;
use std::time::Instant;

use serde::Serialize;

use crate::config::{Access, Channel, Expose, Grants};
use crate::error::{Error, ErrorReport, Mistake};
use crate::host::Host;
use crate::ids::{Digest, SkillId, ToolName};
use crate::sandbox::{AllegedDescriptor, inspect};
use crate::skill::{About, Candidate, Found, LoadedTrust, Manifest, offered_name, refused};
use crate::trust::Trust;

/// One skill that a source or the embedder offers.
#[derive(Debug, Clone, Serialize)]
pub struct CatalogEntry {
    /// Its id.
    pub id: SkillId,
    /// The source it is from; `native` for the embedder's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Its exact code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
    /// What it says of itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<About>,
    /// Its tools, under the names they would be offered by.
    pub tools: Vec<ToolName>,
    /// Whether the deployer's `expose` names it.
    pub exposed: bool,
    /// Why it could not be loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<ErrorReport>,
}

/// Everything that is known, and wrong, about one skill.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SkillCheck {
    /// Its id.
    pub id: SkillId,
    /// The source it is from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Its exact code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
    /// Whether the deployer pinned it.
    pub pinned: bool,
    /// As its author counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Its tiers, once its own claim is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trust: Option<LoadedTrust>,
    /// How its instructions reach the model.
    pub channel: Channel,
    /// Its effective limits.
    pub limits: Vec<EffectiveLimit>,
    /// Directories that it may reach.
    pub files: Vec<GrantedFiles>,
    /// Names of environment variables that it may read; never their values.
    pub env: Vec<String>,
    /// Its tools with their kinds.
    pub tools: Vec<CheckedTool>,
    /// Interfaces that it imports and that trap when called.
    pub trapping: Vec<String>,
    /// Everything that keeps it from being loaded.
    pub problems: Vec<ErrorReport>,
}

/// One limit of one skill.
#[derive(Debug, Clone, Serialize)]
pub struct EffectiveLimit {
    /// Its TOML key.
    pub key: &'static str,
    /// Its value, as a deployer writes it.
    pub value: String,
    /// Whether nothing was written.
    pub default: bool,
}

/// One granted directory.
#[derive(Debug, Clone, Serialize)]
pub struct GrantedFiles {
    /// The machine's path.
    pub host: std::path::PathBuf,
    /// The guest's path.
    pub guest: String,
    /// What may be done there.
    pub access: Access,
}

/// One tool and how its results are read.
#[derive(Debug, Clone, Serialize)]
pub struct CheckedTool {
    /// The name it is offered by.
    pub name: ToolName,
    /// The kind of its text and bytes.
    pub kind: String,
}

/// What stands in a component.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ComponentReport {
    /// Its identity.
    pub digest: Digest,
    /// Its size.
    pub bytes: u64,
    /// Functions of all its modules.
    pub functions: u64,
    /// What it imports.
    pub imports: Vec<ImportReport>,
    /// What it exports.
    pub exports: Vec<String>,
    /// What it says of itself, unchecked.
    pub descriptor: AllegedDescriptor,
    /// What is wrong with that, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<ErrorReport>,
    /// How long compiling took, or loading from the cache.
    pub compile_milliseconds: u64,
    /// Whether nothing was compiled.
    pub cached: bool,
}

/// What a call of an imported interface comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ImportStanding {
    /// Part of the contract: served.
    Contract,
    /// Part of WASI: served, and reaches nothing outside.
    Wasi,
    /// Part of WASI: served, with what the deployer granted.
    Granted,
    /// Part of WASI: served, and empty without a grant.
    Inert,
    /// A call ends the guest: no grant for it exists.
    Traps,
}

impl ImportStanding {
    fn of(interface: &str, grants: &Grants, trapping: &[String]) -> Self {
        let granted = |granted: bool| if granted { Self::Granted } else { Self::Inert };
        if trapping.iter().any(|name| name == interface) {
            Self::Traps
        } else if interface.starts_with("wasi:filesystem/") {
            granted(!grants.files.is_empty())
        } else if interface.starts_with("wasi:cli/environment@") {
            granted(!grants.env.is_empty())
        } else if interface.starts_with("wasi:") {
            Self::Wasi
        } else {
            Self::Contract
        }
    }
}

/// One import.
#[derive(Debug, Clone, Serialize)]
pub struct ImportReport {
    /// The interface.
    pub name: String,
    /// What a call of it comes to under the deployer's grants for the skill of that id.
    pub standing: ImportStanding,
}

impl Host {
    /// Every skill that the sources and the embedder offer. Compiles only what was never described before.
    ///
    /// # Errors
    /// A source that cannot be listed.
    pub fn catalog(&self) -> Result<Vec<CatalogEntry>, Error> {
        let loader = &self.shared.loader;
        Ok(loader.ids()?.into_iter().map(|id| self.entry(id)).collect())
    }

    fn entry(&self, id: SkillId) -> CatalogEntry {
        let loader = &self.shared.loader;
        let exposed = match &loader.config.expose {
            Expose::All => true,
            Expose::Only(ids) => ids.contains(&id),
        };
        let mut entry = CatalogEntry {
            source: None,
            digest: None,
            about: None,
            tools: Vec::new(),
            exposed,
            problem: None,
            id,
        };
        let described = loader.find(&entry.id).and_then(|found| {
            (entry.source, entry.digest) = origin(&found);
            loader.manifest(&entry.id, found)
        });
        match described {
            Ok(manifest) => {
                let rename = &loader.settings(&entry.id).rename;
                let tools = manifest.tools.iter();
                entry.tools = tools.map(|tool| offered_name(&tool.name, rename).clone()).collect();
                entry.about = Some(manifest.about);
            }
            Err(error) => entry.problem = Some(error.report()),
        }
        entry
    }

    /// Checks every skill that is offered or configured, as loading them all in one session would: limits, grants, tiers,
    /// kinds, names, pins. Everything wrong, at once.
    ///
    /// # Errors
    /// A source that cannot be listed.
    pub fn check(&self) -> Result<Vec<SkillCheck>, Error> {
        let loader = &self.shared.loader;
        let mut ids = loader.ids()?;
        for id in loader.config.skills.keys() {
            if !ids.contains(id) {
                ids.push(id.clone());
            }
        }
        let mut taken = BTreeMap::<ToolName, SkillId>::new();
        Ok(ids.into_iter().map(|id| self.check_skill(id, &mut taken)).collect())
    }

    fn check_skill(&self, id: SkillId, taken: &mut BTreeMap<ToolName, SkillId>) -> SkillCheck {
        let loader = &self.shared.loader;
        let settings = loader.settings(&id);
        let default = crate::limits::Limits::default();
        let mut check = SkillCheck {
            source: None,
            digest: None,
            pinned: settings.digest.is_some(),
            version: None,
            trust: None,
            channel: settings.channel.unwrap_or(loader.config.default_channel),
            limits: settings
                .limits
                .iter()
                .map(|(limit, value)| EffectiveLimit {
                    key: limit.key(),
                    value: limit.show(value),
                    default: value == default.get(limit),
                })
                .collect(),
            files: settings
                .grants
                .files
                .iter()
                .map(|grant| GrantedFiles {
                    host: grant.host.clone(),
                    guest: grant.guest.clone(),
                    access: grant.access,
                })
                .collect(),
            env: settings.grants.env.keys().cloned().collect(),
            tools: Vec::new(),
            trapping: Vec::new(),
            problems: Vec::new(),
            id,
        };
        for grant in &settings.grants.files {
            if !grant.host.is_dir() {
                check.problems.push(missing_directory(&check.id, &grant.guest).report());
            }
        }
        let candidate = loader.find(&check.id).and_then(|found| {
            (check.source, check.digest) = origin(&found);
            if let Found::Component { bytes, .. } = &found
                && let Ok(inspection) = inspect(bytes)
            {
                check.trapping = inspection.trapping;
            }
            loader.candidate(&check.id, found)
        });
        match candidate {
            Ok(candidate) => self.check_tools(&mut check, &candidate, taken),
            Err(error) => check.problems.push(error.report()),
        }
        check
    }

    fn check_tools(
        &self,
        check: &mut SkillCheck,
        candidate: &Candidate,
        taken: &mut BTreeMap<ToolName, SkillId>,
    ) {
        let loader = &self.shared.loader;
        let settings = loader.settings(&check.id);
        let trust = Trust::new(settings.trust, candidate.manifest.claim);
        check.version = Some(candidate.manifest.about.version.clone());
        check.trust = Some(LoadedTrust { body: trust.body_tier(), output: trust.output_tier() });
        match loader.names(&candidate.manifest, |tool| taken.get(tool).cloned()) {
            Ok(names) => {
                for (tool, name) in candidate.manifest.tools.iter().zip(names) {
                    match loader.kind_of(&candidate.manifest, tool, &name) {
                        Ok(kind) => {
                            check.tools.push(CheckedTool { name: name.clone(), kind: kind.name.clone() })
                        }
                        Err(error) => check.problems.push(error.report()),
                    }
                    taken.insert(name, check.id.clone());
                }
            }
            Err(error) => check.problems.push(error.report()),
        }
    }

    /// Looks into a component, compiles it and asks it to describe itself, without any grant. Its imports are shown against
    /// the grants of the skill that it says it is.
    ///
    /// # Errors
    /// [`Error::ComponentRefused`], or [`Error::ManifestInvalid`] when it cannot even describe itself.
    pub fn inspect(&self, bytes: &[u8]) -> Result<ComponentReport, Error> {
        let loader = &self.shared.loader;
        let id = unnamed()?;
        let inspection = inspect(bytes).map_err(|refusal| refused(&id, &refusal))?;
        let digest = Digest::of(bytes);
        let started = Instant::now();
        let prepared = loader.prepare(&id, digest, bytes)?;
        let took = started.elapsed();
        let descriptor = loader.describe(&id, &prepared, &loader.settings(&id))?;
        // Checked under the id it gives itself; a made-up one where that is none.
        let own = descriptor.id.parse::<SkillId>().ok();
        let problem = Manifest::check(own.as_ref().unwrap_or(&id), descriptor.clone()).err();
        let grants = own.map_or_else(Grants::default, |own| loader.settings(&own).grants);
        let standing = |name: &str| ImportStanding::of(name, &grants, &inspection.trapping);
        Ok(ComponentReport {
            digest,
            bytes: inspection.bytes,
            functions: inspection.functions,
            imports: inspection
                .imports
                .iter()
                .map(|name| ImportReport { name: name.clone(), standing: standing(name) })
                .collect(),
            exports: inspection.exports,
            descriptor,
            problem: problem.map(|error| error.report()),
            compile_milliseconds: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
            cached: prepared.origin == crate::sandbox::Origin::Cached,
        })
    }
}

/// Where a skill was found, and its exact code.
fn origin(found: &Found) -> (Option<String>, Option<Digest>) {
    match found {
        Found::Component { source, digest, .. } => (Some(source.clone()), Some(*digest)),
        Found::Native(_) => (Some("native".to_owned()), None),
    }
}

/// The name under which a bare file is inspected, in messages.
fn unnamed() -> Result<SkillId, Error> {
    "component".parse().map_err(|_| Error::SkillNotFound { id: "component".to_owned(), known: Vec::new() })
}

fn missing_directory(id: &SkillId, guest: &str) -> Error {
    Error::InvalidConfig {
        mistakes: vec![Mistake {
            line: None,
            key: format!("skills.{id}.grants.files"),
            problem: format!("grants `{guest}`, but the directory on this machine is not there"),
            hint: Some("make the directory, or take the grant away".to_owned()),
        }],
    }
}
