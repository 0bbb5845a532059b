//! The tables of the file, in the order of the reference page.

use super::gate::{GATE, GATE_RULE};
use super::host::{HOST, SOURCE};
use super::kinds::{
    BINDINGS, ECMASCRIPT_KIND, JSON_KIND, MARKDOWN_KIND, RAW_KIND, TOON_KIND, XML_KIND, YAML_KIND,
};
use super::row::{Keys, TableRow, table};
use super::skills::{ENVIRONMENT, FILE_GRANT, GRANTS, LIMIT_VALUES, RENAME, SKILL};
use super::store::{LOG, STORE};

/// Every table that has a header of its own, in the order of the reference page.
pub(in crate::config) const TABLES: [&TableRow; 20] = [
    &HOST,
    &STORE,
    &LOG,
    &SOURCE,
    &RAW_KIND,
    &MARKDOWN_KIND,
    &JSON_KIND,
    &TOON_KIND,
    &YAML_KIND,
    &XML_KIND,
    &ECMASCRIPT_KIND,
    &BINDINGS,
    &SKILL,
    &RENAME,
    &LIMIT_VALUES,
    &GRANTS,
    &FILE_GRANT,
    &ENVIRONMENT,
    &GATE,
    &GATE_RULE,
];

/// The file as a whole: which tables there are.
pub(in crate::config) const ROOT: TableRow = TableRow {
    path: "",
    header: "",
    about: "",
    keys: Keys::Named(&[
        table("host"),
        table("store"),
        table("log"),
        table("sources"),
        table("artifact-kinds"),
        table("artifact-bindings"),
        table("skills"),
        table("gate"),
    ]),
    planned: &[],
};
