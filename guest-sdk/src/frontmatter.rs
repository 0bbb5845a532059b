//! The frontmatter of a SKILL.md: `key: value` lines, a small and strict part of YAML. Refuses, by line, what
//! a YAML parser could read in another way. Called by `manifest`.

use crate::ManifestError;

/// One key of the frontmatter with the line it stands on (1-based).
pub(crate) struct Entry<'text> {
    pub(crate) line: usize,
    pub(crate) key: &'text str,
    pub(crate) value: Value,
}

pub(crate) enum Value {
    Text(String),
    /// The indented `key: value` lines under a key without a value.
    Map(Vec<(String, String)>),
}

/// The entries in order, and the text after the closing line.
pub(crate) fn parse(text: &str) -> Result<(Vec<Entry<'_>>, &str), ManifestError> {
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    if next_line(&mut rest) != Some("---") {
        return Err(ManifestError::NoFrontmatter);
    }
    let mut entries: Vec<Entry<'_>> = Vec::new();
    for line in 2.. {
        let content = next_line(&mut rest).ok_or(ManifestError::Unclosed)?;
        if content == "---" {
            break;
        }
        if content.is_empty() || content.trim_start().starts_with('#') {
            continue;
        }
        if let Some(nested) = content.strip_prefix("  ") {
            let (key, value) = split(nested, line)?;
            match entries.last_mut().map(|entry| &mut entry.value) {
                Some(Value::Map(map)) => map.push((key.to_owned(), scalar(value, line)?)),
                _ => return Err(ManifestError::NotAKeyAndValue { line }),
            }
        } else {
            let (key, value) = split(content, line)?;
            let value = match value {
                "" => Value::Map(Vec::new()),
                value => Value::Text(scalar(value, line)?),
            };
            entries.push(Entry { line, key, value });
        }
    }
    Ok((entries, rest))
}

/// Takes the next line off, without what ends it.
fn next_line<'text>(rest: &mut &'text str) -> Option<&'text str> {
    if rest.is_empty() {
        return None;
    }
    let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
    *rest = after;
    Some(line.trim_end())
}

fn split(content: &str, line: usize) -> Result<(&str, &str), ManifestError> {
    let pair = content.split_once(':').filter(|(key, value)| {
        let named = key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
        named && !key.is_empty() && (value.is_empty() || value.starts_with(' '))
    });
    let (key, value) = pair.ok_or(ManifestError::NotAKeyAndValue { line })?;
    Ok((key, value.trim()))
}

fn scalar(text: &str, line: usize) -> Result<String, ManifestError> {
    /// With these YAML begins something other than plain text.
    const INDICATORS: &str = "[]{}&*!|>%@`,#?\"'";

    let read = if text.starts_with('"') {
        // What JSON calls a string means the same in YAML.
        serde_json::from_str(text).ok()
    } else if let Some(quoted) = text.strip_prefix('\'') {
        let inner = quoted.strip_suffix('\'');
        inner.filter(|inner| !inner.replace("''", "").contains('\'')).map(|inner| inner.replace("''", "'"))
    } else {
        let plain = !text.is_empty()
            && !text.starts_with(|first| INDICATORS.contains(first))
            && !text.starts_with("- ")
            && !text.contains(": ")
            && !text.contains(" #")
            && !text.ends_with(':');
        plain.then(|| text.to_owned())
    };
    read.ok_or(ManifestError::NeedsQuotes { line })
}
