//! The reference page of the error codes, printed from the table of codes.
//!
//! `docs/errors.md` is this text; a test compares the two. It adds nothing to what the table says.

use std::fmt::Write as _;

use super::CODES;

const INTRODUCTION: &str = "\
<!-- Printed from the code; `BLESS=1` on the tests rewrites it. -->
# Error codes

A code is stable: it keeps its meaning for ever. The status is the nearest HTTP status. The blame says who has to
change something so that the error goes away: the skill's author (`guest`), whoever made the call (`caller`),
who writes the configuration (`deployer`), or the machine and the host itself (`host`). After a fatal error the
host does not start.

| code | status | blame | fatal | raised when |
|---|---|---|---|---|
";

/// The reference page as Markdown.
///
/// ```
/// assert!(skillhost::error::reference().contains("E_SKILL_NOT_FOUND"));
/// ```
#[must_use]
pub fn reference() -> String {
    let mut page = INTRODUCTION.to_owned();
    for row in CODES {
        let fatal = if row.fatal { "yes" } else { "no" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            page,
            "| `{}` | {} | {} | {fatal} | {} |",
            row.name,
            row.status,
            row.blame.as_str(),
            row.about
        );
    }
    page
}

/// Compares a generated page with its file below `docs/`; with `BLESS=1` writes the file instead.
#[cfg(test)]
pub(crate) fn assert_page(name: &str, expected: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name);
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&path, expected).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "docs/{name} is not what the code prints; BLESS=1 rewrites it");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_what_the_code_prints() {
        assert_page("errors.md", &reference());
    }
}
