//! The crate's behaviour through its public door, one module a subject.
//!
//! Refuses to reach into private modules. Run by the workspace's test command.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "in a test, a panic is the report; the lints' own exemption stops at functions that are no test"
)]

/// How a test reads: one call, one answer.
mod reading;

/// The sparse index: what it finds, how it is stored, how damage shows.
mod line_index;

/// What a model may write, and how it is told what is wrong.
mod arguments;

/// Names, schemas, kinds, and names that are reserved.
mod descriptors;

/// What each raw reader answers.
mod raw_readers;

/// What is left out of an answer, and that the notes lead to it.
mod truncation;

/// Pattern syntax, flags and limits.
mod patterns;

/// Token counts, exact and estimated.
mod tokens;

/// How values become text.
mod values;

/// Stores that fail, and callers who give up.
mod failures;

/// Any bytes, any arguments.
mod properties;
