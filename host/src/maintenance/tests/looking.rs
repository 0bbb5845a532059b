//! What the doctor finds: each made by hand, seen without being touched, and mended where that loses nothing.

use super::*;
use crate::maintenance::{Done, FindingKind, Reason};
use crate::records::{Page, RecordClass, Search};

const LOOKING: Examination = Examination { repair: false, contents: false, cache: None };

/// Kind, place relative to the data directory, and what was done.
fn told(report: &DoctorReport) -> Vec<(FindingKind, String, Done)> {
    assert!(report.complete);
    report.findings.iter().map(|finding| (finding.kind, finding.place.clone(), finding.done)).collect()
}

/// Looks, and finds this; nothing has changed. Mends it, and finds nothing more.
fn check_mended(data: &Path, kind: FindingKind, place: &str, done: Done) {
    for _ in 0..2 {
        let report = examine(data, &LOOKING);
        assert_eq!(told(&report), [(kind, place.to_owned(), Done::Left(Reason::OnlyLooking))]);
        assert_eq!(report.damage, u64::from(kind.is_damage()));
    }
    let report = examine(data, &Examination::default());
    assert_eq!(told(&report), [(kind, place.to_owned(), done)]);
    assert_eq!(report.damage, 0);
    assert_eq!(told(&examine(data, &Examination::default())), []);
}

/// Looks and mends, and finds this either way.
fn check_left(data: &Path, examination: &Examination, kind: FindingKind, place: &str, reason: Reason) {
    for repair in [false, true] {
        let report = examine(data, &Examination { repair, ..examination.clone() });
        assert_eq!(told(&report), [(kind, place.to_owned(), Done::Left(reason))]);
        assert_eq!(report.damage, u64::from(kind.is_damage()));
    }
}

fn relative(data: &Path, path: &Path) -> String {
    path.strip_prefix(data).unwrap().display().to_string()
}

#[test]
fn where_nothing_is_wrong_nothing_is_found() {
    let directories = Directories::new();
    let embedded = open_directory(&directories.data()).unwrap();
    store(&embedded, b"text");
    store(&embedded, b"");
    store_record(&embedded, retrievable("in the prompt", true), b"in the prompt");
    store_record(&embedded, retrievable("behind its handle", false), b"behind its handle");
    let expired = Record { expires_at: Some(1), ..record(Handle::new(), 0, 0) };
    store_record(&embedded, expired, b"expired");
    let deleted = store(&embedded, b"deleted");
    delete(&embedded, deleted);
    for contents in [false, true] {
        let report = examine(&directories.data(), &Examination { contents, ..Examination::default() });
        assert_eq!(told(&report), []);
        assert_eq!((report.records, report.bytes, report.damage), (5, 4 + 13 + 17 + 7, 0));
    }
}

#[test]
fn what_a_dead_process_left_unfinished_is_removed() {
    let directories = Directories::new();
    let data = directories.data();
    drop(open_directory(&data).unwrap());
    let dead = data.join("spool/staging").join(Handle::new().to_string());
    fs::create_dir(&dead).unwrap();
    fs::write(dead.join(Handle::new().to_string()), b"half a content").unwrap();
    assert_eq!(examine(&data, &LOOKING).findings[0].bytes, 14);
    check_mended(&data, FindingKind::Unfinished, &relative(&data, &dead), Done::Removed);
}

#[test]
fn a_process_killed_as_it_began_left_a_directory() {
    let directories = Directories::new();
    let data = directories.data();
    drop(open_directory(&data).unwrap());
    let begun = data.join("spool/staging/new-0193");
    fs::create_dir(&begun).unwrap();
    assert_eq!(told(&examine(&data, &Examination::default())), [], "it may have begun in this moment");
    set_age(&begun, 3);
    check_mended(&data, FindingKind::Unfinished, &relative(&data, &begun), Done::Removed);
}

#[test]
fn bytes_without_a_record_are_removed() {
    let directories = Directories::new();
    let data = directories.data();
    let embedded = open_directory(&data).unwrap();
    let kept = store(&embedded, b"kept");
    let orphan = Handle::new();
    seal(&embedded, orphan, b"orphan");
    drop(embedded);
    let file = file_of(&data, orphan);
    check_mended(&data, FindingKind::OrphanedBytes, &relative(&data, &file), Done::Removed);
    assert!(!file.exists() && file_of(&data, kept).exists());
}

