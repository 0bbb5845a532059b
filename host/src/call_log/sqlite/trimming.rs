//! The bounds of the call log: what is too old, and what is too much, leaves it. In small steps, so that no call waits for
//! a great cleaning.

use rusqlite::{Connection, params};

use crate::clock;
use crate::config::LogBounds;

/// After so many calls of one process a step is taken.
pub(super) const APPENDED_BETWEEN: u32 = 64;

/// What one step removes of what is too old, and of what is too much: more than was added since the one before.
pub(super) const STEP_ROWS: u32 = 2 * APPENDED_BETWEEN;

/// When the log is opened, no call waits: larger steps, but not without end, where a deployer has lowered a bound by much.
const OPENING_ROWS: u32 = 2_000;
const OPENING_STEPS: u32 = 100;

/// What a step found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The log is inside its bounds.
    Inside,
    /// There is more to remove.
    More,
}

/// Before this moment a call is too old; in milliseconds since the Unix epoch.
pub(super) fn oldest(bounds: LogBounds) -> u64 {
    clock::now().saturating_sub(bounds.keep)
}

/// As many steps as may be taken when no call waits; a small one where that is enough.
pub(super) fn settle(connection: &Connection, bounds: LogBounds) -> rusqlite::Result<()> {
    let mut found = step(connection, bounds, STEP_ROWS)?;
    for _ in 0..OPENING_STEPS {
        if found == Step::Inside {
            break;
        }
        found = step(connection, bounds, OPENING_ROWS)?;
    }
    Ok(())
}

/// Looks at the first `most` calls to end: those that are too old leave, and where the log is too large, all of them.
pub(super) fn step(connection: &Connection, bounds: LogBounds, most: u32) -> rusqlite::Result<Step> {
    // A call that a wrong clock has dated ahead stays until its time, or until it is too much; it is one of the first all
    // the same, and those behind it leave.
    let aged = connection
        .prepare_cached(
            "DELETE FROM calls WHERE at < ?1 AND id IN (SELECT id FROM calls ORDER BY id LIMIT ?2)",
        )?
        .execute(params![oldest(bounds), most])?;
    let mut much = 0;
    if used(connection)? > bounds.bytes {
        much = connection
            .prepare_cached("DELETE FROM calls WHERE id IN (SELECT id FROM calls ORDER BY id LIMIT ?1)")?
            .execute(params![most])?;
    }
    let shrunk = give_back(connection, bounds, most)?;
    let full = usize::try_from(most).unwrap_or(usize::MAX);
    let more = aged >= full || much >= full || shrunk == Step::More;
    Ok(if more { Step::More } else { Step::Inside })
}

/// Free pages are used again, so that a log at its bound stays as large as it is. Only a file that is larger by far,
/// because the bound was lowered, is made smaller, by up to `most` pages.
fn give_back(connection: &Connection, bounds: LogBounds, most: u32) -> rusqlite::Result<Step> {
    let enough = bounds.bytes.saturating_add(bounds.bytes / 8);
    let free = pragma(connection, "freelist_count")?;
    if free == 0 || pages(connection)? <= enough {
        return Ok(Step::Inside);
    }
    // It gives back one page for each row that is asked for.
    let mut statement = connection.prepare(&format!("PRAGMA incremental_vacuum({most})"))?;
    let mut given = statement.query(())?;
    while given.next()?.is_some() {}
    let more = free > u64::from(most) && pages(connection)? > enough;
    Ok(if more { Step::More } else { Step::Inside })
}

/// Bytes of all pages.
fn pages(connection: &Connection) -> rusqlite::Result<u64> {
    Ok(pragma(connection, "page_count")?.saturating_mul(pragma(connection, "page_size")?))
}

/// Bytes of the pages that hold something.
fn used(connection: &Connection) -> rusqlite::Result<u64> {
    let free = pragma(connection, "freelist_count")?.saturating_mul(pragma(connection, "page_size")?);
    Ok(pages(connection)?.saturating_sub(free))
}

fn pragma(connection: &Connection, name: &str) -> rusqlite::Result<u64> {
    connection.pragma_query_value(None, name, |row| row.get(0))
}
