//! Backup and restore: a backup is a data directory, so either is bringing over what the other side lacks. A host can
//! be started on a backup, and the doctor can be sent to one.
//!
//! Takes no log of calls and no compiled code along.

use std::path::Path;

use crate::error::{Error, StoreError};
use crate::records::{DataDirectoryError, open_directory};

use super::content::Depth;
use super::sides;
use super::steps::Watch;
use super::transfer::{TransferReport, WRITING, bring_over};
use super::turn::Turn;

/// Copies what a backup lacks of a data directory: all of it the first time, what is new after that. What the data
/// directory no longer has stays in the backup.
///
/// ```no_run
/// use std::ops::ControlFlow;
/// use skillhost::maintenance;
///
/// # fn main() -> Result<(), skillhost::Error> {
/// let watch = |_| ControlFlow::Continue(());
/// let report = maintenance::backup(".skillhost".as_ref(), "/mnt/backup".as_ref(), &watch)?;
/// assert_eq!(report.damage, 0);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::DataDirectoryUnusable`] and [`Error::DataDirectoryVersion`] for either directory, [`Error::StoreFailed`] where
/// either fails as a whole, or another is writing to the backup. Damaged contents are no error; the report has them.
pub fn backup(data_directory: &Path, to: &Path, watch: Watch<'_>) -> Result<TransferReport, Error> {
    sides::holds_records(data_directory)?;
    sides::apart(data_directory, to)?;
    sides::takes_backups(to)?;
    let (from, embedded) = (open_directory(data_directory)?, open_directory(to)?);
    let _turn = Turn::take(to)?;
    bring_over(&from, &embedded, Depth::Footer, watch)
}

/// Brings back what a data directory lacks of a backup: what was lost, what was deleted, and bytes that are missing or
/// damaged there, for which every content that it has is read. Nothing that it has besides is touched. The data
/// directory is made where it is missing.
///
/// # Errors
/// As [`backup`]. Where the data directory's own records are damaged, the hint says how to go on.
pub fn restore(data_directory: &Path, from: &Path, watch: Watch<'_>) -> Result<TransferReport, Error> {
    sides::holds_records(from)?;
    sides::apart(from, data_directory)?;
    let from = open_directory(from)?;
    let to = open_directory(data_directory).map_err(|error| match error {
        DataDirectoryError::Store { source: source @ StoreError::Damaged { .. }, .. } => {
            beyond_repair(data_directory, &source)
        }
        error => error.into(),
    })?;
    let _turn = Turn::take(data_directory)?;
    bring_over(&from, &to, Depth::Blocks, watch).map_err(|error| match error {
        Error::StoreFailed { action: WRITING, source: source @ StoreError::Damaged { .. } } => {
            beyond_repair(data_directory, &source)
        }
        error => error,
    })
}

/// A database that takes no records back any more.
fn beyond_repair(path: &Path, source: &StoreError) -> Error {
    Error::DataDirectoryUnusable {
        problem: source.to_string(),
        path: path.to_owned(),
        hint: "move it away and restore into a new one; then restore once more, from the one that was moved away: what is \
               whole in it and newer than the backup comes back too"
            .to_owned(),
    }
}
