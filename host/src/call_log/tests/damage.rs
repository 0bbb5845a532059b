//! Files that are not what the log has written: another program's, another version's, damaged, removed, full.

use std::fs;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use proptest::prelude::*;
use rusqlite::Connection;

use super::*;
use crate::call_log::CallLogError;
use crate::error::{Code, Error, StoreError};

fn path(folder: &Path) -> PathBuf {
    folder.join("calls.sqlite")
}

fn refused(folder: &Path) -> CallLogError {
    SqliteCallLog::open(&path(folder), LogBounds::default()).err().unwrap()
}

/// A log with so many calls, closed.
fn filled(folder: &Path, calls: u64) -> Vec<CallEntry> {
    let log = open(folder);
    for number in 0..calls {
        log.append(&call(number)).unwrap();
    }
    all(&log)
}

fn overwrite(folder: &Path, at: u64, bytes: &[u8]) {
    let mut file = fs::OpenOptions::new().write(true).open(path(folder)).unwrap();
    file.seek(SeekFrom::Start(at)).unwrap();
    file.write_all(bytes).unwrap();
}

/// Destroys the pages between two parts of the file, in tenths.
fn destroy(folder: &Path, from: u64, to: u64) {
    let tenth = fs::metadata(path(folder)).unwrap().len() / 10;
    overwrite(folder, from * tenth, &vec![0xff; usize::try_from((to - from) * tenth).unwrap()]);
}

fn with_sql(folder: &Path, sql: &str) {
    Connection::open(path(folder)).unwrap().execute_batch(sql).unwrap();
}

fn aside(folder: &Path) -> bool {
    folder.join("calls.sqlite.damaged").exists()
}

#[test]
fn the_files_of_a_log_are_private() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path());
    log.append(&call(1)).unwrap();
    let mut names = Vec::new();
    for file in fs::read_dir(folder.path()).unwrap() {
        let file = file.unwrap();
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{file:?}");
        names.push(file.file_name());
    }
    names.sort();
    assert_eq!(names, ["calls.sqlite", "calls.sqlite-shm", "calls.sqlite-wal"]);
}

#[test]
fn what_is_not_ours_is_refused_and_left_as_it_is() {
    for make in [
        // No database.
        |folder: &Path| fs::write(path(folder), "time,tool\n".repeat(500)).unwrap(),
        |folder: &Path| fs::write(path(folder), "no database").unwrap(),
        // Another program's.
        |folder: &Path| with_sql(folder, "CREATE TABLE calls (a)"),
        // Another program's, damaged.
        |folder: &Path| {
            with_sql(folder, "CREATE TABLE calls (a)");
            overwrite(folder, 100, &[0xff; 64]);
        },
    ] {
        let folder = tempfile::tempdir().unwrap();
        make(folder.path());
        let before = fs::read(path(folder.path())).unwrap();
        let error = refused(folder.path());
        assert!(matches!(error, CallLogError::Foreign { .. }), "{error}");
        assert!(error.hint().contains("move `calls.sqlite`"), "{}", error.hint());
        assert_eq!(Error::from(error).code(), Code::DataDirectoryVersion);
        assert_eq!(fs::read(path(folder.path())).unwrap(), before);
        assert!(!aside(folder.path()));
    }
}

#[test]
fn what_another_program_has_not_written_back_is_not_written_back() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let theirs = Connection::open(path(elsewhere.path())).unwrap();
    theirs
        .execute_batch("PRAGMA journal_mode = wal; CREATE TABLE calls (a); INSERT INTO calls VALUES (1)")
        .unwrap();
    let names = ["calls.sqlite", "calls.sqlite-wal"];
    for name in names {
        fs::copy(elsewhere.path().join(name), folder.path().join(name)).unwrap();
    }
    assert!(matches!(refused(folder.path()), CallLogError::Foreign { .. }));
    for name in names {
        let (before, after) = (fs::read(elsewhere.path().join(name)), fs::read(folder.path().join(name)));
        assert_eq!(before.unwrap(), after.unwrap(), "{name}");
    }
}

