//! One call of one export: a fresh store and instance, a deadline, and an end whose cause is known.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use wasmtime::{Store, Trap, UpdateDeadline};
use wasmtime_wasi::{I32Exit, ResourceTableError};

use super::bindings::Skill;
use super::bindings::skillhost::skill::output;
use super::cancellation::Cancellation;
use super::component::Prepared;
use super::engine::Sandbox;
use super::imports::log::LogLine;
use super::state::State;
use super::stop::Stop;
use crate::config::Grants;
use crate::error::{FailureCause, StoreError};
use crate::limits::{Limit, Limits};
use crate::response::{Alleged, AllegedRetrievable};
use crate::spool::Spool;

/// What lifting may cost beyond the output itself: the parts of the variant, list headers, MIME types.
const LIFTING_BYTES: usize = 1 << 20;

/// What to call, and with which powers.
pub struct Call<'a> {
    /// The tool, as the component names it.
    pub tool: &'a str,
    /// JSON text, validated.
    pub arguments: &'a str,
    /// What the call may use.
    pub limits: Limits,
    /// What it may reach.
    pub grants: &'a Grants,
    /// How its caller can give it up.
    pub cancellation: &'a Cancellation,
    /// Where its media are staged.
    pub spool: Arc<dyn Spool>,
}

/// Why a call has no answer.
#[derive(Debug)]
pub enum Ended {
    /// The tool, a limit, or a trap.
    Failed(FailureCause),
    /// The answer was not of the contract's form.
    BadResponse {
        /// The engine's words.
        detail: String,
    },
    /// The caller gave up.
    Cancelled,
    /// Staging failed.
    Store(StoreError),
}

/// What a call used and left behind, for the operator.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// From the fresh store to the lifted answer.
    pub duration: Duration,
    /// Bytes of all linear memories at the end, which is their peak.
    pub memory: u64,
    /// Logged lines.
    pub log: Vec<LogLine>,
    /// Lines beyond the limit.
    pub log_dropped: u64,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: Vec<u8>,
}

/// An answer, or why there is none, with the report.
pub type Finished<T> = (Result<T, Ended>, Report);

impl Sandbox {
    /// Calls a tool. Runs on this thread, which needs 1 MiB of stack to spare, until the answer, a limit, or the
    /// cancellation; never longer than the deadline and one tick.
    pub fn call(&self, prepared: &Prepared, call: Call<'_>) -> Finished<Alleged> {
        let (answer, report) = self.run(
            prepared,
            call.limits,
            call.grants,
            call.cancellation,
            call.spool,
            |store, skill| skill.skillhost_skill_tools().call_call(store, call.tool, call.arguments),
            lift,
        );
        (answer.and_then(|answer| answer.map_err(Ended::Failed)), report)
    }

    /// The common course of every call: `export` runs the guest, `lift` takes over what it handed back.
    #[expect(
        clippy::too_many_arguments,
        reason = "the two callers name each; a struct would be filled twice"
    )]
    pub(super) fn run<R, T>(
        &self,
        prepared: &Prepared,
        limits: Limits,
        grants: &Grants,
        cancellation: &Cancellation,
        spool: Arc<dyn Spool>,
        export: impl FnOnce(&mut Store<State>, &Skill) -> wasmtime::Result<R>,
        lift: impl FnOnce(&mut State, R) -> wasmtime::Result<T>,
    ) -> Finished<T> {
        let started = Instant::now();
        let state = match State::new(limits, grants, cancellation.clone(), spool) {
            Ok(state) => state,
            Err(error) => {
                let cause = FailureCause::GrantUnusable { detail: format!("{error:#}") };
                return (Err(Ended::Failed(cause)), Report::default());
            }
        };
        let stop = state.stop.clone();
        let mut store = Store::new(&self.engine, state);
        store.limiter(|state| &mut state.limiter);
        store.set_hostcall_fuel(limits.size(Limit::Output).saturating_add(LIFTING_BYTES));
        store.set_max_component_handles(limits.size(Limit::Handles));
        store.set_epoch_deadline(1);
        store.epoch_deadline_callback(|store| Ok(look_at_the_clock(store.data())));
        let running = self.ticker.running();
        // The engine has panicked on hostile input before; a panic costs this call, not the host.
        let mut instantiated = false;
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let skill = prepared.pre.instantiate(&mut store)?;
            instantiated = true;
            let answer = export(&mut store, &skill)?;
            lift(store.data_mut(), answer)
        }));
        drop(running);
        let state = store.data_mut();
        let report = Report {
            duration: started.elapsed(),
            memory: state.limiter.memory() as u64,
            log: std::mem::take(&mut state.log.lines),
            log_dropped: state.log.dropped,
            stdout: state.stdout.take(),
            stderr: state.stderr.take(),
        };
        drop(store);
        let answer = match outcome {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => Err(cause(&error, stop.into_reason(), &limits, instantiated)),
            Err(panic) => {
                let cause = FailureCause::panicked(panic.as_ref());
                tracing::error!(?cause, "the engine panicked during a call");
                Err(Ended::Failed(cause))
            }
        };
        (answer, report)
    }
}

