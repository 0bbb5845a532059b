//! What a session has loaded: skills in the order of loading, and the tools that they offer. Immutable; a load or an
//! unload makes a new one and swaps it in whole, so that nothing is ever half changed.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::ids::{SkillId, ToolName};
use crate::skill::{LoadedSkill, LoadedTool};

/// A snapshot.
#[derive(Clone, Default)]
pub(crate) struct Registry {
    skills: Vec<Arc<LoadedSkill>>,
    /// Offered name → place of the skill in `skills`, place of the tool in the skill.
    tools: BTreeMap<ToolName, (usize, usize)>,
}

impl Registry {
    fn new(skills: Vec<Arc<LoadedSkill>>) -> Self {
        let tools = skills
            .iter()
            .enumerate()
            .flat_map(|(place, skill)| {
                skill.tools.iter().enumerate().map(move |(tool, it)| (it.offered.clone(), (place, tool)))
            })
            .collect();
        Self { skills, tools }
    }

    /// The same with one skill more. Its names are free: the preflight has seen to it.
    pub(crate) fn with(&self, skill: Arc<LoadedSkill>) -> Self {
        Self::new(self.skills.iter().cloned().chain([skill]).collect())
    }

    /// The same without one skill.
    pub(crate) fn without(&self, id: &SkillId) -> Self {
        Self::new(self.skills.iter().filter(|skill| skill.id() != id).cloned().collect())
    }

    pub(crate) fn skills(&self) -> &[Arc<LoadedSkill>] {
        &self.skills
    }

    pub(crate) fn skill(&self, id: &SkillId) -> Option<&Arc<LoadedSkill>> {
        self.skills.iter().find(|skill| skill.id() == id)
    }

    /// Who offers a tool of this name.
    pub(crate) fn owner_of(&self, tool: &ToolName) -> Option<SkillId> {
        let (skill, _) = self.tools.get(tool)?;
        self.skills.get(*skill).map(|skill| skill.id().clone())
    }

    /// A tool by the name it is offered under, with its place in its skill.
    pub(crate) fn tool(&self, name: &str) -> Option<(&Arc<LoadedSkill>, usize)> {
        let (skill, tool) = self.tools.get(&name.parse::<ToolName>().ok()?)?;
        Some((self.skills.get(*skill)?, *tool))
    }

    /// Every tool, in the order of loading.
    pub(crate) fn tools(&self) -> impl Iterator<Item = (&Arc<LoadedSkill>, &LoadedTool)> {
        self.skills.iter().flat_map(|skill| skill.tools.iter().map(move |tool| (skill, tool)))
    }
}
