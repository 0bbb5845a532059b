//! May a skill's tools have their names? The order of behaviour 1.10, stricter by decisions 15 and 16. The first
//! offending name stops the load; nothing is reserved here.

use std::collections::{BTreeMap, BTreeSet};

use super::manifest::Manifest;
use crate::error::Error;
use crate::ids::{SkillId, ToolName};

/// Names of tools that the host itself has or will have; no skill may take one (decision 15).
pub const HOST_TOOLS: [&str; 12] = [
    "list_skills",
    "list_loaded_skills",
    "refresh_skills",
    "load_skill",
    "unload_skill",
    "toon_to_json",
    "json_to_toon",
    "yaml_to_json",
    "json_to_yaml",
    "xml_to_json",
    "json_to_xml",
    "search_retrievables",
];

/// The prefix of every reader, present and future.
const READER_PREFIX: &str = "artifact_";

/// The names under which the skill's tools are offered: each tool's own, or what the deployer calls it.
///
/// # Errors
/// [`Error::ToolDuplicate`] and [`Error::ToolCollision`], for the first offending name.
pub(crate) fn preflight(
    manifest: &Manifest,
    rename: &BTreeMap<String, ToolName>,
    owner_of: impl Fn(&ToolName) -> Option<SkillId>,
) -> Result<Vec<ToolName>, Error> {
    let skill = &manifest.about.id;
    let mut own = BTreeSet::new();
    let mut offered = Vec::with_capacity(manifest.tools.len());
    for tool in &manifest.tools {
        let name = offered_name(&tool.name, rename);
        let collision =
            |owner: String| Error::ToolCollision { tool: name.to_string(), owner, skill: skill.clone() };
        if !own.insert(name.clone()) {
            return Err(Error::ToolDuplicate { tool: name.to_string() });
        }
        if let Some(owner) = owner_of(name) {
            return Err(collision(format!("both skill {owner} and skill {skill} have it")));
        }
        if name.as_str().starts_with(READER_PREFIX) {
            return Err(collision("names of readers are reserved".to_owned()));
        }
        if HOST_TOOLS.contains(&name.as_str()) {
            return Err(collision("names of host tools are reserved".to_owned()));
        }
        offered.push(name.clone());
    }
    Ok(offered)
}

/// What a tool is called here: its own name, or what the deployer calls it (decision 16).
pub(crate) fn offered_name<'a>(own: &'a ToolName, rename: &'a BTreeMap<String, ToolName>) -> &'a ToolName {
    rename.get(own.as_str()).unwrap_or(own)
}
