//! From bytes to something that can be called: cached code where there is some, else inspection and compiling.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use wasmtime::component::Component;

use super::bindings::SkillPre;
use super::cache::Found;
use super::engine::Sandbox;
use super::imports::not_granted;
use super::inspect::{Refusal, inspect};
use super::state::State;
use crate::ids::Digest;

/// Where the compiled code came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// Compiled now, for the first time.
    Compiled,
    /// Loaded from the cache.
    Cached,
    /// Compiled now, because the cache's entry was not ours.
    Recompiled,
}

/// A component, compiled and linked. Shared by all calls of a skill; holds no state of any.
pub struct Prepared {
    pub(super) pre: SkillPre<State>,
    /// The component's identity.
    pub digest: Digest,
    /// Where its code came from.
    pub origin: Origin,
    /// How long that took.
    pub took: Duration,
}

impl Sandbox {
    /// Whether [`Self::prepare`] will have to compile, as far as can be said beforehand.
    #[must_use]
    pub fn is_cached(&self, digest: Digest) -> bool {
        self.cache.as_ref().is_some_and(|cache| cache.has_code(digest))
    }

    /// Compiles and links a component, or takes its code from the cache. Takes seconds for a large one: run it
    /// where nothing waits for it.
    ///
    /// # Errors
    /// The first reason to refuse the component; nothing is compiled before the inspection has passed.
    pub fn prepare(&self, digest: Digest, bytes: &[u8]) -> Result<Prepared, Refusal> {
        let started = Instant::now();
        let found = self.cache.as_ref().map_or(Found::Nothing, |cache| cache.code(&self.engine, digest));
        let (component, origin) = match found {
            // What is in the cache has passed the inspection: the digest is the same.
            Found::Entry(component) => (component, Origin::Cached),
            Found::Nothing => (self.compile(digest, bytes)?, Origin::Compiled),
            Found::Rejected => (self.compile(digest, bytes)?, Origin::Recompiled),
        };
        let pre = self.link(&component).map_err(|error| engine_refusal(&error))?;
        Ok(Prepared { pre, digest, origin, took: started.elapsed() })
    }

    fn compile(&self, digest: Digest, bytes: &[u8]) -> Result<Component, Refusal> {
        inspect(bytes)?;
        // Compiling is the larger part of the engine, and its input is anyone's: a panic costs this component alone.
        let component = catch_unwind(AssertUnwindSafe(|| Component::from_binary(&self.engine, bytes)))
            .map_err(|_| Refusal::Engine { reason: "its compiler broke off".to_owned() })?
            .map_err(|error| engine_refusal(&error))?;
        if let Some(cache) = &self.cache {
            cache.keep_code(digest, &component);
        }
        Ok(component)
    }

    fn link(&self, component: &Component) -> wasmtime::Result<SkillPre<State>> {
        let engine = component.engine();
        let trapping = component
            .component_type()
            .imports(engine)
            .any(|(interface, _)| super::inspect::is_trapping(interface));
        if trapping {
            let mut linker = self.linker.clone();
            not_granted::define(&mut linker, component)?;
            SkillPre::new(linker.instantiate_pre(component)?)
        } else {
            SkillPre::new(self.linker.instantiate_pre(component)?)
        }
    }
}

fn engine_refusal(error: &wasmtime::Error) -> Refusal {
    Refusal::Engine { reason: format!("{error:#}") }
}
