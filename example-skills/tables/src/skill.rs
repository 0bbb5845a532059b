//! The skill's front: which tools there are and what the model reads about each. Called by the host.

use skillhost_guest::{Annotations, Skill, Tool};

use crate::columns::columns;
use crate::filter::filter;
use crate::group::group;
use crate::sort::sort;

/// Builds the skill.
pub fn skill() -> Skill {
    let pure = || Annotations {
        read_only: Some(true),
        destructive: Some(false),
        idempotent: Some(true),
        open_world: Some(false),
    };
    Skill::new(include_str!("../SKILL.md"), env!("CARGO_PKG_VERSION"))
        .artifact_kind("json")
        .tool(
            Tool::new(
                "table_columns",
                "Describes each column: name, type, empty cells, smallest and largest.",
                columns,
            )
            .annotations(pure()),
        )
        .tool(
            Tool::new("table_filter", "Keeps the rows that meet every condition.", filter)
                .annotations(pure()),
        )
        .tool(
            Tool::new(
                "table_group",
                "Counts, sums, averages and bounds, per distinct value or over all rows.",
                group,
            )
            .annotations(pure()),
        )
        .tool(
            Tool::new("table_sort", "Orders the rows by one or more columns, and keeps the first few.", sort)
                .annotations(pure()),
        )
}

skillhost_guest::export!(skill);
