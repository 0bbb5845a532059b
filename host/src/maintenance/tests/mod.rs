//! What the tests of maintenance share: data directories with things in them, and looking at all of a directory. What
//! belongs where: `looking` for the doctor's findings, `bringing` for backup and restore, `together` for hosts that work
//! meanwhile, `refusals` for what is not begun at all, `sequences` for whatever happens in whatever order.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::clock::now;
use crate::error::Error;
use crate::ids::{Handle, SkillId};
use crate::principal::Principal;
use crate::progress::Progress;
use crate::quota::Quotas;
use crate::records::{
    ArtifactDetail, ArtifactRole, Detail, Embedded, Encoding, NewRecord, Origin, Record, Records as _,
    RetrievableDetail, open_directory,
};
use crate::spool::Spool as _;
use crate::trust::TrustTier;

use super::content::has_content;
use super::walk::for_each_record;
use super::{DoctorReport, Examination, TransferReport};

mod looking;
mod bringing;
mod together;
mod refusals;
mod sequences;

/// Some directories that go with the value.
struct Directories(tempfile::TempDir);

impl Directories {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn data(&self) -> PathBuf {
        self.path("data")
    }

    fn backup(&self) -> PathBuf {
        self.path("backup")
    }
}

/// A record of a tool's answer, not inserted yet.
fn record(handle: Handle, bytes: u64, lines: u64) -> Record {
    Record {
        handle,
        principal: Principal::local(),
        origin: Origin {
            skill: "tables".parse::<SkillId>().unwrap(),
            version: "1.0.0".to_owned(),
            digest: None,
            tool: Some("table_columns".parse().unwrap()),
        },
        tier: TrustTier::ThirdPartyPublic,
        created_at: now(),
        expires_at: None,
        bytes,
        lines,
        detail: Detail::Artifact(ArtifactDetail {
            role: ArtifactRole::ToolResult,
            kind: "SpooledArtifact".to_owned(),
            builtin: Some("SpooledArtifact".to_owned()),
            options: serde_json::Value::Null,
            encoding: Encoding::Text,
        }),
    }
}

fn retrievable(text: &str, inline: bool) -> Record {
    let detail = RetrievableDetail {
        source: "a book".to_owned(),
        kind: "page".to_owned(),
        score: None,
        inline: inline.then(|| text.to_owned()),
    };
    Record { detail: Detail::Retrievable(detail), ..record(Handle::new(), 0, 0) }
}

/// Seals and commits a content.
fn seal(embedded: &Embedded, handle: Handle, content: &[u8]) -> (u64, u64) {
    let mut writer = embedded.spool.create(handle).unwrap();
    writer.write(content).unwrap();
    let sealed = writer.seal().unwrap();
    embedded.spool.commit(&[handle]).unwrap();
    (sealed.bytes, sealed.lines)
}

/// Stores a record with its content, as the call path does.
fn store_record(embedded: &Embedded, mut record: Record, content: &[u8]) -> Handle {
    let text = String::from_utf8_lossy(content).into_owned();
    let text = matches!(record.detail, Detail::Retrievable(_)).then_some(text);
    if has_content(&record) {
        (record.bytes, record.lines) = seal(embedded, record.handle, content);
    } else {
        record.bytes = content.len() as u64;
    }
    let new = NewRecord { record: &record, text: text.as_deref() };
    embedded.records.insert(&[new], &Quotas::UNLIMITED).unwrap();
    record.handle
}

fn store(embedded: &Embedded, content: &[u8]) -> Handle {
    store_record(embedded, record(Handle::new(), 0, 0), content)
}

/// Deletes as a host does: record first.
fn delete(embedded: &Embedded, handle: Handle) -> bool {
    let deleted = embedded.records.delete(&Principal::local(), handle).unwrap();
    deleted && embedded.spool.delete(handle).unwrap()
}

/// Every record of a directory with its bytes; of one without bytes, nothing.
fn everything(embedded: &Embedded) -> BTreeMap<Handle, (Record, Option<Vec<u8>>)> {
    let mut all = BTreeMap::new();
    let walked = for_each_record(&embedded.records, Error::store("looking"), |walked| {
        let record = walked.record.unwrap();
        let bytes = has_content(&record).then(|| {
            let source = embedded.spool.open(record.handle).unwrap();
            source.read_at(0, usize::MAX).unwrap().to_vec()
        });
        all.insert(record.handle, (record, bytes));
        Ok(())
    });
    assert!(walked.is_ok());
    all
}

/// The file of a content.
fn file_of(data: &Path, handle: Handle) -> PathBuf {
    let text = handle.to_string();
    data.join("spool").join(&text[6..8]).join(text)
}

fn set_age(path: &Path, hours: u64) {
    let then = std::time::SystemTime::now() - std::time::Duration::from_secs(60 * 60 * hours);
    fs::File::open(path).unwrap().set_modified(then).unwrap();
}

fn unwatched(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn examine(data: &Path, examination: &Examination) -> DoctorReport {
    super::doctor(data, examination, &unwatched).unwrap()
}

fn backup(directories: &Directories) -> TransferReport {
    super::backup(&directories.data(), &directories.backup(), &unwatched).unwrap()
}

fn restore(directories: &Directories) -> TransferReport {
    super::restore(&directories.data(), &directories.backup(), &unwatched).unwrap()
}