/// Records that were lost are begun anew by the next host: what they named is not taken for what a crash left.
#[test]
fn bytes_from_before_the_records_were_begun_are_left() {
    let directories = Directories::new();
    let data = directories.data();
    let kept = store(&open_directory(&data).unwrap(), b"kept");
    for file in ["records.sqlite", "records.sqlite-wal", "records.sqlite-shm"] {
        let _ = fs::remove_file(data.join(file));
    }
    drop(open_directory(&data).unwrap());
    let file = file_of(&data, kept);
    let place = relative(&data, &file);
    check_left(&data, &Examination::default(), FindingKind::OrphanedBytes, &place, Reason::Older);
    assert!(file.exists());
}

/// What its owner deleted leaves no riddle, however old it is.
#[test]
fn bytes_of_a_deleted_record_are_removed_however_old() {
    let directories = Directories::new();
    let data = directories.data();
    let embedded = open_directory(&data).unwrap();
    let old: Handle = "01938d3e-7a5c-7cc3-98c4-dc0c0c07398f".parse().unwrap();
    let record = record(old, 5, 1);
    seal(&embedded, old, b"bytes");
    embedded.records.insert(&[NewRecord { record: &record, text: None }], &Quotas::UNLIMITED).unwrap();
    assert!(embedded.records.delete(&record.principal, old).unwrap());
    drop(embedded);
    let place = relative(&data, &file_of(&data, old));
    check_mended(&data, FindingKind::OrphanedBytes, &place, Done::Removed);
}

#[test]
fn half_a_file_without_a_record_is_removed() {
    let directories = Directories::new();
    let data = directories.data();
    let embedded = open_directory(&data).unwrap();
    let half = Handle::new();
    seal(&embedded, half, b"what a crash made half a file of");
    drop(embedded);
    let file = file_of(&data, half);
    fs::write(&file, b"what a crash").unwrap();
    check_mended(&data, FindingKind::HalfFile, &relative(&data, &file), Done::Removed);
}

/// Bytes come before their record: they may be of a call that is running.
#[test]
fn bytes_of_a_living_process_are_left_until_no_call_can_be_theirs() {
    let directories = Directories::new();
    let data = directories.data();
    let embedded = open_directory(&data).unwrap();
    let orphan = Handle::new();
    seal(&embedded, orphan, b"on its way");
    let file = file_of(&data, orphan);
    let mut staged = embedded.spool.create(Handle::new()).unwrap();
    staged.write(b"being written").unwrap();
    let place = relative(&data, &file);
    for repair in [false, true] {
        let report = examine(&data, &Examination { repair, ..LOOKING });
        let left = (FindingKind::OrphanedBytes, place.clone(), Done::Left(Reason::InUse));
        assert_eq!(told(&report), [left]);
    }
    assert!(file.exists());
    set_age(&file, 3);
    check_mended(&data, FindingKind::OrphanedBytes, &place, Done::Removed);
    staged.seal().unwrap();
}

#[test]
fn unfinished_files_beside_compiled_code_are_removed() {
    let directories = Directories::new();
    let data = directories.data();
    drop(open_directory(&data).unwrap());
    let elsewhere = directories.path("cache");
    for cache in [data.join("cache"), elsewhere.clone()] {
        fs::create_dir(&cache).unwrap();
        let names = ["key", "0a.code", "0a.descriptor", "partial", "key.txt"];
        names.iter().for_each(|name| fs::write(cache.join(name), b"kept").unwrap());
        for leftover in [format!("0a.code.{}.partial", Handle::new()), format!("key.{}", Handle::new())] {
            let path = cache.join(leftover);
            fs::write(&path, b"left").unwrap();
            let own = (cache == elsewhere).then(|| cache.clone());
            let place = path.strip_prefix(&data).unwrap_or(&path).display().to_string();
            let report = examine(&data, &Examination { cache: own.clone(), ..LOOKING });
            let left = Done::Left(Reason::OnlyLooking);
            assert_eq!(told(&report), [(FindingKind::CacheLeftover, place.clone(), left)]);
            let host = open_directory(&data).unwrap();
            let report = examine(&data, &Examination { cache: own.clone(), ..Examination::default() });
            let left = Done::Left(Reason::InUse);
            assert_eq!(told(&report), [(FindingKind::CacheLeftover, place.clone(), left)]);
            drop(host);
            let report = examine(&data, &Examination { cache: own, ..Examination::default() });
            assert_eq!(told(&report), [(FindingKind::CacheLeftover, place, Done::Removed)]);
            assert!(!path.exists());
        }
        names.iter().for_each(|name| assert!(cache.join(name).exists(), "{name}"));
    }
}

