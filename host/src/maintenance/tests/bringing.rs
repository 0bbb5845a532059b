//! What backup and restore bring over, and what they leave where it is.

use super::*;
use crate::quota::Amount;
use crate::records::{Found, Search};

#[test]
fn an_empty_directory_gets_all_of_it_and_the_next_time_what_is_new() {
    let directories = Directories::new();
    let embedded = open_directory(&directories.data()).unwrap();
    for text in ["text 1", "text 2", "text 3"] {
        store(&embedded, text.as_bytes());
    }
    store_record(&embedded, retrievable("in the prompt", true), b"in the prompt");
    let large: Vec<u8> = (0..3_000_000_u32).map(|index| (index % 253) as u8).collect();
    store(&embedded, &large);
    let report = backup(&directories);
    let bytes = 3 * 6 + 13 + 3_000_000;
    assert_eq!(report.copied, Amount { records: 5, bytes });
    assert_eq!((report.present, report.damage, report.complete), (0, 0, true));

    store(&embedded, b"new");
    let report = backup(&directories);
    assert_eq!(report.copied, Amount { records: 1, bytes: 3 });
    assert_eq!(report.present, 5);
    let saved = everything(&open_directory(&directories.backup()).unwrap());
    assert_eq!(saved, everything(&embedded));

    drop(embedded);
    fs::remove_dir_all(directories.data()).unwrap();
    assert_eq!(restore(&directories).copied, Amount { records: 6, bytes: bytes + 3 });
    assert_eq!(everything(&open_directory(&directories.data()).unwrap()), saved);
}

/// More records than one commit takes.
#[test]
fn many_records_go_in_several_commits() {
    let directories = Directories::new();
    let embedded = open_directory(&directories.data()).unwrap();
    let records: Vec<Record> = (0..700).map(|_| record(Handle::new(), 0, 0)).collect();
    for record in &records {
        let mut writer = embedded.spool.create(record.handle).unwrap();
        writer.write(b"").unwrap();
        writer.seal().unwrap();
    }
    let handles: Vec<Handle> = records.iter().map(|record| record.handle).collect();
    embedded.spool.commit(&handles).unwrap();
    let new: Vec<_> = records.iter().map(|record| NewRecord { record, text: None }).collect();
    embedded.records.insert(&new, &Quotas::UNLIMITED).unwrap();
    assert_eq!(backup(&directories).copied.records, 700);
    assert_eq!(everything(&open_directory(&directories.backup()).unwrap()).len(), 700);
}

/// A backup is a data directory: nothing has to be unpacked to look into it, nor to look it over.
#[test]
fn a_backup_can_be_opened_searched_and_examined() {
    let directories = Directories::new();
    let embedded = open_directory(&directories.data()).unwrap();
    let inline = store_record(&embedded, retrievable("green tea", true), b"green tea");
    let spooled = store_record(&embedded, retrievable("black tea", false), b"black tea");
    store(&embedded, b"tea that is no retrievable");
    backup(&directories);
    let report = examine(&directories.backup(), &Examination { contents: true, ..Examination::default() });
    assert_eq!((report.records, report.findings), (3, Vec::new()));

    let saved = open_directory(&directories.backup()).unwrap();
    for (words, expected) in [("green", vec![inline]), ("black", vec![spooled]), ("coffee", vec![])] {
        let search = Search { text: Some(words.to_owned()), limit: 9, ..Search::default() };
        let hits = saved.records.search(&Principal::local(), &search).unwrap();
        assert_eq!(hits.iter().map(|hit| hit.record.handle).collect::<Vec<_>>(), expected, "{words}");
    }
}

#[test]
fn what_was_deleted_comes_back_and_what_has_expired_does_not() {
    let directories = Directories::new();
    let embedded = open_directory(&directories.data()).unwrap();
    let deleted = store(&embedded, b"deleted by mistake");
    let expiring = Record { expires_at: Some(now() + 100_000_000), ..record(Handle::new(), 0, 0) };
    let expiring = store_record(&embedded, expiring, b"expires later");
    let expired = Record { expires_at: Some(now() - 1), ..record(Handle::new(), 0, 0) };
    store_record(&embedded, expired, b"has expired");
    let report = backup(&directories);
    assert_eq!((report.copied.records, report.expired), (2, 1));

    delete(&embedded, deleted);
    let find = |handle| embedded.records.find(&Principal::local(), handle).unwrap();
    assert_eq!(find(deleted), Found::Deleted);
    let report = restore(&directories);
    assert_eq!((report.copied.records, report.present), (1, 1));
    for handle in [deleted, expiring] {
        assert!(matches!(find(handle), Found::Record(_)));
    }
    let source = embedded.spool.open(deleted).unwrap();
    assert_eq!(source.read_at(0, 100).unwrap(), "deleted by mistake");
}

