//! Storing what was accepted: bytes first, records second, and only then is a handle handed out. A failure on the
//! way leaves no record, and no bytes that this answer wrote.

use bytes::Bytes;
use skillhost_artifacts::Kind as _;

use super::alleged::AllegedRetrievable;
use super::check::{Accepted, AcceptedMedia, MediaContent};
use crate::clock::now;
use crate::config::StoreBounds;
use crate::error::StoreError;
use crate::ids::Handle;
use crate::kinds::RegisteredKind;
use crate::limits::Limits;
use crate::principal::Principal;
use crate::quota::Quotas;
use crate::records::{
    ArtifactDetail, ArtifactRole, Detail, Encoding, MediaDetail, NewRecord, Origin, Record, RetrievableDetail,
};
use crate::spool::Sealed;
use crate::store::Store;
use crate::trust::TrustTier;

/// Where an answer goes, and under which names.
#[derive(Clone, Copy)]
pub struct Landing<'a> {
    /// Bytes and records.
    pub store: &'a Store,
    /// Whose it will be.
    pub principal: &'a Principal,
    /// Who made it.
    pub origin: &'a Origin,
    /// The tier of text and bytes.
    pub tier: TrustTier,
    /// The kind of text and bytes.
    pub kind: &'a RegisteredKind,
    /// The kind of the host's own words.
    pub base: &'a RegisteredKind,
    /// Up to this many bytes a retrievable's wish to stand in the prompt is granted (decision 20).
    pub inline_limit: u64,
    /// How much may be kept, and for how long.
    pub bounds: &'a StoreBounds,
    /// The skill's own quotas are among its limits.
    pub limits: &'a Limits,
}

/// What was stored.
#[derive(Debug, Clone, PartialEq)]
pub enum Landed {
    /// Text or bytes, under the call's own handle.
    Artifact(Box<Record>),
    /// Media, each under its own handle.
    Media(Vec<Record>),
    /// A record to cite, and the host's words about it under the call's handle.
    Retrievable {
        /// The record.
        record: Box<Record>,
        /// `Retrievable <id> added (<n> bytes)`.
        acknowledgement: Box<Record>,
    },
}

impl Landing<'_> {
    fn record(&self, handle: Handle, tier: TrustTier, sealed: Sealed, detail: Detail) -> Record {
        let created_at = now();
        let keep = match &detail {
            // Found again by whoever loads the same component: kept until its owner deletes it.
            Detail::Artifact(ArtifactDetail { role: ArtifactRole::Body, .. }) => None,
            Detail::Artifact(_) | Detail::Media(_) => self.bounds.keep,
            Detail::Retrievable(_) => self.bounds.keep_retrievables,
        };
        Record {
            handle,
            principal: self.principal.clone(),
            origin: self.origin.clone(),
            tier,
            created_at,
            expires_at: keep.map(|keep| created_at.saturating_add(keep)),
            bytes: sealed.bytes,
            lines: sealed.lines,
            detail,
        }
    }

    fn artifact(
        &self,
        handle: Handle,
        sealed: Sealed,
        kind: &RegisteredKind,
        encoding: Encoding,
        role: ArtifactRole,
    ) -> Record {
        let detail = ArtifactDetail {
            role,
            kind: kind.name.clone(),
            builtin: kind.builtin.map(|builtin| builtin.name().to_owned()),
            options: kind.options.clone(),
            encoding,
        };
        self.record(handle, self.tier, sealed, Detail::Artifact(detail))
    }

    fn quotas(&self) -> Quotas {
        Quotas { store: self.bounds.store, principal: self.bounds.principal, skill: self.limits.quota() }
    }
}

/// The contents that one answer has written; taken back unless all of it is stored.
struct Written<'a> {
    landing: Landing<'a>,
    handles: Vec<Handle>,
    kept: bool,
}

impl<'a> Written<'a> {
    fn new(landing: Landing<'a>) -> Self {
        Self { landing, handles: Vec::new(), kept: false }
    }

    fn write(&mut self, handle: Handle, content: impl Into<Bytes>) -> Result<Sealed, StoreError> {
        let sealed = self.landing.store.spool.put(handle, content.into());
        self.sealed(handle, sealed)
    }

    fn sealed(&mut self, handle: Handle, sealed: Result<Sealed, StoreError>) -> Result<Sealed, StoreError> {
        if sealed.is_ok() {
            self.handles.push(handle);
        }
        sealed
    }

