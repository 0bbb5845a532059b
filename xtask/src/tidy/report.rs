//! Runs all rules over all files and says what they found.

use anyhow::{Result, bail};

use super::source::Source;
use super::{codes, confined, form, layers};

/// Fails if any rule is broken; lists the files that are getting long.
pub(crate) fn run() -> Result<()> {
    let sources = Source::all()?;
    let rules =
        [form::opening, form::length, form::unfinished, form::registries, confined::check, layers::check];
    let mut problems: Vec<_> =
        sources.iter().flat_map(|source| rules.iter().flat_map(|rule| rule(source))).collect();
    problems.extend(codes::check(&sources));

    let long: Vec<_> = sources.iter().filter_map(form::long).collect();
    if !long.is_empty() {
        eprintln!("getting long, is each one concept?\n  {}", long.join("\n  "));
    }
    for problem in &problems {
        eprintln!("{problem}");
    }
    if !problems.is_empty() {
        bail!("{} breaches of the tree's rules", problems.len());
    }
    println!("{} files are tidy", sources.len());
    Ok(())
}