#[test]
fn a_backup_keeps_what_the_data_directory_no_longer_has() {
    let directories = Directories::new();
    let embedded = open_directory(&directories.data()).unwrap();
    let handle = store(&embedded, b"text");
    backup(&directories);
    delete(&embedded, handle);
    assert_eq!(backup(&directories), TransferReport { complete: true, ..TransferReport::default() });
    assert!(everything(&open_directory(&directories.backup()).unwrap()).contains_key(&handle));
}

/// Wherever it was damaged, and however: missing, half, or a bit of it.
#[test]
fn restoring_makes_damaged_bytes_whole_again() {
    let directories = Directories::new();
    let data = directories.data();
    let embedded = open_directory(&data).unwrap();
    let content: Vec<u8> = (0..50_000_u32).map(|index| (index % 251) as u8).collect();
    let handles: Vec<Handle> = (0..4).map(|_| store(&embedded, &content)).collect();
    backup(&directories);
    let before = everything(&embedded);
    let [whole, missing, half, flipped] = handles[..].try_into().unwrap();
    let untouched = fs::metadata(file_of(&data, whole)).unwrap().modified().unwrap();
    fs::remove_file(file_of(&data, missing)).unwrap();
    fs::write(file_of(&data, half), &content).unwrap();
    let mut bytes = fs::read(file_of(&data, flipped)).unwrap();
    bytes[20_000] ^= 4;
    fs::write(file_of(&data, flipped), bytes).unwrap();

    let report = restore(&directories);
    assert_eq!(report.repaired, Amount { records: 3, bytes: 150_000 });
    assert_eq!((report.copied.records, report.present, report.damage), (0, 1, 0));
    assert_eq!(everything(&embedded), before);
    assert_eq!(fs::metadata(file_of(&data, whole)).unwrap().modified().unwrap(), untouched);
}

/// A row of the database that is not what was inserted makes way for the one of the backup.
#[test]
fn restoring_replaces_damaged_records() {
    let directories = Directories::new();
    let data = directories.data();
    let embedded = open_directory(&data).unwrap();
    store(&embedded, b"text");
    store_record(&embedded, retrievable("in the prompt", true), b"in the prompt");
    backup(&directories);
    let before = everything(&embedded);
    drop(embedded);
    let database = rusqlite::Connection::open(data.join("records.sqlite")).unwrap();
    database.execute("UPDATE records SET tier = 'first-party'", ()).unwrap();
    drop(database);
    assert_eq!(examine(&data, &Examination::default()).damage, 2);
    // The other way round, damage stays where it is, and is told.
    assert_eq!(backup(&directories).damage, 2);

    let report = restore(&directories);
    assert_eq!((report.copied.records, report.damage), (2, 0));
    assert_eq!(everything(&open_directory(&data).unwrap()), before);
    assert_eq!(examine(&data, &Examination::default()).findings, Vec::new());
}

