//! A call as a row and back. A row that is not what was inserted is no call.

use std::str::FromStr;

use crc32fast::Hasher;
use rusqlite::types::FromSql;
use rusqlite::{Row, Statement, named_params};

use crate::call_log::{CallEntry, Stages};

pub(super) const INSERT: &str = "
    INSERT INTO calls (at, principal, skill, digest, tool, arguments_hash, outcome, code, check_microseconds,
                       gate_microseconds, wait_microseconds, guest_microseconds, store_microseconds, memory_bytes,
                       bytes_in, bytes_out, handle, checksum)
    VALUES (:at, :principal, :skill, :digest, :tool, :arguments_hash, :outcome, :code, :check_microseconds,
            :gate_microseconds, :wait_microseconds, :guest_microseconds, :store_microseconds, :memory_bytes,
            :bytes_in, :bytes_out, :handle, :checksum)";

/// Runs [`INSERT`] for one call.
pub(super) fn insert(statement: &mut Statement<'_>, entry: &CallEntry) -> rusqlite::Result<()> {
    statement.execute(named_params! {
        ":at": number(entry.at),
        ":principal": entry.principal.as_str(),
        ":skill": entry.skill.as_ref().map(|skill| skill.as_str()),
        ":digest": entry.digest.map(|digest| digest.to_string()),
        ":tool": entry.tool,
        ":arguments_hash": entry.arguments_hash,
        ":outcome": entry.outcome.as_str(),
        ":code": entry.code,
        ":check_microseconds": number(entry.stages.check_microseconds),
        ":gate_microseconds": number(entry.stages.gate_microseconds),
        ":wait_microseconds": number(entry.stages.wait_microseconds),
        ":guest_microseconds": number(entry.stages.guest_microseconds),
        ":store_microseconds": number(entry.stages.store_microseconds),
        ":memory_bytes": number(entry.memory_bytes),
        ":bytes_in": number(entry.bytes_in),
        ":bytes_out": number(entry.bytes_out),
        ":handle": entry.handle.map(|handle| handle.to_string()),
        ":checksum": checksum(entry),
    })?;
    Ok(())
}

/// Reads a row of `SELECT * FROM calls`; nothing where the row is altered.
pub(super) fn entry(row: &Row<'_>) -> Option<CallEntry> {
    let entry = CallEntry {
        at: value(row, "at")?,
        principal: word(row, "principal")??,
        skill: word(row, "skill")?,
        digest: word(row, "digest")?,
        tool: value(row, "tool")?,
        arguments_hash: value(row, "arguments_hash")?,
        outcome: word(row, "outcome")??,
        code: value(row, "code")?,
        stages: Stages {
            check_microseconds: value(row, "check_microseconds")?,
            gate_microseconds: value(row, "gate_microseconds")?,
            wait_microseconds: value(row, "wait_microseconds")?,
            guest_microseconds: value(row, "guest_microseconds")?,
            store_microseconds: value(row, "store_microseconds")?,
        },
        memory_bytes: value(row, "memory_bytes")?,
        bytes_in: value(row, "bytes_in")?,
        bytes_out: value(row, "bytes_out")?,
        handle: word(row, "handle")?,
    };
    (value::<u32>(row, "checksum")? == checksum(&entry)).then_some(entry)
}

fn value<T: FromSql>(row: &Row<'_>, column: &str) -> Option<T> {
    row.get(column).ok()
}

/// A text that reads as `T`, or none.
fn word<T: FromStr>(row: &Row<'_>, column: &str) -> Option<Option<T>> {
    value::<Option<String>>(row, column)?.map(|text| text.parse()).transpose().ok()
}

/// The database's numbers end at 2⁶³ − 1; what is larger is as good as that.
fn number(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// SQLite does not notice a flipped bit in a value; this does.
fn checksum(entry: &CallEntry) -> u32 {
    let CallEntry { principal, skill, digest, tool, arguments_hash, outcome, code, stages, handle, .. } =
        entry;
    let mut hasher = Hasher::new();
    // Each text behind its length, so that nothing can move from one to the next.
    let mut text = |text: Option<&str>| {
        hasher.update(&text.map_or(u64::MAX, |text| text.len() as u64).to_le_bytes());
        hasher.update(text.unwrap_or_default().as_bytes());
    };
    text(Some(principal.as_str()));
    text(skill.as_ref().map(|skill| skill.as_str()));
    text(digest.map(|digest| digest.to_string()).as_deref());
    text(Some(tool));
    text(Some(arguments_hash));
    text(Some(outcome.as_str()));
    text(code.as_deref());
    text(handle.map(|handle| handle.to_string()).as_deref());
    for value in [
        entry.at,
        stages.check_microseconds,
        stages.gate_microseconds,
        stages.wait_microseconds,
        stages.guest_microseconds,
        stages.store_microseconds,
        entry.memory_bytes,
        entry.bytes_in,
        entry.bytes_out,
    ] {
        hasher.update(&number(value).to_le_bytes());
    }
    hasher.finalize()
}
