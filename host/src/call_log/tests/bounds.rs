//! Age and size: what is too old or too much leaves the log, in its list and in its file.

use std::fs;

use super::*;

const DAY: u64 = 86_400_000;

/// Bytes on the disk, whatever SQLite puts beside the file included.
fn size(folder: &Path) -> u64 {
    let file = |name| fs::metadata(folder.join(name)).map_or(0, |file| file.len());
    file("calls.sqlite") + file("calls.sqlite-wal")
}

fn with(folder: &Path, keep: u64, bytes: u64) -> SqliteCallLog {
    SqliteCallLog::open(&folder.join("calls.sqlite"), LogBounds { keep, bytes }).unwrap()
}

/// How many rows the file has, listed or not.
fn rows(folder: &Path) -> u64 {
    let connection = rusqlite::Connection::open(folder.join("calls.sqlite")).unwrap();
    connection.query_row("SELECT count(*) FROM calls", (), |row| row.get(0)).unwrap()
}

#[test]
fn what_is_too_old_is_not_listed_and_leaves_when_the_log_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let log = with(folder.path(), 30 * DAY, 64 << 20);
    for (number, days) in [(1, 31), (2, 29), (3, 400), (4, 0)] {
        log.append(&CallEntry { at: now() - days * DAY, ..call(number) }).unwrap();
    }
    assert_eq!(numbers(&log), [2, 4]);
    drop(log);
    let log = with(folder.path(), 30 * DAY, 64 << 20);
    assert_eq!((numbers(&log), rows(folder.path())), (vec![2, 4], 2));
    // The bound is the deployer's of today.
    drop(log);
    let log = with(folder.path(), 7 * DAY, 64 << 20);
    assert_eq!((numbers(&log), rows(folder.path())), (vec![4], 1));
}

#[test]
fn what_is_too_old_leaves_while_calls_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let log = with(folder.path(), 30 * DAY, 64 << 20);
    for number in 0..1_000 {
        log.append(&CallEntry { at: now() - 31 * DAY, ..call(number) }).unwrap();
    }
    // Many steps have been taken, and none was behind.
    assert!(rows(folder.path()) < 64, "{}", rows(folder.path()));
}

#[test]
fn a_call_that_is_dated_ahead_keeps_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let log = with(folder.path(), 30 * DAY, 64 << 20);
    log.append(&CallEntry { at: now() + 3_650 * DAY, ..call(1) }).unwrap();
    for number in 2..1_000 {
        log.append(&CallEntry { at: now() - 31 * DAY, ..call(number) }).unwrap();
    }
    assert_eq!(numbers(&log), [1]);
    assert!(rows(folder.path()) < 64, "{}", rows(folder.path()));
}

#[test]
fn a_log_at_its_size_forgets_the_first_and_stays_as_large() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = 1 << 20;
    let log = with(folder.path(), 30 * DAY, bytes);
    let mut largest = 0;
    for number in 0..8_000 {
        log.append(&call(number)).unwrap();
        if number % 100 == 0 {
            largest = largest.max(size(folder.path()));
        }
    }
    // The bound, and a quarter of it ahead, and what one step is behind.
    assert!(largest > bytes && largest <= bytes * 3 / 2, "{largest}");
    let numbers = numbers(&log);
    assert_eq!(numbers.last(), Some(&7_999));
    let first = numbers[0];
    assert!((3_000..6_000).contains(&first), "{first}");
    assert_eq!(numbers, (first..8_000).collect::<Vec<_>>());
}

#[test]
fn a_lower_bound_makes_the_file_smaller_when_it_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let log = with(folder.path(), 30 * DAY, 64 << 20);
    for number in 0..8_000 {
        log.append(&call(number)).unwrap();
    }
    assert!(size(folder.path()) > 3 << 19, "{}", size(folder.path()));
    drop(log);
    let log = with(folder.path(), 30 * DAY, 1 << 20);
    log.append(&call(8_000)).unwrap();
    assert_eq!(numbers(&log).last(), Some(&8_000));
    drop(log);
    assert!(size(folder.path()) <= (1 << 20) * 5 / 4, "{}", size(folder.path()));
}

#[test]
fn a_bound_that_nothing_fits_is_survived() {
    let folder = tempfile::tempdir().unwrap();
    let log = with(folder.path(), 30 * DAY, 0);
    for number in 0..200 {
        log.append(&call(number)).unwrap();
    }
    assert!(numbers(&log).len() < 128);
    drop(log);
    assert_eq!(numbers(&with(folder.path(), 0, 0)), [0; 0]);
}
