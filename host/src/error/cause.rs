//! Why a tool did not do its work (decision 4): its own refusal, a limit, a trap, a power it lacks.

use super::Blame;
use crate::ids::SkillId;
use crate::limits::Limit;

/// The cause inside [`Error::ToolFailed`](super::Error::ToolFailed).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FailureCause {
    /// The tool said that it failed. Untrusted text: cut and escaped already (decision 10).
    #[error("{0}")]
    Refused(String),
    /// The tool said that the arguments make no sense. Untrusted text: cut and escaped already.
    #[error("invalid arguments: {0}")]
    InvalidArguments(String),
    /// The host ended the call at a limit.
    #[error("ended at its limit `{limit}` of {}", limit.show(*value))]
    Limit {
        /// Which limit.
        limit: Limit,
        /// Its value, in its unit.
        value: u64,
    },
    /// The guest used an interface that the deployer has not granted.
    #[error("called {interface}, which is not granted")]
    NotGranted {
        /// The WASI interface, with its version.
        interface: String,
    },
    /// The guest ended its own process.
    #[error("ended its own process with code {0}")]
    Exited(i32),
    /// The guest trapped.
    #[error("trapped: {summary}")]
    Trapped {
        /// The engine's name for the trap.
        summary: String,
        /// The guest's backtrace and last words, for the operator.
        detail: String,
    },
    /// A granted directory cannot be opened.
    #[error("a granted directory cannot be opened")]
    GrantUnusable {
        /// The system's reason, for the operator.
        detail: String,
    },
    /// The machine had no room for an instance.
    #[error("the host had no room for it")]
    NoInstance {
        /// The engine's reason, for the operator.
        detail: String,
    },
    /// A native tool, or the engine, panicked.
    #[error("the tool broke off")]
    Panicked {
        /// The panic's text, for the operator.
        detail: String,
    },
}

/// What of a tool's own refusal reaches the model (decision 10).
const REFUSAL_BYTES: usize = 4 << 10;

impl FailureCause {
    /// The tool said that it failed: its untrusted text, cut and escaped.
    pub(crate) fn refused(text: &str) -> Self {
        Self::Refused(crate::text::escaped(text, REFUSAL_BYTES))
    }

    /// The tool said that the arguments make no sense: its untrusted text, cut and escaped.
    pub(crate) fn invalid_arguments(text: &str) -> Self {
        Self::InvalidArguments(crate::text::escaped(text, REFUSAL_BYTES))
    }

    /// Someone's code panicked: the panic's text, where it has one.
    pub(crate) fn panicked(panic: &(dyn std::any::Any + Send)) -> Self {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Self::Panicked { detail: text.unwrap_or("no text").to_owned() }
    }

    pub(super) fn detail(&self) -> Option<&str> {
        match self {
            Self::Trapped { detail, .. }
            | Self::Panicked { detail }
            | Self::NoInstance { detail }
            | Self::GrantUnusable { detail } => Some(detail),
            _ => None,
        }
    }

    /// Who is at fault where it is not the guest.
    pub(super) fn blame(&self) -> Option<Blame> {
        match self {
            Self::GrantUnusable { .. } => Some(Blame::Deployer),
            Self::Panicked { .. } | Self::NoInstance { .. } => Some(Blame::Host),
            _ => None,
        }
    }

    pub(super) fn hint(&self, id: &SkillId) -> Option<String> {
        match self {
            Self::Limit { limit, .. } => {
                Some(format!("where the work is worth it, raise `{limit}` below [skills.{id}.limits]"))
            }
            Self::NotGranted { .. } => {
                Some(format!("only the deployer can grant it, below [skills.{id}.grants]"))
            }
            Self::GrantUnusable { .. } => Some(format!("look at `files` below [skills.{id}.grants]")),
            Self::NoInstance { .. } => {
                Some("try again; where it stays so, give the host more memory or address space".to_owned())
            }
            Self::InvalidArguments(_) => {
                Some("the arguments fit the schema, but not the tool: change them".to_owned())
            }
            Self::Refused(_) | Self::Exited(_) | Self::Trapped { .. } | Self::Panicked { .. } => None,
        }
    }
}
