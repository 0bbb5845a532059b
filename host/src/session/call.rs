//! One tool call, in the order of behaviour 1.15: arguments · still loaded · gate · slot · guest · response · store. Reads
//! top to bottom.

use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;

use super::recording::{Recording, Stage};
use super::result::{ToolResult, Usage, output};
use super::{Inner, Session};
use crate::error::Error;
use crate::gate::{GateRequest, Verdict};
use crate::ids::Handle;
use crate::limits::Limit;
use crate::records::Origin;
use crate::response::{Alleged, Expectation, Landed, Landing, Refused, check, land};
use crate::sandbox::{Call, CancelOnDrop, Cancellation, Ended, Report};
use crate::skill::{LoadedSkill, LoadedTool, Runner, Slot, shape};

/// A call whose arguments fit, whose skill is loaded and whose gate has yet to decide.
struct Checked {
    skill: Arc<LoadedSkill>,
    place: usize,
    arguments: Value,
    text: String,
}

impl Checked {
    fn tool(&self) -> Option<&LoadedTool> {
        self.skill.tools.get(self.place)
    }
}

impl Session {
    /// Calls a tool: a loaded skill's, or a reader over an artifact of this session. The guest runs on a worker; dropping
    /// the future ends it at the next tick. A skill's tool leaves a row in the call log, however it ends.
    ///
    /// # Errors
    /// See [`crate::error::Code`]; whatever it is, nothing of the call is stored.
    pub async fn call(&self, tool: &str, arguments: Value) -> Result<ToolResult, Error> {
        let inner = &self.inner;
        let host = &inner.host;
        if Inner::is_reader(tool) {
            let (inner, tool) = (Arc::clone(inner), tool.to_owned());
            let turn = host.slots.reader().await;
            let work = move || {
                let _turn = turn;
                inner.call_reader(&tool, &arguments)
            };
            return host.workers.run(work).await;
        }
        let mut recording = inner.record_call(tool);
        let (checked, slot) = match inner.admit(&mut recording, tool, arguments).await {
            Ok(admitted) => admitted,
            Err(error) => return recording.end(Err(error)),
        };
        let cancellation = Cancellation::new();
        let _cancels = CancelOnDrop(cancellation.clone());
        let inner = Arc::clone(inner);
        let waiting = Instant::now();
        host.workers
            .run(move || {
                let _slot = slot;
                recording.add(Stage::Wait, waiting.elapsed());
                let outcome = inner.run(&checked, &mut recording, &cancellation);
                recording.end(outcome)
            })
            .await
    }

    /// [`Self::call`] on this thread, which needs 1 MiB of stack to spare. On an executor's thread the guest runs on a
    /// worker all the same, and this thread waits.
    ///
    /// # Errors
    /// As [`Self::call`].
    pub fn call_blocking(&self, tool: &str, arguments: Value) -> Result<ToolResult, Error> {
        self.call_blocking_with(tool, arguments, &Cancellation::new())
    }

    /// [`Self::call_blocking`] with a way for another thread to give the call up.
    ///
    /// # Errors
    /// As [`Self::call`], and [`Error::ToolCancelled`].
    pub fn call_blocking_with(
        &self,
        tool: &str,
        arguments: Value,
        cancellation: &Cancellation,
    ) -> Result<ToolResult, Error> {
        if Inner::is_reader(tool) {
            return self.inner.call_reader(tool, &arguments);
        }
        let inner = &self.inner;
        inner.host.workers.run_blocking(|| {
            let mut recording = inner.record_call(tool);
            let outcome = inner
                .admit_blocking(&mut recording, tool, arguments, cancellation)
                .and_then(|(checked, _slot)| inner.run(&checked, &mut recording, cancellation));
            recording.end(outcome)
        })
    }
}

impl Inner {
    fn record_call(&self, tool: &str) -> Recording {
        Recording::begin(&self.host.loader.store.calls, &self.principal, tool)
    }

    /// Everything before the guest: arguments, gate, slot.
    async fn admit(
        &self,
        recording: &mut Recording,
        tool: &str,
        arguments: Value,
    ) -> Result<(Checked, Slot), Error> {
        let host = &self.host;
        let checked =
            recording.during(Stage::Check, |recording| self.check_call(recording, tool, arguments))?;
        let verdict = recording.awaiting(Stage::Gate, host.gate.decide(self.gate_request(&checked))).await;
        self.judge(&checked, verdict)?;
        let (id, limits) = (checked.skill.id(), &checked.skill.limits);
        let slot = recording.awaiting(Stage::Wait, host.slots.take(&host.workers, id, limits)).await?;
        Ok((checked, slot))
    }

