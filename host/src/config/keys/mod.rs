//! Every key of the file, once: name, type, default, meaning, example.
//!
//! The checker takes from here which keys a table knows, the reference page is printed from here, and the
//! examples together are a valid file. What the keys mean is decided in `check`, not here.

mod gate;
mod host;
mod kinds;
mod row;
mod skills;
mod store;
mod tables;

pub(super) use gate::{GATE, GATE_RULE};
pub(super) use host::{HOST, SOURCE};
pub(super) use kinds::{BINDINGS, BUILTIN_KINDS};
pub(super) use row::{KeyRow, Keys, TableRow, limit_example};
pub(super) use skills::{ENVIRONMENT, FILE_GRANT, GRANTS, LIMIT_VALUES, RENAME, SKILL};
pub(super) use store::{LOG, STORE};
pub(super) use tables::{ROOT, TABLES};
