//! The work of every row: one tool with its arguments. Checks each answer's length, so that nothing is measured
//! that was not done.

use std::sync::Arc;

use skillhost_bench::guest::{Outcome, Prepared};
use wasmtime::ensure;

/// Sizes of the echo's arguments, which are also the answer's, in bytes.
pub(crate) const PAYLOADS: [(&str, usize); 2] = [("100 B", 100), ("1 MiB", 1 << 20)];

/// A guest and what it is called with. Cheap to hand over.
#[derive(Clone)]
pub(crate) struct Job {
    guest: Arc<Prepared>,
    tool: &'static str,
    arguments: Arc<str>,
    answer_bytes: usize,
}

impl Job {
    /// Arguments of exactly `size` bytes, an object with one text, which are also the answer.
    pub(crate) fn echo(guest: &Arc<Prepared>, size: usize) -> Self {
        let text = "x".repeat(size.saturating_sub(r#"{"text":""}"#.len()));
        Self::new(guest, "echo", &format!(r#"{{"text":"{text}"}}"#), size)
    }

    /// This tool's answer has this many bytes.
    pub(crate) fn new(
        guest: &Arc<Prepared>,
        tool: &'static str,
        arguments: &str,
        answer_bytes: usize,
    ) -> Self {
        Self { guest: Arc::clone(guest), tool, arguments: arguments.into(), answer_bytes }
    }

    /// On this thread.
    pub(crate) fn call(&self) -> wasmtime::Result<Outcome> {
        self.guest.call(self.tool, &self.arguments)
    }

    /// On a fibre.
    pub(crate) async fn call_on_fibre(&self) -> wasmtime::Result<Outcome> {
        self.guest.call_on_fibre(self.tool, &self.arguments).await
    }

    /// That the answer is the one asked for.
    pub(crate) fn check(&self, outcome: &Outcome) -> wasmtime::Result<()> {
        ensure!(outcome.answer.len() == self.answer_bytes, "the answer has {} bytes", outcome.answer.len());
        Ok(())
    }
}