    /// Bytes survive a crash, then records do; both or neither.
    fn keep(mut self, batch: &[NewRecord<'_>]) -> Result<(), StoreError> {
        self.landing.store.keep(&self.handles, batch, &self.landing.quotas())?;
        self.kept = true;
        Ok(())
    }
}

impl Drop for Written<'_> {
    fn drop(&mut self) {
        if !self.kept {
            for handle in &self.handles {
                // The error that led here is the one to tell; what cannot be deleted is an orphan that no
                // handle leads to.
                let _ = self.landing.store.spool.delete(*handle);
            }
        }
    }
}

/// Stores an accepted answer under `call_id`.
///
/// # Errors
/// The store's; then nothing of the answer is stored.
pub fn land(accepted: Accepted, call_id: Handle, landing: Landing<'_>) -> Result<Landed, StoreError> {
    match accepted {
        Accepted::Text(text) => land_bytes(call_id, text.into(), Encoding::Text, landing),
        Accepted::Binary(bytes) => land_bytes(call_id, bytes.into(), Encoding::Binary, landing),
        Accepted::Media(list) => land_media(list, landing),
        Accepted::Retrievable(record) => land_retrievable(record, call_id, landing),
    }
}

fn land_bytes(
    call_id: Handle,
    bytes: Bytes,
    encoding: Encoding,
    landing: Landing<'_>,
) -> Result<Landed, StoreError> {
    let mut written = Written::new(landing);
    let sealed = written.write(call_id, bytes)?;
    let record = landing.artifact(call_id, sealed, landing.kind, encoding, ArtifactRole::ToolResult);
    written.keep(&[NewRecord { record: &record, text: None }])?;
    Ok(Landed::Artifact(Box::new(record)))
}

fn land_media(list: Vec<AcceptedMedia>, landing: Landing<'_>) -> Result<Landed, StoreError> {
    let mut written = Written::new(landing);
    let mut batch = Vec::with_capacity(list.len());
    for media in list {
        let sealed = match media.content {
            MediaContent::Staged(writer) => written.sealed(media.handle, writer.seal())?,
            MediaContent::Bytes(bytes) => written.write(media.handle, bytes)?,
        };
        let detail = MediaDetail {
            mime_type: media.mime_type,
            kind: media.kind,
            hazard: media.hazard,
            filename: media.filename,
        };
        batch.push(landing.record(media.handle, media.tier, sealed, Detail::Media(detail)));
    }
    if !batch.is_empty() {
        let new: Vec<_> = batch.iter().map(|record| NewRecord { record, text: None }).collect();
        written.keep(&new)?;
    }
    Ok(Landed::Media(batch))
}

fn land_retrievable(
    alleged: AllegedRetrievable,
    call_id: Handle,
    landing: Landing<'_>,
) -> Result<Landed, StoreError> {
    let handle = Handle::new();
    let content = alleged.content;
    let bytes = content.len() as u64;
    let mut written = Written::new(landing);
    let tool = landing.origin.tool.as_ref().map_or("", |tool| tool.as_str());
    let granted = alleged.inline && bytes <= landing.inline_limit;
    let sealed = if granted {
        let lines = skillhost_artifacts::MemorySource::from(content.as_str());
        let lines = skillhost_artifacts::ByteSource::line_index(&lines).line_count();
        Sealed { bytes, lines }
    } else {
        written.write(handle, content.clone())?
    };
    let detail = RetrievableDetail {
        source: alleged.source.unwrap_or_else(|| tool.to_owned()),
        kind: alleged.kind.unwrap_or_else(|| "skill-tool".to_owned()),
        score: alleged.score,
        inline: granted.then(|| content.clone()),
    };
    let record = landing.record(handle, landing.tier, sealed, Detail::Retrievable(detail));
    let words = format!("Retrievable {handle} added ({bytes} bytes)");
    let sealed = written.write(call_id, words)?;
    let acknowledgement =
        landing.artifact(call_id, sealed, landing.base, Encoding::Text, ArtifactRole::Acknowledgement);
    let batch = [record, acknowledgement];
    let [record, acknowledgement] = &batch;
    written.keep(&[
        NewRecord { record, text: Some(&content) },
        NewRecord { record: acknowledgement, text: None },
    ])?;
    let [record, acknowledgement] = batch;
    Ok(Landed::Retrievable { record: Box::new(record), acknowledgement: Box::new(acknowledgement) })
}

/// Stores a skill's instructions (behaviour 1.8).
///
/// # Errors
/// The store's; then nothing is stored.
pub fn land_body(text: &str, tier: TrustTier, landing: Landing<'_>) -> Result<Record, StoreError> {
    let mut written = Written::new(landing);
    let handle = Handle::new();
    let sealed = written.write(handle, text.to_owned())?;
    let mut record = landing.artifact(handle, sealed, landing.kind, Encoding::Text, ArtifactRole::Body);
    record.tier = tier;
    written.keep(&[NewRecord { record: &record, text: None }])?;
    Ok(record)
}
