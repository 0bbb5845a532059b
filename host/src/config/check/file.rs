//! The file as a whole: which table goes to which check.

use std::path::Path;

use super::super::keys::ROOT;
use super::super::mistakes::Mistakes;
use super::super::raw::Table;
use super::super::section::Section;
use super::super::settings::Config;
use super::{bindings, gate, host, kinds, log, skills, sources, store};

/// What the file says, as far as it is right; relative paths are relative to `base`.
pub(in crate::config) fn check(table: &Table, base: &Path, mistakes: &mut Mistakes) -> Config {
    let root = Section::root(table, &ROOT, mistakes);
    let mut config = Config::at(&base.join(".skillhost"));
    if let Some(field) = root.field("host") {
        host::check(&field, base, &mut config, mistakes);
    }
    if let Some(field) = root.field("store") {
        config.store_bounds = store::check(&field, mistakes);
    }
    if let Some(field) = root.field("log") {
        config.log = log::check(&field, mistakes);
    }
    if let Some(field) = root.field("sources") {
        config.sources = sources::check(&field, base, mistakes);
    }
    if let Some(field) = root.field("artifact-kinds") {
        config.kinds = kinds::check(&field, mistakes);
    }
    if let Some(field) = root.field("artifact-bindings") {
        config.bindings = bindings::check(&field, mistakes);
    }
    if let Some(field) = root.field("skills") {
        config.skills = skills::check(&field, base, mistakes);
    }
    if let Some(field) = root.field("gate") {
        config.gate = gate::check(&field, mistakes);
    }
    config
}
