//! What every store of records does, run over each: contract, quotas, search. Then what only a database on disk can show:
//! restarts, several processes, other versions, damage, and how it is mended.

mod contract;
mod quotas;
mod search;
mod disk;
mod migration;
mod damage;
mod maintenance;

use std::path::Path;

use rusqlite::Connection;
use serde_json::json;

use super::{
    ArtifactDetail, ArtifactRole, Detail, Encoding, Found, MediaDetail, MemoryRecords, NewRecord, Origin,
    Record, Records, RetrievableDetail, SqliteRecords,
};
use crate::error::StoreError;
use crate::ids::{Digest, Handle};
use crate::media::{MediaKind, ModalityHazard};
use crate::principal::Principal;
use crate::quota::Quotas;
use crate::spool::MemorySpool;
use crate::trust::TrustTier;

fn for_each_store(test: impl Fn(&dyn Records)) {
    test(&MemoryRecords::new());
    let disk = tempfile::tempdir().unwrap();
    test(&open(disk.path()));
}

/// The database of a directory that has no spool.
fn open(directory: &Path) -> SqliteRecords {
    SqliteRecords::open(&directory.join("records.sqlite"), &MemorySpool::new()).unwrap()
}

/// Runs statements over the database behind the store's back.
fn execute(directory: &Path, statements: &str) {
    Connection::open(directory.join("records.sqlite")).unwrap().execute_batch(statements).unwrap();
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
        expires_at: None,
        bytes: 10,
        lines: 2,
        detail,
    }
}

fn artifact() -> Record {
    record(Detail::Artifact(ArtifactDetail {
        role: ArtifactRole::ToolResult,
        kind: "rows".to_owned(),
        builtin: Some("json".to_owned()),
        options: json!({ "format": "jsonl", "a": [1, 2.5, null], "b": 0.1 }),
        encoding: Encoding::Text,
    }))
}

fn body() -> Record {
    record(Detail::Artifact(ArtifactDetail {
        role: ArtifactRole::Body,
        kind: "markdown".to_owned(),
        builtin: Some("markdown".to_owned()),
        options: json!(null),
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
    let mut unread = body();
    unread.detail = Detail::Artifact(ArtifactDetail {
        role: ArtifactRole::Body,
        kind: "SpooledArtifact".to_owned(),
        builtin: None,
        options: json!(null),
        encoding: Encoding::Binary,
    });
    let mut passing = media();
    passing.expires_at = Some(i64::MAX as u64);
    vec![
        artifact(),
        of_the_embedder,
        unread,
        passing,
        retrievable(Some(0.1), None),
        retrievable(None, Some("")),
        retrievable(Some(1.0), Some("Zoë\n\0\u{1F600}")),
        retrievable(Some(-0.0), None),
    ]
}

fn owned_by(principal: &str, mut record: Record) -> Record {
    record.principal = principal.parse().unwrap();
    record
}

fn expiring_at(moment: u64, mut record: Record) -> Record {
    record.expires_at = Some(moment);
    record
}

/// What it is inserted with: an inline text is its own.
fn new(record: &Record) -> NewRecord<'_> {
    let text = match &record.detail {
        Detail::Retrievable(detail) => detail.inline.as_deref(),
        _ => None,
    };
    NewRecord { record, text }
}

fn try_put(records: &dyn Records, batch: &[Record], quotas: &Quotas) -> Result<(), StoreError> {
    records.insert(&batch.iter().map(new).collect::<Vec<_>>(), quotas)
}

fn put(records: &dyn Records, batch: &[Record]) {
    try_put(records, batch, &Quotas::UNLIMITED).unwrap();
}

fn find(records: &dyn Records, record: &Record) -> Found {
    records.find(&record.principal, record.handle).unwrap()
}

fn get(records: &dyn Records, record: &Record) -> Option<Record> {
    match find(records, record) {
        Found::Record(found) => Some(*found),
        _ => None,
    }
}
