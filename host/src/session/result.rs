//! What a session hands out: results, summaries of what is stored, descriptions of tools. Ready to be sent as JSON; no
//! bytes, no paths.

use serde::Serialize;
use serde_json::Value;

use crate::ids::{Digest, Handle, SkillId, ToolName};
use crate::media::{MediaKind, ModalityHazard};
use crate::records::{ArtifactRole, Detail, Encoding, Excerpt, Hit, Record};
use crate::response::Landed;
use crate::sandbox::Annotations;
use crate::trust::TrustTier;

/// What a call came to.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolResult {
    /// The call. Text, bytes and acknowledgements are read under this handle.
    pub call_id: Handle,
    /// Whose tool it was; none for a reader, which is the host's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<SkillId>,
    /// The tool, under the name it was called by.
    pub tool: String,
    /// How far the output is trusted.
    pub trust: TrustTier,
    /// What it handed back.
    pub output: Output,
    /// What the call used.
    pub usage: Usage,
}

/// A reader's answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reading {
    /// The text, bounded; untrusted like what it was read from.
    pub text: String,
    /// Whether something was left out; the text then says what, and how to get it.
    pub truncated: bool,
    /// How far what was read is trusted (decision 9).
    pub trust: TrustTier,
}

/// What a call used, for the operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    /// Microseconds inside the guest, from its instance to its answer.
    pub guest_microseconds: u64,
    /// Microseconds of checking and storing.
    pub store_microseconds: u64,
    /// Bytes of the guest's memories at their peak.
    pub memory_bytes: u64,
    /// Lines it logged, those beyond the limit included.
    pub log_lines: u64,
}

/// The four forms of a result.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Output {
    /// Text or bytes behind a handle.
    Artifact(ArtifactSummary),
    /// Media; the list may be empty.
    Media {
        /// In the order of the tool.
        media: Vec<MediaSummary>,
    },
    /// A record to cite.
    Retrievable {
        /// The record.
        record: RetrievableSummary,
        /// The host's words about it, behind the call's handle.
        acknowledgement: ArtifactSummary,
    },
    /// A reader's answer, when it was called as a tool. Not kept: it can be had again.
    Text {
        /// The answer.
        text: String,
        /// Whether something was left out; the text says what.
        truncated: bool,
    },
}

/// An artifact without its bytes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ArtifactSummary {
    /// What readers take as `callId`.
    pub handle: Handle,
    /// The skill it is from.
    pub skill: SkillId,
    /// The tool it is from; none for a skill's instructions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<ToolName>,
    /// What it came from.
    pub role: ArtifactRole,
    /// Its kind, which decides its readers.
    pub kind: String,
    /// Whether it is text.
    pub encoding: Encoding,
    /// Its length in bytes.
    pub bytes: u64,
    /// Its lines.
    pub lines: u64,
    /// How far it is trusted.
    pub trust: TrustTier,
    /// When it was made, in milliseconds since the Unix epoch.
    pub created_at: u64,
    /// When it is gone, in milliseconds since the Unix epoch; none: when its owner deletes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<u64>,
}

/// A media without its bytes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MediaSummary {
    /// Its name here.
    pub handle: Handle,
    /// The skill it is from.
    pub skill: SkillId,
    /// The tool it is from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<ToolName>,
    /// As the skill wrote it.
    pub mime_type: String,
    /// By the MIME type's prefix.
    pub kind: MediaKind,
    /// What a model may find in it.
    pub hazard: ModalityHazard,
    /// As the skill wrote it; not safe as a path.
    pub filename: String,
    /// Its length in bytes.
    pub bytes: u64,
    /// How far it is trusted.
    pub trust: TrustTier,
    /// When it was made, in milliseconds since the Unix epoch.
    pub created_at: u64,
    /// When it is gone, in milliseconds since the Unix epoch; none: when its owner deletes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<u64>,
}

