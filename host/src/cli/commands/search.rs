//! `skillhost search`: find retrievables by their text, kind, source and tier.

use std::io::{self, Write};
use std::str::FromStr as _;

use super::retrievables;
use crate::cli::console::BOLD;
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::untrusted;
use crate::records::{Excerpt, Search as Query};
use crate::session::RetrievableHit;
use crate::trust::TrustTier;

/// Search the citable records that skills handed back
///
/// Words stand for themselves, "several words" in quotes for a phrase, tea* for a beginning; AND, OR, NOT and
/// parentheses combine them. The best fit comes first; without words, the newest.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  skillhost search 'rain AND garden'
  skillhost search '\"water table\" OR runoff' --source 'https://example.com/*' --limit 5
  skillhost search --kind web-clipping --json")]
pub(in crate::cli) struct Search {
    /// What to look for in the text
    query: Option<String>,
    /// Only records of this kind
    #[arg(long)]
    kind: Option<String>,
    /// Only records from this source; with * at the end, from all that begin so
    #[arg(long)]
    source: Option<String>,
    /// Only records of this tier
    #[arg(long, value_parser = TrustTier::from_str)]
    trust: Option<TrustTier>,
    /// How many to show
    #[arg(long, value_name = "NUMBER", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=1000))]
    limit: u16,
    /// How many of the best to pass over
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    offset: u16,
}

impl Search {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<(), Failure> {
        let limit = usize::from(self.limit);
        let query = Query {
            text: self.query.clone(),
            kind: self.kind.clone(),
            source: self.source.clone(),
            tier: self.trust,
            offset: usize::from(self.offset),
            limit,
        };
        let hits = context.session()?.search(&query)?;
        if hits.is_empty() {
            context.console.note("nothing found");
        } else if hits.len() == limit {
            context.console.note(format_args!("there may be more: --offset {}", query.offset + limit));
        }
        context.console.answer(&hits, |out| hits.iter().try_for_each(|hit| show(out, hit)))
    }
}

fn show(out: &mut dyn Write, hit: &RetrievableHit) -> io::Result<()> {
    let relevance = hit.relevance.map_or_else(String::new, |relevance| format!("  relevance {relevance:.2}"));
    writeln!(out, "{}{relevance}", retrievables::row(&hit.record).replace('\t', "  "))?;
    writeln!(out, "    {}", excerpt(&hit.excerpt))
}

/// The excerpt on one line, what was found in bold.
fn excerpt(excerpt: &Excerpt) -> String {
    let part =
        |range: std::ops::Range<usize>| untrusted::cell(excerpt.text.get(range).unwrap_or_default(), 1 << 10);
    let (mut shown, mut at) = (String::new(), 0);
    for found in &excerpt.matches {
        shown += &format!("{}{BOLD}{}{BOLD:#}", part(at..found.start), part(found.clone()));
        at = found.end;
    }
    shown + &part(at..excerpt.text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_match(text: &str, found: std::ops::Range<usize>) -> Excerpt {
        Excerpt { text: text.to_owned(), matches: std::iter::once(found).collect() }
    }

    #[test]
    fn what_was_found_stands_out_and_commands_nothing() {
        let found = with_match("a tea\n\u{1b}[2J", 2..5);
        assert_eq!(excerpt(&found), format!("a {BOLD}tea{BOLD:#} \\u{{1b}}[2J"));
        let nonsense = with_match("ä", 1..9);
        assert!(!excerpt(&nonsense).is_empty());
    }
}
