//! Searching retrievables: which ones, in which order, and what is shown of each. Refuses queries that are none, and ends
//! one that takes too long. Used by both stores: over the database, or over one in memory that holds retrievables alone.
//!
//! How well words fit depends on how rare they are among all texts of the store, not of one principal's alone.

use std::cell::OnceCell;
use std::time::{Duration, Instant};

use rusqlite::{Connection, Error, ErrorCode, TransactionBehavior, named_params};

use crate::clock::now;
use crate::error::StoreError;
use crate::ids::Handle;
use crate::principal::Principal;
use crate::quota::Quotas;
use crate::records::query::{any_of, check, mistake, words};
use crate::records::{Detail, Excerpt, Hit, MOST_WORDS, NewRecord, Record, Search};
use crate::text::escaped;

use super::failure::{damaged, misled, row_error, store_error};
use super::find;
use super::insert::insert;
use super::passages::Passages;
use super::row::{RowError, Stored, text_checksum};
use super::schema;

/// How long a search may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Steps of the database between two looks at the clock.
const STEPS: i32 = 256;

/// The longest complaint about a query, in bytes.
const LONGEST_COMPLAINT: usize = 200;

/// What every hit has to be. A bound value that is null asks for nothing.
macro_rules! filter {
    () => {
        "records.principal = :principal AND records.class = 'retrievable'
         AND (records.expires_at IS NULL OR records.expires_at > :now)
         AND (:kind IS NULL OR records.kind = :kind)
         AND (:tier IS NULL OR records.tier = :tier)
         AND (:source IS NULL OR records.source = :source)
         AND (:start IS NULL OR substr(CAST(records.source AS BLOB), 1, length(:start)) = :start)"
    };
}

/// Ids and how well the words fit, less being better. The texts first: there are fewer that fit than records.
const WITH_WORDS: &str = concat!(
    "SELECT texts.rowid, bm25(texts) AS fit FROM texts CROSS JOIN records ON records.id = texts.rowid
     WHERE texts MATCH :words AND ",
    filter!(),
    " ORDER BY fit, texts.rowid DESC LIMIT :limit OFFSET :offset"
);

const WITHOUT_WORDS: &str = concat!(
    "SELECT records.id, NULL FROM records WHERE :words IS NULL AND ",
    filter!(),
    " ORDER BY records.handle DESC LIMIT :limit OFFSET :offset"
);

/// A connection that searches, and the place where excerpts are made.
pub(in crate::records) struct Searcher {
    connection: Connection,
    /// Made for the first search that has words.
    passages: OnceCell<Passages>,
}

impl Searcher {
    pub(super) fn over(connection: Connection) -> Self {
        Self { connection, passages: OnceCell::new() }
    }

    /// When a search that begins now is over. Whoever waits for other searches first has waited in that time.
    pub(in crate::records) fn deadline() -> Instant {
        Instant::now() + PATIENCE
    }

    fn passages(&self) -> rusqlite::Result<&Passages> {
        match self.passages.get() {
            Some(passages) => Ok(passages),
            None => {
                let passages = Passages::new()?;
                Ok(self.passages.get_or_init(|| passages))
            }
        }
    }

    /// A database of its own, in memory, for what is [inserted](Self::insert).
    pub(in crate::records) fn in_memory() -> Result<Self, StoreError> {
        let failed = |error: rusqlite::Error| store_error("open", &error);
        let mut connection = Connection::open_in_memory().map_err(failed)?;
        schema::create(&mut connection).map_err(failed)?;
        Ok(Self::over(connection))
    }

