//! What is noted of one call while it runs: how long each stage took, and how it ended. Becomes one row of the call log and
//! the fields of one span, whatever the end; a call that is dropped on the way was cancelled. Decides nothing.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tracing::Instrument as _;
use tracing::field::{Empty, display};

use super::result::{Output, ToolResult};
use crate::call_log::{CallEntry, CallLog, LONGEST_TOOL, Outcome, Stages, microseconds};
use crate::clock::now;
use crate::error::Error;
use crate::ids::Handle;
use crate::principal::Principal;
use crate::sandbox::Report;
use crate::skill::LoadedSkill;

/// One stage of a call, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Check,
    Gate,
    Wait,
    Guest,
    Store,
}

/// The notes of one call.
pub(super) struct Recording {
    log: Arc<dyn CallLog>,
    span: tracing::Span,
    entry: CallEntry,
    /// Whether the guest was reached: from then on an error is no refusal any more.
    ran: bool,
    written: bool,
}

impl Recording {
    /// From here on the call leaves a row.
    pub(super) fn begin(log: &Arc<dyn CallLog>, principal: &Principal, tool: &str) -> Self {
        let tool = crate::text::escaped(tool, LONGEST_TOOL);
        let span = tracing::info_span!(
            "call", tool, principal = %principal, skill = Empty, digest = Empty, outcome = Empty, code = Empty,
            check_microseconds = Empty, gate_microseconds = Empty, wait_microseconds = Empty,
            guest_microseconds = Empty, store_microseconds = Empty, memory_bytes = Empty, bytes_in = Empty,
            bytes_out = Empty, handle = Empty
        );
        let entry = CallEntry {
            at: now(),
            principal: principal.clone(),
            skill: None,
            digest: None,
            tool,
            arguments_hash: String::new(),
            outcome: Outcome::Cancelled,
            code: None,
            stages: Stages::default(),
            memory_bytes: 0,
            bytes_in: 0,
            bytes_out: 0,
            handle: None,
        };
        Self { log: Arc::clone(log), span, entry, ran: false, written: false }
    }

    /// Whose tool it is.
    pub(super) fn skill(&mut self, skill: &LoadedSkill) {
        self.entry.skill = Some(skill.id().clone());
        self.entry.digest = skill.digest;
        self.span.record("skill", display(skill.id()));
        if let Some(digest) = skill.digest {
            self.span.record("digest", display(digest));
        }
    }

    /// The arguments as text.
    pub(super) fn arguments(&mut self, text: &str) {
        self.entry.bytes_in = text.len() as u64;
        self.entry.arguments_hash = blake3::hash(text.as_bytes()).to_hex().to_string();
    }

    /// What the guest used.
    pub(super) fn guest(&mut self, report: &Report) {
        self.entry.memory_bytes = report.memory;
    }

    /// Work on this thread, counted to a stage.
    pub(super) fn during<T>(&mut self, stage: Stage, work: impl FnOnce(&mut Self) -> T) -> T {
        let span = self.stage_span(stage);
        let _inside = span.enter();
        let started = Instant::now();
        let done = work(self);
        self.add(stage, started.elapsed());
        done
    }

    /// The same for something to wait for.
    pub(super) async fn awaiting<T>(&mut self, stage: Stage, work: impl Future<Output = T>) -> T {
        let started = Instant::now();
        let done = work.instrument(self.stage_span(stage)).await;
        self.add(stage, started.elapsed());
        done
    }

    /// Time that went by elsewhere.
    pub(super) fn add(&mut self, stage: Stage, duration: Duration) {
        self.ran |= stage == Stage::Guest;
        let stages = &mut self.entry.stages;
        *match stage {
            Stage::Check => &mut stages.check_microseconds,
            Stage::Gate => &mut stages.gate_microseconds,
            Stage::Wait => &mut stages.wait_microseconds,
            Stage::Guest => &mut stages.guest_microseconds,
            Stage::Store => &mut stages.store_microseconds,
        } += microseconds(duration);
    }

    pub(super) fn stages(&self) -> Stages {
        self.entry.stages
    }

    fn stage_span(&self, stage: Stage) -> tracing::Span {
        match stage {
            Stage::Check => tracing::debug_span!(parent: &self.span, "check"),
            Stage::Gate => tracing::debug_span!(parent: &self.span, "gate"),
            Stage::Wait => tracing::debug_span!(parent: &self.span, "wait"),
            // What a guest logs stands inside, and says whose words it is.
            Stage::Guest => tracing::info_span!(parent: &self.span, "guest"),
            Stage::Store => tracing::debug_span!(parent: &self.span, "store"),
        }
    }

    /// The end of the call: its row is written, and the outcome handed on.
    pub(super) fn end(mut self, outcome: Result<ToolResult, Error>) -> Result<ToolResult, Error> {
        match &outcome {
            Ok(result) => {
                self.entry.outcome = Outcome::Stored;
                self.entry.bytes_out = stored_bytes(&result.output);
                self.entry.handle = Some(answer_handle(result));
            }
            Err(error) => {
                self.entry.outcome = match error {
                    Error::ToolCancelled { .. } => Outcome::Cancelled,
                    _ if self.ran => Outcome::Failed,
                    _ => Outcome::Refused,
                };
                self.entry.code = Some(error.code().name().to_owned());
            }
        }
        self.write();
        outcome
    }

    fn write(&mut self) {
        self.written = true;
        let CallEntry { outcome, code, stages, memory_bytes, bytes_in, bytes_out, handle, .. } = &self.entry;
        let span = &self.span;
        span.record("outcome", outcome.as_str());
        if let Some(code) = code {
            span.record("code", code.as_str());
        }
        span.record("check_microseconds", stages.check_microseconds);
        span.record("gate_microseconds", stages.gate_microseconds);
        span.record("wait_microseconds", stages.wait_microseconds);
        span.record("guest_microseconds", stages.guest_microseconds);
        span.record("store_microseconds", stages.store_microseconds);
        span.record("memory_bytes", memory_bytes);
        span.record("bytes_in", bytes_in);
        span.record("bytes_out", bytes_out);
        if let Some(handle) = handle {
            span.record("handle", display(handle));
        }
        // The log is for looking back; a call does not fail because it could not be noted.
        if let Err(error) = self.log.append(&self.entry) {
            tracing::warn!(%error, "a call is missing in the call log");
        }
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        if !self.written {
            self.entry.code = Some(crate::error::Code::ToolCancelled.name().to_owned());
            self.write();
        }
    }
}

/// The handle that the answer is read by.
fn answer_handle(result: &ToolResult) -> Handle {
    match &result.output {
        Output::Media { media } => media.first().map_or(result.call_id, |media| media.handle),
        Output::Retrievable { record, .. } => record.handle,
        Output::Artifact(_) | Output::Text { .. } => result.call_id,
    }
}

fn stored_bytes(output: &Output) -> u64 {
    match output {
        Output::Artifact(artifact) => artifact.bytes,
        Output::Media { media } => media.iter().map(|media| media.bytes).fold(0, u64::saturating_add),
        Output::Retrievable { record, acknowledgement } => record.bytes.saturating_add(acknowledgement.bytes),
        Output::Text { .. } => 0,
    }
}
