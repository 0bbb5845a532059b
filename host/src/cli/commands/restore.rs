//! `skillhost restore`: brings back what a backup has and the data directory lacks.

use std::path::PathBuf;

use clap::ValueHint;

use super::data_directory::{DataDirectory, watched};
use super::transferred;
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::maintenance;

/// Bring back from a backup what is missing, deleted or damaged
///
/// What the data directory has besides stays as it is; nothing that is whole is overwritten. What has expired stays away.
/// Hosts may go on working meanwhile.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  skillhost restore /mnt/backup/skillhost
  skillhost restore /mnt/backup/skillhost --json | jq .repaired")]
pub(in crate::cli) struct Restore {
    /// The directory that `skillhost backup` wrote to, or any data directory
    #[arg(value_hint = ValueHint::DirPath)]
    directory: PathBuf,
}

impl Restore {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<(), Failure> {
        let DataDirectory { path, .. } = DataDirectory::of(context)?;
        let report = watched(context, |watch| maintenance::restore(&path, &self.directory, watch))?;
        transferred::tell(context, &report)
    }
}
