//! The call log through its public door, in memory and in a data directory.

mod bounds;
mod contract;
mod damage;
mod processes;

use std::path::Path;

use tempfile::TempDir;

use super::{CallEntry, CallLog, LogQuery, MemoryCallLog, Outcome, SqliteCallLog, Stages};
use crate::clock::now;
use crate::config::LogBounds;
use crate::ids::{Digest, Handle};
use crate::principal::Principal;

/// A call of the local user a moment ago, told from others by its number.
fn call(number: u64) -> CallEntry {
    CallEntry {
        at: now(),
        principal: Principal::local(),
        skill: Some("tables".parse().unwrap()),
        digest: Some(Digest::of(b"a component")),
        tool: "table_columns".to_owned(),
        arguments_hash: format!("{number:064x}"),
        outcome: Outcome::Stored,
        code: None,
        stages: Stages {
            check_microseconds: 1,
            gate_microseconds: 2,
            wait_microseconds: 3,
            guest_microseconds: 4,
            store_microseconds: 5,
        },
        memory_bytes: 1 << 20,
        bytes_in: number,
        bytes_out: 7,
        handle: Some(Handle::new()),
    }
}

/// The log of a data directory with the bounds of a deployer who says nothing.
fn open(folder: &Path) -> SqliteCallLog {
    SqliteCallLog::open(&folder.join("calls.sqlite"), LogBounds::default()).unwrap()
}

/// Each kind of log, empty.
fn logs() -> (TempDir, Vec<Box<dyn CallLog>>) {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path());
    (folder, vec![Box::new(MemoryCallLog::default()), Box::new(log)])
}

/// All calls of the local user.
fn all(log: &dyn CallLog) -> Vec<CallEntry> {
    log.list(&Principal::local(), &LogQuery::newest(usize::MAX)).unwrap()
}

/// Their numbers, from the first to the last.
fn numbers(log: &dyn CallLog) -> Vec<u64> {
    let mut numbers: Vec<u64> = all(log).iter().map(|entry| entry.bytes_in).collect();
    numbers.sort_unstable();
    numbers
}
