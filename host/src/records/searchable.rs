//! The text that a search finds a retrievable by, and how much of it. Searches nothing; called when a record is
//! inserted, and when texts are indexed anew.

use std::borrow::Cow;

use skillhost_artifacts::SourceError;

use crate::error::StoreError;
use crate::spool::Spool;

use super::{Detail, Record};

/// How much of a text is searched, in bytes: a thick book. What stands behind it is read like all of it, and not found.
///
/// It stops a text from stopping the store: indexing one holds the database for 0.1 s, and before FTS5 ranks a text it lists
/// every place where a word of the query stands, up to 300 MiB for 16 words and a text of nothing else.
pub const LONGEST_TEXT: usize = 1 << 20;

/// How many characters of a text's beginning are shown where no words are to be shown.
const BEGINNING: usize = 200;

/// Stands where something was left out.
pub(super) const LEFT_OUT: char = '…';

/// The part of a text that is searched, with spaces for the NUL characters, at which FTS5 would take it to end.
pub(super) fn searched(text: &str) -> Cow<'_, str> {
    let part = text.get(..text.floor_char_boundary(LONGEST_TEXT)).unwrap_or_default();
    if part.contains('\0') { Cow::Owned(part.replace('\0', " ")) } else { Cow::Borrowed(part) }
}

/// The beginning of a text: an excerpt for hits that have no words to show.
pub(super) fn beginning(text: &str) -> String {
    match text.char_indices().nth(BEGINNING) {
        None => text.to_owned(),
        Some(_) => text.chars().take(BEGINNING - 1).chain([LEFT_OUT]).collect(),
    }
}

/// What a search finds a stored record by; none where it is no retrievable, or where its bytes are missing or damaged.
///
/// # Errors
/// When the file system refuses: the text may be there the next time.
pub(crate) fn searchable_text(record: &Record, spool: &dyn Spool) -> Result<Option<String>, StoreError> {
    let Detail::Retrievable(detail) = &record.detail else {
        return Ok(None);
    };
    if let Some(inline) = &detail.inline {
        return Ok(Some(searched(inline).into_owned()));
    }
    let source = match spool.open(record.handle) {
        Ok(source) => source,
        Err(StoreError::Missing { .. } | StoreError::Damaged { .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    match source.read_at(0, LONGEST_TEXT) {
        Ok(bytes) => Ok(Some(searched(whole_characters(&bytes)).into_owned())),
        Err(SourceError::Io(source)) => {
            Err(StoreError::Io { action: "read", path: record.handle.to_string().into(), source })
        }
        Err(_) => Ok(None),
    }
}

/// The text up to where it was cut inside a character.
fn whole_characters(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => bytes
            .get(..error.valid_up_to())
            .and_then(|valid| std::str::from_utf8(valid).ok())
            .unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_between_characters() {
        assert_eq!(searched("short"), "short");
        let long = format!("a{}", "ä".repeat(LONGEST_TEXT));
        let cut = searched(&long);
        assert_eq!(cut.len(), LONGEST_TEXT - 1);
        assert!(cut.ends_with('ä'));
        assert_eq!(whole_characters(&long.as_bytes()[..LONGEST_TEXT]), cut);
        assert_eq!(whole_characters("ä".as_bytes()), "ä");
        assert_eq!(searched("a\0b"), "a b");
    }

    #[test]
    fn a_beginning_has_200_characters_at_most() {
        let exact = "ä".repeat(BEGINNING);
        assert_eq!(beginning(&exact), exact);
        let longer = beginning(&format!("{exact}b"));
        assert_eq!(longer.chars().count(), BEGINNING);
        assert_eq!(longer, format!("{}…", "ä".repeat(BEGINNING - 1)));
        assert_eq!(beginning(""), "");
    }
}
