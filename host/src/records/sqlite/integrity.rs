//! The examination of a database: whether its pages, records, sums and texts agree. Alters nothing; called by maintenance.

use std::collections::BTreeMap;
use std::fmt;

use rusqlite::{Connection, OptionalExtension as _};

use crate::error::StoreError;
use crate::quota::{Amount, QuotaScope};
use crate::records::Usage;

use super::failure::store_error;
use super::row::{RowError, Stored, text_checksum};
use super::{SqliteRecords, find, usage};

/// Flaws of pages and indexes that are listed at most.
const MOST_REPORTED: u32 = 100;

/// Rows that are read at once.
const STEP: i64 = 256;

/// One look at the whole.
type Look = fn(&Connection) -> Result<Vec<Flaw>, StoreError>;

/// What it is that a look could not be ended.
type BrokenOff = fn(String) -> Flaw;

/// Something in the database that does not agree with something else. `Display` says what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// The database's own word about its pages and indexes.
    Database(String),
    /// A record is not what was inserted. Only a backup brings it back.
    Record(String),
    /// A sum of what is in use is not the sum of the records.
    Usage {
        /// Of what.
        scope: QuotaScope,
        /// The principal's name or the skill's id; empty for the store.
        name: String,
        /// As it stands.
        stands: Amount,
        /// As it should.
        counted: Amount,
    },
    /// A text is missing from what is searched, is another one, or has no record.
    Text(String),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Database(report) | Self::Record(report) | Self::Text(report) => f.write_str(report),
            Self::Usage { scope, name, stands, counted } => {
                let of = scope.as_str();
                write!(
                    f,
                    "the sum of {of} `{name}` is {} B in {} records, and should be {} B in {}",
                    stands.bytes, stands.records, counted.bytes, counted.records
                )
            }
        }
    }
}

impl SqliteRecords {
    /// Everything that does not agree: pages, indexes, records, sums, texts. Empty: nothing.
    ///
    /// # Errors
    /// When the database cannot be looked at at all. That a part of it is damaged is a flaw.
    pub(crate) fn integrity(&self) -> Result<Vec<Flaw>, StoreError> {
        let searcher = self.lock_searcher();
        let connection = searcher.connection();
        let failed = |error: rusqlite::Error| store_error("examine", &error);
        // One snapshot, so that what others insert meanwhile is no flaw.
        let snapshot = self.or_gone(connection.unchecked_transaction().map_err(failed))?;
        let mut flaws = Vec::new();
        let looks: [(Look, BrokenOff); 4] =
            [(pages, Flaw::Database), (records, Flaw::Database), (sums, Flaw::Database), (texts, Flaw::Text)];
        for (look, broken_off) in looks {
            match look(connection) {
                Ok(found) => flaws.extend(found),
                Err(StoreError::Damaged { what, .. }) => flaws.push(broken_off(what)),
                Err(error) => return self.or_gone(Err(error)),
            }
        }
        drop(snapshot);
        // Several looks meet the same damage.
        let mut seen: Vec<Flaw> = Vec::new();
        for flaw in flaws {
            if !seen.contains(&flaw) {
                seen.push(flaw);
            }
        }
        Ok(seen)
    }
}

fn pages(connection: &Connection) -> Result<Vec<Flaw>, StoreError> {
    let failed = |error: rusqlite::Error| store_error("examine", &error);
    // FTS5 notices what others have written when it is asked for a row, and not when it is examined.
    connection.query_row("SELECT 1 FROM texts LIMIT 1", (), |_| Ok(())).optional().map_err(failed)?;
    let mut statement =
        connection.prepare(&format!("PRAGMA integrity_check({MOST_REPORTED})")).map_err(failed)?;
    let lines = statement.query_map((), |row| row.get::<_, String>(0)).map_err(failed)?;
    let lines: Vec<String> = lines.collect::<Result<_, _>>().map_err(failed)?;
    // The index of the texts is examined with the rest, and is made anew by other means.
    let flaw = |line: String| {
        if line.to_ascii_lowercase().contains("fts5") { Flaw::Text(line) } else { Flaw::Database(line) }
    };
    Ok(lines.into_iter().filter(|line| line != "ok").map(flaw).collect())
}

fn records(connection: &Connection) -> Result<Vec<Flaw>, StoreError> {
    let mut flaws = Vec::new();
    for_each(connection, |id, stored| {
        if let Err(error) = stored {
            let handle: Option<String> = connection
                .query_row("SELECT handle FROM records WHERE id = ?1", [id], |row| row.get(0))
                .optional()
                .unwrap_or_default();
            flaws.push(Flaw::Record(format!("`{}`: {error}", handle.unwrap_or_default())));
        }
        Ok(())
    })?;
    Ok(flaws)
}

