//! What every store of records does, run over each; then what only a database on disk can show: restarts,
//! versions, damage, a full disk, several processes.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use rusqlite::Connection;
use serde_json::json;

use super::{
    ArtifactDetail, ArtifactRole, DataDirectoryError, Detail, Embedded, Encoding, MediaDetail, MemoryRecords,
    Origin, Page, Record, RecordClass, Records, RetrievableDetail, SqliteRecords, open_directory,
};
use crate::error::{Code, Error, StoreError};
use crate::ids::{Digest, Handle};
use crate::media::{MediaKind, ModalityHazard};
use crate::principal::Principal;
use crate::spool::Spool as _;
use crate::trust::TrustTier;

fn for_each_store(test: impl Fn(&dyn Records)) {
    test(&MemoryRecords::new());
    let disk = tempfile::tempdir().unwrap();
    test(&SqliteRecords::open(&disk.path().join("records.sqlite")).unwrap());
}

fn record(detail: Detail) -> Record {
    Record {
        handle: Handle::new(),
        principal: Principal::local(),
        origin: Origin {
            skill: "tables".parse().unwrap(),
            version: "1.2.0".to_owned(),
            digest: Some(Digest::of(b"component")),
            tool: Some("table_filter".parse().unwrap()),
        },
        tier: TrustTier::ThirdPartyPrivate,
        created_at: 1_764_547_200_123,
        bytes: 10,
        lines: 2,
        detail,
    }
}

fn artifact() -> Record {
    record(Detail::Artifact(ArtifactDetail {
        role: ArtifactRole::ToolResult,
        kind: "rows".to_owned(),
        options: json!({ "format": "jsonl", "a": [1, 2.5, null] }),
        encoding: Encoding::Text,
    }))
}

fn media() -> Record {
    record(Detail::Media(MediaDetail {
        mime_type: "IMAGE/png; x=\"y\"".to_owned(),
        kind: MediaKind::Image,
        hazard: ModalityHazard::OpaquePerceptual,
        filename: "../plot \u{202e}.png\0".to_owned(),
    }))
}

fn retrievable(score: Option<f64>, inline: Option<&str>) -> Record {
    record(Detail::Retrievable(RetrievableDetail {
        source: "'; DROP TABLE records; --".to_owned(),
        kind: "skill-tool".to_owned(),
        score,
        inline: inline.map(str::to_owned),
    }))
}

fn one_of_each() -> Vec<Record> {
    let mut of_the_embedder = artifact();
    of_the_embedder.origin.digest = None;
    of_the_embedder.origin.tool = None;
    of_the_embedder.bytes = i64::MAX as u64;
    let mut body = artifact();
    body.detail = Detail::Artifact(ArtifactDetail {
        role: ArtifactRole::Body,
        kind: "SpooledArtifact".to_owned(),
        options: json!(null),
        encoding: Encoding::Binary,
    });
    vec![
        artifact(),
        of_the_embedder,
        body,
        media(),
        retrievable(Some(0.1), None),
        retrievable(None, Some("")),
        retrievable(Some(1.0), Some("Zoë\n\0\u{1F600}")),
    ]
}

fn owned_by(principal: &str, mut record: Record) -> Record {
    record.principal = principal.parse().unwrap();
    record
}

fn get(records: &dyn Records, record: &Record) -> Option<Record> {
    records.get(&record.principal, record.handle).unwrap()
}

#[test]
fn every_field_of_every_class_reads_back() {
    for_each_store(|records| {
        let batch = one_of_each();
        records.insert(&batch).unwrap();
        for record in &batch {
            assert_eq!(get(records, record).as_ref(), Some(record));
        }
        records.insert(&[]).unwrap();
    });
}

#[test]
fn to_another_principal_a_record_does_not_exist() {
    for_each_store(|records| {
        let (mine, theirs) = (artifact(), owned_by("someone else", artifact()));
        records.insert(&[mine.clone(), theirs.clone()]).unwrap();
        assert_eq!(records.get(&theirs.principal, mine.handle).unwrap(), None);
        assert!(!records.delete(&theirs.principal, mine.handle).unwrap());
        let list =
            |owner: &Record| records.list(&owner.principal, RecordClass::Artifact, Page::first(10)).unwrap();
        assert_eq!(list(&mine), std::slice::from_ref(&mine));
        assert_eq!(list(&theirs), std::slice::from_ref(&theirs));
        // Nor may they take its name.
        let forged = Record { handle: mine.handle, ..theirs };
        assert!(matches!(records.insert(&[forged]), Err(StoreError::Collision { .. })));
        assert_eq!(get(records, &mine), Some(mine));
    });
}

