//! `skillhost check`: the deployer's file and every skill under it: limits, grants, tiers, kinds, and everything wrong.

use std::io::{self, Write};

use serde_json::json;

use crate::catalog::SkillCheck;
use crate::cli::console::{BOLD, DIM};
use crate::cli::context::Context;
use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use crate::cli::{error_text, untrusted};
use crate::config::{Access, Channel};
use crate::sandbox::Allocator;

/// Check the configuration and every skill; show limits and grants in effect
///
/// Succeeds only when nothing is wrong. All mistakes are shown, not the first alone.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  skillhost check
  skillhost -c deploy/skillhost.toml check --json")]
pub(in crate::cli) struct Check {}

impl Check {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<(), Failure> {
        let file = context.config_file()?;
        let host = context.host()?;
        let skills = host.check()?;
        let problems = skills.iter().map(|skill| skill.problems.len()).sum::<usize>();
        let allocator = match host.allocator() {
            Allocator::Pooling => "pooling",
            Allocator::OnDemand => "on-demand",
        };
        let answer = json!({ "file": file.display().to_string(), "allocator": allocator, "skills": skills });
        context.console.answer(&answer, |out| {
            writeln!(
                out,
                "{BOLD}{}{BOLD:#}  {DIM}instances from the {allocator} allocator{DIM:#}\n",
                file.display()
            )?;
            for skill in &skills {
                show(out, skill)?;
                writeln!(out)?;
            }
            match (skills.len(), problems) {
                (0, _) => writeln!(out, "no skills: the sources of the configuration are empty"),
                (count, 0) => writeln!(out, "{}, nothing wrong", counted(count, "skill")),
                (count, problems) => {
                    writeln!(out, "{}, {}", counted(count, "skill"), counted(problems, "problem"))
                }
            }
        })?;
        // The first problem's blame decides, as if that skill had been called.
        match skills.iter().flat_map(|skill| &skill.problems).next() {
            Some(problem) => Err(Failure::Told(Exit::of(problem))),
            None => Ok(()),
        }
    }
}

fn show(out: &mut dyn Write, skill: &SkillCheck) -> io::Result<()> {
    let version = untrusted::cell(skill.version.as_deref().unwrap_or_default(), 64);
    writeln!(out, "{BOLD}{}{BOLD:#} {version}", skill.id)?;
    let mut row = |name: &str, value: String| {
        if value.is_empty() { Ok(()) } else { writeln!(out, "  {DIM}{name:<10}{DIM:#}{value}") }
    };
    row("source", skill.source.clone().unwrap_or_default())?;
    row("digest", digest(skill))?;
    if let Some(trust) = skill.trust {
        row("trust", format!("instructions {}, results {}", trust.body, trust.output))?;
    }
    row("channel", channel(skill.channel).to_owned())?;
    row("tools", list(skill.tools.iter().map(|tool| format!("{} → {}", tool.name, tool.kind))))?;
    row("limits", limits(skill, false))?;
    row("defaults", limits(skill, true))?;
    let files = skill.files.iter().map(|grant| {
        format!(
            "{} at {} ({})",
            grant.host.display(),
            untrusted::cell(&grant.guest, 256),
            access(grant.access)
        )
    });
    row("files", list(files))?;
    row("env", skill.env.join(", "))?;
    row("traps", list(skill.trapping.iter().map(|name| untrusted::cell(name, 128))))?;
    skill.problems.iter().try_for_each(|problem| write!(out, "{}", error_text::indented(problem)))
}

fn channel(channel: Channel) -> &'static str {
    match channel {
        Channel::Handle => "instructions behind a handle",
        Channel::Inline => "instructions in the prompt",
    }
}

fn access(access: Access) -> &'static str {
    match access {
        Access::ReadOnly => "read-only",
        Access::ReadWrite => "read-write",
    }
}

fn digest(skill: &SkillCheck) -> String {
    let pinned = if skill.pinned { "pinned" } else { "not pinned" };
    skill.digest.map(|digest| format!("{digest} ({pinned})")).unwrap_or_default()
}

/// The limits that were written, or those that were not.
fn limits(skill: &SkillCheck, defaults: bool) -> String {
    list(
        skill
            .limits
            .iter()
            .filter(|limit| limit.default == defaults)
            .map(|limit| format!("{} {}", limit.key, limit.value)),
    )
}

fn list(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
