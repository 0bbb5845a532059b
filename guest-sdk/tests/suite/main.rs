//! The SDK through its public doors, without WebAssembly. A module per thing that an author meets.
#![expect(clippy::unwrap_used, reason = "a panic in a test is its report")]

/// What SKILL.md becomes, and what is wrong with it.
mod manual;
/// Chunks, limits and options of media.
mod media;
/// What tools are described as and what their functions may return.
mod tools;
