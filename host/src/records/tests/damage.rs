//! Damage: altered values, flipped bits, broken pages. An error or the very record, never another answer.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use rusqlite::Connection;

use super::{artifact, body, execute, find, media, one_of_each, open, put, retrievable};
use crate::error::StoreError;
use crate::ids::Digest;
use crate::principal::Principal;
use crate::records::{
    DataDirectoryError, Expiry, Found, Page, Record, RecordClass, Records, Search, SqliteRecords,
};
use crate::spool::MemorySpool;
use crate::trust::TrustTier;

/// Every column given a value that no record has there: an error that names the database, never a wrong
/// record.
#[test]
fn an_altered_row_is_damaged() {
    let disk = tempfile::tempdir().unwrap();
    for (record, column, value) in [
        (artifact(), "tier", "'trusted'"),
        (artifact(), "skill", "'Not An Id'"),
        (artifact(), "digest", "'sha256:00'"),
        (artifact(), "tool", "''"),
        (artifact(), "role", "NULL"),
        (artifact(), "options", "'{'"),
        (artifact(), "encoding", "'utf-8'"),
        (artifact(), "class", "'media'"),
        (artifact(), "bytes", "-1"),
        (media(), "hazard", "'none'"),
        (media(), "kind", "'picture'"),
        (media(), "mime_type", "NULL"),
        (retrievable(None, None), "source", "NULL"),
        (retrievable(None, None), "kind", "CAST(x'ff' AS TEXT)"),
        // Values that a record could have, but this one has not.
        (artifact(), "principal", "'someone else'"),
        (artifact(), "tier", "'first-party'"),
        (artifact(), "expires_at", "1"),
        (artifact(), "created_at", "0"),
        (artifact(), "lines", "lines + 1"),
        (artifact(), "builtin", "NULL"),
        (artifact(), "checksum", "checksum + 1"),
        (retrievable(None, Some("a")), "inline_text", "'b'"),
        (retrievable(None, Some("a")), "beginning", "'b'"),
        (retrievable(None, Some("a")), "text_checksum", "0"),
    ] {
        let records = open(disk.path());
        put(&records, std::slice::from_ref(&record));
        let update = format!("UPDATE records SET {column} = {value} WHERE handle = '{}'", record.handle);
        execute(disk.path(), &update);
        for principal in ["local", "someone else"] {
            match records.find(&principal.parse().unwrap(), record.handle) {
                Err(StoreError::Damaged { path, .. }) => assert_eq!(path, Path::new("records.sqlite")),
                other => panic!("{column} = {value}: {other:?}"),
            }
        }
        let class = RecordClass::Artifact;
        if record.class() == class && !matches!(column, "class" | "principal") {
            let listed = records.list(&Principal::local(), class, Page::first(100));
            assert!(matches!(listed, Err(StoreError::Damaged { .. })), "{column} = {value}: {listed:?}");
        }
        // It neither goes nor comes back under its name.
        assert!(matches!(
            records.delete(&Principal::local(), record.handle),
            Err(StoreError::Damaged { .. })
        ));
        assert_eq!(records.expire(&Expiry::Due, 9).unwrap(), []);
        execute(disk.path(), "DELETE FROM records");
    }
}

#[test]
fn an_altered_text_is_not_shown() {
    let disk = tempfile::tempdir().unwrap();
    let records = open(disk.path());
    put(&records, &[retrievable(None, Some("green tea"))]);
    execute(disk.path(), "UPDATE texts_content SET c0 = 'black tea'");
    let tea = Search { text: Some("tea".to_owned()), limit: 9, ..Search::default() };
    assert!(matches!(records.search(&Principal::local(), &tea), Err(StoreError::Damaged { .. })));
}

