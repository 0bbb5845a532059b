//! `skillhost retrievables`: the citable records that skills handed back, and the text of one.

use std::io::{self, Write};

use indicatif::HumanBytes;
use serde_json::{Value, json};
use tabwriter::TabWriter;

use super::newest::Newest;
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::untrusted;
use crate::session::{CopyError, RetrievableSummary};

/// List citable records, or show the text of one
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  skillhost retrievables
  skillhost retrievables 01938d3e-7a5c-7cc3-98c4-dc0c0c07398f")]
pub(in crate::cli) struct Retrievables {
    /// Show the text behind this handle
    handle: Option<String>,
    #[command(flatten)]
    newest: Newest,
}

impl Retrievables {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<(), Failure> {
        let session = context.session()?;
        let Some(handle) = &self.handle else {
            let records = self.newest.of(context, |page| session.retrievables(page))?;
            if records.is_empty() {
                context.console.note("no retrievables; a call makes some");
            }
            return context.console.answer(&records, |out| table(out, &records));
        };
        let record = session.retrievable_of(handle)?;
        let mut text = Vec::new();
        session.copy_to(handle, &mut text).map_err(|error| match error {
            CopyError::Host(error) => Failure::from(error),
            CopyError::Writer(error) => Failure::Output(error),
        })?;
        let text = String::from_utf8_lossy(&text);
        if context.console.is_json() {
            return context.console.answer(&with_text(&record, &text)?, |_| Ok(()));
        }
        context.console.note(row(&record).replace('\t', "  "));
        context.console.verbatim(&text)
    }
}

/// The record's summary with all of its text, inline or not.
fn with_text(record: &RetrievableSummary, text: &str) -> Result<Value, Failure> {
    let mut value = serde_json::to_value(record).map_err(|error| Failure::Output(error.into()))?;
    if let Some(members) = value.as_object_mut() {
        members.remove("content");
        members.insert("text".to_owned(), json!(text));
    }
    Ok(value)
}

fn table(out: &mut dyn Write, records: &[RetrievableSummary]) -> io::Result<()> {
    let mut table = TabWriter::new(out);
    for record in records {
        writeln!(table, "{}", row(record))?;
    }
    table.flush()
}

/// One record as cells between tabs.
pub(super) fn row(record: &RetrievableSummary) -> String {
    let RetrievableSummary { handle, source, kind, score, inline, bytes, trust, .. } = record;
    let (source, kind) = (untrusted::cell(source, 80), untrusted::cell(kind, 40));
    let score = score.map_or_else(|| "no score".to_owned(), |score| format!("score {score}"));
    let place = if *inline { "in the prompt" } else { "behind its handle" };
    format!("{handle}\t{kind}\t{}\t{trust}\t{score}\t{place}\t{source}", HumanBytes(*bytes))
}
