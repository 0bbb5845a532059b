//! `[skills.<id>]` and what stands below it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::ids::{SkillId, ToolName};

use super::super::keys::{RENAME, SKILL};
use super::super::mistakes::Mistakes;
use super::super::section::Field;
use super::super::settings::Channel;
use super::super::skill_settings::SkillConfig;
use super::{grants, limits};

pub(super) fn check(
    field: &Field<'_>,
    base: &Path,
    mistakes: &mut Mistakes,
) -> BTreeMap<SkillId, SkillConfig> {
    let mut skills = BTreeMap::new();
    for entry in field.entries(mistakes) {
        let id = entry.name_as::<SkillId>(mistakes);
        let skill = skill(&entry, base, mistakes);
        if let Some(id) = id {
            skills.insert(id, skill);
        }
    }
    skills
}

fn skill(field: &Field<'_>, base: &Path, mistakes: &mut Mistakes) -> SkillConfig {
    let mut config = SkillConfig::default();
    let Some(skill) = field.table(&SKILL, mistakes) else {
        return config;
    };
    config.trust = skill.field("trust").and_then(|field| field.parsed(mistakes));
    config.digest = skill.field("digest").and_then(|field| field.parsed(mistakes));
    config.channel = skill.field("channel").and_then(|field| field.word(&Channel::WORDS, mistakes));
    if let Some(field) = skill.field("rename") {
        config.rename = rename(&field, mistakes);
    }
    if let Some(field) = skill.field("limits") {
        config.limits = limits::check(&field, mistakes);
    }
    if let Some(field) = skill.field("grants") {
        config.grants = grants::check(&field, base, mistakes);
    }
    config
}

/// Whether a name is reserved or taken is known at load; that two tools of one skill cannot share one, here.
fn rename(field: &Field<'_>, mistakes: &mut Mistakes) -> BTreeMap<String, ToolName> {
    let (mut names, mut taken) = (BTreeMap::new(), BTreeSet::new());
    let Some(table) = field.table(&RENAME, mistakes) else {
        return names;
    };
    for tool in table.fields() {
        let Some(name) = tool.parsed::<ToolName>(mistakes) else {
            continue;
        };
        if !taken.insert(name.clone()) {
            tool.mistake(format!("is `{name}` a second time"), "give each tool its own name", mistakes);
        }
        names.insert(tool.name.to_owned(), name);
    }
    names
}
