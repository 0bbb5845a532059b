//! The keys of `[artifact-kinds]` and `[artifact-bindings]`.

use super::row::{KeyRow, Keys, TableRow};

/// The built-in artifact kinds (decision 17), each with the table that describes it.
pub(in crate::config) const BUILTIN_KINDS: [(&str, &TableRow); 7] = [
    ("SpooledArtifact", &RAW_KIND),
    ("json", &JSON_KIND),
    ("markdown", &MARKDOWN_KIND),
    ("toon", &TOON_KIND),
    ("yaml", &YAML_KIND),
    ("xml", &XML_KIND),
    ("ecmascript", &ECMASCRIPT_KIND),
];

const fn builtin(example: &'static str) -> KeyRow {
    KeyRow {
        name: "builtin",
        kind: "a built-in kind",
        default: "required",
        about: "Which readers the kind has.",
        example,
    }
}

pub(in crate::config) const RAW_KIND: TableRow = TableRow {
    path: "artifact-kinds.<name>",
    header: "[artifact-kinds.plain]",
    about: "A name for a built-in artifact kind with options. The seven built-in names always exist; an entry under one of them replaces it. `SpooledArtifact` has the raw readers only.",
    keys: Keys::Named(&[builtin("builtin = \"SpooledArtifact\"")]),
    planned: &[],
};

pub(in crate::config) const MARKDOWN_KIND: TableRow = TableRow {
    path: "artifact-kinds.<name>",
    header: "[artifact-kinds.report]",
    about: "Markdown has no options.",
    keys: Keys::Named(&[builtin("builtin = \"markdown\"")]),
    planned: &[],
};

pub(in crate::config) const JSON_KIND: TableRow = TableRow {
    path: "artifact-kinds.<name>",
    header: "[artifact-kinds.rows]",
    about: "JSON in one of its forms.",
    keys: Keys::Named(&[
        builtin("builtin = \"json\""),
        KeyRow {
            name: "format",
            kind: "`\"json\"`, `\"json5\"`, `\"jsonl\"`, `\"ndjson\"`",
            default: "found out from the text",
            about: "The form of the text.",
            example: "format = \"jsonl\"",
        },
    ]),
    planned: &[],
};

pub(in crate::config) const TOON_KIND: TableRow = TableRow {
    path: "artifact-kinds.<name>",
    header: "[artifact-kinds.table]",
    about: "TOON.",
    keys: Keys::Named(&[
        builtin("builtin = \"toon\""),
        KeyRow {
            name: "indent-size",
            kind: "number, 1 to 16",
            default: "`2`",
            about: "Spaces of one level.",
            example: "indent-size = 2",
        },
        KeyRow {
            name: "strict",
            kind: "boolean",
            default: "`true`",
            about: "Whether counts and indentation have to agree.",
            example: "strict = true",
        },
    ]),
    planned: &[],
};

pub(in crate::config) const YAML_KIND: TableRow = TableRow {
    path: "artifact-kinds.<name>",
    header: "[artifact-kinds.manifest]",
    about: "YAML.",
    keys: Keys::Named(&[
        builtin("builtin = \"yaml\""),
        KeyRow {
            name: "multi-document",
            kind: "boolean",
            default: "whatever the text holds",
            about: "`true`: always a stream of documents; `false`: a second document is an error.",
            example: "multi-document = true",
        },
    ]),
    planned: &[],
};

pub(in crate::config) const XML_KIND: TableRow = TableRow {
    path: "artifact-kinds.<name>",
    header: "[artifact-kinds.feed]",
    about: "XML, projected to JSON.",
    keys: Keys::Named(&[
        builtin("builtin = \"xml\""),
        KeyRow {
            name: "attribute-prefix",
            kind: "text, 1 to 16 bytes",
            default: "`\"_\"`",
            about: "What stands before the names of attributes.",
            example: "attribute-prefix = \"_\"",
        },
        KeyRow {
            name: "ignore-attributes",
            kind: "boolean",
            default: "`false`",
            about: "Whether attributes are left out.",
            example: "ignore-attributes = false",
        },
    ]),
    planned: &[],
};

pub(in crate::config) const ECMASCRIPT_KIND: TableRow = TableRow {
    path: "artifact-kinds.<name>",
    header: "[artifact-kinds.module]",
    about: "JavaScript and TypeScript.",
    keys: Keys::Named(&[
        builtin("builtin = \"ecmascript\""),
        KeyRow {
            name: "file-name",
            kind: "text",
            default: "none",
            about: "Its extension says which language it is, where `script-kind` does not.",
            example: "file-name = \"module.ts\"",
        },
        KeyRow {
            name: "script-kind",
            kind: "`\"js\"`, `\"jsx\"`, `\"ts\"`, `\"tsx\"`",
            default: "by `file-name`, else `\"ts\"`",
            about: "The language.",
            example: "script-kind = \"ts\"",
        },
    ]),
    planned: &[],
};

pub(in crate::config) const BINDINGS: TableRow = TableRow {
    path: "artifact-bindings.<skill>",
    header: "[artifact-bindings.reports]",
    about: "The artifact kind of a tool's text. Wins over the skill's own advice. Skills and tools that do not exist are ignored; a kind that does not exist fails the load.",
    keys: Keys::Chosen(KeyRow {
        name: "<tool>",
        kind: "name of a kind",
        default: "the skill's advice, else `SpooledArtifact`",
        about: "By the tool's own name.",
        example: "render = \"report\"",
    }),
    planned: &[],
};
