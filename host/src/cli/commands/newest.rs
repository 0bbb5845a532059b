//! The newest records of a class, so many at a time, and the one behind a handle. The three listing commands share it.

use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::error::Error;
use crate::ids::Handle;
use crate::records::Page;
use crate::text::escaped;

/// Records fetched at once while one is looked for.
const PAGE: usize = 256;

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

/// The one of this handle.
pub(super) fn find<T>(
    handle: &str,
    list: impl Fn(Page) -> Result<Vec<T>, Error>,
    handle_of: impl Fn(&T) -> Handle,
) -> Result<T, Failure> {
    let unknown = || Error::ArtifactNotFound { handle: escaped(handle, 64) };
    let wanted: Handle = handle.parse().map_err(|_| unknown())?;
    let mut page = Page::first(PAGE);
    loop {
        let records = list(page)?;
        page.after = records.last().map(&handle_of);
        let complete = records.len() == PAGE;
        if let Some(found) = records.into_iter().find(|record| handle_of(record) == wanted) {
            return Ok(found);
        }
        if !complete {
            return Err(unknown().into());
        }
    }
}