#[test]
fn another_version_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    filled(folder.path(), 3);
    with_sql(folder.path(), "PRAGMA user_version = 2");
    let before = fs::read(path(folder.path())).unwrap();
    let error = refused(folder.path());
    assert_eq!(error.to_string(), "its call log has format 2, and this version of the host reads format 1");
    assert!(error.hint().starts_with("run the newer version"), "{}", error.hint());
    assert_eq!(Error::from(error).code(), Code::DataDirectoryVersion);
    assert_eq!(fs::read(path(folder.path())).unwrap(), before);
}

#[test]
fn a_directory_that_is_not_there_is_an_error_that_names_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let error = refused(&folder.path().join("missing"));
    assert!(error.to_string().contains("`calls.sqlite`"), "{error}");
    assert_eq!(Error::from(error).code(), Code::DataDirectoryUnusable);
}

#[test]
fn a_log_with_a_damaged_head_is_set_aside_when_it_is_opened() {
    // The magic, and the root of the schema.
    for at in [0, 100] {
        let folder = tempfile::tempdir().unwrap();
        filled(folder.path(), 100);
        overwrite(folder.path(), at, &[0xff; 8]);
        let damaged = fs::read(path(folder.path())).unwrap();
        // One that was set aside before makes room.
        fs::write(folder.path().join("calls.sqlite.damaged"), "earlier").unwrap();
        fs::write(folder.path().join("calls.sqlite.damaged-wal"), "earlier").unwrap();
        let log = open(folder.path());
        assert_eq!(all(&log), []);
        log.append(&call(1)).unwrap();
        assert_eq!(numbers(&log), [1]);
        assert_eq!(fs::read(folder.path().join("calls.sqlite.damaged")).unwrap(), damaged);
        // Nothing of the earlier one belongs to it.
        let ahead = fs::read(folder.path().join("calls.sqlite.damaged-wal")).unwrap_or_default();
        assert_eq!(String::from_utf8_lossy(&ahead), "");
    }
}

#[test]
fn a_log_that_turns_out_damaged_does_not_lose_the_call() {
    let folder = tempfile::tempdir().unwrap();
    filled(folder.path(), 2_000);
    destroy(folder.path(), 7, 10);
    let log = open(folder.path());
    log.append(&call(7)).unwrap();
    assert!(aside(folder.path()));
    assert_eq!(numbers(&log), [7]);
}

#[test]
fn a_look_that_finds_damage_says_so_once() {
    let folder = tempfile::tempdir().unwrap();
    filled(folder.path(), 2_000);
    // Neither what opening looks at nor what the next call writes to.
    destroy(folder.path(), 4, 6);
    let log = open(folder.path());
    let error = log.list(&Principal::local(), &LogQuery::newest(usize::MAX)).unwrap_err();
    assert_eq!(error.code(), Code::StoreDamaged);
    assert!(error.to_string().contains("set aside as `calls.sqlite.damaged`"), "{error}");
    assert_eq!(all(&log), []);
    log.append(&call(7)).unwrap();
    assert_eq!(numbers(&log), [7]);
}

#[test]
fn an_altered_row_is_left_out() {
    for change in [
        "bytes_in = bytes_in + 1",
        "principal = 'local', tool = 'other'",
        "outcome = 'done'",
        "handle = NULL",
        "code = ''",
        "skill = 'No Skill'",
        "memory_bytes = -1",
        "arguments_hash = '', code = arguments_hash",
        "checksum = checksum + 1",
    ] {
        let folder = tempfile::tempdir().unwrap();
        filled(folder.path(), 3);
        with_sql(folder.path(), &format!("UPDATE calls SET {change} WHERE id = 2"));
        assert_eq!(numbers(&open(folder.path())), [0, 2], "{change}");
    }
}

/// A schema whose words have changed is a database without a fault, to SQLite.
#[test]
fn a_table_that_is_not_ours_any_more_is_damage() {
    for (from, to) in
        [("id                 INTEGER", "ix                 INTEGER"), ("bytes_out ", "bytes_up  ")]
    {
        let folder = tempfile::tempdir().unwrap();
        filled(folder.path(), 3);
        let change =
            format!("UPDATE sqlite_schema SET sql = replace(sql, '{from}', '{to}') WHERE name = 'calls'");
        with_sql(folder.path(), &format!("PRAGMA writable_schema = on; {change}"));
        let log = open(folder.path());
        log.append(&call(7)).unwrap();
        assert_eq!(numbers(&log), [7], "{from}");
        assert!(aside(folder.path()));
    }
}

