//! A record as a row and back. Refuses a row that is not what was inserted, naming its column.

use std::str::FromStr;

use rusqlite::{Row, Statement, named_params};

use crate::records::{ArtifactDetail, Detail, MediaDetail, Origin, Record, RecordClass, RetrievableDetail};

pub(super) const INSERT: &str = "
    INSERT INTO records (handle, principal, class, skill, version, digest, tool, tier, created_at, bytes, lines,
                         kind, role, options, encoding, mime_type, hazard, filename, source, score, inline_text)
    VALUES (:handle, :principal, :class, :skill, :version, :digest, :tool, :tier, :created_at, :bytes, :lines,
            :kind, :role, :options, :encoding, :mime_type, :hazard, :filename, :source, :score, :inline_text)";

/// Why a row is no record.
#[derive(Debug, thiserror::Error)]
pub(super) enum RowError {
    /// The database refused.
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
    /// The column holds a value that no record has there.
    #[error("the column `{0}` of a record is altered")]
    Altered(&'static str),
}

/// Runs [`INSERT`] for one record.
pub(super) fn insert(statement: &mut Statement<'_>, record: &Record) -> rusqlite::Result<()> {
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
    statement.execute(named_params! {
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
    })?;
    Ok(())
}

/// Reads a row of `SELECT * FROM records`.
pub(super) fn record(row: &Row<'_>) -> Result<Record, RowError> {
    let detail = match word(row, "class")? {
        RecordClass::Artifact => Detail::Artifact(ArtifactDetail {
            role: word(row, "role")?,
            kind: row.get("kind")?,
            options: serde_json::from_str(&text(row, "options")?)
                .map_err(|_| RowError::Altered("options"))?,
            encoding: word(row, "encoding")?,
        }),
        RecordClass::Media => Detail::Media(MediaDetail {
            mime_type: text(row, "mime_type")?,
            kind: word(row, "kind")?,
            hazard: word(row, "hazard")?,
            filename: text(row, "filename")?,
        }),
        RecordClass::Retrievable => Detail::Retrievable(RetrievableDetail {
            source: text(row, "source")?,
            kind: row.get("kind")?,
            score: row.get("score")?,
            inline: row.get("inline_text")?,
        }),
    };
    Ok(Record {
        handle: word(row, "handle")?,
        principal: word(row, "principal")?,
        origin: Origin {
            skill: word(row, "skill")?,
            version: row.get("version")?,
            digest: optional_word(row, "digest")?,
            tool: optional_word(row, "tool")?,
        },
        tier: word(row, "tier")?,
        created_at: row.get("created_at")?,
        bytes: row.get("bytes")?,
        lines: row.get("lines")?,
        detail,
    })
}

fn text(row: &Row<'_>, column: &'static str) -> Result<String, RowError> {
    row.get::<_, Option<String>>(column)?.ok_or(RowError::Altered(column))
}

fn word<T: FromStr>(row: &Row<'_>, column: &'static str) -> Result<T, RowError> {
    optional_word(row, column)?.ok_or(RowError::Altered(column))
}

fn optional_word<T: FromStr>(row: &Row<'_>, column: &'static str) -> Result<Option<T>, RowError> {
    let text: Option<String> = row.get(column)?;
    text.map(|text| text.parse()).transpose().map_err(|_| RowError::Altered(column))
}
