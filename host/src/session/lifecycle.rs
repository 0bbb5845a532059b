//! Loading and unloading: all or nothing. Names are checked and taken, and given back, one skill at a time.

use std::sync::{Arc, PoisonError};

use super::{Inner, Session};
use crate::config::Expose;
use crate::error::Error;
use crate::ids::SkillId;
use crate::skill::Loaded;

impl Session {
    /// Loads a skill; other callers' calls go on meanwhile. Compiling a large component takes some ten seconds the first
    /// time.
    ///
    /// # Errors
    /// The first reason not to; the session is as before.
    pub async fn load(&self, id: &str) -> Result<Loaded, Error> {
        let (inner, id) = (Arc::clone(&self.inner), id.to_owned());
        let turn = self.inner.host.slots.load().await;
        // The turn goes with the work: a caller that leaves does not make room for another load.
        let work = move || {
            let _turn = turn;
            inner.load(&id)
        };
        self.inner.host.workers.run(work).await
    }

    /// [`Self::load`] on this thread.
    ///
    /// # Errors
    /// As [`Self::load`].
    pub fn load_blocking(&self, id: &str) -> Result<Loaded, Error> {
        self.inner.host.workers.run_blocking({
            let (inner, id) = (Arc::clone(&self.inner), id.to_owned());
            move || inner.load(&id)
        })
    }

    /// Loads every skill that the deployer's `expose` names, in the order of the sources; what is loaded already stays.
    ///
    /// # Errors
    /// The first skill that cannot be loaded; those before it are.
    pub async fn load_exposed(&self) -> Result<Vec<Loaded>, Error> {
        let inner = Arc::clone(&self.inner);
        let turn = self.inner.host.slots.load().await;
        let work = move || {
            let _turn = turn;
            inner.load_exposed()
        };
        self.inner.host.workers.run(work).await
    }

    /// [`Self::load_exposed`] on this thread.
    ///
    /// # Errors
    /// As [`Self::load_exposed`].
    pub fn load_exposed_blocking(&self) -> Result<Vec<Loaded>, Error> {
        let inner = Arc::clone(&self.inner);
        self.inner.host.workers.run_blocking(move || inner.load_exposed())
    }

    /// Unloads a skill: its tools vanish, its instructions are no longer offered. What its tools made stays; a call
    /// that is inside goes on, and its result is kept (decision 35).
    ///
    /// # Errors
    /// [`Error::SkillNotLoaded`].
    pub fn unload(&self, id: &str) -> Result<(), Error> {
        let _one_at_a_time = self.inner.lifecycle.lock().unwrap_or_else(PoisonError::into_inner);
        let id = id.parse::<SkillId>().map_err(|_| self.inner.host.loader.not_found(id))?;
        let Some(skill) = self.inner.registry().skill(&id).cloned() else {
            return Err(Error::SkillNotLoaded { id });
        };
        skill.retire();
        self.inner.swap(|registry| registry.without(skill.id()));
        if let Some(body) = skill.body_handle() {
            self.inner.change_turn(|turn| turn.retain(|handle| *handle != body));
        }
        Ok(())
    }

    /// The loaded skills, in the order of loading.
    #[must_use]
    pub fn loaded(&self) -> Vec<Loaded> {
        self.inner.registry().skills().iter().map(|skill| skill.summary()).collect()
    }
}

impl Inner {
    fn load_exposed(&self) -> Result<Vec<Loaded>, Error> {
        let loader = &self.host.loader;
        let exposed = match &loader.config.expose {
            Expose::All => loader.ids()?,
            Expose::Only(ids) => ids.clone(),
        };
        let missing = exposed.iter().filter(|id| self.registry().skill(id).is_none());
        missing.map(|id| self.load(id.as_str())).collect()
    }

    fn load(&self, text: &str) -> Result<Loaded, Error> {
        let loader = &self.host.loader;
        let id = text.parse::<SkillId>().map_err(|_| loader.not_found(text))?;
        let found = loader.find(&id)?;
        let refuse_loaded = || match self.registry().skill(&id) {
            Some(_) => Err(Error::SkillAlreadyLoaded { id: id.clone() }),
            None => Ok(()),
        };
        refuse_loaded()?;
        // Compiling and describing may take long: nothing of the session is held meanwhile.
        let candidate = loader.candidate(&id, found)?;
        let _one_at_a_time = self.lifecycle.lock().unwrap_or_else(PoisonError::into_inner);
        refuse_loaded()?;
        let registry = self.registry();
        let skill = Arc::new(loader.load(candidate, &self.principal, |tool| registry.owner_of(tool))?);
        let summary = skill.summary();
        self.swap(|registry| registry.with(Arc::clone(&skill)));
        if let Some(body) = skill.body_handle() {
            self.change_turn(|turn| turn.push(body));
        }
        Ok(summary)
    }
}
