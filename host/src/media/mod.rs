//! What a media is: its kind by its MIME type, and how much care it asks for by its type and its bytes.
//!
//! Decides nothing about trust and stores nothing. Called by the check of a response, and by the records.

mod hazard;
mod kind;

pub use hazard::{ModalityHazard, SNIFFED_BYTES, UnknownHazard};
pub use kind::{MediaKind, UnknownMediaKind};