#[test]
fn altered_lines_about_what_is_gone_are_damaged() {
    let disk = tempfile::tempdir().unwrap();
    let records = open(disk.path());
    let gone = artifact();
    put(&records, std::slice::from_ref(&gone));
    records.delete(&gone.principal, gone.handle).unwrap();
    execute(disk.path(), "PRAGMA ignore_check_constraints = on; UPDATE gone SET reason = 'lost'");
    assert!(matches!(records.find(&gone.principal, gone.handle), Err(StoreError::Damaged { .. })));
}

/// In every index, each of two entries leads to the row of the other.
#[test]
fn an_index_that_misleads_is_damage() {
    let disk = tempfile::tempdir().unwrap();
    let (mine, theirs) = (body(), super::owned_by("someone else", body()));
    put(&open(disk.path()), &[media(), mine.clone(), theirs.clone()]);
    let file = disk.path().join("records.sqlite");
    let connection = Connection::open(&file).unwrap();
    let roots = ["sqlite_autoindex_records_1", "records_of_principal", "bodies"].map(|name| {
        let root = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
        connection.query_row(root, [name], |row| row.get::<_, usize>(0)).unwrap()
    });
    drop(connection);
    let mut bytes = fs::read(&file).unwrap();
    for root in roots {
        let page = &mut bytes[(root - 1) * 4096..root * 4096];
        let number = |page: &[u8], at: usize| usize::from(u16::from_be_bytes([page[at], page[at + 1]]));
        for cell in 0..number(page, 3) {
            // An entry is the length of the rest, and ends with the id of its row.
            let at = number(page, 8 + 2 * cell);
            let id = &mut page[at + usize::from(page[at])];
            *id = match *id {
                2 => 3,
                3 => 2,
                other => other,
            };
        }
    }
    fs::write(&file, bytes).unwrap();
    let records = open(disk.path());
    for record in [&mine, &theirs] {
        let component = Digest::of(b"component");
        let outcomes = [
            records.find(&record.principal, record.handle).map(drop),
            records.list(&record.principal, RecordClass::Artifact, Page::first(9)).map(drop),
            records.body(&record.principal, component, TrustTier::ThirdPartyPrivate).map(drop),
            records.delete(&record.principal, record.handle).map(drop),
        ];
        for outcome in outcomes {
            assert!(matches!(outcome, Err(StoreError::Damaged { .. })), "{outcome:?}");
        }
        assert!(records.all(None, 9).unwrap().iter().any(|walked| walked.record.is_err()));
    }
    records.repair_indexes().unwrap();
    for record in [mine, theirs] {
        assert_eq!(find(&records, &record), Found::Record(Box::new(record)));
    }
}

#[test]
fn a_damaged_database_is_an_error() {
    let disk = tempfile::tempdir().unwrap();
    let file = disk.path().join("records.sqlite");
    let written: Vec<Record> = (0..200).map(|_| artifact()).collect();
    put(&open(disk.path()), &written);
    let whole = fs::read(&file).unwrap();
    for page in 1..whole.len() / 4096 {
        let mut damaged = whole.clone();
        damaged[page * 4096..page * 4096 + 64].fill(0xff);
        fs::write(&file, damaged).unwrap();
        // Without its description it is no database of ours, and says so at once.
        let records = match SqliteRecords::open(&file, &MemorySpool::new()) {
            Ok(records) => records,
            Err(error) => {
                let is_damage =
                    matches!(error, DataDirectoryError::Store { source: StoreError::Damaged { .. }, .. });
                assert!(is_damage, "page {page}: {error}");
                continue;
            }
        };
        let mut failures = 0;
        for record in &written {
            match records.find(&record.principal, record.handle) {
                Ok(Found::Record(found)) => assert_eq!(*found, *record, "page {page}"),
                Ok(found) => assert_eq!(found, Found::Unknown, "page {page}"),
                Err(StoreError::Damaged { .. }) => failures += 1,
                Err(error) => panic!("page {page}: {error}"),
            }
        }
        let is_damage = |outcome: Result<(), StoreError>| matches!(outcome, Err(StoreError::Damaged { .. }));
        let any = Search { text: Some("x".to_owned()), limit: 9, ..Search::default() };
        let told =
            is_damage(records.list(&Principal::local(), RecordClass::Artifact, Page::first(1_000)).map(drop))
                || is_damage(
                    records.body(&Principal::local(), Digest::of(b""), TrustTier::FirstParty).map(drop),
                )
                || is_damage(records.usage().map(drop))
                || is_damage(records.search(&Principal::local(), &any).map(drop))
                || is_damage(records.expire(&Expiry::Due, 9).map(drop));
        assert!(failures > 0 || told || !records.integrity().unwrap().is_empty(), "page {page}");
    }
}

