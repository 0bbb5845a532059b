//! From what a guest alleges to what is stored: [`check`] refuses or accepts without touching a store, [`land`]
//! stores what was accepted.
//!
//! ```text
//! Alleged ── check: declared kind · media tier and hazard · fields · sizes ──▶ Accepted ── land ──▶ Landed
//!    └─ refused: E_SKILL_TOOL_BAD_RESPONSE, nothing written; staged media vanish with the allegation
//! ```

mod alleged;
mod check;
mod landing;

pub use alleged::{Alleged, AllegedMedia, AllegedRetrievable};
pub(crate) use check::CLAIM_BYTES;
pub use check::{Accepted, AcceptedMedia, Expectation, MediaContent, Refused, check};
pub use landing::{Landed, Landing, land, land_body};
