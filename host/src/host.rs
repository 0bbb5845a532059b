//! Wires a host together: configuration in, sessions out. Everything that is shared by all sessions is made here, once.

use std::sync::Arc;

use skillhost_artifacts::Kind;

use crate::config::{Config, SourceKind, StoreChoice};
use crate::error::{Error, Mistake};
use crate::gate::{Gate, PolicyGate};
use crate::kinds::Kinds;
use crate::principal::Principal;
use crate::progress::Progress;
use crate::quota::{Amount, QuotaScope};
use crate::records::{Expiry, Records, Usage};
use crate::sandbox::{Allocator, Sandbox, SandboxOptions, Workers};
use crate::session::Session;
use crate::skill::{Loader, NativeSkill, Slots};
use crate::source::{DirectorySource, Source, SourceError};
use crate::spool::Spool;
use crate::store::Store;

/// Runs skills. Cheap to clone; clones are the same host.
#[derive(Clone)]
pub struct Host {
    pub(crate) shared: Arc<Shared>,
}

/// What all sessions of a host share. Nothing in it changes but the cache of compiled components and the slots.
pub(crate) struct Shared {
    pub(crate) loader: Loader,
    pub(crate) gate: Arc<dyn Gate>,
    pub(crate) slots: Slots,
    pub(crate) workers: Workers,
}

impl Host {
    /// Starts building a host. Only the configuration is required: it alone grants power.
    #[must_use]
    pub fn builder(config: Config) -> HostBuilder {
        HostBuilder {
            config,
            sources: Vec::new(),
            natives: Vec::new(),
            kinds: Vec::new(),
            gate: None,
            store: None,
            progress: Arc::new(|_| {}),
        }
    }

    /// A new conversation of this principal, with nothing loaded.
    #[must_use]
    pub fn session(&self, principal: Principal) -> Session {
        Session::new(Arc::clone(&self.shared), principal)
    }

    /// Removes what has expired, of every principal: what the deployer does now and then. Until then it takes up room, and
    /// no one finds it.
    ///
    /// # Errors
    /// The store's; what was removed by then stays removed.
    pub fn prune(&self) -> Result<Amount, Error> {
        let store = &self.shared.loader.store;
        store.expire(&Expiry::Due).map_err(Error::store("removing what has expired"))
    }

    /// What is in use beside what is allowed: in all, of each principal, of each skill that has anything.
    ///
    /// # Errors
    /// The store's.
    pub fn usage(&self) -> Result<Vec<QuotaUse>, Error> {
        let loader = &self.shared.loader;
        let bounds = &loader.config.store_bounds;
        let usage = loader.store.records.usage().map_err(Error::store("counting what is stored"))?;
        let allowed = |usage: &Usage| match usage.scope {
            QuotaScope::Store => bounds.store,
            QuotaScope::Principal => bounds.principal,
            QuotaScope::Skill => {
                usage.name.parse().map(|id| loader.settings(&id).limits.quota()).unwrap_or_default()
            }
        };
        let row = |usage: Usage| QuotaUse {
            allowed: allowed(&usage),
            scope: usage.scope,
            name: usage.name,
            used: usage.amount,
        };
        Ok(usage.into_iter().map(row).collect())
    }

    /// How instances get their memory on this machine.
    #[must_use]
    pub fn allocator(&self) -> Allocator {
        self.shared.loader.sandbox.allocator()
    }
}

/// One quota and what is in use of it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct QuotaUse {
    /// Of what.
    pub scope: QuotaScope,
    /// The principal's name or the skill's id; empty for the store.
    pub name: String,
    /// What is kept.
    pub used: Amount,
    /// What may be, as the deployer's file says.
    pub allowed: Amount,
}

