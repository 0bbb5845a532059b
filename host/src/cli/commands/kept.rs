//! What a call left behind, for people: one line for each thing that was kept, a small text in full, and what to do
//! next. `call` prints it.

use std::io::{self, Write};

use indicatif::HumanBytes;
use serde_json::Map;
use tabwriter::TabWriter;

use super::{media, retrievables};
use crate::cli::console::{BOLD, DIM};
use crate::cli::untrusted;
use crate::records::Encoding;
use crate::session::{ArtifactSummary, Output, RetrievableSummary, Session, ToolResult};

/// A text of at most so many bytes and lines is shown at once: it takes no more room than the command to read it.
const SMALL_BYTES: u64 = 4 << 10;
const SMALL_LINES: u64 = 40;

/// What was kept.
pub(super) fn summary(out: &mut dyn Write, session: &Session, result: &ToolResult) -> io::Result<()> {
    let tool = untrusted::cell(&result.tool, 64);
    let from = result.skill.as_ref().map_or_else(|| tool.clone(), |skill| format!("{skill}/{tool}"));
    writeln!(out, "{BOLD}{from}{BOLD:#} {DIM}{}{DIM:#}", duration(result))?;
    match &result.output {
        Output::Artifact(artifact) => {
            writeln!(out, "{}", line(artifact))?;
            match small_text(session, artifact) {
                Some(text) => untrusted::block(out, &from, &text),
                None => Ok(()),
            }
        }
        Output::Media { media } if media.is_empty() => writeln!(out, "no media"),
        Output::Media { media } => {
            let mut table = TabWriter::new(out);
            for media in media {
                writeln!(table, "{}", media::row(media))?;
            }
            table.flush()
        }
        Output::Retrievable { record, .. } => {
            writeln!(out, "{}", retrievables::row(record).replace('\t', "  "))?;
            match &record.content {
                Some(text) if record.bytes <= SMALL_BYTES => untrusted::block(out, &from, text),
                _ => Ok(()),
            }
        }
        Output::Text { text, .. } => untrusted::block(out, &from, text),
    }
}

/// Commands that make sense now, without the program's name.
pub(super) fn next(result: &ToolResult) -> Vec<String> {
    let read = |handle: &dyn std::fmt::Display| {
        vec![
            format!("read {handle} artifact_head --n 20"),
            format!("read {handle} artifact_grep --pattern REGEX"),
        ]
    };
    match &result.output {
        Output::Artifact(artifact) => read(&artifact.handle),
        Output::Media { media } => media
            .iter()
            .take(3)
            .map(|media| format!("media {} --output {}", media.handle, media::file_name(media)))
            .collect(),
        Output::Retrievable { record: RetrievableSummary { inline: true, handle, .. }, .. } => {
            vec![format!("retrievables {handle}")]
        }
        Output::Retrievable { record, .. } => read(&record.handle),
        Output::Text { .. } => Vec::new(),
    }
}

fn line(artifact: &ArtifactSummary) -> String {
    let ArtifactSummary { handle, kind, bytes, lines, trust, .. } = artifact;
    let lines = if *lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") };
    format!("{BOLD}{handle}{BOLD:#}  {kind}  {}  {lines}  {trust}", HumanBytes(*bytes))
}

fn duration(result: &ToolResult) -> String {
    format!(
        "{:.1} ms in the skill",
        std::time::Duration::from_micros(result.usage.guest_microseconds).as_secs_f64() * 1e3
    )
}

/// The text where it is one and small. What cannot be read now is read later, and the reason told then.
fn small_text(session: &Session, artifact: &ArtifactSummary) -> Option<String> {
    let small = artifact.bytes <= SMALL_BYTES && artifact.lines <= SMALL_LINES;
    let readable = small && artifact.bytes > 0 && artifact.encoding == Encoding::Text;
    let answer = readable.then(|| session.read(&artifact.handle.to_string(), "artifact_cat", &Map::new()))?;
    answer.ok().map(|answer| answer.text)
}
