//! A data directory: what survives, who may share it, and what refuses to serve.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rusqlite::Connection;

use super::{artifact, execute, find, get, media, new, open, put, retrievable, try_put};
use crate::error::{Code, Error, StoreError};
use crate::principal::Principal;
use crate::quota::Quotas;
use crate::records::{
    DataDirectoryError, Embedded, Expiry, Found, Page, Record, RecordClass, Records, Search, SqliteRecords,
    open_directory,
};
use crate::spool::{MemorySpool, Spool as _};

#[test]
fn the_next_host_reads_what_this_one_wrote() {
    let disk = tempfile::tempdir().unwrap();
    let path = disk.path().join("made/on the way");
    let record = artifact();
    {
        let Embedded { spool, records, .. } = open_directory(&path).unwrap();
        let mut writer = spool.create(record.handle).unwrap();
        writer.write(b"one\ntwo").unwrap();
        writer.seal().unwrap();
        spool.commit(&[record.handle]).unwrap();
        put(&records, std::slice::from_ref(&record));
    }
    let Embedded { spool, records, calls, cache } = open_directory(&path).unwrap();
    assert_eq!(get(&records, &record).as_ref(), Some(&record));
    assert_eq!(spool.open(record.handle).unwrap().read_at(4, 9).unwrap(), "two");
    assert_eq!((calls, cache), (path.join("calls.sqlite"), path.join("cache")));
}

/// As many hosts as threads, each with its own connection, from the first moment of a new directory on.
#[test]
fn several_hosts_share_a_directory() {
    let disk = tempfile::tempdir().unwrap();
    let batches: Vec<Vec<Record>> = std::thread::scope(|scope| {
        let hosts: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let host = open_directory(disk.path()).unwrap();
                    let inserted: Vec<Record> = (0..10).map(|_| artifact()).collect();
                    inserted.iter().for_each(|record| put(&host.records, std::slice::from_ref(record)));
                    inserted
                })
            })
            .collect();
        hosts.into_iter().map(|host| host.join().unwrap()).collect()
    });
    let host = open_directory(disk.path()).unwrap();
    for record in batches.iter().flatten() {
        assert_eq!(get(&host.records, record).as_ref(), Some(record));
    }
}

#[test]
fn one_store_serves_many_threads() {
    let disk = tempfile::tempdir().unwrap();
    let records: Arc<dyn Records> = Arc::new(open(disk.path()));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let batch = [artifact(), media(), retrievable(None, Some("tea"))];
                put(&*records, &batch);
                batch.iter().for_each(|record| assert_eq!(get(&*records, record).as_ref(), Some(record)));
                let tea = Search { text: Some("tea".to_owned()), limit: 9, ..Search::default() };
                assert!(!records.search(&Principal::local(), &tea).unwrap().is_empty());
            });
        }
    });
}

/// What `alter` does to a new data directory, and what opening it says then.
#[track_caller]
fn check_refusal(
    alter: impl Fn(&Path),
    is_expected: impl Fn(&DataDirectoryError) -> bool,
    code: Code,
    message: &str,
) -> Error {
    let disk = tempfile::tempdir().unwrap();
    let path = disk.path().join("data");
    drop(open_directory(&path).unwrap());
    alter(&path);
    let names = || fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>();
    let (there, database) = (names(), fs::read(path.join("records.sqlite")).unwrap());
    let log = fs::read(path.join("records.sqlite-wal")).ok();
    let error = open_directory(&path).err().unwrap();
    assert!(is_expected(&error), "{error:?}");
    assert_eq!(fs::read(path.join("records.sqlite")).unwrap(), database, "it was altered");
    if log.is_some() {
        assert_eq!(fs::read(path.join("records.sqlite-wal")).ok(), log, "its log was altered");
    }
    assert!(there.iter().all(|name| path.join(name).exists()), "something is missing");
    let error = Error::from(error);
    assert_eq!(error.code(), code);
    assert_eq!(error.to_string(), format!("data directory cannot be used: {message}"));
    assert!(error.hint().is_some_and(|hint| !hint.is_empty()));
    assert!(error.detail().is_some_and(|detail| detail.starts_with(path.to_str().unwrap())));
    error
}

