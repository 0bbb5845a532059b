//! `skillhost list`: the skills that the sources offer, with their tools, and what keeps one from being loaded.

use std::io::{self, Write};

use crate::catalog::CatalogEntry;
use crate::cli::console::{BOLD, DIM};
use crate::cli::context::Context;
use crate::cli::error_text;
use crate::cli::failure::Failure;
use crate::cli::untrusted;

/// List the skills that there are, with their tools
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  skillhost list
  skillhost list --json | jq -r '.[].tools[]'")]
pub(in crate::cli) struct List {}

impl List {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<(), Failure> {
        let entries = context.host()?.catalog()?;
        if entries.is_empty() {
            context.console.note("no skills: the sources of the configuration are empty");
        }
        context.console.answer(&entries, |out| entries.iter().try_for_each(|entry| show(out, entry)))
    }
}

fn show(out: &mut dyn Write, entry: &CatalogEntry) -> io::Result<()> {
    let version = entry.about.as_ref().map_or("", |about| about.version.as_str());
    let exposed = if entry.exposed { "" } else { "  (not exposed)" };
    writeln!(out, "{BOLD}{}{BOLD:#} {}{DIM}{exposed}{DIM:#}", entry.id, untrusted::cell(version, 64))?;
    if let Some(about) = &entry.about {
        writeln!(out, "  {}", untrusted::cell(&about.description, 200))?;
    }
    for tool in &entry.tools {
        writeln!(out, "    {tool}")?;
    }
    if let Some(problem) = &entry.problem {
        write!(out, "{}", error_text::indented(problem))?;
    }
    Ok(())
}
