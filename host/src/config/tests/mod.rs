//! The configuration through its public door: what a file means, which mistakes it has, what garbage does.

mod files;
mod garbage;
mod mistakes;
mod pages;
mod values;
