//! The words of a search before a database sees them: bounded, and taken apart so far that excerpts can show them. The
//! language itself is FTS5's; whether a query is one, FTS5 says.

use crate::error::StoreError;

use super::{FURTHEST, LONGEST_QUERY, MOST_HITS, MOST_TERMS, Search};

/// Refuses a search that is too large for what it is.
///
/// # Errors
/// [`StoreError::Search`].
pub(super) fn check(search: &Search) -> Result<(), StoreError> {
    let filters = [&search.text, &search.kind, &search.source];
    if filters.into_iter().flatten().any(|filter| filter.len() > LONGEST_QUERY) {
        return Err(mistake(format!("it is longer than {LONGEST_QUERY} bytes")));
    }
    if search.limit > MOST_HITS {
        return Err(mistake(format!("{MOST_HITS} hits are the most at once")));
    }
    if search.offset > FURTHEST {
        return Err(mistake(format!("only the first {FURTHEST} hits can be paged through; narrow it")));
    }
    match &search.text {
        Some(text) if text.trim().is_empty() => Err(mistake("there are no words to look for")),
        Some(text) if text.contains('\0') => Err(mistake("it has a NUL character")),
        // A query that begins so asks FTS5 for its own figures.
        Some(text) if text.trim_start().starts_with('*') => {
            Err(mistake("`*` stands behind the beginning of a word, as in tea*"))
        }
        Some(text) if phrases(text).len() > MOST_TERMS => {
            Err(mistake(format!("it has more than {MOST_TERMS} words and phrases")))
        }
        _ => Ok(()),
    }
}

/// A search that cannot be answered.
pub(super) fn mistake(problem: impl Into<String>) -> StoreError {
    StoreError::Search { problem: problem.into() }
}

/// The words of a query alone, as a text.
pub(super) fn words(query: &str) -> String {
    phrases(query).into_iter().map(|(phrase, _)| phrase).collect::<Vec<_>>().join(" ")
}

/// A query for whatever holds any of the words and phrases; none where there are none. For a part of a text, in which not
/// all of them need stand.
pub(super) fn any_of(query: &str) -> Option<String> {
    let quoted = |(phrase, star): (&str, &str)| format!("\"{phrase}\"{star}");
    let has_words = |(phrase, _): &(&str, &str)| phrase.chars().any(char::is_alphanumeric);
    let phrases: Vec<String> = phrases(query).into_iter().filter(has_words).map(quoted).collect();
    (!phrases.is_empty()).then(|| phrases.join(" OR "))
}

/// The words and phrases of a query, each with `*` where it stands for a beginning.
fn phrases(query: &str) -> Vec<(&str, &str)> {
    let mut phrases = Vec::new();
    let mut rest = query;
    while let Some(first) = rest.chars().next() {
        let (phrase, after) = if first == '"' {
            let (phrase, after) = quoted(rest);
            (Some(phrase), after)
        } else if is_of_word(first) {
            let (word, after) = rest.split_at(rest.find(|c| !is_of_word(c)).unwrap_or(rest.len()));
            let is_operator = matches!(word, "AND" | "OR" | "NOT" | "NEAR");
            ((!is_operator).then_some(word), after)
        } else {
            (None, rest.get(first.len_utf8()..).unwrap_or_default())
        };
        rest = after;
        let star = if rest.trim_start().starts_with('*') { "*" } else { "" };
        phrases.extend(phrase.map(|phrase| (phrase, star)));
    }
    phrases
}

/// What stands between quotation marks, those inside it doubled as they are, and what follows.
fn quoted(text: &str) -> (&str, &str) {
    let inside = text.get(1..).unwrap_or_default();
    let mut marks = inside.char_indices().filter(|(_, c)| *c == '"').map(|(at, _)| at).peekable();
    while let Some(at) = marks.next() {
        // Two in a row stand for one.
        if marks.next_if_eq(&(at + 1)).is_none() {
            return (inside.get(..at).unwrap_or_default(), inside.get(at + 1..).unwrap_or_default());
        }
    }
    ("", "")
}

/// FTS5's rule for words that need no quotation marks.
fn is_of_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '\u{1a}') || !character.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_phrases_are_found_in_a_query() {
        for (query, expected) in [
            ("tea", Some(r#""tea""#)),
            (
                "tea AND (\"rain garden\" OR assam*) NOT Zoë",
                Some(r#""tea" OR "rain garden" OR "assam"* OR "Zoë""#),
            ),
            ("\"say \"\"tea\"\"\" *", Some(r#""say ""tea"""*"#)),
            ("NEAR(a b, 5)", Some(r#""a" OR "b" OR "5""#)),
            ("\"never ended", None),
            ("AND ( \"\" ? )", None),
            ("", None),
        ] {
            assert_eq!(any_of(query).as_deref(), expected, "{query:?}");
        }
        assert_eq!(words("tea AND (\"rain garden\" OR assam*)"), "tea rain garden assam");
    }
}