#[test]
fn what_no_host_put_there_is_left() {
    let directories = Directories::new();
    let data = directories.data();
    drop(open_directory(&data).unwrap());
    for name in ["spool/letter", "spool/staging/letter"] {
        fs::write(data.join(name), b"dear").unwrap();
        check_left(&data, &LOOKING, FindingKind::Foreign, name, Reason::NotOurs);
        assert_eq!(fs::read(data.join(name)).unwrap(), b"dear");
        fs::remove_file(data.join(name)).unwrap();
    }
}

#[test]
fn a_record_without_its_bytes_is_damage() {
    let directories = Directories::new();
    let data = directories.data();
    let handle = store(&open_directory(&data).unwrap(), b"text");
    fs::remove_file(file_of(&data, handle)).unwrap();
    check_left(&data, &LOOKING, FindingKind::BytesMissing, &handle.to_string(), Reason::Lost);
}

#[test]
fn a_record_with_half_its_bytes_or_with_others_is_damage() {
    let directories = Directories::new();
    let data = directories.data();
    let embedded = open_directory(&data).unwrap();
    let [one, other] = [b"one\ntext".as_slice(), b"another text"].map(|text| store(&embedded, text));
    drop(embedded);
    let (file, place) = (file_of(&data, one), one.to_string());
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..whole.len() - 1]).unwrap();
    check_left(&data, &LOOKING, FindingKind::BytesAltered, &place, Reason::Lost);
    // A whole file, and a content, but of another record.
    fs::copy(file_of(&data, other), &file).unwrap();
    check_left(&data, &LOOKING, FindingKind::BytesAltered, &place, Reason::Lost);
    fs::write(&file, whole).unwrap();
    assert_eq!(told(&examine(&data, &LOOKING)), []);
}

/// Wherever a bit flips in a content, reading all of it shows that.
#[test]
fn a_flipped_bit_is_found_where_contents_are_read() {
    let directories = Directories::new();
    let data = directories.data();
    let content: Vec<u8> = (0..50_000_u32).map(|index| (index % 251) as u8).collect();
    let handle = store(&open_directory(&data).unwrap(), &content);
    let file = file_of(&data, handle);
    let whole = fs::read(&file).unwrap();
    let reading = Examination { contents: true, ..LOOKING };
    let end = whole.len();
    for index in (0..end).step_by(4_001).chain([end - 90, end - 50, end - 20, end - 1]) {
        let mut damaged = whole.clone();
        damaged[index] ^= 1 << (index % 8);
        fs::write(&file, damaged).unwrap();
        check_left(&data, &reading, FindingKind::BytesAltered, &handle.to_string(), Reason::Lost);
    }
}

/// A process that has just ended is no reason for its successor to take its bytes for no one's, nor is a lost record.
#[test]
fn while_the_records_are_damaged_no_bytes_are_removed() {
    let directories = Directories::new();
    let data = directories.data();
    let embedded = open_directory(&data).unwrap();
    let orphan = Handle::new();
    seal(&embedded, orphan, b"whose?");
    let handle = store(&embedded, b"text");
    drop(embedded);
    let database = rusqlite::Connection::open(data.join("records.sqlite")).unwrap();
    database.execute("UPDATE records SET lines = lines + 1", ()).unwrap();
    drop(database);
    for repair in [false, true] {
        let report = examine(&data, &Examination { repair, ..LOOKING });
        assert_eq!(
            told(&report),
            [
                (FindingKind::RecordAltered, "records.sqlite".to_owned(), Done::Left(Reason::Lost)),
                (
                    FindingKind::OrphanedBytes,
                    relative(&data, &file_of(&data, orphan)),
                    Done::Left(Reason::RecordsDamaged)
                ),
            ]
        );
        assert_eq!(report.damage, 1);
        let detail = report.findings[0].detail.as_deref().unwrap();
        assert!(detail.contains(&handle.to_string()), "{detail}");
    }
}

