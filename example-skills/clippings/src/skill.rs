//! The skill's front: which tools there are and what the model reads about each. Called by the host.

use skillhost_guest::{Annotations, Skill, Tool};

use crate::clip::clip;

/// Builds the skill.
pub fn skill() -> Skill {
    let tool = Tool::new("clip_page", "Keeps the main text of an HTML page as a citable record.", clip);
    let annotations = Annotations {
        read_only: Some(false),
        destructive: Some(false),
        idempotent: Some(false),
        open_world: Some(false),
    };
    Skill::new(include_str!("../SKILL.md"), env!("CARGO_PKG_VERSION")).tool(tool.annotations(annotations))
}

skillhost_guest::export!(skill);