    /// [`Self::admit`] on this thread.
    fn admit_blocking(
        &self,
        recording: &mut Recording,
        tool: &str,
        arguments: Value,
        cancellation: &Cancellation,
    ) -> Result<(Checked, Slot), Error> {
        let host = &self.host;
        let checked =
            recording.during(Stage::Check, |recording| self.check_call(recording, tool, arguments))?;
        let verdict = recording
            .during(Stage::Gate, |_| host.workers.wait(host.gate.decide(self.gate_request(&checked))));
        self.judge(&checked, verdict)?;
        let (id, limits) = (checked.skill.id(), &checked.skill.limits);
        let slot = recording
            .during(Stage::Wait, |_| host.slots.take_blocking(&host.workers, id, limits, cancellation))?;
        match slot {
            Some(slot) => Ok((checked, slot)),
            None => Err(Error::ToolCancelled { tool: tool.to_owned() }),
        }
    }

    /// Before the gate: does the tool exist, do the arguments fit, is the skill still loaded?
    fn check_call(&self, recording: &mut Recording, name: &str, arguments: Value) -> Result<Checked, Error> {
        let registry = self.registry();
        let Some((skill, place)) = registry.tool(name) else {
            let known = registry.tools().map(|(_, tool)| tool.offered.to_string()).collect();
            return Err(Error::ToolNotFound { tool: crate::text::escaped(name, 128), known });
        };
        let skill = Arc::clone(skill);
        recording.skill(&skill);
        let unfit =
            |problems| Error::InvalidToolArguments { tool: name.to_owned(), problems, expected: None };
        shape(&arguments).map_err(|problem| unfit(vec![problem]))?;
        let text = arguments.to_string();
        recording.arguments(&text);
        let most = skill.limits.get(Limit::Arguments);
        if text.len() as u64 > most {
            return Err(unfit(vec![format!(
                "{} bytes of JSON exceed the limit `{}` of {}",
                text.len(),
                Limit::Arguments,
                Limit::Arguments.show(most)
            )]));
        }
        let problems =
            skill.tools.get(place).map(|tool| tool.schema.mistakes(&arguments)).unwrap_or_default();
        if !problems.is_empty() {
            return Err(unfit(problems));
        }
        if skill.is_retired() {
            return Err(Error::SkillNotLoaded { id: skill.id().clone() });
        }
        Ok(Checked { skill, place, arguments, text })
    }

    fn gate_request<'a>(&'a self, checked: &'a Checked) -> GateRequest<'a> {
        GateRequest {
            principal: &self.principal,
            skill: checked.skill.id(),
            digest: checked.skill.digest,
            tool: checked.tool().map_or("", |tool| tool.offered.as_str()),
            arguments: &checked.arguments,
        }
    }

    fn judge(&self, checked: &Checked, verdict: Verdict) -> Result<(), Error> {
        let tool = || checked.tool().map_or_else(String::new, |tool| tool.offered.to_string());
        match verdict {
            // A gate may take its time; the skill may be gone by now (behaviour 1.14).
            Verdict::Allow if checked.skill.is_retired() => {
                Err(Error::SkillNotLoaded { id: checked.skill.id().clone() })
            }
            Verdict::Allow => Ok(()),
            Verdict::Deny { reason } => {
                Err(Error::ToolDenied { tool: tool(), reason: crate::text::escaped(&reason, 1 << 10) })
            }
            Verdict::Unavailable { detail } => Err(Error::GateUnavailable { tool: tool(), detail }),
        }
    }

    /// The guest, then the check of its answer and the store. Runs where waiting is allowed.
    fn run(
        &self,
        checked: &Checked,
        recording: &mut Recording,
        cancellation: &Cancellation,
    ) -> Result<ToolResult, Error> {
        let skill = &checked.skill;
        let gone = || Error::SkillNotLoaded { id: skill.id().clone() };
        // It may have waited for its slot while the skill left.
        if skill.is_retired() {
            return Err(gone());
        }
        let tool = checked.tool().ok_or_else(gone)?;
        let (alleged, report) = recording.during(Stage::Guest, |recording| {
            let (alleged, report) = self.guest(checked, tool, cancellation);
            recording.guest(&report);
            tell(&report);
            (alleged, report)
        });
        let alleged = alleged.map_err(|ended| end(ended, tool.offered.as_str(), skill))?;
        let call_id = Handle::new();
        let landed =
            recording.during(Stage::Store, |_| self.store(checked, tool, alleged, call_id, cancellation))?;
        let output =
            output(&landed).ok_or_else(|| Error::ArtifactNotFound { handle: call_id.to_string() })?;
        Ok(ToolResult {
            call_id,
            skill: Some(skill.id().clone()),
            tool: tool.offered.to_string(),
            trust: skill.trust.output_tier(),
            output,
            usage: Usage {
                guest_microseconds: recording.stages().guest_microseconds,
                store_microseconds: recording.stages().store_microseconds,
                memory_bytes: report.memory,
                log_lines: report.log.len() as u64 + report.log_dropped,
            },
        })
    }