/// Collects what a host is made of. Defaults: the policy gate from the configuration, the store and the sources that it
/// names, no embedder's skills or kinds, no one to tell progress to.
pub struct HostBuilder {
    config: Config,
    sources: Vec<Arc<dyn Source>>,
    natives: Vec<Arc<NativeSkill>>,
    kinds: Vec<(String, Arc<dyn Kind>)>,
    gate: Option<Arc<dyn Gate>>,
    store: Option<(Arc<dyn Spool>, Arc<dyn Records>)>,
    progress: Arc<dyn Fn(Progress) + Send + Sync>,
}

impl HostBuilder {
    /// A source in front of the configured ones.
    #[must_use]
    pub fn source(mut self, source: Arc<dyn Source>) -> Self {
        self.sources.push(source);
        self
    }

    /// A skill written in Rust. It wins over a source's skill of the same id.
    #[must_use]
    pub fn native_skill(mut self, skill: NativeSkill) -> Self {
        self.natives.push(Arc::new(skill));
        self
    }

    /// An artifact kind of the embedder's own.
    #[must_use]
    pub fn kind(mut self, name: &str, kind: Arc<dyn Kind>) -> Self {
        self.kinds.push((name.to_owned(), kind));
        self
    }

    /// A gate instead of the configuration's.
    #[must_use]
    pub fn gate(mut self, gate: Arc<dyn Gate>) -> Self {
        self.gate = Some(gate);
        self
    }

    /// A store instead of the configuration's. Bytes and records go together: a record names bytes of its spool.
    #[must_use]
    pub fn store(mut self, spool: Arc<dyn Spool>, records: Arc<dyn Records>) -> Self {
        self.store = Some((spool, records));
        self
    }

    /// Someone who is told of long work, from whichever thread does it.
    #[must_use]
    pub fn progress(mut self, tell: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.progress = Arc::new(tell);
        self
    }

    /// Opens the store and the sources, and starts the engine. Compiles nothing.
    ///
    /// # Errors
    /// [`Error::InvalidConfig`] with every source that cannot be opened, [`Error::DataDirectoryUnusable`].
    pub fn build(self) -> Result<Host, Error> {
        let mut mistakes = Vec::new();
        let mut sources = self.sources;
        for source in &self.config.sources {
            let SourceKind::Directory { path } = &source.kind;
            match DirectorySource::open(&source.id, path) {
                Ok(source) => sources.push(Arc::new(source)),
                Err(error) => mistakes.push(unusable_source(&source.id, &error)),
            }
        }
        if !mistakes.is_empty() {
            return Err(Error::InvalidConfig { mistakes });
        }
        let mut cache_directory = self.config.cache_directory.clone();
        let mut store = match &self.config.store {
            StoreChoice::Memory => Store::in_memory(),
            StoreChoice::Directory(path) if self.store.is_none() => {
                let (store, cache) = Store::open(path, self.config.log)?;
                cache_directory.get_or_insert(cache);
                store
            }
            StoreChoice::Directory(_) => Store::in_memory(),
        };
        if let Some((spool, records)) = self.store {
            (store.spool, store.records) = (spool, records);
        }
        let sandbox = Sandbox::new(&SandboxOptions { cache_directory })?;
        let workers = Workers::new().map_err(|error| Error::DataDirectoryUnusable {
            problem: format!("the worker threads did not start: {error}"),
            path: std::path::PathBuf::new(),
            hint: "this machine cannot run guests; look at its limits on threads".to_owned(),
        })?;
        let kinds = Kinds::new(&self.config.kinds, self.kinds)?;
        let gate = self.gate.unwrap_or_else(|| Arc::new(PolicyGate::new(self.config.gate.clone())));
        let loader = Loader::new(
            Arc::new(self.config),
            Arc::new(sandbox),
            Arc::new(kinds),
            sources,
            self.natives,
            store,
            self.progress,
        );
        Ok(Host { shared: Arc::new(Shared { loader, gate, slots: Slots::new(), workers }) })
    }
}

fn unusable_source(id: &str, error: &SourceError) -> Mistake {
    Mistake {
        line: None,
        key: format!("sources.{id}.path"),
        problem: error.to_string(),
        hint: Some(error.hint().to_owned()),
    }
}