#[test]
fn what_is_in_use_is_counted_anew() {
    let directories = Directories::new();
    let data = directories.data();
    store(&open_directory(&data).unwrap(), b"text");
    let usage = || open_directory(&data).unwrap().records.usage().unwrap();
    let before = usage();
    let database = rusqlite::Connection::open(data.join("records.sqlite")).unwrap();
    database.execute("UPDATE usage SET bytes = 7 WHERE scope = 'skill'", ()).unwrap();
    drop(database);
    assert_ne!(usage(), before);
    check_mended(&data, FindingKind::UsageWrong, "records.sqlite", Done::Corrected);
    assert_eq!(usage(), before);
}

#[test]
fn what_is_searched_is_indexed_anew() {
    let directories = Directories::new();
    let data = directories.data();
    let embedded = open_directory(&data).unwrap();
    store_record(&embedded, retrievable("green tea", true), b"green tea");
    let handle = store_record(&embedded, retrievable("black tea", false), b"black tea");
    drop(embedded);
    let database = rusqlite::Connection::open(data.join("records.sqlite")).unwrap();
    database.execute("DELETE FROM texts WHERE text = 'black tea'", ()).unwrap();
    drop(database);
    check_mended(&data, FindingKind::TextIndexWrong, "records.sqlite", Done::Corrected);
    let search = Search { text: Some("black".to_owned()), limit: 9, ..Search::default() };
    let hits = open_directory(&data).unwrap().records.search(&Principal::local(), &search).unwrap();
    assert_eq!(hits.iter().map(|hit| hit.record.handle).collect::<Vec<_>>(), [handle]);
}

/// A part of an index altered on the disk: what it says again follows from the records.
#[test]
fn an_index_that_is_damaged_is_made_anew() {
    let directories = Directories::new();
    let data = directories.data();
    let handle = store(&open_directory(&data).unwrap(), b"text");
    let file = data.join("records.sqlite");
    let database = rusqlite::Connection::open(&file).unwrap();
    let root = "SELECT rootpage FROM sqlite_schema WHERE name = 'records_of_principal'";
    let page: usize = database.query_row(root, (), |row| row.get(0)).unwrap();
    let size: usize = database.pragma_query_value(None, "page_size", |row| row.get(0)).unwrap();
    drop(database);
    let mut bytes = fs::read(&file).unwrap();
    // Entries grow from the end of a page; the last bytes are those of the handle.
    bytes[page * size - 10] ^= 1;
    fs::write(&file, bytes).unwrap();
    let kinds =
        |report: &DoctorReport| report.findings.iter().map(|finding| finding.kind).collect::<Vec<_>>();
    let report = examine(&data, &LOOKING);
    assert!(report.damage > 0 && kinds(&report).iter().all(|kind| *kind == FindingKind::DatabaseDamaged));
    let report = examine(&data, &Examination::default());
    assert_eq!(report.damage, 0, "{report:?}");
    assert!(report.findings.iter().all(|finding| finding.done == Done::Corrected));
    assert_eq!(told(&examine(&data, &LOOKING)), []);
    let listed = open_directory(&data).unwrap().records;
    let listed = listed.list(&Principal::local(), RecordClass::Artifact, Page::first(9)).unwrap();
    assert_eq!(listed.iter().map(|record| record.handle).collect::<Vec<_>>(), [handle]);
}

#[test]
fn whoever_watches_can_end_it() {
    let directories = Directories::new();
    let embedded = open_directory(&directories.data()).unwrap();
    for _ in 0..10 {
        store(&embedded, b"text");
    }
    let stop = |step| match step {
        Progress::Maintaining { records: 5.., of, .. } => {
            assert_eq!(of, 10);
            ControlFlow::Break(())
        }
        _ => ControlFlow::Continue(()),
    };
    let report = super::super::doctor(&directories.data(), &LOOKING, &stop).unwrap();
    assert!(!report.complete);
    assert_eq!(report.records, 5);
}

#[test]
fn two_do_not_repair_at_once() {
    let directories = Directories::new();
    drop(open_directory(&directories.data()).unwrap());
    let data = directories.data();
    let turn = crate::maintenance::turn::Turn::take(&data).unwrap();
    let error = super::super::doctor(&data, &Examination::default(), &unwatched).unwrap_err();
    assert_eq!(error.code(), crate::error::Code::StoreBusy);
    assert_eq!(told(&examine(&data, &LOOKING)), [], "looking needs no turn");
    drop(turn);
    assert_eq!(told(&examine(&data, &Examination::default())), []);
}
