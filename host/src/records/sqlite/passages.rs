//! Where the words of a query stand in one text: the best passage of it, with the words marked. Done by FTS5 in a small
//! database of its own, passage by passage: its own excerpts take time with the square of how often the words stand in a
//! text. Keeps nothing from one text to the next.

use std::time::Instant;

use rusqlite::{Connection, Error, OptionalExtension as _, Transaction, ffi, params};

use crate::records::Excerpt;
use crate::records::searchable::LEFT_OUT;

/// Bytes of a passage: more than an excerpt, less than what takes time.
const PASSAGE: usize = 1 << 10;

/// How far passages overlap, in bytes, for phrases at their ends.
const OVERLAP: usize = 128;

/// Passages that are searched at once, for the best of them.
const AT_ONCE: usize = 64;

/// Characters of an excerpt, and how many of them stand before the first word that was found.
const EXCERPT: usize = 200;
const BEFORE: usize = 50;

/// Characters that no text has, after [`clean`]; they stand for nothing in Unicode.
const OPEN: char = '\u{fdd0}';
const CLOSE: char = '\u{fdd1}';

/// The best passage, with the words between marks.
const BEST: &str = "
    SELECT rowid, highlight(passages, 0, char(0xfdd0), char(0xfdd1)) FROM passages
    WHERE passages MATCH ?1 ORDER BY rank LIMIT 1";

/// The small database, empty between two texts.
pub(super) struct Passages {
    connection: Connection,
}

impl Passages {
    pub(super) fn new() -> rusqlite::Result<Self> {
        let connection = Connection::open_in_memory()?;
        connection.execute_batch(
            "CREATE VIRTUAL TABLE passages USING fts5 (text, tokenize = 'unicode61 remove_diacritics 2');
             CREATE VIRTUAL TABLE words USING fts5vocab (passages, instance);",
        )?;
        Ok(Self { connection })
    }

    /// How many words a text has, as FTS5 counts.
    pub(super) fn words(&self, text: &str) -> rusqlite::Result<usize> {
        let emptied = self.connection.unchecked_transaction()?;
        insert(&emptied, 0, text)?;
        emptied.query_row("SELECT count(*) FROM words", (), |row| row.get(0))
    }

    /// The part of a text where any of the words stand, in the first passages that have some; none where there are none.
    ///
    /// # Errors
    /// The database's; as interrupted when the time is over.
    pub(super) fn excerpt(
        &self,
        text: &str,
        any_word: &str,
        until: Instant,
    ) -> rusqlite::Result<Option<Excerpt>> {
        let passages = passages(text);
        for some in passages.chunks(AT_ONCE) {
            if Instant::now() >= until {
                return Err(Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_INTERRUPT), None));
            }
            // Dropped, it is rolled back, and the database is as empty as before.
            let emptied = self.connection.unchecked_transaction()?;
            for (row, passage) in (0..).zip(some) {
                insert(&emptied, row, passage.text)?;
            }
            let best: Option<(usize, String)> = emptied
                .prepare_cached(BEST)?
                .query_row([any_word], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?;
            if let Some((row, marked)) = best {
                return Ok(some.get(row).map(|passage| passage.excerpt(&marked)));
            }
        }
        Ok(None)
    }
}

fn insert(emptied: &Transaction<'_>, row: i64, text: &str) -> rusqlite::Result<()> {
    let mut statement = emptied.prepare_cached("INSERT INTO passages (rowid, text) VALUES (?1, ?2)")?;
    statement.execute(params![row, clean(text)]).map(|_| ())
}

/// The text without characters that an excerpt could be misread by: our marks, and NUL, at which FTS5 would end it.
fn clean(text: &str) -> String {
    text.replace(['\0', OPEN, CLOSE], "\u{fffd}")
}

/// A part of a text.
struct Passage<'a> {
    text: &'a str,
    is_first: bool,
    is_last: bool,
}

/// Parts that overlap and are cut between characters.
fn passages(text: &str) -> Vec<Passage<'_>> {
    let mut passages = Vec::new();
    let mut start = 0;
    loop {
        let end = text.floor_char_boundary(start + PASSAGE);
        let is_last = end >= text.len();
        let part = text.get(start..end).unwrap_or_default();
        passages.push(Passage { text: part, is_first: start == 0, is_last });
        if is_last {
            return passages;
        }
        start = text.floor_char_boundary(end - OVERLAP);
    }
}

