//! The keys of `[host]` and `[[sources]]`.

use super::row::{KeyRow, Keys, TableRow};

pub(in crate::config) const HOST: TableRow = TableRow {
    path: "host",
    header: "[host]",
    about: "The host as a whole.",
    keys: Keys::Named(&[
        KeyRow {
            name: "data-dir",
            kind: "path",
            default: "`\".skillhost\"`",
            about: "Where artifacts, records and compiled components are kept. Made when it is missing.",
            example: "data-dir = \".skillhost\"",
        },
        KeyRow {
            name: "cache-dir",
            kind: "path",
            default: "`cache` below `data-dir`",
            about: "Where compiled components are kept. Several hosts may share one.",
            example: "cache-dir = \"/var/cache/skillhost\"",
        },
        KeyRow {
            name: "default-channel",
            kind: "`\"handle\"`, `\"inline\"`",
            default: "`\"handle\"`",
            about: "How a skill's body reaches the model where nothing else says: behind a handle, or as part of the prompt.",
            example: "default-channel = \"handle\"",
        },
        KeyRow {
            name: "inline-limit",
            kind: "size, up to 1 MiB",
            default: "`\"8 KiB\"`",
            about: "The largest retrievable whose wish to stand inline is granted; a larger one stands behind a handle.",
            example: "inline-limit = \"8 KiB\"",
        },
        KeyRow {
            name: "expose",
            kind: "list of skill ids, or `[\"*\"]`",
            default: "`[\"*\"]`",
            about: "The skills that are loaded at start; `\"*\"` stands alone and means all that the sources hold.",
            example: "expose = [\"*\"]",
        },
    ]),
    planned: &["results"],
};

pub(in crate::config) const SOURCE: TableRow = TableRow {
    path: "sources[]",
    header: "[[sources]]",
    about: "A place that skills come from. Several are searched in the order of the file; the first that has an id wins.",
    keys: Keys::Named(&[
        KeyRow {
            name: "id",
            kind: "name",
            default: "required",
            about: "What messages call the source. Unique.",
            example: "id = \"local\"",
        },
        KeyRow {
            name: "kind",
            kind: "`\"directory\"`",
            default: "required",
            about: "A folder of skills, each `<id>/skill.wasm` or `<id>.wasm`.",
            example: "kind = \"directory\"",
        },
        KeyRow {
            name: "path",
            kind: "path",
            default: "required",
            about: "The folder.",
            example: "path = \"skills\"",
        },
    ]),
    planned: &[],
};
