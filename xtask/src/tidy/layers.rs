//! Dependencies in the host point downward: a module names, as `crate::…`, its own layer or a lower one.

use super::source::{Problem, Source, line_at};

/// Low to high. A module of `host/src` stands in exactly one.
const LAYERS: &[&[&str]] = &[
    &["ids", "trust", "limits", "quota", "clock", "error", "text", "progress", "sqlite"],
    &["config", "source"],
    &["principal", "spool", "records", "media", "kinds", "call_log", "store", "maintenance"],
    &["sandbox", "response"],
    &["gate", "skill", "registry"],
    &["session", "host", "catalog", "contract"],
    &["cli", "main", "lib"],
];

/// The order holds in this file.
pub(super) fn check(source: &Source) -> Vec<Problem> {
    let Some(module) = module(&source.path) else {
        return Vec::new();
    };
    let Some(own) = layer(module) else {
        return vec![
            source.problem(1, format!("`{module}` is in no layer: give it one in xtask/src/tidy/layers.rs")),
        ];
    };
    if own == LAYERS.len() - 1 {
        return Vec::new();
    }
    let code = source.code();
    let breach = |(line, name): (usize, &str)| match layer(name) {
        Some(layer) if layer <= own => None,
        Some(_) => {
            Some(source.problem(line, format!("`{module}` names `crate::{name}`, which stands above it")))
        }
        None => {
            Some(source.problem(line, format!("`crate::{name}` is no module: name the one that defines it")))
        }
    };
    references(&code).into_iter().filter_map(breach).collect()
}

/// The module of the host that a file belongs to.
fn module(path: &str) -> Option<&str> {
    path.strip_prefix("host/src/")?.strip_suffix(".rs")?.split('/').next()
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// What follows each `crate::`, with its line: one name, or the first name of each branch of a braced list.
fn references(code: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (at, path) in code.match_indices("crate::") {
        let rest = code.get(at + path.len()..).unwrap_or_default();
        let mut depth = 0_usize;
        for token in rest.split_inclusive(['{', ',', '}']) {
            let name = first_name(token);
            if depth <= 1 && !name.is_empty() {
                found.push((line_at(code, at), name));
            }
            if depth > 0 || name.is_empty() {
                depth = match token.chars().next_back() {
                    Some('{') => depth + 1,
                    Some('}') => depth.saturating_sub(1),
                    _ => depth,
                };
            }
            if depth == 0 {
                break;
            }
        }
    }
    found
}

fn first_name(text: &str) -> &str {
    let text = text.trim_start();
    text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_point_downward() {
        fn check(path: &str, text: &str, breaches: &[&str]) {
            let problems = super::check(&Source { path: path.into(), text: text.into() });
            let shown: Vec<_> = problems.iter().map(Problem::to_string).collect();
            assert_eq!(shown.len(), breaches.len(), "{shown:?}");
            assert!(shown.iter().zip(breaches).all(|(shown, part)| shown.contains(part)), "{shown:?}");
        }
        check("host/src/config/raw.rs", "use crate::error::Mistake;", &[]);
        check("host/src/config/raw.rs", "use crate::source::Source;", &[]);
        check(
            "host/src/trust.rs",
            "\nuse crate::config::Config;",
            &["trust.rs:2: `trust` names `crate::config`"],
        );
        check("host/src/spool/mod.rs", "fn a(b: &crate::host::Host) {}", &["crate::host"]);
        check("host/src/media/a.rs", "use crate::{error::{Error, Code}, ids::Id};", &[]);
        check(
            "host/src/media/a.rs",
            "use crate::{\n    error::{Error, gate},\n    tools::Tool,\n};",
            &["crate::tools"],
        );
        check("host/src/media/a.rs", "use crate::Error;", &["`crate::Error` is no module"]);
        check("host/src/media/a.rs", "// crate::host", &[]);
        check("host/src/cli/mod.rs", "use crate::Host;", &[]);
        check("host/src/media/a.rs", "crate::}", &[]);
        check("host/src/util.rs", "", &["`util` is in no layer"]);
        check("host/artifacts/src/a.rs", "use crate::anything;", &[]);
    }

    #[test]
    fn each_reference_has_its_line() {
        assert_eq!(references("use crate::{a::{b, c},\n d};\ncrate::e::f()"), [(1, "a"), (1, "d"), (3, "e")]);
    }
}
