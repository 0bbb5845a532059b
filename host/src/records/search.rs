//! What a search over retrievables asks and finds. How it is done is the stores' own. Nothing here does I/O.

use std::ops::Range;

use crate::trust::TrustTier;

use super::Record;

/// The longest query, in bytes: a sentence, not a document.
pub const LONGEST_QUERY: usize = 4 << 10;

/// The most words and phrases of a query. Ranking a text takes time with the square of their number, where each stands
/// everywhere in it.
pub const MOST_TERMS: usize = 16;

/// The most words of a query, those of its phrases among them.
pub const MOST_WORDS: usize = 64;

/// The most hits at once.
pub const MOST_HITS: usize = 1_000;

/// The furthest a search can be paged; past it, narrow the search.
pub const FURTHEST: usize = 10_000;

/// A question to the retrievables. Every part that is given has to hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Search {
    /// Words in the language of SQLite's FTS5: words, `"phrases"`, `prefix*`, `AND`, `OR`, `NOT`, parentheses. At most
    /// [`LONGEST_QUERY`], [`MOST_TERMS`] and [`MOST_WORDS`].
    pub text: Option<String>,
    /// The kind, whole.
    pub kind: Option<String>,
    /// The source, whole; with `*` at its end, what it begins with.
    pub source: Option<String>,
    /// The tier.
    pub tier: Option<TrustTier>,
    /// How many of the hits are passed over; at most [`FURTHEST`].
    pub offset: usize,
    /// The most hits; at most [`MOST_HITS`].
    pub limit: usize,
}

/// One retrievable that a search found.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The record.
    pub record: Record,
    /// How well the words fit, greater is better (the negative of BM25 as FTS5 reckons it); none without words.
    pub relevance: Option<f64>,
    /// The part of the text where the words stand, or its beginning.
    pub excerpt: Excerpt,
}

/// A short part of a text, as untrusted as all of it.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
pub struct Excerpt {
    /// The part; `…` stands where something was left out.
    pub text: String,
    /// Where the words stand in it, in bytes of the part.
    pub matches: Vec<Range<usize>>,
}
