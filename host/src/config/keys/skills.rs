//! The keys of `[skills]`, except the limits, which have a table of their own in `limits`.

use super::row::{KeyRow, Keys, TableRow, table};

pub(in crate::config) const SKILL: TableRow = TableRow {
    path: "skills.<id>",
    header: "[skills.reports]",
    about: "One skill. A skill without an entry is a stranger: it runs under the default limits and touches nothing.",
    keys: Keys::Named(&[
        KeyRow {
            name: "trust",
            kind: "`\"first-party\"`, `\"third-party-public\"`, `\"third-party-private\"`",
            default: "`\"third-party-public\"`",
            about: "The best tier the skill can have; its own claim can only restrict.",
            example: "trust = \"third-party-public\"",
        },
        KeyRow {
            name: "digest",
            kind: "`\"sha256:<64 hexadecimal digits>\"`",
            default: "any component",
            about: "A pin: another component is refused before it is compiled.",
            example: "digest = \"sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"",
        },
        KeyRow {
            name: "channel",
            kind: "`\"handle\"`, `\"inline\"`",
            default: "the skill's wish, else `host.default-channel`",
            about: "How the skill's body reaches the model.",
            example: "channel = \"handle\"",
        },
        table("rename"),
        table("limits"),
        table("grants"),
    ]),
    planned: &[],
};

pub(in crate::config) const RENAME: TableRow = TableRow {
    path: "skills.<id>.rename",
    header: "[skills.reports.rename]",
    about: "Other names for the skill's tools, where the names of two skills collide.",
    keys: Keys::Chosen(KeyRow {
        name: "<tool>",
        kind: "tool name",
        default: "the tool's own name",
        about: "What the model calls the tool.",
        example: "search = \"reports_search\"",
    }),
    planned: &[],
};

pub(in crate::config) const LIMIT_VALUES: TableRow = TableRow {
    path: "skills.<id>.limits",
    header: "[skills.reports.limits]",
    about: "What the skill may use. Each limit holds for one call, unless it says otherwise.",
    keys: Keys::Limits,
    planned: &[],
};

pub(in crate::config) const GRANTS: TableRow = TableRow {
    path: "skills.<id>.grants",
    header: "[skills.reports.grants]",
    about: "What the skill may touch. Nothing is ambient; each entry is a capability.",
    keys: Keys::Named(&[table("files"), table("env")]),
    planned: &["http"],
};

pub(in crate::config) const FILE_GRANT: TableRow = TableRow {
    path: "skills.<id>.grants.files[]",
    header: "[[skills.reports.grants.files]]",
    about: "A folder of the host, and where the guest sees it.",
    keys: Keys::Named(&[
        KeyRow {
            name: "host",
            kind: "path",
            default: "required",
            about: "The folder.",
            example: "host = \"data\"",
        },
        KeyRow {
            name: "guest",
            kind: "absolute path, `/` between names, no `.` or `..`",
            default: "required",
            about: "Where the guest finds it. Unique within the skill.",
            example: "guest = \"/data\"",
        },
        KeyRow {
            name: "access",
            kind: "`\"read-only\"`, `\"read-write\"`",
            default: "`\"read-only\"`",
            about: "What the guest may do there.",
            example: "access = \"read-only\"",
        },
    ]),
    planned: &[],
};

pub(in crate::config) const ENVIRONMENT: TableRow = TableRow {
    path: "skills.<id>.grants.env",
    header: "[skills.reports.grants.env]",
    about: "The guest's environment, whole. Values appear in no message.",
    keys: Keys::Chosen(KeyRow {
        name: "<variable>",
        kind: "text",
        default: "the variable does not exist",
        about: "Its value.",
        example: "TZ = \"UTC\"",
    }),
    planned: &[],
};
