//! `skillhost log`: the calls there were, the last first: how each ended, how long it took, what it left.

use std::io::{self, Write};
use std::str::FromStr as _;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use indicatif::HumanBytes;
use tabwriter::TabWriter;

use super::newest::Newest;
use super::utc;
use crate::call_log::{CallEntry, LogQuery, Outcome};
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::untrusted;
use crate::clock::now;
use crate::config::parse_age;
use crate::ids::SkillId;

/// Show the calls there were, the last first
///
/// A call leaves a row however it ended: its tool, its outcome, the time of its stages, the memory and bytes it took, and
/// the handle of its answer; never arguments or answers. `keep` and `size` below `[log]` say what stays. Times are UTC.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  skillhost log
  skillhost log --outcome failed --since 1h
  skillhost log --skill tables --json --limit 1000 | jq '.[].stages.guestMicroseconds'")]
pub(in crate::cli) struct Log {
    /// Only calls of this skill's tools
    #[arg(long, value_name = "ID", value_parser = SkillId::from_str)]
    skill: Option<SkillId>,
    /// Only calls that ended like this
    #[arg(long, value_parser = PossibleValuesParser::new(Outcome::ALL.map(Outcome::as_str)).try_map(|word| Outcome::from_str(&word)))]
    outcome: Option<Outcome>,
    /// Only calls of this last time, such as 30min or 7d
    #[arg(long, value_name = "AGE", value_parser = parse_age)]
    since: Option<u64>,
    #[command(flatten)]
    newest: Newest,
}

impl Log {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<(), Failure> {
        let session = context.session()?;
        let since = self.since.map(|age| now().saturating_sub(age));
        let calls = self.newest.of(context, |page| {
            let Self { skill, outcome, .. } = self;
            session.calls(&LogQuery {
                skill: skill.clone(),
                tool: None,
                outcome: *outcome,
                since,
                limit: page.limit,
            })
        })?;
        if calls.is_empty() {
            context.console.note("no such calls in the log");
        }
        context.console.answer(&calls, |out| table(out, &calls))
    }
}

fn table(out: &mut dyn Write, calls: &[CallEntry]) -> io::Result<()> {
    if calls.is_empty() {
        return Ok(());
    }
    let mut table = TabWriter::new(out);
    writeln!(table, "time\ttool\toutcome\ttotal\tin the skill\tmemory\tbytes in\tbytes out\thandle")?;
    for call in calls {
        writeln!(table, "{}", row(call))?;
    }
    table.flush()
}

/// One call as cells between tabs.
fn row(call: &CallEntry) -> String {
    let CallEntry {
        at, skill, tool, outcome, code, stages, memory_bytes, bytes_in, bytes_out, handle, ..
    } = call;
    let tool = untrusted::cell(tool, 64);
    let tool = skill.as_ref().map_or_else(|| tool.clone(), |skill| format!("{skill}/{tool}"));
    let outcome = code.as_deref().unwrap_or(outcome.as_str());
    let handle = handle.map_or_else(|| "-".to_owned(), |handle| handle.to_string());
    format!(
        "{}\t{tool}\t{outcome}\t{}\t{}\t{}\t{}\t{}\t{handle}",
        utc::show(*at),
        milliseconds(stages.total()),
        milliseconds(stages.guest_microseconds),
        HumanBytes(*memory_bytes),
        HumanBytes(*bytes_in),
        HumanBytes(*bytes_out)
    )
}

fn milliseconds(microseconds: u64) -> String {
    format!("{}.{} ms", microseconds / 1_000, microseconds % 1_000 / 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call_log::Stages;

    #[test]
    fn a_call_is_one_line_that_commands_nothing() {
        let call = CallEntry {
            at: 1_796_097_813_999,
            principal: crate::Principal::local(),
            skill: None,
            digest: None,
            tool: "a\u{1b}[2J\n\tb".to_owned(),
            arguments_hash: String::new(),
            outcome: Outcome::Refused,
            code: Some("E_TOOL_NOT_FOUND".to_owned()),
            stages: Stages { check_microseconds: 1_250, guest_microseconds: 60, ..Stages::default() },
            memory_bytes: 0,
            bytes_in: 2,
            bytes_out: 0,
            handle: None,
        };
        let mut out = Vec::new();
        table(&mut out, std::slice::from_ref(&call)).unwrap();
        let shown = String::from_utf8(out).unwrap();
        let lines: Vec<Vec<&str>> = shown
            .lines()
            .map(|line| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
            .collect();
        assert_eq!(lines.len(), 2, "{shown}");
        assert_eq!(lines[0].len(), 9, "{shown}");
        assert_eq!(
            lines[1],
            [
                "2026-12-01T04:03:33Z",
                "a\\u{1b}[2J",
                "b",
                "E_TOOL_NOT_FOUND",
                "1.3 ms",
                "0.0 ms",
                "0 B",
                "2 B",
                "0 B",
                "-"
            ],
        );
    }
}
