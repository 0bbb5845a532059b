//! `reports`: Markdown and a CSV table in; out, a typeset PDF or the same report as Markdown. Pure computation: no
//! files, no system fonts, no clock, no state. Loaded by a host as a component, by its tests as a library.

mod skill;

mod markdown;
mod pdf;

mod report;
mod table;
mod visible;

mod blocks;
mod reader;

mod body;
mod flow;
mod font;
mod grid;
mod lines;

mod draw;

pub use skill::skill;
