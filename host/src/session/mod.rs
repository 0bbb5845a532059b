//! One conversation of one principal: what it has loaded, what it can call, what it can read.
//!
//! Results belong to the principal and outlive the session; which readers a model is offered, and over which handles, is
//! the session's.

mod result;
mod lifecycle;
mod recording;
mod call;
mod read;
mod readers;
mod stored;

use std::sync::{Arc, Mutex, PoisonError};

pub use result::{
    ArtifactSummary, MediaSummary, Output, Reading, RetrievableHit, RetrievableSummary, ToolDescription,
    ToolResult, Usage,
};
pub use stored::CopyError;

use crate::host::{Host, Shared};
use crate::ids::Handle;
use crate::principal::Principal;
use crate::registry::Registry;

/// One conversation. Cheap to clone; clones are the same conversation.
#[derive(Clone)]
pub struct Session {
    inner: Arc<Inner>,
}

struct Inner {
    host: Arc<Shared>,
    principal: Principal,
    /// Held while a compiled skill's names are checked and taken, and while they are given back. Calls do not take it.
    lifecycle: Mutex<()>,
    /// Swapped as a whole; the mutex guards the swap.
    registry: Mutex<Arc<Registry>>,
    /// Handles that this conversation made and may be offered again, oldest first; the mutex guards one push or one
    /// copy.
    turn: Mutex<Vec<Handle>>,
}

impl Session {
    pub(crate) fn new(host: Arc<Shared>, principal: Principal) -> Self {
        Self {
            inner: Arc::new(Inner {
                host,
                principal,
                lifecycle: Mutex::default(),
                registry: Mutex::default(),
                turn: Mutex::default(),
            }),
        }
    }

    /// The host that it is a conversation with.
    #[must_use]
    pub fn host(&self) -> Host {
        Host { shared: Arc::clone(&self.inner.host) }
    }

    /// Whose conversation it is.
    #[must_use]
    pub fn principal(&self) -> &Principal {
        &self.inner.principal
    }
}

impl Inner {
    fn registry(&self) -> Arc<Registry> {
        Arc::clone(&self.registry.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn swap(&self, change: impl FnOnce(&Registry) -> Registry) {
        let mut registry = self.registry.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = Arc::new(change(&registry));
        *registry = changed;
    }

    fn turn(&self) -> Vec<Handle> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn change_turn(&self, change: impl FnOnce(&mut Vec<Handle>)) {
        change(&mut self.turn.lock().unwrap_or_else(PoisonError::into_inner));
    }
}
