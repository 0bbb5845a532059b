//! The newest records of a class, so many of them. The three listing commands share it.

use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::error::Error;
use crate::records::Page;

/// How much of a list is wanted.
#[derive(Debug, clap::Args)]
pub(super) struct Newest {
    /// How many to list, newest first
    #[arg(long, value_name = "NUMBER", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
}

impl Newest {
    /// The newest ones; says so where there are more.
    pub(super) fn of<T>(
        &self,
        context: &Context,
        list: impl Fn(Page) -> Result<Vec<T>, Error>,
    ) -> Result<Vec<T>, Failure> {
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let mut found = list(Page::first(limit.saturating_add(1)))?;
        if found.len() > limit {
            found.truncate(limit);
            context.console.note(format_args!("there are more than {limit}; `--limit` shows further ones"));
        }
        Ok(found)
    }
}