/// A database with records of every class and the bytes of its file, written back whole.
struct Whole {
    bytes: Vec<u8>,
    records: Vec<Record>,
}

impl Whole {
    fn new() -> Self {
        let disk = tempfile::tempdir().unwrap();
        let records = open(disk.path());
        let mut written = one_of_each();
        written.extend((0..4).map(|number| retrievable(None, Some(&format!("tea number {number}")))));
        written.extend((0..3).flat_map(|_| [artifact(), super::owned_by("x", media()), body()]));
        put(&records, &written);
        let gone = artifact();
        put(&records, std::slice::from_ref(&gone));
        records.delete(&gone.principal, gone.handle).unwrap();
        drop(records);
        Self { bytes: fs::read(disk.path().join("records.sqlite")).unwrap(), records: written }
    }

    /// Each record is found as it is, or not at all, or an error is told; no list and no search has a wrong one.
    fn check(&self, records: &dyn Records) {
        for record in &self.records {
            match records.find(&record.principal, record.handle) {
                Ok(Found::Record(found)) => assert_eq!(*found, *record),
                // Damage to an index, which the bytes in the spool tell from a handle that never was.
                Ok(Found::Unknown) | Err(_) => {}
                Ok(found) => panic!("{found:?}"),
            }
        }
        let right = |found: &Record| assert!(self.records.contains(found), "{found:?}");
        for principal in [Principal::local(), "x".parse().unwrap()] {
            for class in [RecordClass::Artifact, RecordClass::Media, RecordClass::Retrievable] {
                let listed = records.list(&principal, class, Page::first(1_000)).unwrap_or_default();
                listed.iter().for_each(right);
                assert!(listed.iter().all(|record| record.principal == principal && record.class() == class));
                assert!(listed.is_sorted_by(|newer, older| newer.handle > older.handle));
            }
            let body = records.body(&principal, Digest::of(b"component"), TrustTier::ThirdPartyPrivate);
            body.unwrap_or_default().iter().for_each(right);
            let tea = Search { text: Some("tea".to_owned()), limit: 100, ..Search::default() };
            for hit in records.search(&principal, &tea).unwrap_or_default() {
                right(&hit.record);
                assert!(hit.excerpt.text.starts_with("tea number "), "{:?}", hit.excerpt);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    /// Two thousand bits, each flipped alone.
    #[test]
    fn a_flipped_bit_never_makes_another_record(seeds in prop::collection::vec(any::<u32>(), 64)) {
        thread_local!(static WHOLE: Whole = Whole::new());
        WHOLE.with(|whole| {
            let disk = tempfile::tempdir().unwrap();
            let file = disk.path().join("records.sqlite");
            for seed in seeds {
                let bit = seed as usize % (whole.bytes.len() * 8);
                let mut damaged = whole.bytes.clone();
                damaged[bit / 8] ^= 1 << (bit % 8);
                fs::write(&file, damaged).unwrap();
                if let Ok(records) = SqliteRecords::open(&file, &MemorySpool::new()) {
                    whole.check(&records);
                }
                for name in ["records.sqlite", "records.sqlite-wal", "records.sqlite-shm"] {
                    let _ = fs::remove_file(disk.path().join(name));
                }
            }
        });
    }
}
