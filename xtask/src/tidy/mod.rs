//! `cargo xtask tidy`: the rules of the tree that the compiler does not check, read from the sources as text.
//!
//! Reports every breach with its file and line; mends nothing. A rule is a function from a source to problems, with
//! its test beside it.

mod codes;
mod confined;
mod form;
mod layers;
mod report;
mod source;

pub(crate) use report::run;