#[test]
fn a_batch_is_inserted_whole_or_not_at_all() {
    for_each_store(|records| {
        let known = artifact();
        records.insert(std::slice::from_ref(&known)).unwrap();
        let (new, newer) = (media(), media());
        for batch in [vec![new.clone(), known.clone()], vec![new.clone(), newer, new.clone()]] {
            match records.insert(&batch) {
                Err(StoreError::Collision { id }) => assert_eq!(id, batch.last().unwrap().handle.to_string()),
                other => panic!("{other:?}"),
            }
            assert_eq!(get(records, &new), None);
        }
        assert_eq!(get(records, &known), Some(known));
    });
}

#[test]
fn lists_hold_one_class_newest_first_page_by_page() {
    for_each_store(|records| {
        let mut artifacts: Vec<Record> = (0..5).map(|_| artifact()).collect();
        records.insert(&artifacts).unwrap();
        records.insert(&[media(), retrievable(None, None)]).unwrap();
        artifacts.reverse();
        let principal = Principal::local();
        let list = |page| records.list(&principal, RecordClass::Artifact, page).unwrap();
        assert_eq!(list(Page::first(usize::MAX)), artifacts);
        assert_eq!(list(Page::first(0)), []);
        let first = list(Page::first(2));
        assert_eq!(first, artifacts[..2]);
        let second = list(Page { after: Some(first[1].handle), limit: 2 });
        assert_eq!(second, artifacts[2..4]);
        assert_eq!(list(Page { after: Some(artifacts[4].handle), limit: 2 }), []);
        for class in [RecordClass::Media, RecordClass::Retrievable] {
            assert_eq!(records.list(&principal, class, Page::first(9)).unwrap().len(), 1, "{class}");
        }
    });
}

#[test]
fn a_body_is_found_by_its_component_owner_and_tier() {
    for_each_store(|records| {
        let detail = Detail::Artifact(ArtifactDetail {
            role: ArtifactRole::Body,
            kind: "markdown".to_owned(),
            options: json!(null),
            encoding: Encoding::Text,
        });
        let (older, newer) = (record(detail.clone()), record(detail.clone()));
        let theirs = owned_by("someone else", record(detail));
        records.insert(&[older, newer.clone(), theirs, artifact()]).unwrap();
        let body = |principal: &str, component: &[u8], tier| {
            records.body(&principal.parse().unwrap(), Digest::of(component), tier).unwrap()
        };
        assert_eq!(body("local", b"component", newer.tier), Some(newer));
        assert_eq!(body("no one", b"component", TrustTier::ThirdPartyPrivate), None);
        assert_eq!(body("local", b"another", TrustTier::ThirdPartyPrivate), None);
        assert_eq!(body("local", b"component", TrustTier::FirstParty), None);
    });
}

#[test]
fn the_owner_deletes_once() {
    for_each_store(|records| {
        let record = artifact();
        records.insert(std::slice::from_ref(&record)).unwrap();
        assert!(records.delete(&record.principal, record.handle).unwrap());
        assert!(!records.delete(&record.principal, record.handle).unwrap());
        assert_eq!(get(records, &record), None);
    });
}

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
        records.insert(std::slice::from_ref(&record)).unwrap();
    }
    let Embedded { spool, records, .. } = open_directory(&path).unwrap();
    assert_eq!(get(&records, &record).as_ref(), Some(&record));
    assert_eq!(spool.open(record.handle).unwrap().read_at(4, 9).unwrap(), "two");
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
                    inserted
                        .iter()
                        .for_each(|record| host.records.insert(std::slice::from_ref(record)).unwrap());
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
    let records: Arc<dyn Records> =
        Arc::new(SqliteRecords::open(&disk.path().join("records.sqlite")).unwrap());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let batch = [artifact(), media()];
                records.insert(&batch).unwrap();
                batch.iter().for_each(|record| assert_eq!(get(&*records, record).as_ref(), Some(record)));
            });
        }
    });
}

/// What `alter` does to a new data directory, and what opening it says then.
#[track_caller]
fn check_refusal(alter: impl Fn(&Path), is_expected: impl Fn(&DataDirectoryError) -> bool, message: &str) {
    let disk = tempfile::tempdir().unwrap();
    let path = disk.path().join("data");
    drop(open_directory(&path).unwrap());
    alter(&path);
    let database = fs::read(path.join("records.sqlite")).unwrap();
    let error = open_directory(&path).err().unwrap();
    assert!(is_expected(&error), "{error:?}");
    assert_eq!(fs::read(path.join("records.sqlite")).unwrap(), database, "it was altered");
    let error = Error::from(error);
    assert_eq!(error.code(), Code::DataDirectoryUnusable);
    assert_eq!(error.to_string(), format!("data directory cannot be used: {message}"));
    assert!(error.hint().is_some_and(|hint| !hint.is_empty()));
    assert!(error.detail().is_some_and(|detail| detail.starts_with(path.to_str().unwrap())));
}

