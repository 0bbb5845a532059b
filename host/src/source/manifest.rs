//! The one thing the host reads from a `SKILL.md`: the `name` in its frontmatter.
//!
//! It is no YAML parser. A skill id needs no quoting, so a name that takes more than one plain or quoted line
//! reads as something that is no id, and the loader refuses it as it would refuse the name itself.

/// Bytes of the file that are looked at. The frontmatter has to end within them.
pub(super) const HEAD: u64 = 64 << 10;

/// The name, where the text starts with a frontmatter that is closed and has one.
pub(super) fn name(head: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(head);
    let mut lines = text.trim_start_matches('\u{FEFF}').lines().map(str::trim_end);
    if lines.next() != Some("---") {
        return None;
    }
    let mut name = None;
    for line in lines {
        if line == "---" {
            return name;
        }
        if let Some(value) = line.strip_prefix("name:") {
            name = Some(scalar(value.trim()).to_owned());
        }
    }
    None
}

/// A scalar on one line, without its quotes or its comment.
fn scalar(value: &str) -> &str {
    let quoted = |quote: char| value.strip_prefix(quote)?.split_once(quote).map(|(inside, _)| inside);
    let plain = || value.split_once(" #").map_or(value, |(before, _)| before.trim_end());
    quoted('"').or_else(|| quoted('\'')).unwrap_or_else(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_frontmatter() {
        for (text, expected) in [
            ("---\nname: tables\n---\nbody", Some("tables")),
            ("---\r\nname: tables \r\n---\r\n", Some("tables")),
            ("\u{FEFF}---\nname: tables\n---", Some("tables")),
            ("---\nname: \"tables\" # here\n---\n", Some("tables")),
            ("---\nname: 'tables'\ndescription: x\n---\n", Some("tables")),
            ("---\nname: tables # here\n---\n", Some("tables")),
            ("---\nmetadata:\n  name: other\nname: tables\n---\n", Some("tables")),
            ("---\nname:\n---\n", Some("")),
            ("---\nname: >\n  tables\n---\n", Some(">")),
            ("---\ndescription: x\n---\nname: tables\n", None),
            ("---\nname: tables\n", None),
            ("name: tables\n---\n", None),
            ("# Tables\n", None),
            ("", None),
        ] {
            assert_eq!(name(text.as_bytes()).as_deref(), expected, "{text:?}");
        }
        assert_eq!(name(b"---\nname: \xFF\n---\n").as_deref(), Some("\u{FFFD}"));
    }
}
