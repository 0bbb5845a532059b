//! `tables`: CSV in; filtered, grouped and sorted rows out as JSON lines. Pure computation: no files, no
//! network, no state. Loaded by a host as a component, by its tests as a library.

mod skill;

mod columns;
mod filter;
mod group;
mod sort;

mod table;
mod value;

pub use skill::skill;