#[test]
fn one_principals_row_cannot_become_anothers() {
    let folder = tempfile::tempdir().unwrap();
    open(folder.path()).append(&CallEntry { principal: "other".parse().unwrap(), ..call(1) }).unwrap();
    with_sql(folder.path(), "UPDATE calls SET principal = 'local'");
    assert_eq!(all(&open(folder.path())), []);
}

#[test]
fn a_log_that_is_removed_in_use_is_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    let (log, other) = (open(folder.path()), open(folder.path()));
    log.append(&call(1)).unwrap();
    other.append(&call(2)).unwrap();
    // Without what belongs to it, which must not be taken for the new one's.
    fs::remove_file(path(folder.path())).unwrap();
    log.append(&call(3)).unwrap();
    other.append(&call(4)).unwrap();
    log.append(&call(5)).unwrap();
    assert_eq!(numbers(&other), [3, 4, 5]);
    drop((log, other));
    assert_eq!(numbers(&open(folder.path())), [3, 4, 5]);
    assert!(!aside(folder.path()));
}

#[test]
fn a_directory_that_is_removed_in_use_is_an_error_until_it_is_back() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().join("data");
    fs::create_dir(&directory).unwrap();
    let log = open(&directory);
    fs::rename(&directory, folder.path().join("elsewhere")).unwrap();
    for _ in 0..2 {
        let error = log.append(&call(1)).unwrap_err();
        assert!(matches!(error, StoreError::Gone), "{error}");
        assert!(log.list(&Principal::local(), &LogQuery::newest(1)).is_err());
    }
    fs::rename(folder.path().join("elsewhere"), &directory).unwrap();
    log.append(&call(2)).unwrap();
    assert_eq!(numbers(&log), [2]);
}

#[test]
fn all_who_have_a_damaged_log_open_go_over_to_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    filled(folder.path(), 2_000);
    destroy(folder.path(), 7, 10);
    let logs: Vec<_> = (0..4).map(|_| open(folder.path())).collect();
    for round in 0..50 {
        for (number, log) in (0..).zip(&logs) {
            log.append(&call(round * 4 + number)).unwrap();
        }
    }
    assert_eq!(numbers(&logs[0]), (0..200).collect::<Vec<_>>());
    drop(logs);
    let connection = Connection::open(path(folder.path())).unwrap();
    let sound: String = connection.query_row("PRAGMA integrity_check", (), |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
}

#[test]
fn a_log_that_another_holds_is_an_error_and_no_wait_without_end() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path());
    log.append(&call(1)).unwrap();
    let holder = Connection::open(path(folder.path())).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = log.append(&call(2)).unwrap_err();
    assert_eq!(error.to_string(), "failed to append to `calls.sqlite`: database is locked");
    // Looking is possible meanwhile.
    assert_eq!(numbers(&log), [1]);
    drop(holder);
    log.append(&call(3)).unwrap();
    assert_eq!(numbers(&log), [1, 3]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Any bytes anywhere: no panic, no call that never was, and the log works again after at most one error.
    #[test]
    fn whatever_happens_to_the_file(
        damages in prop::collection::vec((any::<prop::sample::Index>(), prop::collection::vec(any::<u8>(), 1..40)), 1..12),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let known = filled(folder.path(), 100);
        let mut bytes = fs::read(path(folder.path())).unwrap();
        for (at, with) in &damages {
            let at = at.index(bytes.len());
            for (byte, new) in bytes.iter_mut().skip(at).zip(with) {
                *byte = *new;
            }
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        fs::write(path(folder.path()), &bytes).unwrap();

        let Ok(log) = SqliteCallLog::open(&path(folder.path()), LogBounds::default()) else {
            // The head says that it is another version's or program's.
            return Ok(());
        };
        let everything = LogQuery::newest(usize::MAX);
        if let Ok(found) = log.list(&Principal::local(), &everything) {
            prop_assert!(found.iter().all(|entry| known.contains(entry)));
        }
        for number in 1_000..1_100 {
            log.append(&call(number)).unwrap();
        }
        let found = log.list(&Principal::local(), &everything).or_else(|_| {
            log.append(&call(1_099)).unwrap();
            log.list(&Principal::local(), &everything)
        });
        prop_assert!(found.is_ok(), "{found:?}");
    }
}
