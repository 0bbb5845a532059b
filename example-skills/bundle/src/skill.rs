//! The skill's front: which tools there are and what the model reads about each. Called by the host.

use skillhost_guest::{Annotations, Skill, Tool};

use crate::zip::zip;

/// Builds the skill.
pub fn skill() -> Skill {
    let annotations = Annotations {
        read_only: Some(true),
        destructive: Some(false),
        idempotent: Some(true),
        open_world: Some(false),
    };
    let tool = Tool::new("bundle_zip", "Packs named texts into one ZIP archive.", zip);
    Skill::new(include_str!("../SKILL.md"), env!("CARGO_PKG_VERSION")).tool(tool.annotations(annotations))
}

skillhost_guest::export!(skill);
