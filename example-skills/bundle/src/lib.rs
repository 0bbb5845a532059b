//! `bundle`: named texts in, the bytes of a ZIP archive out. Pure computation: no files, no clock, no state.
//! Loaded by a host as a component, by its tests as a library.

mod skill;

mod zip;

mod archive;
mod name;
mod names;

pub use skill::skill;