fn sums(connection: &Connection) -> Result<Vec<Flaw>, StoreError> {
    let counted = counted(connection)?;
    let mut sums: BTreeMap<_, _> =
        counted.into_iter().map(|(key, counted)| (key, (Amount::default(), counted))).collect();
    for Usage { scope, name, amount } in usage::all(connection)? {
        sums.entry((scope, name)).or_default().0 = amount;
    }
    let differing = sums.into_iter().filter(|(_, (stands, counted))| stands != counted);
    Ok(differing
        .map(|((scope, name), (stands, counted))| Flaw::Usage { scope, name, stands, counted })
        .collect())
}

/// The sums of the rows as they stand, damaged ones too: what the triggers would have made of them.
pub(super) fn counted(connection: &Connection) -> Result<BTreeMap<(QuotaScope, String), Amount>, StoreError> {
    let failed = |error: rusqlite::Error| store_error("examine", &error);
    let mut statement = connection
        .prepare("SELECT CAST(principal AS BLOB), CAST(skill AS BLOB), bytes FROM records NOT INDEXED")
        .map_err(failed)?;
    let mut rows = statement.query(()).map_err(failed)?;
    let mut sums = BTreeMap::new();
    while let Some(row) = rows.next().map_err(failed)? {
        let name = |column| {
            row.get::<_, Vec<u8>>(column)
                .map(|name| String::from_utf8_lossy(&name).into_owned())
                .map_err(failed)
        };
        let bytes: i64 = row.get(2).map_err(failed)?;
        let one = Amount { bytes: u64::try_from(bytes).unwrap_or_default(), records: 1 };
        for key in [
            (QuotaScope::Store, String::new()),
            (QuotaScope::Principal, name(0)?),
            (QuotaScope::Skill, name(1)?),
        ] {
            let sum: &mut Amount = sums.entry(key).or_default();
            let Amount { bytes, records } = sum.plus(one);
            *sum = Amount { bytes: bytes.min(i64::MAX as u64), records };
        }
    }
    Ok(sums)
}

fn texts(connection: &Connection) -> Result<Vec<Flaw>, StoreError> {
    let failed = |error: rusqlite::Error| store_error("examine", &error);
    let mut flaws = Vec::new();
    for_each(connection, |id, stored| {
        let Ok(Stored { record, text_checksum: Some(expected), .. }) = stored else {
            return Ok(());
        };
        let text: Option<String> = connection
            .prepare_cached("SELECT text FROM texts WHERE rowid = ?1")
            .and_then(|mut statement| statement.query_row([id], |row| row.get(0)).optional())
            .map_err(failed)?;
        let flaw = match text {
            Some(text) if text_checksum(&text) == expected => return Ok(()),
            Some(_) => "another text is searched than was inserted",
            None => "its text is not searched",
        };
        flaws.push(Flaw::Text(format!("`{}`: {flaw}", record.handle)));
        Ok(())
    })?;
    let strays: i64 = connection
        .query_row(
            "SELECT count(*) FROM texts
             WHERE rowid NOT IN (SELECT id FROM records WHERE text_checksum IS NOT NULL)",
            (),
            |row| row.get(0),
        )
        .map_err(failed)?;
    if strays > 0 {
        flaws.push(Flaw::Text(format!("{strays} texts are searched that have no record")));
    }
    Ok(flaws)
}

/// Looks at every row, in the order of the table itself, which needs no index.
pub(super) fn for_each(
    connection: &Connection,
    mut look: impl FnMut(i64, Result<Stored, RowError>) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let failed = |error: rusqlite::Error| store_error("examine", &error);
    let mut last = 0;
    loop {
        let ids: Vec<i64> = connection
            .prepare_cached("SELECT id FROM records NOT INDEXED WHERE id > ?1 ORDER BY id LIMIT ?2")
            .and_then(|mut statement| statement.query_map([last, STEP], |row| row.get(0))?.collect())
            .map_err(failed)?;
        let Some(highest) = ids.last() else {
            return Ok(());
        };
        last = *highest;
        for id in ids {
            match find::by_id(connection, id) {
                Ok(Some(stored)) => look(id, Ok(stored))?,
                Ok(None) => {}
                Err(error) => look(id, Err(error))?,
            }
        }
    }
}
