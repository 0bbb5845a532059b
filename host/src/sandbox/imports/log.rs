//! `skillhost:skill/log`: lines for the operator, capped in length and number, never for the model.

use crate::limits::Limit;
use crate::sandbox::bindings::skillhost::skill::log;
use crate::sandbox::state::State;

/// How much a line matters, in the guest's opinion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    /// Step by step.
    Trace,
    /// For the skill's author.
    Debug,
    /// Worth knowing.
    Info,
    /// Odd, but survived.
    Warn,
    /// Something was not done.
    Error,
}

/// One line, with control characters shown as escapes.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct LogLine {
    /// The guest's level.
    pub level: LogLevel,
    /// The guest's words: untrusted.
    pub message: String,
}

/// The lines of one call.
#[derive(Debug, Default)]
pub(crate) struct LogBook {
    pub(crate) lines: Vec<LogLine>,
    /// How many more there were.
    pub(crate) dropped: u64,
}

impl log::Host for State {
    fn log(&mut self, level: log::Level, message: String) -> wasmtime::Result<()> {
        if self.log.lines.len() >= self.limits.size(Limit::LogLines) {
            self.log.dropped = self.log.dropped.saturating_add(1);
            return Ok(());
        }
        let level = match level {
            log::Level::Trace => LogLevel::Trace,
            log::Level::Debug => LogLevel::Debug,
            log::Level::Info => LogLevel::Info,
            log::Level::Warn => LogLevel::Warn,
            log::Level::Error => LogLevel::Error,
        };
        let message = crate::text::escaped(&message, self.limits.size(Limit::LogLine));
        self.log.lines.push(LogLine { level, message });
        Ok(())
    }
}
