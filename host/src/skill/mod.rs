//! A skill, from its component to tools that can be called: its manifest is checked, its names are checked, its kinds
//! are resolved, and only then does it exist for a session.

mod expansion;
mod schema;
mod manifest;
mod preflight;
mod native;
mod slots;
mod loaded;
mod load;

pub use loaded::{Loaded, LoadedTrust};
pub use manifest::About;
pub use native::{NativeAnswer, NativeMedia, NativeSkill};
pub use preflight::HOST_TOOLS;

pub(crate) use load::{Candidate, Found, Loader, refused};
pub(crate) use loaded::{LoadedSkill, LoadedTool, Runner};
pub(crate) use manifest::Manifest;
pub(crate) use preflight::offered_name;
pub(crate) use schema::shape;
pub(crate) use slots::{Slot, Slots};
