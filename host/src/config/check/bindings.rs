//! `[artifact-bindings.<skill>]`. Whether skills, tools and kinds exist is known at load, not here.

use std::collections::BTreeMap;

use crate::ids::SkillId;

use super::super::keys::BINDINGS;
use super::super::mistakes::Mistakes;
use super::super::section::Field;

pub(super) fn check(
    field: &Field<'_>,
    mistakes: &mut Mistakes,
) -> BTreeMap<SkillId, BTreeMap<String, String>> {
    let mut bindings = BTreeMap::new();
    for entry in field.entries(mistakes) {
        let id = entry.name_as::<SkillId>(mistakes);
        let mut tools = BTreeMap::new();
        if let Some(table) = entry.table(&BINDINGS, mistakes) {
            for tool in table.fields() {
                if let Some(kind) = tool.text(mistakes) {
                    tools.insert(tool.name.to_owned(), kind.to_owned());
                }
            }
        }
        if let Some(id) = id {
            bindings.insert(id, tools);
        }
    }
    bindings
}
