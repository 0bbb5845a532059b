//! A record as a row and back. Refuses a row that is not what was inserted, naming its column where that can be said.

use std::str::FromStr;

use rusqlite::Row;
use rusqlite::types::{Value, ValueRef};

use crate::records::searchable::{beginning, searched};
use crate::records::{
    ArtifactDetail, Detail, MediaDetail, NewRecord, Origin, Record, RecordClass, RetrievableDetail,
};

use super::checksum::checksum;

/// The columns under the checksum, in its order: as literal text, for statements to be made of.
macro_rules! columns {
    () => {
        "handle, principal, class, skill, version, digest, tool, tier, created_at, expires_at, bytes, lines, kind, \
         builtin, role, options, encoding, mime_type, hazard, filename, source, score, inline_text, beginning, \
         text_checksum"
    };
}
pub(super) use columns;

/// Their number.
pub(super) const WIDTH: usize = 25;

/// Why a row is no record.
#[derive(Debug, thiserror::Error)]
pub(super) enum RowError {
    /// The database refused.
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
    /// The values are not those that were inserted.
    #[error("a record does not fit its checksum")]
    Checksum,
    /// The column holds a value that no record has there.
    #[error("the column `{0}` of a record is altered")]
    Altered(&'static str),
}

/// A row that was read: the record, and what a search needs besides.
#[derive(Debug)]
pub(super) struct Stored {
    pub(super) record: Record,
    /// Of the text that is searched; none where there is none.
    pub(super) beginning: Option<String>,
    /// The checksum of the text that is searched.
    pub(super) text_checksum: Option<u32>,
}

/// The values of a new row, in the order of the columns.
///
/// # Errors
/// For a number that no column holds.
pub(super) fn values(new: NewRecord<'_>) -> rusqlite::Result<[Value; WIDTH]> {
    let NewRecord { record, text } = new;
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
    // The database keeps neither the sign of a zero nor what is no number.
    let score = retrievable.and_then(|retrievable| retrievable.score).filter(|score| !score.is_nan());
    let text = text.map(searched);
    Ok([
        record.handle.to_string().into(),
        word(record.principal.as_str()),
        word(record.class().as_str()),
        word(record.origin.skill.as_str()),
        word(&record.origin.version),
        record.origin.digest.map(|digest| digest.to_string()).into(),
        optional(record.origin.tool.as_ref().map(|tool| tool.as_str())),
        word(record.tier.as_str()),
        number(record.created_at)?,
        record.expires_at.map_or(Ok(Value::Null), number)?,
        number(record.bytes)?,
        number(record.lines)?,
        word(kind),
        optional(artifact.and_then(|artifact| artifact.builtin.as_deref())),
        optional(artifact.map(|artifact| artifact.role.as_str())),
        artifact.map(|artifact| artifact.options.to_string()).into(),
        optional(artifact.map(|artifact| artifact.encoding.as_str())),
        optional(media.map(|media| media.mime_type.as_str())),
        optional(media.map(|media| media.hazard.as_str())),
        optional(media.map(|media| media.filename.as_str())),
        optional(retrievable.map(|retrievable| retrievable.source.as_str())),
        score.map(|score| score + 0.0).into(),
        optional(retrievable.and_then(|retrievable| retrievable.inline.as_deref())),
        text.as_deref().map(beginning).into(),
        text.as_deref().map(text_checksum).map(i64::from).into(),
    ])
}

/// The checksum of values that are to be inserted.
pub(super) fn checksum_of(values: &[Value; WIDTH]) -> u32 {
    checksum(values.iter().map(ValueRef::from))
}

/// The checksum of a text that is searched.
pub(super) fn text_checksum(text: &str) -> u32 {
    crc32fast::hash(text.as_bytes())
}

/// Reads a row of the columns, in their order, and `checksum`.
pub(super) fn stored(row: &Row<'_>) -> Result<Stored, RowError> {
    let values = (0..WIDTH).map(|column| row.get_ref(column)).collect::<Result<Vec<_>, _>>()?;
    if row.get::<_, i64>(WIDTH)? != i64::from(checksum(values.into_iter())) {
        return Err(RowError::Checksum);
    }
    Ok(Stored {
        record: unchecked(row)?,
        beginning: row.get("beginning")?,
        text_checksum: row.get("text_checksum")?,
    })
}

/// Reads a row of the columns without looking at its checksum.
pub(super) fn unchecked(row: &Row<'_>) -> Result<Record, RowError> {
    let detail = match parsed(row, "class")? {
        RecordClass::Artifact => Detail::Artifact(ArtifactDetail {
            role: parsed(row, "role")?,
            kind: row.get("kind")?,
            builtin: row.get("builtin")?,
            options: serde_json::from_str(&text(row, "options")?)
                .map_err(|_| RowError::Altered("options"))?,
            encoding: parsed(row, "encoding")?,
        }),
        RecordClass::Media => Detail::Media(MediaDetail {
            mime_type: text(row, "mime_type")?,
            kind: parsed(row, "kind")?,
            hazard: parsed(row, "hazard")?,
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
        handle: parsed(row, "handle")?,
        principal: parsed(row, "principal")?,
        origin: Origin {
            skill: parsed(row, "skill")?,
            version: row.get("version")?,
            digest: optionally_parsed(row, "digest")?,
            tool: optionally_parsed(row, "tool")?,
        },
        tier: parsed(row, "tier")?,
        created_at: row.get("created_at")?,
        expires_at: row.get("expires_at")?,
        bytes: row.get("bytes")?,
        lines: row.get("lines")?,
        detail,
    })
}

fn word(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn optional(text: Option<&str>) -> Value {
    text.map(str::to_owned).into()
}

fn number(number: u64) -> rusqlite::Result<Value> {
    let number =
        i64::try_from(number).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
    Ok(number.into())
}

fn text(row: &Row<'_>, column: &'static str) -> Result<String, RowError> {
    row.get::<_, Option<String>>(column)?.ok_or(RowError::Altered(column))
}

fn parsed<T: FromStr>(row: &Row<'_>, column: &'static str) -> Result<T, RowError> {
    optionally_parsed(row, column)?.ok_or(RowError::Altered(column))
}

fn optionally_parsed<T: FromStr>(row: &Row<'_>, column: &'static str) -> Result<Option<T>, RowError> {
    let text: Option<String> = row.get(column)?;
    text.map(|text| text.parse()).transpose().map_err(|_| RowError::Altered(column))
}
