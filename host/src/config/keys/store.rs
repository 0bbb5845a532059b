//! The keys of `[store]` and `[log]`.

use super::row::{KeyRow, Keys, TableRow};

pub(in crate::config) const STORE: TableRow = TableRow {
    path: "store",
    header: "[store]",
    about: "How much is kept, and for how long. Past a quota no answer is stored, until something is deleted or expires. A skill's own quotas are among its limits.",
    keys: Keys::Named(&[
        KeyRow {
            name: "stored",
            kind: "size, up to 1048576 GiB",
            default: "`\"64 GiB\"`",
            about: "The bytes of all that is kept. Keeps the disk from filling up.",
            example: "stored = \"64 GiB\"",
        },
        KeyRow {
            name: "records",
            kind: "number, up to 1000000000",
            default: "`1000000`",
            about: "The records of all that is kept. Stops a flood of small answers.",
            example: "records = 1000000",
        },
        KeyRow {
            name: "stored-per-principal",
            kind: "size, up to 1048576 GiB",
            default: "`\"16 GiB\"`",
            about: "The bytes that one principal may own. Keeps one from taking the place of all.",
            example: "stored-per-principal = \"16 GiB\"",
        },
        KeyRow {
            name: "records-per-principal",
            kind: "number, up to 1000000000",
            default: "`500000`",
            about: "The records that one principal may own.",
            example: "records-per-principal = 500000",
        },
        KeyRow {
            name: "keep",
            kind: "age, or `\"never\"` to let nothing expire",
            default: "`\"90 d\"`",
            about: "How long artifacts and media are kept from the moment they are stored. A skill's instructions do not expire. A change holds for what is stored from then on.",
            example: "keep = \"90 d\"",
        },
        KeyRow {
            name: "keep-retrievables",
            kind: "age, or `\"never\"` to let nothing expire",
            default: "`\"never\"`",
            about: "The same for retrievables.",
            example: "keep-retrievables = \"never\"",
        },
    ]),
    planned: &[],
};

pub(in crate::config) const LOG: TableRow = TableRow {
    path: "log",
    header: "[log]",
    about: "The log of calls, `calls.sqlite` below `host.data-dir`: what was called, how it ended, how long it took; no arguments and no answers. Where a bound is reached, the oldest calls leave it.",
    keys: Keys::Named(&[
        KeyRow {
            name: "keep",
            kind: "age",
            default: "`\"30 d\"`",
            about: "How long a call stays in the log.",
            example: "keep = \"30 d\"",
        },
        KeyRow {
            name: "size",
            kind: "size, 1 MiB to 64 GiB",
            default: "`\"64 MiB\"`",
            about: "How large the log grows. A call takes some 300 B.",
            example: "size = \"64 MiB\"",
        },
    ]),
    planned: &[],
};
