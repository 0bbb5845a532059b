//! Every error code has a conformance case. That the case passes, the suite decides.

use super::source::{Problem, Source, line_at};

const TABLE: &str = "host/src/error/code.rs";

/// Each code of the table stands in some `case.toml`.
pub(super) fn check(sources: &[Source]) -> Vec<Problem> {
    let is_case = |path: &str| path.starts_with("tests/conformance/cases/") && path.ends_with("/case.toml");
    let cases: Vec<_> = sources.iter().filter(|source| is_case(&source.path)).collect();
    let Some(table) = sources.iter().find(|source| source.path == TABLE) else {
        return Vec::new();
    };
    let code = table.code();
    let uncovered = |(line, name): (usize, &str)| {
        let covered = cases.iter().any(|case| names(&case.text).any(|(_, named)| named == name));
        (!covered).then(|| table.problem(line, format!("no conformance case names `{name}`")))
    };
    names(&code).filter_map(uncovered).collect()
}

/// The codes that a text names, each with its line.
fn names(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices("E_").filter_map(|(at, _)| {
        let part_of_a_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        let starts_here = !text.get(..at)?.ends_with(part_of_a_name);
        let name = text.get(at..)?.split(|c| !part_of_a_name(c)).next()?;
        (starts_here && name.len() > 2).then(|| (line_at(text, at), name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_needs_a_case() {
        fn check(case: &str, breaches: usize) {
            let source = |path: &str, text: &str| Source { path: path.into(), text: text.into() };
            let table = source(
                TABLE,
                "A = \"E_A\"; // \"E_COMMENT\"\nB = \"E_A_B\";\nassert(name.starts_with(\"E_\"))",
            );
            let problems = super::check(&[table, source("tests/conformance/cases/a/b/case.toml", case)]);
            assert_eq!(problems.len(), breaches, "{problems:?}");
        }
        check("", 2);
        check("code = \"E_A_B\"", 1);
        check("code = \"E_A\" # or E_A_B", 0);
        check("code = \"TABLE_A\"", 2);
    }
}
