//! The skill's front: which tools there are and what the model reads about each. Called by the host.

use skillhost_guest::{Annotations, Skill, Tool};

use crate::markdown::markdown;
use crate::pdf::pdf;

/// Builds the skill.
pub fn skill() -> Skill {
    let pure = || Annotations {
        read_only: Some(true),
        destructive: Some(false),
        idempotent: Some(true),
        open_world: Some(false),
    };
    Skill::new(include_str!("../SKILL.md"), env!("CARGO_PKG_VERSION"))
        .tool(Tool::new("report_pdf", "Typesets the report as a PDF, A4.", pdf).annotations(pure()))
        .tool(
            Tool::new("report_markdown", "Writes the report as one Markdown text.", markdown)
                .annotations(pure()),
        )
}

skillhost_guest::export!(skill);
