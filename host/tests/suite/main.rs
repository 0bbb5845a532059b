//! The library and the program from outside, where a conformance case cannot say it: executors, caches, principals,
//! what a terminal shows. One binary: each links the engine.

#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test, a panic is the report; the lints' own exemption stops at functions that are no test"
)]

mod guests;

// The asynchronous entry and the executor's freedom.
mod asynchronous;
// The cache of compiled code.
mod compiled_code;
// Skills that leave while calls are under way.
mod lifecycles;
// Whose a handle is, and that it lives on.
mod principals;

// What was acknowledged stays, whatever happens to the process and its disk.
mod durability;

// The program: words, answers, complaints.
#[cfg(feature = "cli")]
mod command_line;