#[test]
fn a_newer_or_foreign_directory_is_refused_and_left_alone() {
    let newer = check_refusal(
        |path| execute(path, "PRAGMA user_version = 7"),
        |error| matches!(error, DataDirectoryError::Version { found: 7, supported: 2, .. }),
        Code::DataDirectoryVersion,
        "its records have format 7, and this version of the host reads format 2",
    );
    assert!(newer.hint().unwrap().contains("format 7"), "{newer:?}");
    check_refusal(
        |path| execute(path, "PRAGMA user_version = 0"),
        |error| matches!(error, DataDirectoryError::Version { found: 0, .. }),
        Code::DataDirectoryVersion,
        "its records have format 0, and this version of the host reads format 2",
    );
    check_refusal(
        |path| execute(path, "PRAGMA application_id = 12345"),
        |error| matches!(error, DataDirectoryError::Foreign { .. }),
        Code::DataDirectoryVersion,
        "its records are not a database of this program",
    );
    check_refusal(
        |path| {
            fs::remove_file(path.join("records.sqlite")).unwrap();
            execute(path, "CREATE TABLE theirs (x)");
        },
        |error| matches!(error, DataDirectoryError::Foreign { .. }),
        Code::DataDirectoryVersion,
        "its records are not a database of this program",
    );
    check_refusal(
        |path| {
            fs::write(path.join("records.sqlite"), "this is a text, however long it may be. ".repeat(100))
                .unwrap()
        },
        |error| matches!(error, DataDirectoryError::Foreign { .. }),
        Code::DataDirectoryVersion,
        "its records are not a database of this program",
    );
}

/// A newer host that was killed left a write-ahead log: that is its own to write back.
#[test]
fn a_newer_directory_keeps_its_log() {
    check_refusal(
        |path| {
            let aside = tempfile::tempdir().unwrap();
            let newer = Connection::open(path.join("records.sqlite")).unwrap();
            newer.execute_batch("PRAGMA user_version = 3; CREATE TABLE more (x)").unwrap();
            for name in ["records.sqlite", "records.sqlite-wal"] {
                fs::copy(path.join(name), aside.path().join(name)).unwrap();
            }
            drop(newer);
            for name in ["records.sqlite", "records.sqlite-wal"] {
                fs::copy(aside.path().join(name), path.join(name)).unwrap();
            }
        },
        |error| matches!(error, DataDirectoryError::Version { found: 3, .. }),
        Code::DataDirectoryVersion,
        "its records have format 3, and this version of the host reads format 2",
    );
}

#[test]
fn a_directory_that_others_can_write_is_refused() {
    for mode in [0o770, 0o702, 0o777] {
        check_refusal(
            |path| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap(),
            |error| matches!(error, DataDirectoryError::Exposed { .. }),
            Code::DataDirectoryUnusable,
            &format!("other users can write it (its mode is {mode:o})"),
        );
    }
}

/// Root may write everywhere, so there it is not refused.
#[test]
fn a_directory_that_cannot_be_written_is_refused() {
    let disk = tempfile::tempdir().unwrap();
    let path = disk.path().join("data");
    fs::create_dir(&path).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o500)).unwrap();
    match open_directory(&path) {
        Ok(_) => assert!(rustix::process::geteuid().is_root()),
        Err(error) => {
            assert!(matches!(error, DataDirectoryError::Unwritable { .. }), "{error:?}");
            assert!(error.to_string().starts_with("it cannot be written: "), "{error}");
        }
    }
    fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).unwrap();
}

#[test]
fn a_new_directory_is_for_this_user_alone() {
    let disk = tempfile::tempdir().unwrap();
    let path = disk.path().join("data");
    let host = open_directory(&path).unwrap();
    put(&host.records, &[artifact()]);
    for (name, expected) in
        [("", 0o700), ("spool", 0o700), ("records.sqlite", 0o600), ("records.sqlite-wal", 0o600)]
    {
        let mode = fs::metadata(path.join(name)).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, expected, "{name:?}: {mode:o}");
    }
}

#[test]
fn a_path_that_is_a_file_is_refused() {
    let file = tempfile::NamedTempFile::new().unwrap();
    assert!(matches!(open_directory(file.path()), Err(DataDirectoryError::Io { .. })));
}

#[test]
fn a_database_that_cannot_be_opened_is_an_error_without_its_path() {
    let disk = tempfile::tempdir().unwrap();
    let error = SqliteRecords::open(disk.path(), &MemorySpool::new()).err().unwrap();
    assert!(matches!(error, DataDirectoryError::Store { .. }));
    assert!(!error.to_string().contains(disk.path().to_str().unwrap()), "{error}");
}

/// A database that may not grow stands for a disk that is full: SQLite says the same.
#[test]
fn a_full_disk_is_an_error_that_leaves_nothing() {
    let disk = tempfile::tempdir().unwrap();
    let records = open(disk.path());
    let pages: i64 = records.lock().pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    records.lock().pragma_update(None, "max_page_count", pages + 2).unwrap();
    let large = "x".repeat(8 << 10);
    let batch: Vec<Record> = (0..20).map(|_| retrievable(None, Some(&large))).collect();
    match try_put(&records, &batch, &Quotas::UNLIMITED) {
        Err(error @ StoreError::Records { full: true, .. }) => {
            assert_eq!(error.code(), Code::StoreFull);
            assert!(error.hint().contains("free disk space"))
        }
        other => panic!("{other:?}"),
    }
    batch.iter().for_each(|record| assert_eq!(find(&records, record), Found::Unknown));
    assert_eq!(records.usage().unwrap()[0].amount.records, 0);
    put(&records, &[artifact()]);
}

