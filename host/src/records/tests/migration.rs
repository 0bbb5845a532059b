//! A database of an older version: brought to this one, losing nothing, whatever happens on the way.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::{Connection, named_params};
use skillhost_artifacts::ByteSource;

use super::{artifact, body, execute, find, get, media, open, owned_by, put, retrievable};
use crate::error::StoreError;
use crate::ids::Handle;
use crate::principal::Principal;
use crate::quota::Amount;
use crate::records::{DataDirectoryError, Detail, Record, Records, Search, SqliteRecords, open_directory};
use crate::spool::{MemorySpool, Spool, SpoolWriter};

/// The tables of version 1, as they were.
const TABLES_OF_VERSION_1: &str = "
    CREATE TABLE records (
        handle      TEXT NOT NULL PRIMARY KEY,
        principal   TEXT NOT NULL,
        class       TEXT NOT NULL CHECK (class IN ('artifact', 'media', 'retrievable')),
        skill       TEXT NOT NULL,
        version     TEXT NOT NULL,
        digest      TEXT,
        tool        TEXT,
        tier        TEXT NOT NULL,
        created_at  INTEGER NOT NULL,
        bytes       INTEGER NOT NULL,
        lines       INTEGER NOT NULL,
        kind        TEXT NOT NULL,
        role        TEXT,
        options     TEXT,
        encoding    TEXT,
        mime_type   TEXT,
        hazard      TEXT,
        filename    TEXT,
        source      TEXT,
        score       REAL,
        inline_text TEXT
    ) STRICT;
    CREATE INDEX records_of_principal ON records (principal, class, handle);
    CREATE INDEX bodies ON records (digest, principal) WHERE role = 'body';
    PRAGMA application_id = 0x736b696c;
    PRAGMA user_version = 1;
    PRAGMA journal_mode = wal;
";

const INSERT_OF_VERSION_1: &str = "
    INSERT INTO records (handle, principal, class, skill, version, digest, tool, tier, created_at, bytes, lines,
                         kind, role, options, encoding, mime_type, hazard, filename, source, score, inline_text)
    VALUES (:handle, :principal, :class, :skill, :version, :digest, :tool, :tier, :created_at, :bytes, :lines,
            :kind, :role, :options, :encoding, :mime_type, :hazard, :filename, :source, :score, :inline_text)";

fn insert_of_version_1(connection: &Connection, record: &Record) {
    let (artifact, media, retrievable) = match &record.detail {
        Detail::Artifact(artifact) => (Some(artifact), None, None),
        Detail::Media(media) => (None, Some(media), None),
        Detail::Retrievable(retrievable) => (None, None, Some(retrievable)),
    };
    let kind = match &record.detail {
        Detail::Artifact(artifact) => &artifact.kind,
        Detail::Media(media) => media.kind.as_str(),
        Detail::Retrievable(retrievable) => &retrievable.kind,
    };
    let values = named_params! {
        ":handle": record.handle.to_string(),
        ":principal": record.principal.as_str(),
        ":class": record.class().as_str(),
        ":skill": record.origin.skill.as_str(),
        ":version": record.origin.version,
        ":digest": record.origin.digest.map(|digest| digest.to_string()),
        ":tool": record.origin.tool.as_ref().map(|tool| tool.as_str()),
        ":tier": record.tier.as_str(),
        ":created_at": record.created_at,
        ":bytes": record.bytes,
        ":lines": record.lines,
        ":kind": kind,
        ":role": artifact.map(|artifact| artifact.role.as_str()),
        ":options": artifact.map(|artifact| artifact.options.to_string()),
        ":encoding": artifact.map(|artifact| artifact.encoding.as_str()),
        ":mime_type": media.map(|media| &media.mime_type),
        ":hazard": media.map(|media| media.hazard.as_str()),
        ":filename": media.map(|media| &media.filename),
        ":source": retrievable.map(|retrievable| &retrievable.source),
        ":score": retrievable.and_then(|retrievable| retrievable.score),
        ":inline_text": retrievable.and_then(|retrievable| retrievable.inline.as_ref()),
    };
    connection.execute(INSERT_OF_VERSION_1, values).unwrap();
}

