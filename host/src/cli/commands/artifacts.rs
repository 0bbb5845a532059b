//! `skillhost artifacts`: what can be read, newest first.

use std::io::Write as _;

use indicatif::HumanBytes;
use tabwriter::TabWriter;

use super::newest::Newest;
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::session::ArtifactSummary;

/// List the artifacts that readers can be run over
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  skillhost artifacts
  skillhost artifacts --json --limit 5")]
pub(in crate::cli) struct Artifacts {
    #[command(flatten)]
    newest: Newest,
}

impl Artifacts {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<(), Failure> {
        let session = context.session()?;
        let artifacts = self.newest.of(context, |page| session.artifacts(page))?;
        if artifacts.is_empty() {
            context.console.note("no artifacts; a call makes some");
        }
        context.console.answer(&artifacts, |out| {
            let mut table = TabWriter::new(out);
            for artifact in &artifacts {
                writeln!(table, "{}", row(artifact))?;
            }
            table.flush()
        })
    }
}

fn row(artifact: &ArtifactSummary) -> String {
    let ArtifactSummary { handle, kind, bytes, lines, trust, role, skill, tool, .. } = artifact;
    let from = tool.as_ref().map_or_else(|| skill.to_string(), |tool| format!("{skill}/{tool}"));
    format!("{handle}\t{kind}\t{}\t{lines} lines\t{trust}\t{}\t{from}", HumanBytes(*bytes), role.as_str())
}
