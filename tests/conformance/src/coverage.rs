//! What no single case can say: every error code, every limit, every tool of the fixture and every hostile guest
//! has a case.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result};
use regex::Regex;
use skillhost::error::CODES;
use skillhost::limits::LIMITS;

use crate::case::Case;
use crate::places;
use crate::step::{Action, Call};

/// What is not covered, sorted.
pub(crate) fn gaps(cases: &[&Case]) -> Result<Vec<String>> {
    let mut gaps = Vec::new();
    let codes: BTreeSet<_> = cases.iter().flat_map(|case| expected_codes(case)).collect();
    let codes_missing = CODES.iter().filter(|row| !codes.contains(row.name));
    gaps.extend(codes_missing.map(|row| format!("no case expects {}", row.name)));

    let covered: BTreeSet<_> = cases.iter().flat_map(|case| &case.covers).map(String::as_str).collect();
    let limits = LIMITS.iter().map(|row| format!("limit {}", row.key));
    gaps.extend(
        limits
            .filter(|limit| !covered.contains(limit.as_str()))
            .map(|limit| format!("no case covers {limit}")),
    );

    let called: BTreeSet<_> =
        cases.iter().flat_map(|case| calls(case)).map(|call| call.tool.as_str()).collect();
    let tools = fixture_tools()?;
    let uncalled = tools.iter().filter(|tool| !called.contains(tool.as_str()));
    gaps.extend(uncalled.map(|tool| format!("no case calls the fixture's {tool}")));

    let guests: BTreeSet<_> =
        cases.iter().flat_map(|case| &case.skills).map(|skill| skill.guest.as_str()).collect();
    for entry in fs::read_dir(places::guests())? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.extension().is_some_and(|extension| extension == "wat")
            && name != "shell"
            && !guests.contains(&*name)
        {
            gaps.push(format!("no case uses the guest {name}"));
        }
    }
    Ok(gaps)
}

fn calls(case: &Case) -> Vec<&Call> {
    let mut found = Vec::new();
    for step in &case.steps {
        match &step.action {
            Action::Call(call) => found.push(call),
            Action::Together(calls) => found.extend(calls.iter().map(|together| &together.call)),
            _ => {}
        }
    }
    found
}

fn expected_codes(case: &Case) -> Vec<&str> {
    let errors = case.steps.iter().filter_map(|step| step.expect.error.as_ref());
    errors.flat_map(|codes| &codes.0).map(String::as_str).collect()
}

/// The names in the fixture's table, read from its source.
fn fixture_tools() -> Result<Vec<String>> {
    let path = places::guests().join("fixture/src/catalogue.rs");
    let text = fs::read_to_string(&path).with_context(|| format!("no `{}`", path.display()))?;
    let row = Regex::new(r#"(?:row|declared)\(\s*"([a-z_]+)""#)?;
    Ok(row.captures_iter(&text).filter_map(|row| Some(row.get(1)?.as_str().to_owned())).collect())
}