/// A database that is damaged itself takes nothing back; but what can be read of it is not lost.
#[test]
fn records_beyond_repair_are_moved_away_and_read_from_there() {
    let directories = Directories::new();
    let data = directories.data();
    let embedded = open_directory(&data).unwrap();
    let mut handles: Vec<Handle> = (0..60).map(|_| store(&embedded, b"saved")).collect();
    backup(&directories);
    handles.extend((0..60).map(|_| store(&embedded, b"newer than the backup")));
    let everything_before = everything(&embedded);
    drop(embedded);
    // The leaf of the table that has the oldest records.
    let file = data.join("records.sqlite");
    let database = rusqlite::Connection::open(&file).unwrap();
    let root = "SELECT rootpage FROM sqlite_schema WHERE name = 'records'";
    let root: usize = database.query_row(root, (), |row| row.get(0)).unwrap();
    let size: usize = database.pragma_query_value(None, "page_size", |row| row.get(0)).unwrap();
    drop(database);
    let mut bytes = fs::read(&file).unwrap();
    let page = &bytes[(root - 1) * size..root * size];
    assert_eq!(page[0], 5, "an inner page");
    let cell = usize::from(u16::from_be_bytes([page[12], page[13]]));
    let child = u32::from_be_bytes(page[cell..cell + 4].try_into().unwrap()) as usize;
    bytes[(child - 1) * size..child * size].fill(0xff);
    fs::write(&file, bytes).unwrap();

    assert!(examine(&data, &Examination::default()).damage > 0);
    let error = super::super::restore(&data, &directories.backup(), &unwatched).unwrap_err();
    assert!(error.hint().unwrap().contains("move it away"), "{error}");

    let away = directories.path("away");
    fs::rename(&data, &away).unwrap();
    assert_eq!(restore(&directories).copied.records, 60);
    let report = super::super::restore(&data, &away, &unwatched).unwrap();
    assert_eq!(report.copied.records, 60);
    assert!(report.damage > 0, "what the damaged part had is told");
    assert_eq!(everything(&open_directory(&data).unwrap()), everything_before);
}

/// What cannot be read is named and left out; the rest goes on.
#[test]
fn damage_at_the_source_is_told_and_the_rest_is_copied() {
    let directories = Directories::new();
    let data = directories.data();
    let embedded = open_directory(&data).unwrap();
    let handles: Vec<Handle> = (0..4).map(|number| store(&embedded, &vec![number; 20_000])).collect();
    fs::remove_file(file_of(&data, handles[0])).unwrap();
    let mut bytes = fs::read(file_of(&data, handles[1])).unwrap();
    bytes[19_999] ^= 1;
    fs::write(file_of(&data, handles[1]), bytes).unwrap();
    fs::copy(file_of(&data, handles[3]), file_of(&data, handles[2])).unwrap();
    for _ in 0..2 {
        let report = backup(&directories);
        let damaged: Vec<_> = report.damaged.iter().map(|damage| damage.handle.unwrap()).collect();
        // The third has another's bytes, of the same length: only whoever reads them can tell.
        assert_eq!(damaged, handles[..2]);
        assert_eq!((report.damage, report.complete), (2, true));
        assert!(report.damaged[0].problem.contains("gone"), "{:?}", report.damaged);
        assert!(report.damaged[1].problem.contains("is damaged"), "{:?}", report.damaged);
    }
    let saved = open_directory(&directories.backup()).unwrap();
    assert_eq!(everything(&saved).into_keys().collect::<Vec<_>>(), handles[2..]);
    assert_eq!(examine(&directories.backup(), &Examination::default()).findings, Vec::new());
}

/// Ended between two contents or within one: what is there is whole, and the next run goes on.
#[test]
fn what_was_ended_goes_on_the_next_time() {
    let directories = Directories::new();
    let embedded = open_directory(&directories.data()).unwrap();
    for number in 0..5 {
        store(&embedded, &vec![number; 3 << 19]);
    }
    let mut runs = 0;
    loop {
        let budget = std::cell::Cell::new(2_u32 << 20);
        let stop = |step| match step {
            Progress::Maintaining { bytes, .. } if bytes > u64::from(budget.get()) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let report = super::super::backup(&directories.data(), &directories.backup(), &stop).unwrap();
        let saved = everything(&open_directory(&directories.backup()).unwrap());
        runs += 1;
        assert_eq!(saved.len(), runs.min(5));
        assert_eq!(examine(&directories.backup(), &Examination::default()).findings, Vec::new());
        if report.complete {
            break;
        }
        assert_eq!(report.copied.records, 1);
    }
    assert_eq!(runs, 5);
    assert_eq!(everything(&open_directory(&directories.backup()).unwrap()), everything(&embedded));
}

/// Bytes that an earlier run brought over, and was killed before it could insert their record.
#[test]
fn bytes_that_an_ended_run_left_do_not_stand_in_the_way() {
    let directories = Directories::new();
    let embedded = open_directory(&directories.data()).unwrap();
    let handles = [b"one".as_slice(), b"other"].map(|text| store(&embedded, text));
    let saved = open_directory(&directories.backup()).unwrap();
    seal(&saved, handles[0], b"one");
    seal(&saved, handles[1], b"half");
    assert_eq!(backup(&directories).copied.records, 2);
    assert_eq!(everything(&saved), everything(&embedded));
}
