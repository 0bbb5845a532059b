//! What an examination finds and mends, and how every record is walked.

use std::fs;

use rusqlite::Connection;

use super::{
    artifact, execute, expiring_at, find, get, media, one_of_each, open, owned_by, put, retrievable, try_put,
};
use crate::error::StoreError;
use crate::ids::Handle;
use crate::principal::Principal;
use crate::quota::{Amount, QuotaScope, Quotas};
use crate::records::{
    Detail, Flaw, Found, NewRecord, Record, Records, Search, SqliteRecords, searchable_text,
};
use crate::spool::{MemorySpool, Spool as _};

fn walk(records: &SqliteRecords, limit: usize) -> Vec<Result<Record, Option<Handle>>> {
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let page = records.all(after, limit).unwrap();
        let Some(last) = page.iter().filter_map(|walked| walked.handle).next_back() else {
            return all;
        };
        after = Some(last);
        all.extend(page.into_iter().map(|walked| walked.record.map_err(|_| walked.handle)));
    }
}

#[test]
fn every_record_of_everyone_is_walked_in_the_order_of_handles() {
    let disk = tempfile::tempdir().unwrap();
    let records = open(disk.path());
    assert!(walk(&records, 3).is_empty());
    let mut written = one_of_each();
    written.extend([owned_by("x", artifact()), expiring_at(1, artifact()), media()]);
    written.sort_by_key(|record| record.handle);
    let (last, first) = written.split_last().unwrap();
    // Inserted in another order than that of the handles.
    put(&records, std::slice::from_ref(last));
    put(&records, first);
    for limit in [1, 3, 100] {
        let walked: Vec<Record> = walk(&records, limit).into_iter().map(Result::unwrap).collect();
        assert_eq!(walked, written);
    }
    assert!(records.contains(written[0].handle).unwrap());
    assert!(!records.contains(Handle::new()).unwrap());
}

#[test]
fn a_damaged_row_does_not_end_the_walk() {
    let disk = tempfile::tempdir().unwrap();
    let records = open(disk.path());
    let written: Vec<Record> = (0..4).map(|_| artifact()).collect();
    put(&records, &written);
    execute(disk.path(), &format!("UPDATE records SET lines = 9 WHERE handle = '{}'", written[1].handle));
    execute(disk.path(), &format!("UPDATE records SET handle = 'f' WHERE handle = '{}'", written[2].handle));
    for limit in [1, 100] {
        let walked = walk(&records, limit);
        let mut damaged = 0;
        for found in &walked {
            match found {
                Ok(record) => assert!([&written[0], &written[3]].contains(&record)),
                Err(handle) => {
                    damaged += 1;
                    assert!(handle.is_none_or(|handle| handle == written[1].handle));
                }
            }
        }
        // The entry without a handle stands behind all others, where only a page that is not full comes to it.
        assert_eq!(walked.len() - damaged, 2);
    }
}

#[test]
fn a_sound_database_has_no_flaws() {
    let disk = tempfile::tempdir().unwrap();
    let records = open(disk.path());
    assert_eq!(records.integrity().unwrap(), []);
    let batch = one_of_each();
    put(&records, &batch[2..]);
    let gone = retrievable(None, Some("gone"));
    put(&records, std::slice::from_ref(&gone));
    records.delete(&gone.principal, gone.handle).unwrap();
    assert_eq!(records.integrity().unwrap(), []);
}

#[test]
fn sums_that_do_not_agree_are_found_and_mended() {
    let disk = tempfile::tempdir().unwrap();
    let records = open(disk.path());
    put(&records, &[artifact(), owned_by("x", media())]);
    let sound = records.usage().unwrap();
    execute(
        disk.path(),
        "UPDATE usage SET bytes = 7 WHERE scope = 'principal' AND name = 'local';
         DELETE FROM usage WHERE scope = 'skill';
         INSERT INTO usage VALUES ('skill', 'never-was', 1, 1);",
    );
    let flaws = records.integrity().unwrap();
    let usage =
        |scope, name: &str, stands, counted| Flaw::Usage { scope, name: name.to_owned(), stands, counted };
    let amount = |bytes, records| Amount { bytes, records };
    assert_eq!(
        flaws,
        [
            usage(QuotaScope::Principal, "local", amount(7, 1), amount(10, 1)),
            usage(QuotaScope::Skill, "never-was", amount(1, 1), amount(0, 0)),
            usage(QuotaScope::Skill, "tables", amount(0, 0), amount(20, 2)),
        ]
    );
    assert_eq!(
        flaws[0].to_string(),
        "the sum of principal `local` is 7 B in 1 records, and should be 10 B in 1"
    );
    records.repair_usage().unwrap();
    assert_eq!(records.integrity().unwrap(), []);
    assert_eq!(records.usage().unwrap(), sound);
}

fn hits(records: &dyn Records, words: &str) -> usize {
    let search = Search { text: Some(words.to_owned()), limit: 9, ..Search::default() };
    records.search(&Principal::local(), &search).unwrap().len()
}

