//! `skillhost backup`: copies what a backup does not have yet.

use std::path::PathBuf;

use clap::ValueHint;

use super::data_directory::{DataDirectory, watched};
use super::transferred;
use crate::cli::context::{Context, quoted};
use crate::cli::failure::Failure;
use crate::maintenance;

/// Copy what is stored to another directory; the next time, what is new
///
/// Every content is checked while it is copied; what is damaged is named and left out. Hosts may go on working meanwhile.
/// The log of calls and compiled code are not part of a backup.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  skillhost backup /mnt/backup/skillhost
  skillhost backup /mnt/backup/skillhost --json | jq .copied")]
pub(in crate::cli) struct Backup {
    /// A directory that is new or empty, or has an earlier backup
    #[arg(value_hint = ValueHint::DirPath)]
    directory: PathBuf,
}

impl Backup {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<(), Failure> {
        let DataDirectory { path, .. } = DataDirectory::of(context)?;
        let report = watched(context, |watch| maintenance::backup(&path, &self.directory, watch))?;
        transferred::tell(context, &report)?;
        let back = format!("restore {}", quoted(&self.directory.display().to_string()));
        context.console.note(format_args!("to bring it back: {}", context.next(&back)));
        Ok(())
    }
}