/// A directory of version 1, and what it holds as version 2 has it.
fn version_1(directory: &Path, spool: &dyn Spool) -> Vec<Record> {
    let mut of_a_kind = artifact();
    if let Detail::Artifact(detail) = &mut of_a_kind.detail {
        detail.kind = "json".to_owned();
    }
    let mut of_another = artifact();
    if let Detail::Artifact(detail) = &mut of_another.detail {
        detail.builtin = None;
    }
    let spooled = retrievable(Some(0.25), None);
    let mut writer = spool.create(spooled.handle).unwrap();
    writer.write("a teapot in the spool".as_bytes()).unwrap();
    writer.seal().unwrap();
    spool.commit(&[spooled.handle]).unwrap();
    let records = vec![
        of_a_kind,
        of_another,
        body(),
        media(),
        owned_by("someone else", artifact_without_builtin()),
        retrievable(Some(0.5), Some("a teapot \0 inline")),
        spooled,
        retrievable(None, None), // its bytes are gone
    ];
    let connection = Connection::open(directory.join("records.sqlite")).unwrap();
    connection.execute_batch(TABLES_OF_VERSION_1).unwrap();
    records.iter().rev().for_each(|record| insert_of_version_1(&connection, record));
    records
}

fn artifact_without_builtin() -> Record {
    let mut record = artifact();
    if let Detail::Artifact(detail) = &mut record.detail {
        detail.kind = "Markdown".to_owned();
        detail.builtin = None;
    }
    record
}

fn teapots(records: &dyn Records) -> usize {
    let search = Search { text: Some("teapot".to_owned()), limit: 10, ..Search::default() };
    records.search(&Principal::local(), &search).unwrap().len()
}

#[track_caller]
fn check(records: &SqliteRecords, expected: &[Record]) {
    for record in expected {
        assert_eq!(get(records, record).as_ref(), Some(record));
    }
    assert_eq!(teapots(records), 2);
    let sum = expected.iter().map(|record| record.bytes).sum();
    assert_eq!(records.usage().unwrap()[0].amount, Amount { bytes: sum, records: expected.len() as u64 });
    assert_eq!(records.integrity().unwrap(), []);
}

#[test]
fn version_1_is_brought_up_and_loses_nothing() {
    let (disk, spool) = (tempfile::tempdir().unwrap(), MemorySpool::new());
    let written = version_1(disk.path(), &spool);
    let path = disk.path().join("records.sqlite");
    for _ in 0..2 {
        check(&SqliteRecords::open(&path, &spool).unwrap(), &written);
    }
    // It is as good as a new one.
    let records = open(disk.path());
    let more = [artifact(), retrievable(None, Some("a third teapot"))];
    put(&records, &more);
    assert_eq!(teapots(&records), 3);
    assert!(records.delete(&more[1].principal, more[1].handle).unwrap());
    assert!(records.delete(&written[5].principal, written[5].handle).unwrap());
    assert_eq!(teapots(&records), 1);
    assert_eq!(records.integrity().unwrap(), []);
    // And its tables are those of a new one.
    let tables = |directory: &Path| {
        let connection = Connection::open(directory.join("records.sqlite")).unwrap();
        let mut statement =
            connection.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").unwrap();
        let rows = statement.query_map((), |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, Option<String>>(2)?))
        });
        rows.unwrap().map(Result::unwrap).collect::<Vec<_>>()
    };
    let fresh = tempfile::tempdir().unwrap();
    drop(open(fresh.path()));
    assert_eq!(tables(disk.path()), tables(fresh.path()));
}

#[test]
fn a_directory_of_version_1_has_its_texts_in_the_spool() {
    let disk = tempfile::tempdir().unwrap();
    let path = disk.path().join("data");
    let written = {
        let host = open_directory(&path).unwrap();
        for name in ["records.sqlite", "records.sqlite-wal", "records.sqlite-shm"] {
            fs::remove_file(path.join(name)).unwrap();
        }
        version_1(&path, &host.spool)
    };
    check(&open_directory(&path).unwrap().records, &written);
}

#[test]
fn an_empty_version_1_is_brought_up() {
    let disk = tempfile::tempdir().unwrap();
    let connection = Connection::open(disk.path().join("records.sqlite")).unwrap();
    connection.execute_batch(TABLES_OF_VERSION_1).unwrap();
    drop(connection);
    let records = open(disk.path());
    assert_eq!(records.integrity().unwrap(), []);
    put(&records, &[artifact()]);
}

#[test]
fn several_hosts_find_version_1_at_once() {
    let (disk, spool) = (tempfile::tempdir().unwrap(), MemorySpool::new());
    let written = version_1(disk.path(), &spool);
    let path = disk.path().join("records.sqlite");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let records = SqliteRecords::open(&path, &spool).unwrap();
                written.iter().for_each(|record| assert_eq!(get(&records, record).as_ref(), Some(record)));
                put(&records, &[media()]);
            });
        }
    });
    assert_eq!(open(disk.path()).usage().unwrap()[0].amount.records, written.len() as u64 + 4);
}

