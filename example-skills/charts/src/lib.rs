//! `charts`: CSV columns in, a PNG line or bar chart out, streamed row by row. Pure computation: no files, no
//! system fonts, no state. Loaded by a host as a component, by its tests as a library.

mod skill;

mod bar;
mod line;

mod canvas;
mod data;
mod encoding;
mod font;
mod frame;
mod number;

pub use skill::skill;
