//! From raw values to [`Config`](super::Config), one file for each table. Each finds every mistake of its
//! table; none reads a file.

mod age;
mod bindings;
mod file;
mod gate;
mod grants;
mod host;
mod kinds;
mod limits;
mod log;
mod names;
mod skills;
mod sources;
mod store;

pub(super) use file::check;
