//! From raw values to [`Config`](super::Config), one file for each table. Each finds every mistake of its
//! table; none reads a file.

mod bindings;
mod file;
mod gate;
mod grants;
mod host;
mod kinds;
mod limits;
mod names;
mod skills;
mod sources;

pub(super) use file::check;
