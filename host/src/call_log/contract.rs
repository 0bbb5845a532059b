//! What a log of calls is: the trait that the call path appends to and a session reads. Nothing here does I/O.

use crate::error::StoreError;
use crate::ids::SkillId;
use crate::principal::Principal;

use super::{CallEntry, Outcome};

/// The calls there were. Every method may block, but not for long. To another principal than its own, a call does not
/// exist (decision 29).
pub trait CallLog: Send + Sync {
    /// Adds a call that has ended. What the name of the tool has too much, or what a terminal would obey, is
    /// [left out](CallEntry::tool).
    ///
    /// # Errors
    /// The store's; then this call is not in the log. No reason to fail the call.
    fn append(&self, entry: &CallEntry) -> Result<(), StoreError>;

    /// The principal's calls that match, newest first: the last to end stands in front.
    ///
    /// # Errors
    /// The store's.
    fn list(&self, principal: &Principal, query: &LogQuery) -> Result<Vec<CallEntry>, StoreError>;
}

/// Which calls are wanted. Every part that is given has to hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LogQuery {
    /// Calls of this skill's tools.
    pub skill: Option<SkillId>,
    /// Calls of this tool, by the name it was called by.
    pub tool: Option<String>,
    /// Calls that ended like this.
    pub outcome: Option<Outcome>,
    /// Calls that began at this moment or later, in milliseconds since the Unix epoch.
    pub since: Option<u64>,
    /// The most calls.
    pub limit: usize,
}

impl LogQuery {
    /// The newest calls, at most this many.
    #[must_use]
    pub fn newest(limit: usize) -> Self {
        Self { limit, ..Self::default() }
    }

    /// Whether a call of the asking principal is wanted.
    pub(super) fn matches(&self, entry: &CallEntry) -> bool {
        let Self { skill, tool, outcome, since, limit: _ } = self;
        skill.as_ref().is_none_or(|skill| entry.skill.as_ref() == Some(skill))
            && tool.as_ref().is_none_or(|tool| entry.tool == *tool)
            && outcome.is_none_or(|outcome| entry.outcome == outcome)
            && since.is_none_or(|since| entry.at >= since)
    }
}