impl Passage<'_> {
    /// Takes the marks out of a passage, and cuts it around the first of them.
    fn excerpt(&self, marked: &str) -> Excerpt {
        let mut text = String::with_capacity(marked.len());
        let (mut found, mut open) = (Vec::new(), None);
        for character in marked.chars() {
            match character {
                OPEN => open = Some(text.len()),
                CLOSE => found.extend(open.take().map(|start| start..text.len())),
                character => text.push(character),
            }
        }
        let first = found.first().map_or(0, |range| range.start);
        let start = start_before(&text, first);
        let part = text.get(start..).unwrap_or_default();
        let end = start + part.char_indices().nth(EXCERPT).map_or(part.len(), |(end, _)| end);
        let mut excerpt = Excerpt::default();
        if start > 0 || !self.is_first {
            excerpt.text.push(LEFT_OUT);
        }
        let shifted = |at: usize| excerpt.text.len() + at.min(end) - start;
        let shown = found.into_iter().filter(|range| range.start < end);
        excerpt.matches = shown.map(|range| shifted(range.start)..shifted(range.end)).collect();
        excerpt.text.push_str(text.get(start..end).unwrap_or_default());
        if end < text.len() || !self.is_last {
            excerpt.text.push(LEFT_OUT);
        }
        excerpt
    }
}

/// Where an excerpt begins for what stands at `first`: a little before it, with a whole word if there is one.
fn start_before(text: &str, first: usize) -> usize {
    let before = text.get(..first).unwrap_or_default();
    let Some((far, _)) = before.char_indices().rev().nth(BEFORE - 1) else {
        return 0;
    };
    let space = before.get(far..).and_then(|before| before.find(char::is_whitespace));
    space.map_or(far, |space| text.ceil_char_boundary(far + space + 1))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;

    fn excerpt(text: &str, any_word: &str) -> Option<Excerpt> {
        let until = Instant::now() + Duration::from_secs(60);
        Passages::new().unwrap().excerpt(text, any_word, until).unwrap()
    }

    /// The excerpt with its words in brackets.
    fn shown(text: &str, any_word: &str) -> Option<String> {
        excerpt(text, any_word).map(|Excerpt { mut text, matches }| {
            for range in matches.iter().rev() {
                text.insert(range.end, ']');
                text.insert(range.start, '[');
            }
            text
        })
    }

    #[test]
    fn words_are_marked_where_they_stand() {
        let far = format!("{}tea is here. {}", "word ".repeat(1000), "more ".repeat(1000));
        let cut = shown(&far, "\"tea\"").unwrap();
        assert!(cut.starts_with("…word word") && cut.contains(" [tea] is here. more"), "{cut}");
        assert!(cut.ends_with('…') && cut.chars().count() <= EXCERPT + 4, "{cut}");
        for (text, words, expected) in [
            ("a cup of tea", "\"tea\"", Some("a cup of [tea]")),
            ("A Cup of TÉA, and tea", "\"tea\" OR \"cup\"", Some("A [Cup] of [TÉA], and [tea]")),
            ("one two three", "\"two three\"", Some("one [two three]")),
            ("assam and sencha", "\"sen\"*", Some("assam and [sencha]")),
            (
                "marks \u{fdd0}tea\u{fdd1} \0 in it",
                "\"tea\"",
                Some("marks \u{fffd}[tea]\u{fffd} \u{fffd} in it"),
            ),
            ("nothing of it", "\"tea\"", None),
            ("", "\"tea\"", None),
        ] {
            assert_eq!(shown(text, words).as_deref(), expected, "{text:?}");
        }
    }

    /// A word that stands everywhere, and one that no space ends.
    #[test]
    fn an_excerpt_is_short() {
        for (text, words) in
            [("tea ".repeat(1 << 18), "\"tea\""), (format!("tea {}", "x".repeat(1 << 20)), "\"tea\"")]
        {
            let excerpt = excerpt(&text, words).unwrap();
            assert!(excerpt.text.chars().count() <= EXCERPT + 2, "{excerpt:?}");
        }
    }

    #[test]
    fn words_are_counted_as_they_are_looked_up() {
        let passages = Passages::new().unwrap();
        for (text, count) in [("", 0), ("tea AND \"rain garden\"*", 4), ("a-b.c", 3), ("\u{1e900} x", 2)] {
            assert_eq!(passages.words(text).unwrap(), count, "{text:?}");
        }
    }

    #[test]
    fn the_time_is_over_between_passages() {
        let error = Passages::new().unwrap().excerpt("tea", "\"tea\"", Instant::now()).unwrap_err();
        assert_eq!(error.sqlite_error_code(), Some(rusqlite::ErrorCode::OperationInterrupted));
    }

    proptest! {
        #[test]
        fn ranges_stand_in_the_excerpt(text in "([a-c\u{e4}\0\u{fdd0}\u{fdd1}…]{0,3}[ .]){0,900}") {
            if let Some(Excerpt { text, matches }) = excerpt(&text, "\"a\" OR \"b\"*") {
                let mut last = 0;
                for range in matches {
                    prop_assert!(last <= range.start && range.start < range.end);
                    prop_assert!(text.get(range.clone()).is_some());
                    last = range.end;
                }
            }
        }
    }
}