/// A spool that is there, but does what the test says instead of opening.
struct Disturbed<F> {
    spool: MemorySpool,
    open: F,
}

impl<F: Fn(Handle) -> Option<StoreError> + Send + Sync> Spool for Disturbed<F> {
    fn create(&self, id: Handle) -> Result<Box<dyn SpoolWriter>, StoreError> {
        self.spool.create(id)
    }

    fn commit(&self, batch: &[Handle]) -> Result<(), StoreError> {
        self.spool.commit(batch)
    }

    fn open(&self, id: Handle) -> Result<Arc<dyn ByteSource>, StoreError> {
        (self.open)(id).map_or_else(|| self.spool.open(id), Err)
    }

    fn delete(&self, id: Handle) -> Result<bool, StoreError> {
        self.spool.delete(id)
    }
}

#[test]
fn a_failure_on_the_way_leaves_version_1() {
    let (disk, spool) = (tempfile::tempdir().unwrap(), MemorySpool::new());
    let written = version_1(disk.path(), &spool);
    let path = disk.path().join("records.sqlite");
    let failing = Disturbed {
        spool: spool.clone(),
        open: |_| {
            let source = std::io::ErrorKind::PermissionDenied.into();
            Some(StoreError::Io { action: "open", path: PathBuf::from("spool"), source })
        },
    };
    let error = SqliteRecords::open(&path, &failing).err().unwrap();
    assert!(matches!(error, DataDirectoryError::Store { source: StoreError::Io { .. }, .. }), "{error:?}");
    let connection = Connection::open(&path).unwrap();
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    let rows: usize = connection.query_row("SELECT count(*) FROM records", (), |row| row.get(0)).unwrap();
    assert_eq!((version, rows), (1, written.len()));
    drop(connection);
    check(&SqliteRecords::open(&path, &spool).unwrap(), &written);
}

/// What the disk has in the middle of it, when the power goes: the old version, which the next host brings up.
#[test]
fn a_power_cut_on_the_way_leaves_version_1() {
    let (disk, spool) = (tempfile::tempdir().unwrap(), MemorySpool::new());
    let written = version_1(disk.path(), &spool);
    let after = tempfile::tempdir().unwrap();
    let cut = Disturbed {
        spool: spool.clone(),
        open: |_| {
            for name in ["records.sqlite", "records.sqlite-wal"] {
                fs::copy(disk.path().join(name), after.path().join(name)).unwrap();
            }
            None
        },
    };
    check(&SqliteRecords::open(&disk.path().join("records.sqlite"), &cut).unwrap(), &written);
    let connection = Connection::open(after.path().join("records.sqlite")).unwrap();
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 1);
    drop(connection);
    check(&SqliteRecords::open(&after.path().join("records.sqlite"), &spool).unwrap(), &written);
}

/// A row that version 1 could not read is as damaged as before, and stands in no one's way.
#[test]
fn a_damaged_row_is_carried_over_as_it_is() {
    let (disk, spool) = (tempfile::tempdir().unwrap(), MemorySpool::new());
    let written = version_1(disk.path(), &spool);
    execute(
        disk.path(),
        &format!(
            "UPDATE records SET tier = 'trusted' WHERE handle = '{}';
             UPDATE records SET bytes = -1 WHERE handle = '{}';",
            written[0].handle, written[3].handle
        ),
    );
    let records = open(disk.path());
    for record in [&written[0], &written[3]] {
        let found = records.find(&record.principal, record.handle);
        assert!(matches!(found, Err(StoreError::Damaged { .. })), "{found:?}");
        assert!(records.contains(record.handle).unwrap());
    }
    assert_eq!(get(&records, &written[1]).as_ref(), Some(&written[1]));
}

/// A flipped bit in the header must not lead to new checksums over whatever stands in the rows.
#[test]
fn version_2_that_says_it_is_1_is_damaged() {
    let disk = tempfile::tempdir().unwrap();
    let kept = artifact();
    put(&open(disk.path()), std::slice::from_ref(&kept));
    execute(disk.path(), "PRAGMA user_version = 1");
    let error = SqliteRecords::open(&disk.path().join("records.sqlite"), &MemorySpool::new()).err().unwrap();
    assert!(
        matches!(error, DataDirectoryError::Store { source: StoreError::Damaged { .. }, .. }),
        "{error:?}"
    );
    execute(disk.path(), "PRAGMA user_version = 2");
    assert_eq!(find(&open(disk.path()), &kept), crate::records::Found::Record(Box::new(kept)));
}
