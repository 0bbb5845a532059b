//! Lines for the operator. Never shown to the model; the host caps their length and number. Called by skill
//! authors, as `log::info(format_args!("read {rows} rows"))`.

use std::fmt::Display;

pub use crate::bindings::skillhost::skill::log::Level;

/// Says what only someone who traces this skill wants to know.
pub fn trace(message: impl Display) {
    write(Level::Trace, message);
}

/// Says what only someone who debugs this skill wants to know.
pub fn debug(message: impl Display) {
    write(Level::Debug, message);
}

/// Says what happened.
pub fn info(message: impl Display) {
    write(Level::Info, message);
}

/// Says that something is odd, though the call goes on.
pub fn warn(message: impl Display) {
    write(Level::Warn, message);
}

/// Says what went wrong.
pub fn error(message: impl Display) {
    write(Level::Error, message);
}

#[cfg(target_family = "wasm")]
fn write(level: Level, message: impl Display) {
    crate::bindings::skillhost::skill::log::log(level, &message.to_string());
}

/// Outside a host the lines are kept for the test that runs the tool.
#[cfg(not(target_family = "wasm"))]
fn write(level: Level, message: impl Display) {
    crate::testing::keep_log_line(level, message.to_string());
}