#[test]
fn texts_that_do_not_agree_are_found_and_mended() {
    for alter in [
        "DELETE FROM texts WHERE rowid = 1",
        "UPDATE texts SET text = 'coffee' WHERE rowid = 2",
        "INSERT INTO texts (rowid, text) VALUES (99, 'tea of no record')",
        "UPDATE texts_content SET c0 = 'coffee'",
        "DELETE FROM texts_data WHERE id > 10",
    ] {
        let (disk, spool) = (tempfile::tempdir().unwrap(), MemorySpool::new());
        let records = open(disk.path());
        let spooled = retrievable(None, None);
        let mut writer = spool.create(spooled.handle).unwrap();
        writer.write(b"tea in the spool").unwrap();
        writer.seal().unwrap();
        put(&records, &[retrievable(None, Some("tea inline"))]);
        let text = NewRecord { record: &spooled, text: Some("tea in the spool") };
        records.insert(&[text], &Quotas::UNLIMITED).unwrap();
        assert_eq!(hits(&records, "tea"), 2);
        execute(disk.path(), alter);
        let flaws = records.integrity().unwrap();
        // Whatever is wrong with them, it is known as theirs.
        assert!(flaws.iter().any(|flaw| matches!(flaw, Flaw::Text(_))), "{alter}: {flaws:?}");
        assert_eq!(records.repair_texts(&spool).unwrap(), 2, "{alter}");
        assert_eq!(records.integrity().unwrap(), [], "{alter}");
        assert_eq!((hits(&records, "tea"), hits(&records, "coffee")), (2, 0), "{alter}");
        // Bytes that are gone are not indexed, and that is said.
        spool.delete(spooled.handle).unwrap();
        assert_eq!(records.repair_texts(&spool).unwrap(), 1);
        assert!(matches!(records.integrity().unwrap().as_slice(), [Flaw::Text(_)]));
    }
}

/// The page of an index as it was before the last insert: a write that the disk lost.
#[test]
fn an_index_that_lost_an_entry_is_found_and_mended() {
    let disk = tempfile::tempdir().unwrap();
    let (kept, lost) = (artifact(), artifact());
    put(&open(disk.path()), std::slice::from_ref(&kept));
    let file = disk.path().join("records.sqlite");
    let before = fs::read(&file).unwrap();
    put(&open(disk.path()), std::slice::from_ref(&lost));
    let root: usize = Connection::open(&file)
        .unwrap()
        .query_row(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_records_1'",
            (),
            |row| row.get(0),
        )
        .unwrap();
    let mut after = fs::read(&file).unwrap();
    let page = (root - 1) * 4096..root * 4096;
    after[page.clone()].copy_from_slice(&before[page]);
    fs::write(&file, after).unwrap();
    let records = open(disk.path());
    assert_eq!(find(&records, &lost), Found::Unknown);
    assert!(matches!(records.integrity().unwrap().as_slice(), [Flaw::Database(_), ..]));
    records.repair_indexes().unwrap();
    assert_eq!(records.integrity().unwrap(), []);
    assert_eq!(get(&records, &kept).as_ref(), Some(&kept));
    assert_eq!(get(&records, &lost).as_ref(), Some(&lost));
}

#[test]
fn a_record_that_is_gone_can_come_back() {
    let disk = tempfile::tempdir().unwrap();
    let records = open(disk.path());
    let (gone, there) = (artifact(), artifact());
    put(&records, &[gone.clone(), there.clone()]);
    records.delete(&gone.principal, gone.handle).unwrap();
    let collides = |outcome| matches!(outcome, Err(StoreError::Collision { .. }));
    assert!(collides(try_put(&records, std::slice::from_ref(&gone), &Quotas::UNLIMITED)));
    let back = |records: &SqliteRecords, batch: &[&Record]| {
        let batch: Vec<_> = batch.iter().map(|record| NewRecord { record, text: None }).collect();
        records.bring_back(&batch)
    };
    // All or none: one that is there and whole keeps the other gone.
    assert!(collides(back(&records, &[&gone, &there])));
    assert_eq!(find(&records, &gone), Found::Deleted);
    back(&records, &[&gone]).unwrap();
    assert_eq!(get(&records, &gone).as_ref(), Some(&gone));
}

#[test]
fn a_damaged_record_makes_room_for_its_copy() {
    let disk = tempfile::tempdir().unwrap();
    let records = open(disk.path());
    let record = retrievable(None, Some("tea"));
    put(&records, std::slice::from_ref(&record));
    execute(disk.path(), "UPDATE records SET lines = 9");
    let flaws = records.integrity().unwrap();
    assert_eq!(flaws, [Flaw::Record(format!("`{}`: a record does not fit its checksum", record.handle))]);
    records.bring_back(&[NewRecord { record: &record, text: Some("tea") }]).unwrap();
    assert_eq!(records.integrity().unwrap(), []);
    assert_eq!(hits(&records, "tea"), 1);
}

#[test]
fn the_text_of_a_record_is_inline_or_in_the_spool() {
    let spool = MemorySpool::new();
    let text = |record: &Record| searchable_text(record, &spool).unwrap();
    assert_eq!(text(&artifact()), None);
    assert_eq!(text(&media()), None);
    assert_eq!(text(&retrievable(None, Some("inline"))).as_deref(), Some("inline"));
    let spooled = retrievable(None, None);
    assert!(matches!(&spooled.detail, Detail::Retrievable(detail) if detail.inline.is_none()));
    assert_eq!(text(&spooled), None);
    let mut writer = spool.create(spooled.handle).unwrap();
    writer.write("tea\0".as_bytes()).unwrap();
    writer.seal().unwrap();
    assert_eq!(text(&spooled).as_deref(), Some("tea "));
}