fn execute(path: &Path, statements: &str) {
    Connection::open(path.join("records.sqlite")).unwrap().execute_batch(statements).unwrap();
}

#[test]
fn another_versions_directory_is_refused_and_left_alone() {
    check_refusal(
        |path| execute(path, "PRAGMA user_version = 7"),
        |error| matches!(error, DataDirectoryError::Version { found: 7, supported: 1, .. }),
        "its records have format 7, and this version of the host reads format 1",
    );
    check_refusal(
        |path| execute(path, "PRAGMA application_id = 12345"),
        |error| matches!(error, DataDirectoryError::Foreign { .. }),
        "its records are not a database of this program",
    );
    check_refusal(
        |path| {
            fs::remove_file(path.join("records.sqlite")).unwrap();
            execute(path, "CREATE TABLE theirs (x)");
        },
        |error| matches!(error, DataDirectoryError::Foreign { .. }),
        "its records are not a database of this program",
    );
    check_refusal(
        |path| {
            fs::write(path.join("records.sqlite"), "this is a text, however long it may be. ".repeat(100))
                .unwrap()
        },
        |error| matches!(error, DataDirectoryError::Foreign { .. }),
        "its records are not a database of this program",
    );
}

#[test]
fn a_directory_that_others_can_write_is_refused() {
    use std::os::unix::fs::PermissionsExt as _;
    for mode in [0o770, 0o702, 0o777] {
        check_refusal(
            |path| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap(),
            |error| matches!(error, DataDirectoryError::Exposed { .. }),
            &format!("other users can write it (its mode is {mode:o})"),
        );
    }
}

#[test]
fn a_new_directory_is_for_this_user_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let disk = tempfile::tempdir().unwrap();
    let path = disk.path().join("data");
    let host = open_directory(&path).unwrap();
    host.records.insert(&[artifact()]).unwrap();
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
    let error = SqliteRecords::open(disk.path()).err().unwrap();
    assert!(matches!(error, DataDirectoryError::Store { .. }));
    assert!(!error.to_string().contains(disk.path().to_str().unwrap()), "{error}");
}

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
    ] {
        let records = SqliteRecords::open(&disk.path().join("records.sqlite")).unwrap();
        records.insert(std::slice::from_ref(&record)).unwrap();
        let update = format!("UPDATE records SET {column} = {value} WHERE handle = '{}'", record.handle);
        execute(disk.path(), &update);
        match records.get(&record.principal, record.handle) {
            Err(StoreError::Damaged { path, .. }) => assert_eq!(path, Path::new("records.sqlite")),
            other => panic!("{column} = {value}: {other:?}"),
        }
    }
}

#[test]
fn a_damaged_database_is_an_error() {
    let disk = tempfile::tempdir().unwrap();
    let file = disk.path().join("records.sqlite");
    let written: Vec<Record> = (0..200).map(|_| artifact()).collect();
    SqliteRecords::open(&file).unwrap().insert(&written).unwrap();
    let whole = fs::read(&file).unwrap();
    for page in 1..whole.len() / 4096 {
        let mut damaged = whole.clone();
        damaged[page * 4096..page * 4096 + 64].fill(0xff);
        fs::write(&file, damaged).unwrap();
        let records = SqliteRecords::open(&file).unwrap();
        let mut failures = 0;
        for record in &written {
            match records.get(&record.principal, record.handle) {
                Ok(found) => assert!(found.is_none_or(|found| found == *record), "page {page}"),
                Err(StoreError::Damaged { .. }) => failures += 1,
                Err(error) => panic!("page {page}: {error}"),
            }
        }
        let listed = records.list(&Principal::local(), RecordClass::Artifact, Page::first(1_000));
        let body = records.body(&Principal::local(), Digest::of(b""), TrustTier::FirstParty);
        let told = matches!(listed, Err(StoreError::Damaged { .. }))
            || matches!(body, Err(StoreError::Damaged { .. }));
        assert!(failures > 0 || told, "page {page}");
    }
}

/// A database that may not grow stands for a disk that is full: SQLite says the same.
#[test]
fn a_full_disk_is_an_error_that_leaves_nothing() {
    let disk = tempfile::tempdir().unwrap();
    let records = SqliteRecords::open(&disk.path().join("records.sqlite")).unwrap();
    records.lock().pragma_update(None, "max_page_count", 8).unwrap();
    let large = "x".repeat(8 << 10);
    let batch: Vec<Record> = (0..20).map(|_| retrievable(None, Some(&large))).collect();
    match records.insert(&batch) {
        Err(error @ StoreError::Records { full: true, .. }) => {
            assert!(error.hint().contains("free disk space"))
        }
        other => panic!("{other:?}"),
    }
    batch.iter().for_each(|record| assert_eq!(get(&records, record), None));
    records.insert(&[artifact()]).unwrap();
}
