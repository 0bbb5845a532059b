//! Who may call: a gate decides on every call, after its arguments were validated and before the skill sees them.

use std::future::Future;
use std::pin::Pin;

use serde_json::Value;

use crate::ids::{Digest, SkillId};
use crate::principal::Principal;

mod policy;

pub use policy::PolicyGate;

/// What a gate decides on.
#[derive(Debug, Clone, Copy)]
pub struct GateRequest<'a> {
    /// Whose session it is.
    pub principal: &'a Principal,
    /// The skill that would run.
    pub skill: &'a SkillId,
    /// Its exact code, where it has any: approvals bind to this (decision 14).
    pub digest: Option<Digest>,
    /// The tool, under the name it is offered by.
    pub tool: &'a str,
    /// The validated arguments.
    pub arguments: &'a Value,
}

/// A gate's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The call may run.
    Allow,
    /// It may not; the reason reaches the model.
    Deny {
        /// In words that the model may see.
        reason: String,
    },
    /// The gate cannot say.
    Unavailable {
        /// For the operator.
        detail: String,
    },
}

/// A gate's answer, now or later.
pub type VerdictFuture<'a> = Pin<Box<dyn Future<Output = Verdict> + Send + 'a>>;

/// Decides on calls. An embedder's gate may ask a person and take its time: no worker waits with it.
pub trait Gate: Send + Sync {
    /// Decides on one call.
    fn decide<'a>(&'a self, request: GateRequest<'a>) -> VerdictFuture<'a>;
}

/// A closure that decides at once is a gate.
impl<F> Gate for F
where
    F: Fn(GateRequest<'_>) -> Verdict + Send + Sync,
{
    fn decide<'a>(&'a self, request: GateRequest<'a>) -> VerdictFuture<'a> {
        Box::pin(std::future::ready(self(request)))
    }
}
