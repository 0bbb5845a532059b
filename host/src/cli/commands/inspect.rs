//! `skillhost inspect`: what stands in a component and what it says of itself, before anyone trusts it. Needs no
//! configuration; where there is one, imports are shown against its grants. Grants the component nothing.

use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

use clap::ValueHint;
use indicatif::HumanBytes;

use crate::catalog::{ComponentReport, ImportStanding};
use crate::cli::console::{BOLD, DIM};
use crate::cli::context::Context;
use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use crate::cli::{error_text, untrusted};
use crate::sandbox::{AllegedTool, COMPONENT_BYTES};

/// Show what a component is, imports and says of itself
///
/// Compiles the component and asks it to describe itself, without any grant. Everything that it says is its own claim.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  skillhost inspect skills/tables/skill.wasm
  skillhost inspect download.wasm --json | jq -r .digest")]
pub(in crate::cli) struct Inspect {
    /// The component's file
    #[arg(value_hint = ValueHint::FilePath)]
    component: PathBuf,
}

impl Inspect {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<(), Failure> {
        let bytes = read(&self.component)?;
        let report = context.host_to_look_with()?.inspect(&bytes)?;
        context.console.answer(&report, |out| show(out, &report))?;
        match &report.problem {
            Some(problem) => Err(Failure::Told(Exit::of(problem))),
            None => Ok(()),
        }
    }
}

/// One byte more than a component may have is enough for it to be refused.
fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    File::open(file)
        .and_then(|open| open.take(COMPONENT_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|source| Failure::File { action: "read", file: file.to_owned(), source })?;
    Ok(bytes)
}

fn show(out: &mut dyn Write, report: &ComponentReport) -> io::Result<()> {
    let claimed = &report.descriptor;
    writeln!(
        out,
        "{BOLD}{}{BOLD:#} {}",
        untrusted::cell(&claimed.id, 64),
        untrusted::cell(&claimed.version, 64)
    )?;
    writeln!(out, "  {}", untrusted::cell(&claimed.description, 400))?;
    let mut row = |name: &str, value: &str| writeln!(out, "  {DIM}{name:<10}{DIM:#}{value}");
    row("digest", &report.digest.to_string())?;
    row("size", &format!("{}, {} functions", HumanBytes(report.bytes), report.functions))?;
    row("compiled", &format!("in {} ms", report.compile_milliseconds))?;
    for (name, claim) in [("license", &claimed.license), ("needs", &claimed.compatibility)] {
        if let Some(claim) = claim {
            row(name, &untrusted::cell(claim, 256))?;
        }
    }
    if let Some(tier) = claimed.trust_tier {
        row("claims", tier.as_str())?;
    }
    imports(out, report)?;
    writeln!(out, "  {DIM}tools{DIM:#}")?;
    claimed.tools.iter().try_for_each(|tool| show_tool(out, tool))?;
    report.problem.iter().try_for_each(|problem| write!(out, "{}", error_text::indented(problem)))
}

/// A row for each standing that an import has under the deployer's grants.
fn imports(out: &mut dyn Write, report: &ComponentReport) -> io::Result<()> {
    for (standing, label) in [
        (ImportStanding::Contract, "contract"),
        (ImportStanding::Wasi, "wasi"),
        (ImportStanding::Granted, "granted"),
        (ImportStanding::Inert, "inert"),
        (ImportStanding::Traps, "traps"),
    ] {
        let names = report.imports.iter().filter(|import| import.standing == standing);
        let names: Vec<_> = names.map(|import| untrusted::cell(&import.name, 128)).collect();
        if !names.is_empty() {
            writeln!(out, "  {DIM}{label:<10}{DIM:#}{}", names.join(", "))?;
        }
    }
    Ok(())
}

fn show_tool(out: &mut dyn Write, tool: &AllegedTool) -> io::Result<()> {
    let output = tool.output.map_or("anything", |output| output.as_str());
    let kind = tool.artifact_kind.as_deref().map(|kind| format!(", read as {}", untrusted::cell(kind, 64)));
    let name = untrusted::cell(&tool.name, 64);
    writeln!(out, "    {BOLD}{name}{BOLD:#} → {output}{}", kind.unwrap_or_default())?;
    writeln!(out, "      {}", untrusted::cell(&tool.description, 200))
}
