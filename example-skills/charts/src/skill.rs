//! The skill's front: which tools there are and what the model reads about each. Called by the host.

use skillhost_guest::{Annotations, Skill, Tool};

use crate::bar::bar;
use crate::line::line;

/// Builds the skill.
pub fn skill() -> Skill {
    let pure = || Annotations {
        read_only: Some(true),
        destructive: Some(false),
        idempotent: Some(true),
        open_world: Some(false),
    };
    Skill::new(include_str!("../SKILL.md"), env!("CARGO_PKG_VERSION"))
        .tool(
            Tool::new("chart_line", "Draws columns as lines along another column.", line).annotations(pure()),
        )
        .tool(Tool::new("chart_bar", "Draws columns as bars, a group per row.", bar).annotations(pure()))
}

skillhost_guest::export!(skill);