    pub(super) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Adds records to a database in memory: all or none.
    pub(in crate::records) fn insert(&mut self, batch: &[NewRecord<'_>]) -> Result<(), StoreError> {
        let failed = |error: rusqlite::Error| store_error("insert into", &error);
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        insert(&transaction, batch, &Quotas::UNLIMITED)?;
        transaction.commit().map_err(failed)
    }

    /// Removes a record from a database in memory.
    pub(in crate::records) fn remove(&self, handle: Handle) -> Result<(), StoreError> {
        self.connection
            .prepare_cached("DELETE FROM records WHERE handle = ?1")
            .and_then(|mut statement| statement.execute([handle.to_string()]))
            .map(|_| ())
            .map_err(|error| store_error("delete from", &error))
    }

    /// The hits among a principal's retrievables, where they are found before that moment.
    pub(in crate::records) fn search(
        &mut self,
        principal: &Principal,
        search: &Search,
        until: Instant,
    ) -> Result<Vec<Hit>, StoreError> {
        check(search)?;
        if let Some(text) = &search.text {
            let count = self
                .passages()
                .and_then(|passages| passages.words(&words(text)))
                .map_err(|error| trouble(&error))?;
            if count > MOST_WORDS {
                return Err(mistake(format!("it has more than {MOST_WORDS} words")));
            }
        }
        let failed = |error: rusqlite::Error| store_error("search", &error);
        self.connection.progress_handler(STEPS, Some(move || Instant::now() >= until)).map_err(failed)?;
        let hits = self.hits(principal, search, until);
        self.connection.progress_handler(0, None::<fn() -> bool>).map_err(failed)?;
        hits
    }

    fn hits(&self, principal: &Principal, search: &Search, until: Instant) -> Result<Vec<Hit>, StoreError> {
        let failed = |error: rusqlite::Error| trouble(&error);
        // One snapshot: what is found is still there when it is shown.
        let snapshot = self.connection.unchecked_transaction().map_err(failed)?;
        let now = now();
        let any_word = search.text.as_deref().and_then(any_of);
        let mut hits = Vec::new();
        for (id, fit) in self.ids(principal, search, now)? {
            let stored = find::by_id(&snapshot, id).map_err(|error| match error {
                RowError::Database(error) => trouble(&error),
                altered => row_error(altered),
            })?;
            let Some(stored) = stored.filter(|stored| is_meant(&stored.record, principal, search, now))
            else {
                return Err(misled());
            };
            let excerpt = self.excerpt(id, &stored, any_word.as_deref(), until)?;
            hits.push(Hit { record: stored.record, relevance: fit.map(|fit| -fit), excerpt });
        }
        snapshot.commit().map_err(failed)?;
        Ok(hits)
    }

    /// The ids of the hits, in their order.
    fn ids(
        &self,
        principal: &Principal,
        search: &Search,
        now: u64,
    ) -> Result<Vec<(i64, Option<f64>)>, StoreError> {
        let statement = if search.text.is_some() { WITH_WORDS } else { WITHOUT_WORDS };
        let mut statement = self.connection.prepare_cached(statement).map_err(|error| trouble(&error))?;
        let number = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        let (source, start) = match search.source.as_deref() {
            None => (None, None),
            Some(source) => match source.strip_suffix('*') {
                Some(start) => (None, Some(start.as_bytes())),
                None => (Some(source), None),
            },
        };
        let parameters = named_params! {
            ":words": search.text,
            ":principal": principal.as_str(),
            ":now": i64::try_from(now).unwrap_or(i64::MAX),
            ":kind": search.kind,
            ":tier": search.tier.map(|tier| tier.as_str()),
            ":source": source,
            ":start": start,
            ":limit": number(search.limit),
            ":offset": number(search.offset),
        };
        let found = statement
            .query_map(parameters, |row| Ok((row.get(0)?, row.get(1)?)))
            .and_then(|rows| rows.collect());
        found.map_err(|error| complaint(&error).unwrap_or_else(|| trouble(&error)))
    }

    /// What is shown of a hit: where the words stand, or the beginning of the text.
    fn excerpt(
        &self,
        id: i64,
        stored: &Stored,
        any_word: Option<&str>,
        until: Instant,
    ) -> Result<Excerpt, StoreError> {
        let beginning =
            || Excerpt { text: stored.beginning.clone().unwrap_or_default(), matches: Vec::new() };
        let Some(any_word) = any_word else {
            return Ok(beginning());
        };
        let failed = |error: rusqlite::Error| trouble(&error);
        let text: String = self
            .connection
            .prepare_cached("SELECT text FROM texts WHERE rowid = ?1")
            .and_then(|mut statement| statement.query_row([id], |row| row.get(0)))
            .map_err(failed)?;
        if stored.text_checksum != Some(text_checksum(&text)) {
            return Err(damaged("a text in the index is not the one that was inserted".to_owned()));
        }
        let excerpt =
            self.passages().and_then(|passages| passages.excerpt(&text, any_word, until)).map_err(failed)?;
        Ok(excerpt.unwrap_or_else(beginning))
    }
}

/// Whether a record is what was searched for; a flipped bit may have made it look so.
fn is_meant(record: &Record, principal: &Principal, search: &Search, now: u64) -> bool {
    let Detail::Retrievable(detail) = &record.detail else {
        return false;
    };
    record.principal == *principal
        && !record.is_over(now)
        && search.kind.as_ref().is_none_or(|kind| *kind == detail.kind)
        && search.tier.is_none_or(|tier| tier == record.tier)
        && search.source.as_ref().is_none_or(|source| match source.strip_suffix('*') {
            Some(start) => detail.source.starts_with(start),
            None => detail.source == *source,
        })
}

/// FTS5's words about a query, where it is the query that it means.
fn complaint(error: &Error) -> Option<StoreError> {
    let Error::SqliteFailure(code, Some(message)) = error else {
        return None;
    };
    if code.extended_code != rusqlite::ffi::SQLITE_ERROR {
        return None;
    }
    let problem = message.strip_prefix("fts5: ").unwrap_or(message);
    Some(mistake(if problem.contains("stack overflow") || problem.contains("tree is too large") {
        "its parentheses are nested too deeply".to_owned()
    } else if problem == "syntax error near \"\"" {
        "it ends where something has to follow".to_owned()
    } else if let Some(column) = problem.strip_prefix("no such column: ") {
        let column = escaped(column, LONGEST_COMPLAINT);
        format!("`{column}` is taken for a column, by the colon behind it or the hyphen before it")
    } else {
        escaped(problem, LONGEST_COMPLAINT)
    }))
}

/// Any other error in the course of a search.
fn trouble(error: &Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::OperationInterrupted) => {
            mistake(format!("it took longer than {} s", PATIENCE.as_secs()))
        }
        _ => store_error("search", error),
    }
}