/// A retrievable without its text, unless it stands in the prompt.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RetrievableSummary {
    /// Its name here; readers take it as `callId` unless it is inline.
    pub handle: Handle,
    /// The skill it is from.
    pub skill: SkillId,
    /// Where the text is from.
    pub source: String,
    /// What it is.
    pub kind: String,
    /// How well it fits, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Whether it stands in the prompt.
    pub inline: bool,
    /// The text, where it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// Its length in bytes.
    pub bytes: u64,
    /// How far it is trusted.
    pub trust: TrustTier,
    /// When it was made, in milliseconds since the Unix epoch.
    pub created_at: u64,
    /// When it is gone, in milliseconds since the Unix epoch; none: when its owner deletes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<u64>,
}

/// A retrievable that a search found.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RetrievableHit {
    /// The record, without its text.
    pub record: RetrievableSummary,
    /// How well the words fit, greater is better; none without words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relevance: Option<f64>,
    /// The part of the text where the words stand; untrusted like all of it.
    pub excerpt: Excerpt,
}

/// A tool as a model's API wants it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolDescription {
    /// The name to call it by.
    pub name: String,
    /// Its name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it does.
    pub description: String,
    /// JSON Schema of its arguments.
    pub input_schema: Value,
    /// The skill it is from; none for a reader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<SkillId>,
    /// The skill's exact code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
    /// The skill's own claims.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
}

/// The summary of an artifact's record; `None` for a record of another class.
pub(super) fn artifact(record: &Record) -> Option<ArtifactSummary> {
    let Detail::Artifact(detail) = &record.detail else { return None };
    Some(ArtifactSummary {
        handle: record.handle,
        skill: record.origin.skill.clone(),
        tool: record.origin.tool.clone(),
        role: detail.role,
        kind: detail.kind.clone(),
        encoding: detail.encoding,
        bytes: record.bytes,
        lines: record.lines,
        trust: record.tier,
        created_at: record.created_at,
        expires_at: record.expires_at,
    })
}

/// The summary of a media's record; `None` for a record of another class.
pub(super) fn media(record: &Record) -> Option<MediaSummary> {
    let Detail::Media(detail) = &record.detail else { return None };
    Some(MediaSummary {
        handle: record.handle,
        skill: record.origin.skill.clone(),
        tool: record.origin.tool.clone(),
        mime_type: detail.mime_type.clone(),
        kind: detail.kind,
        hazard: detail.hazard,
        filename: detail.filename.clone(),
        bytes: record.bytes,
        trust: record.tier,
        created_at: record.created_at,
        expires_at: record.expires_at,
    })
}

/// The summary of a retrievable's record; `None` for a record of another class.
pub(super) fn retrievable(record: &Record) -> Option<RetrievableSummary> {
    let Detail::Retrievable(detail) = &record.detail else { return None };
    Some(RetrievableSummary {
        handle: record.handle,
        skill: record.origin.skill.clone(),
        source: detail.source.clone(),
        kind: detail.kind.clone(),
        score: detail.score,
        inline: detail.inline.is_some(),
        content: detail.inline.clone(),
        bytes: record.bytes,
        trust: record.tier,
        created_at: record.created_at,
        expires_at: record.expires_at,
    })
}

/// The form of a hit; `None` for a record of another class. The text of an inline one is not repeated.
pub(super) fn hit(hit: Hit) -> Option<RetrievableHit> {
    let record = RetrievableSummary { content: None, ..retrievable(&hit.record)? };
    Some(RetrievableHit { record, relevance: hit.relevance, excerpt: hit.excerpt })
}

/// The form of a result for what was stored; `None` only for records of another class than their case.
pub(super) fn output(landed: &Landed) -> Option<Output> {
    Some(match landed {
        Landed::Artifact(record) => Output::Artifact(artifact(record)?),
        Landed::Media(list) => Output::Media { media: list.iter().filter_map(media).collect() },
        Landed::Retrievable { record, acknowledgement } => {
            Output::Retrievable { record: retrievable(record)?, acknowledgement: artifact(acknowledgement)? }
        }
    })
}
