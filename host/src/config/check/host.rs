//! `[host]`.

use std::collections::BTreeSet;
use std::path::Path;

use crate::ids::SkillId;
use crate::limits::Unit;

use super::super::keys::HOST;
use super::super::mistakes::Mistakes;
use super::super::section::Field;
use super::super::settings::{Channel, Config, Expose, StoreChoice};
use super::limits::Bounds;

/// Past this an inline retrievable is no longer a remark in the prompt but the prompt.
const MOST_INLINE: u64 = 1 << 20;

pub(super) fn check(field: &Field<'_>, base: &Path, config: &mut Config, mistakes: &mut Mistakes) {
    let Some(host) = field.table(&HOST, mistakes) else {
        return;
    };
    if let Some(path) = host.field("data-dir").and_then(|field| field.text(mistakes)) {
        config.store = StoreChoice::Directory(base.join(path));
    }
    if let Some(path) = host.field("cache-dir").and_then(|field| field.text(mistakes)) {
        config.cache_directory = Some(base.join(path));
    }
    if let Some(channel) =
        host.field("default-channel").and_then(|field| field.word(&Channel::WORDS, mistakes))
    {
        config.default_channel = channel;
    }
    let bounds = Bounds { unit: Unit::Bytes, least: 0, most: MOST_INLINE };
    if let Some(limit) = host.field("inline-limit").and_then(|field| bounds.check(&field, mistakes)) {
        config.inline_limit = limit;
    }
    if let Some(field) = host.field("expose") {
        config.expose = expose(&field, mistakes);
    }
}

fn expose(field: &Field<'_>, mistakes: &mut Mistakes) -> Expose {
    let entries = field.list(mistakes);
    let all = entries.iter().any(|entry| entry.is("*"));
    if all && entries.len() == 1 {
        return Expose::All;
    }
    let (mut ids, mut taken) = (Vec::new(), BTreeSet::new());
    for entry in &entries {
        if entry.is("*") {
            entry.mistake(
                "is \"*\" beside other entries",
                "\"*\" means every skill and stands alone",
                mistakes,
            );
        } else if let Some(id) = entry.parsed::<SkillId>(mistakes) {
            if !taken.insert(id.clone()) {
                entry.mistake(format!("names `{id}` a second time"), "name each skill once", mistakes);
            }
            ids.push(id);
        }
    }
    Expose::Only(ids)
}