    /// What came back is checked, and kept or refused; only then does the conversation know of it.
    fn store(
        &self,
        checked: &Checked,
        tool: &LoadedTool,
        alleged: Option<Alleged>,
        call_id: Handle,
        cancellation: &Cancellation,
    ) -> Result<Landed, Error> {
        let (skill, name) = (&checked.skill, tool.offered.as_str());
        let loader = &self.host.loader;
        let tier = skill.trust.output_tier();
        let alleged = alleged.ok_or_else(|| Error::ToolBadResponse {
            tool: format!("{name} {}", Refused::Artifact),
            reason: String::new(),
            detail: None,
        })?;
        let expected = Expectation { tool: name, declared: tool.output, tier, limits: &skill.limits };
        let accepted = check(alleged, expected).map_err(|refused| Error::ToolBadResponse {
            tool: name.to_owned(),
            reason: refused.to_string(),
            detail: None,
        })?;
        if cancellation.is_cancelled() {
            return Err(Error::ToolCancelled { tool: name.to_owned() });
        }
        let origin = Origin {
            skill: skill.id().clone(),
            version: skill.about.version.clone(),
            digest: skill.digest,
            tool: Some(tool.offered.clone()),
        };
        let landing = Landing {
            store: &loader.store,
            principal: &self.principal,
            origin: &origin,
            tier,
            kind: &tool.kind,
            base: loader.kinds.base(),
            inline_limit: loader.config.inline_limit,
            bounds: &loader.config.store_bounds,
            limits: &skill.limits,
        };
        let landed = land(accepted, call_id, landing).map_err(Error::store("storing a tool's answer"))?;
        self.change_turn(|turn| turn.extend(readable(&landed)));
        Ok(landed)
    }

    /// `Ok(None)`: a native tool handed back an artifact.
    fn guest(
        &self,
        checked: &Checked,
        tool: &LoadedTool,
        cancellation: &Cancellation,
    ) -> (Result<Option<Alleged>, Ended>, Report) {
        let spool = Arc::clone(&self.host.loader.store.spool);
        match &checked.skill.runner {
            Runner::Component(prepared) => {
                let call = Call {
                    tool: tool.own.as_str(),
                    arguments: &checked.text,
                    limits: checked.skill.limits,
                    grants: &checked.skill.grants,
                    cancellation,
                    spool,
                };
                let (alleged, report) = self.host.loader.sandbox.call(prepared, call);
                (alleged.map(Some), report)
            }
            Runner::Native(native) => {
                let answer = native.call(tool.own.as_str(), &checked.arguments, spool.as_ref());
                (answer, Report::default())
            }
        }
    }
}

/// The handles of an answer that readers can be offered over.
fn readable(landed: &Landed) -> Vec<Handle> {
    match landed {
        Landed::Artifact(record) => vec![record.handle],
        Landed::Media(_) => Vec::new(),
        Landed::Retrievable { record, acknowledgement } => vec![acknowledgement.handle, record.handle],
    }
}

fn end(ended: Ended, tool: &str, skill: &LoadedSkill) -> Error {
    let tool = tool.to_owned();
    match ended {
        Ended::Failed(cause) => Error::ToolFailed { tool, id: skill.id().clone(), cause },
        Ended::BadResponse { detail } => {
            Error::ToolBadResponse { tool, reason: String::new(), detail: Some(detail) }
        }
        Ended::Cancelled => Error::ToolCancelled { tool },
        Ended::Store(source) => Error::store("staging a tool's media")(source),
    }
}

/// The guest's own words go to the operator's log, as the untrusted text they are.
fn tell(report: &Report) {
    use crate::sandbox::LogLevel;
    for line in &report.log {
        let message = line.message.as_str();
        match line.level {
            LogLevel::Trace => tracing::trace!(target: "skillhost::guest", message),
            LogLevel::Debug => tracing::debug!(target: "skillhost::guest", message),
            LogLevel::Info => tracing::info!(target: "skillhost::guest", message),
            LogLevel::Warn => tracing::warn!(target: "skillhost::guest", message),
            LogLevel::Error => tracing::error!(target: "skillhost::guest", message),
        }
    }
    if report.log_dropped > 0 {
        tracing::warn!(dropped = report.log_dropped, "log lines beyond the limit `{}`", Limit::LogLines);
    }
    for (stream, bytes) in [("stdout", &report.stdout), ("stderr", &report.stderr)] {
        if !bytes.is_empty() {
            let text = crate::text::escaped(&String::from_utf8_lossy(bytes), 4 << 10);
            tracing::debug!(target: "skillhost::guest", stream, text);
        }
    }
}
