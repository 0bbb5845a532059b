//! What two directories have to be before anything is brought over from one to the other. Makes nothing. Called by
//! backup and restore.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use crate::error::Error;

/// The records, as the layout of a data directory has it: see [`Embedded`](crate::records::Embedded).
pub(super) const RECORDS_FILE: &str = "records.sqlite";

/// Refuses one directory on both sides, or one inside the other: by what they are, whatever they are called.
///
/// # Errors
/// [`Error::DataDirectoryUnusable`].
pub(super) fn apart(from: &Path, to: &Path) -> Result<(), Error> {
    let unreadable = |error: io::Error| {
        let hint = "the host needs to read the directory and those above it";
        unusable(to, format!("failed to look for it: {error}"), hint)
    };
    let (inner, outer) = (lineage(to).map_err(unreadable)?, lineage(from).map_err(unreadable)?);
    let problem = match (inner.first(), outer.first()) {
        (Some(one), Some(other)) if one == other => "both directories are the same",
        (Some(one), Some(other)) if outer.contains(one) || inner.contains(other) => {
            "one of the two directories lies inside the other"
        }
        _ => return Ok(()),
    };
    Err(unusable(to, problem.to_owned(), "name a directory of its own, outside the data directory"))
}

/// Refuses what is no data directory: opening it would make it one.
///
/// # Errors
/// [`Error::DataDirectoryUnusable`].
pub(super) fn holds_records(directory: &Path) -> Result<(), Error> {
    let problem = match fs::metadata(directory.join(RECORDS_FILE)) {
        Ok(metadata) if metadata.is_file() && metadata.len() > 0 => return Ok(()),
        Ok(_) => "its records are empty".to_owned(),
        Err(error) if error.kind() != io::ErrorKind::NotFound => format!("failed to look at it: {error}"),
        Err(_) if directory.join("spool").exists() => "its records are missing".to_owned(),
        Err(_) if directory.exists() => "there are no records in it".to_owned(),
        Err(_) => "there is none".to_owned(),
    };
    let hint = "name a directory that a host or `skillhost backup` has written to";
    Err(unusable(directory, problem, hint))
}

/// Refuses to strew a backup among other things.
///
/// # Errors
/// [`Error::DataDirectoryUnusable`].
pub(super) fn takes_backups(directory: &Path) -> Result<(), Error> {
    let others = fs::read_dir(directory).map(|mut entries| entries.next().is_some());
    match others {
        Ok(true) if !directory.join(RECORDS_FILE).exists() => Err(unusable(
            directory,
            "it is not empty, and holds no backup".to_owned(),
            "name a directory that is new or empty, or one that holds an earlier backup",
        )),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(unusable(
            directory,
            format!("failed to look at it: {error}"),
            "the host needs to read and write the directory of a backup",
        )),
    }
}

fn unusable(path: &Path, problem: String, hint: &str) -> Error {
    Error::DataDirectoryUnusable { problem, path: path.to_owned(), hint: hint.to_owned() }
}

/// Device and number of a directory and of those it lies in, itself first. Where it does not exist yet, nothing can be
/// it: then it begins with a stand-in for the part that is missing.
fn lineage(path: &Path) -> io::Result<Vec<Option<(u64, u64)>>> {
    let path = std::path::absolute(path)?;
    let existing = path.ancestors().find(|ancestor| ancestor.exists());
    let existing: PathBuf = fs::canonicalize(existing.unwrap_or(Path::new("/")))?;
    let mut lineage = Vec::new();
    if !path.exists() {
        lineage.push(None);
    }
    for ancestor in existing.ancestors() {
        let metadata = fs::metadata(ancestor)?;
        lineage.push(Some((metadata.dev(), metadata.ino())));
    }
    Ok(lineage)
}
