//! Rules for every file alone: how it opens, how long it is, what it must not say.

use super::source::{Problem, Source, line_at};

/// Past this a file surely holds more than one concept.
const LONGEST: usize = 800;
/// Past this it probably does.
const LONG: usize = 400;

/// In pieces, so that this file does not break its own rule.
const UNFINISHED: &[&str] = &[
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("to", "do!"),
    concat!("unimpl", "emented!"),
    concat!("#[", "ignore"),
];

/// Where packages come from is the machine's business: a mirror or a proxy must do as well.
const REGISTRIES: &[&str] = &[
    concat!("crates", ".io"),
    concat!("static.rust", "-lang.org"),
    concat!("registry.npm", "js"),
    concat!("pypi", ".org"),
    concat!("proxy.golang", ".org"),
    concat!("deb.debian", ".org"),
];

/// A Rust file says first what it is for.
pub(super) fn opening(source: &Source) -> Vec<Problem> {
    if !source.is_rust() || source.text.starts_with("//! ") {
        return Vec::new();
    }
    vec![source.problem(1, "does not open with `//!`: purpose, what it refuses to do, who calls it")]
}

/// No Rust file is longer than [`LONGEST`] lines.
pub(super) fn length(source: &Source) -> Vec<Problem> {
    let lines = source.text.lines().count();
    if !source.is_rust() || lines <= LONGEST {
        return Vec::new();
    }
    vec![source.problem(lines, format!("has {lines} lines, {LONGEST} are the most: split it by concept"))]
}

/// Not a breach yet.
pub(super) fn long(source: &Source) -> Option<String> {
    let lines = source.text.lines().count();
    (source.is_rust() && (LONG + 1..=LONGEST).contains(&lines))
        .then(|| format!("{}: {lines} lines", source.path))
}

/// Unfinished work is an issue, not a comment, and a test runs or does not exist.
pub(super) fn unfinished(source: &Source) -> Vec<Problem> {
    if source.is_rust() { occurrences(source, UNFINISHED, "is left over") } else { Vec::new() }
}

/// No file names a registry's host.
pub(super) fn registries(source: &Source) -> Vec<Problem> {
    occurrences(source, REGISTRIES, "names a package registry's host")
}

fn occurrences(source: &Source, words: &[&str], what: &str) -> Vec<Problem> {
    let found = words.iter().flat_map(|word| source.text.match_indices(*word));
    found.map(|(at, word)| source.problem(line_at(&source.text, at), format!("`{word}` {what}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rule: fn(&Source) -> Vec<Problem>, path: &str, text: &str, expected: &[&str]) {
        let problems = rule(&Source { path: path.into(), text: text.into() });
        let shown: Vec<_> = problems.iter().map(Problem::to_string).collect();
        assert_eq!(shown.len(), expected.len(), "{shown:?}");
        assert!(shown.iter().zip(expected).all(|(shown, start)| shown.starts_with(start)), "{shown:?}");
    }

    #[test]
    fn a_rust_file_opens_with_its_purpose() {
        check(opening, "a.rs", "//! Purpose.\n", &[]);
        check(opening, "a.rs", "use a;\n", &["a.rs:1: does not open"]);
        check(opening, "a.rs", "", &["a.rs:1: does not open"]);
        check(opening, "a.md", "# Title\n", &[]);
    }

    #[test]
    fn a_file_has_at_most_800_lines() {
        check(length, "a.rs", &"\n".repeat(800), &[]);
        check(length, "a.rs", &"\n".repeat(801), &["a.rs:801: has 801 lines"]);
        check(length, "a.md", &"\n".repeat(801), &[]);
        let lines = |count| long(&Source { path: "a.rs".into(), text: "\n".repeat(count) });
        assert_eq!((lines(400), lines(401), lines(801)), (None, Some("a.rs: 401 lines".into()), None));
    }

    #[test]
    fn nothing_is_left_over() {
        for word in UNFINISHED {
            check(unfinished, "a.rs", &format!("\n// {word}"), &[&format!("a.rs:2: `{word}` is left over")]);
            check(unfinished, "a.md", word, &[]);
        }
        check(unfinished, "a.rs", "todos, ignored", &[]);
    }

    #[test]
    fn no_registry_is_named() {
        for host in REGISTRIES {
            check(registries, "a.md", &format!("see https://{host}/x"), &["a.md:1: "]);
        }
        check(registries, "a.md", "see https://example.com", &[]);
    }
}
