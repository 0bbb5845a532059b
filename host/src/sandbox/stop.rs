//! Why the host ended a call. Set before the guest is stopped, so that causes can be told apart (decision 4).

use std::sync::{Arc, OnceLock};

use crate::error::StoreError;
use crate::limits::Limit;

/// The host's own reason.
#[derive(Debug)]
pub(super) enum Stop {
    /// A limit was reached.
    Limit(Limit),
    /// The caller gave up.
    Cancelled,
    /// The guest called an interface that it may import but was not granted.
    NotGranted(String),
    /// Staging a media's bytes failed.
    Store(StoreError),
}

/// The first reason wins; later ones are consequences.
#[derive(Debug, Clone, Default)]
pub(super) struct StopCell(Arc<OnceLock<Stop>>);

impl StopCell {
    /// Notes the reason and gives the error that ends the guest.
    pub(super) fn end(&self, stop: Stop) -> wasmtime::Error {
        let text = match &stop {
            Stop::Limit(limit) => format!("the limit `{limit}` was reached"),
            Stop::Cancelled => "the caller gave up".to_owned(),
            Stop::NotGranted(interface) => format!("{interface} is not granted"),
            Stop::Store(_) => "the store failed".to_owned(),
        };
        // A reason that came second is a consequence of the first.
        let _ = self.0.set(stop);
        wasmtime::Error::msg(text)
    }

    /// The same for a limit.
    pub(super) fn limit(&self, limit: Limit) -> wasmtime::Error {
        self.end(Stop::Limit(limit))
    }

    /// The reason, once the store that shared it is gone.
    pub(super) fn into_reason(self) -> Option<Stop> {
        Arc::into_inner(self.0).and_then(OnceLock::into_inner)
    }
}
