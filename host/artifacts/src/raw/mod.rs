//! The raw readers: what works on bytes of every kind.
//!
//! Refuse to look for structure. Called by [`read`](crate::read()) for every kind of artifact.

mod readers;

mod byte_slice;
mod cat;
mod candidates;
mod grep;
mod head_tail;
mod sizes;

mod cut_line;

pub(crate) use readers::{READERS, read_raw};
