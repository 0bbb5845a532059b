//! One row of the call log: what is known about a call when it has ended. Holds no argument and no answer, only their
//! sizes and the arguments' hash.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::ids::{Digest, Handle, SkillId};
use crate::principal::Principal;
use crate::text::{escaped, is_commanding};

/// The longest name of a tool in the log, in bytes: twice what a tool of a skill can be called. Stops a caller who fills
/// the log with names.
pub const LONGEST_TOOL: usize = 128;

/// One call of a tool, however it ended.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CallEntry {
    /// When it began, in milliseconds since the Unix epoch.
    pub at: u64,
    /// Who called.
    pub principal: Principal,
    /// Whose tool it was; none where no loaded skill has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<SkillId>,
    /// The skill's exact code; none for a skill that the embedder wrote.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
    /// The tool, by the name it was called by. In the log, a name is cut at [`LONGEST_TOOL`] bytes, and what a terminal
    /// would obey stands in it as an escape or a space.
    pub tool: String,
    /// BLAKE3 of the arguments' JSON text, in hexadecimal digits: tells equal calls, and not what was asked.
    pub arguments_hash: String,
    /// How it ended.
    pub outcome: Outcome,
    /// The error's code, where it ended with one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// How long each stage took.
    pub stages: Stages,
    /// Bytes of the guest's memories at their peak.
    pub memory_bytes: u64,
    /// Bytes of the arguments' JSON text.
    pub bytes_in: u64,
    /// Bytes of everything that was stored.
    pub bytes_out: u64,
    /// The handle of the answer, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handle: Option<Handle>,
}

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// With an answer that is kept.
    Stored,
    /// Before the guest ran: no such tool, unfit arguments, a gate that refused, no free slot.
    Refused,
    /// In the guest, at a limit, at the check of the answer, or in the store. Nothing is kept.
    Failed,
    /// Given up by its caller. Nothing is kept.
    Cancelled,
}

impl Outcome {
    /// All of them, in the order of how far a call came.
    pub const ALL: [Self; 4] = [Self::Refused, Self::Cancelled, Self::Failed, Self::Stored];

    /// The word in the log and in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Stored => "stored",
            Self::Refused => "refused",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that is no outcome. `Display` is a fragment that stands after the offending text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is not an outcome (refused, cancelled, failed, stored)")]
pub struct UnknownOutcome;

impl FromStr for Outcome {
    type Err = UnknownOutcome;

    fn from_str(text: &str) -> Result<Self, UnknownOutcome> {
        Self::ALL.into_iter().find(|outcome| outcome.as_str() == text).ok_or(UnknownOutcome)
    }
}

/// Microseconds of each stage, in their order; 0 for one that was not reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stages {
    /// Looking the tool up and validating the arguments.
    pub check_microseconds: u64,
    /// The gate's decision.
    pub gate_microseconds: u64,
    /// Waiting for a slot and a worker.
    pub wait_microseconds: u64,
    /// From the fresh instance to the lifted answer.
    pub guest_microseconds: u64,
    /// Checking the answer and making it durable.
    pub store_microseconds: u64,
}

impl Stages {
    /// All of them together, in microseconds.
    #[must_use]
    pub fn total(&self) -> u64 {
        let Self {
            check_microseconds,
            gate_microseconds,
            wait_microseconds,
            guest_microseconds,
            store_microseconds,
        } = *self;
        [gate_microseconds, wait_microseconds, guest_microseconds, store_microseconds]
            .into_iter()
            .fold(check_microseconds, u64::saturating_add)
    }
}

/// The entry as a log keeps it: the name of the tool is the caller's word.
pub(super) fn bounded(entry: &CallEntry) -> CallEntry {
    let mut entry = entry.clone();
    if entry.tool.len() > LONGEST_TOOL || entry.tool.chars().any(is_commanding) {
        entry.tool = escaped(&entry.tool, LONGEST_TOOL).replace(['\n', '\t'], " ");
    }
    entry
}

/// A duration as the log counts it.
#[must_use]
pub fn microseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}