/// Every tick: is the time up, has the caller left?
fn look_at_the_clock(state: &State) -> UpdateDeadline {
    if Instant::now() >= state.deadline {
        // The flag is what counts; the guest is stopped by the interrupt.
        let _ = state.stop.limit(Limit::Deadline);
        UpdateDeadline::Interrupt
    } else if state.cancellation.is_cancelled() {
        let _ = state.stop.end(Stop::Cancelled);
        UpdateDeadline::Interrupt
    } else {
        UpdateDeadline::Continue(1)
    }
}

/// Tells causes apart (decision 4): the host's own flag first, then traps, and the rest breaks the contract.
fn cause(error: &wasmtime::Error, stop: Option<Stop>, limits: &Limits, instantiated: bool) -> Ended {
    let at_limit = |limit| Ended::Failed(FailureCause::Limit { limit, value: limits.get(limit) });
    match stop {
        Some(Stop::Limit(limit)) => return at_limit(limit),
        Some(Stop::Cancelled) => return Ended::Cancelled,
        Some(Stop::NotGranted(interface)) => return Ended::Failed(FailureCause::NotGranted { interface }),
        Some(Stop::Store(error)) => return Ended::Store(error),
        None => {}
    }
    if let Some(I32Exit(code)) = error.downcast_ref() {
        return Ended::Failed(FailureCause::Exited(*code));
    }
    if matches!(error.downcast_ref(), Some(ResourceTableError::Full)) {
        return at_limit(Limit::Resources);
    }
    if let Some(limit) = engine_budget(error) {
        return at_limit(limit);
    }
    let detail = format!("{error:?}");
    match error.downcast_ref::<Trap>() {
        Some(trap) => Ended::Failed(FailureCause::Trapped { summary: trap.to_string(), detail }),
        // The pool is full, or the machine has no address space left. A start function has run by now, perhaps; what it
        // breaks is none of these.
        None if !instantiated && is_scarcity(error) => Ended::Failed(FailureCause::NoInstance { detail }),
        None => Ended::BadResponse { detail },
    }
}

/// Whether the machine, not the guest, is why there is no instance.
fn is_scarcity(error: &wasmtime::Error) -> bool {
    error.is::<wasmtime::PoolConcurrencyLimitError>()
        || error.chain().any(|cause| cause.is::<std::io::Error>() || cause.is::<rustix::io::Errno>())
}

/// Budgets that the engine keeps by itself. It gives them no type and no flag, only these words (48.0.x); the
/// conformance cases `limits/handles`, `limits/output` and `limits/instances` fail when the words change.
fn engine_budget(error: &wasmtime::Error) -> Option<Limit> {
    let words = error.root_cause().to_string();
    [
        ("fuel allocated for hostcalls has been exhausted", Limit::Output),
        ("store handle limit exceeded", Limit::Handles),
        ("resource limit exceeded:", Limit::Instances),
    ]
    .into_iter()
    .find_map(|(part, limit)| words.contains(part).then_some(limit))
}

/// Takes an answer out of the store: media leave the guest's table and are owned from here on.
fn lift(
    state: &mut State,
    answer: Result<output::Response, output::Failure>,
) -> wasmtime::Result<Result<Alleged, FailureCause>> {
    Ok(Ok(match answer {
        Err(output::Failure::Failed(text)) => return Ok(Err(FailureCause::refused(&text))),
        Err(output::Failure::InvalidArguments(text)) => {
            return Ok(Err(FailureCause::invalid_arguments(&text)));
        }
        Ok(output::Response::String(text)) => Alleged::String(text),
        Ok(output::Response::Bytes(bytes)) => Alleged::Bytes(bytes),
        Ok(output::Response::Media(list)) => Alleged::Media(
            list.into_iter()
                .map(|media| Ok(state.table.delete(media)?.0))
                .collect::<Result<_, ResourceTableError>>()?,
        ),
        Ok(output::Response::TypedBinary(binary)) => Alleged::TypedBinary {
            bytes: binary.bytes,
            mime_type: binary.mime_type,
            filename: binary.filename,
        },
        Ok(output::Response::Retrievable(record)) => Alleged::Retrievable(AllegedRetrievable {
            content: record.content,
            source: record.source,
            kind: record.kind,
            score: record.score,
            inline: record.inline,
        }),
    }))
}
