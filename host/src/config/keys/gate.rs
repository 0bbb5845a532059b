//! The keys of `[gate]`.

use super::row::{KeyRow, Keys, TableRow, table};

pub(in crate::config) const GATE: TableRow = TableRow {
    path: "gate",
    header: "[gate]",
    about: "Which calls are let through.",
    keys: Keys::Named(&[
        KeyRow {
            name: "default",
            kind: "`\"allow\"`, `\"deny\"`",
            default: "`\"allow\"`",
            about: "For calls that no rule speaks of.",
            example: "default = \"allow\"",
        },
        table("rules"),
    ]),
    planned: &["lifecycle"],
};

pub(in crate::config) const GATE_RULE: TableRow = TableRow {
    path: "gate.rules[]",
    header: "[[gate.rules]]",
    about: "The first rule that matches a call decides.",
    keys: Keys::Named(&[
        KeyRow {
            name: "skill",
            kind: "skill id",
            default: "every skill",
            about: "The skill it speaks of.",
            example: "skill = \"reports\"",
        },
        KeyRow {
            name: "tool",
            kind: "tool name",
            default: "every tool",
            about: "The tool it speaks of, by the name that the model calls.",
            example: "tool = \"publish\"",
        },
        KeyRow {
            name: "decision",
            kind: "`\"allow\"`, `\"deny\"`",
            default: "required",
            about: "What it says.",
            example: "decision = \"deny\"",
        },
    ]),
    planned: &[],
};
