//! `clippings`: an HTML page in, its readable text out as a citable record. Fetches nothing and keeps nothing
//! itself. Loaded by a host as a component, by its tests as a library.

mod skill;

mod clip;

mod markdown;
mod outline;
mod page;

pub use skill::skill;