#[test]
fn whoever_waits_for_too_long_is_told_so() {
    let disk = tempfile::tempdir().unwrap();
    let records = open(disk.path());
    let kept = artifact();
    put(&records, std::slice::from_ref(&kept));
    records.lock().busy_timeout(Duration::ZERO).unwrap();
    let other = Connection::open(disk.path().join("records.sqlite")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = try_put(&records, &[artifact()], &Quotas::UNLIMITED).unwrap_err();
    assert!(matches!(error, StoreError::Busy { action: "insert into" }), "{error:?}");
    assert_eq!(error.code(), Code::StoreBusy);
    let deleted = records.delete(&kept.principal, kept.handle);
    assert!(matches!(deleted, Err(StoreError::Busy { .. })), "{deleted:?}");
    // Whoever only looks waits for no one.
    assert_eq!(get(&records, &kept), Some(kept));
    assert_eq!(records.expire(&Expiry::Due, 9).unwrap(), []);
    drop(other);
    put(&records, &[artifact()]);
}

#[test]
fn a_read_only_database_says_so() {
    let disk = tempfile::tempdir().unwrap();
    let records = open(disk.path());
    records.lock().pragma_update(None, "query_only", true).unwrap();
    match try_put(&records, &[artifact()], &Quotas::UNLIMITED) {
        Err(error @ StoreError::Records { full: false, .. }) => {
            assert_eq!(
                error.to_string(),
                "failed to insert into the records: the file or its directory cannot be written"
            );
        }
        other => panic!("{other:?}"),
    }
}

/// The open files live on without a name; what is written to them would be lost.
#[test]
fn a_directory_that_is_removed_or_replaced_is_gone() {
    let replace: [fn(&Path); 3] = [
        |path| fs::remove_dir_all(path).unwrap(),
        |path| {
            fs::rename(path, path.with_extension("aside")).unwrap();
            drop(open_directory(path).unwrap());
        },
        |path| fs::remove_file(path.join("records.sqlite")).unwrap(),
    ];
    for alter in replace {
        let disk = tempfile::tempdir().unwrap();
        let path = disk.path().join("data");
        let host = open_directory(&path).unwrap();
        let kept = artifact();
        put(&host.records, std::slice::from_ref(&kept));
        alter(&path);
        let is_gone = |outcome: Result<(), StoreError>| matches!(outcome, Err(StoreError::Gone));
        let new = artifact();
        assert!(is_gone(try_put(&host.records, std::slice::from_ref(&new), &Quotas::UNLIMITED)));
        assert!(is_gone(host.records.delete(&kept.principal, kept.handle).map(|_| ())));
        let unknown = artifact();
        assert!(is_gone(host.records.find(&unknown.principal, unknown.handle).map(|_| ())));
        assert_eq!(StoreError::Gone.code(), Code::StoreGone);
    }
}

/// The bound of what is remembered, filled behind the store's back.
#[test]
fn the_oldest_of_those_that_are_gone_are_forgotten() {
    let disk = tempfile::tempdir().unwrap();
    let records = open(disk.path());
    let (first, second, last) = (artifact(), artifact(), artifact());
    put(&records, &[first.clone(), second.clone(), last.clone()]);
    for record in [&first, &second] {
        assert!(records.delete(&record.principal, record.handle).unwrap());
    }
    execute(
        disk.path(),
        "WITH RECURSIVE n (i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 100001)
         INSERT INTO gone (id, handle, principal, reason, at) SELECT i, 'x' || i, 'local', 'deleted', 0 FROM n",
    );
    assert!(records.delete(&last.principal, last.handle).unwrap());
    assert_eq!(find(&records, &first), Found::Unknown);
    assert_eq!(find(&records, &second), Found::Unknown);
    assert_eq!(find(&records, &last), Found::Deleted);
    let count: i64 = records.lock().query_row("SELECT count(*) FROM gone", (), |row| row.get(0)).unwrap();
    assert_eq!(count, 100_000);
}

/// Durable means: in the file, for whoever opens it next, without this host's help.
#[test]
fn what_is_inserted_is_there_when_the_host_is_killed() {
    let (disk, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let records = open(disk.path());
    let kept = [artifact(), retrievable(None, Some("tea"))];
    records.insert(&kept.iter().map(new).collect::<Vec<_>>(), &Quotas::UNLIMITED).unwrap();
    for name in ["records.sqlite", "records.sqlite-wal"] {
        fs::copy(disk.path().join(name), copy.path().join(name)).unwrap();
    }
    let records = open(copy.path());
    kept.iter().for_each(|record| assert_eq!(get(&records, record).as_ref(), Some(record)));
    assert_eq!(records.list(&Principal::local(), RecordClass::Retrievable, Page::first(9)).unwrap().len(), 1);
}
