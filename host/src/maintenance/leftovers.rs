//! What costs space and nothing else: what ended processes left unfinished, bytes that no record names, files beside
//! compiled code. Removes nothing that a living process may still be about to name. Part of the doctor.

use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::error::{Error, StoreError};
use crate::ids::Handle;
use crate::records::SqliteRecords;
use crate::spool::{Entry, Inventory, Lying};

use super::findings::Findings;
use super::report::{FindingKind, Reason};
use super::steps::{Ending, Steps};

/// What is older belongs to no call any more, whoever has the store open: the longest deadline is one hour, and as long
/// again may pass until an answer is stored.
const FORGOTTEN: Duration = Duration::from_secs(2 * 60 * 60);

/// What processes that have ended left unfinished.
pub(super) fn staging(entries: &[Entry], inventory: &Inventory, findings: &mut Findings) {
    for entry in entries {
        let kind = match entry.lying {
            Lying::Unfinished => FindingKind::Unfinished,
            Lying::Begun if is_forgotten(entry.modified) => FindingKind::Unfinished,
            Lying::Begun => continue,
            Lying::Content(_) | Lying::Foreign => {
                findings.left(FindingKind::Foreign, entry.path.display(), entry.bytes, None, Reason::NotOurs);
                continue;
            }
        };
        remove(inventory, entry, kind, None, findings);
    }
}

/// Contents that no record names. `doubt` is why nothing of it may be removed, if there is a reason.
pub(super) fn contents(
    inventory: &Inventory,
    records: &SqliteRecords,
    doubt: Option<Reason>,
    steps: &Steps<'_>,
    findings: &mut Findings,
) -> Result<(), Ending> {
    let begun = records.begun().map_err(Error::store("looking through the records"))?;
    for directory in inventory.directories().map_err(listing)? {
        // In this order: whoever wrote a file of the list had the store open by then. Where no one has it open now, all
        // records of those files are inserted that ever will be; only then they are looked up.
        let entries = inventory.list(&directory).map_err(listing)?;
        let alone = is_alone(inventory)?;
        for entry in entries {
            steps.tell()?;
            let Lying::Content(handle) = entry.lying else {
                findings.left(FindingKind::Foreign, entry.path.display(), entry.bytes, None, Reason::NotOurs);
                continue;
            };
            if records.contains(handle).map_err(Error::store("looking a handle up"))? {
                continue;
            }
            let Some((kind, detail)) = unnamed(inventory, handle) else {
                continue;
            };
            let is_theirs = || records.remembers(handle).map_err(Error::store("looking a handle up"));
            let older = (handle.made_at() < begun && !is_theirs()?).then_some(Reason::Older);
            let in_use = (!alone && !is_forgotten(entry.modified)).then_some(Reason::InUse);
            match doubt.or(older).or(in_use) {
                Some(reason) => findings.left(kind, entry.path.display(), entry.bytes, detail, reason),
                None => remove(inventory, &entry, kind, detail, findings),
            }
        }
    }
    Ok(())
}

/// What a content is that no record names; nothing where it went away meanwhile.
fn unnamed(inventory: &Inventory, handle: Handle) -> Option<(FindingKind, Option<String>)> {
    match inventory.open(handle) {
        Ok(_) => Some((FindingKind::OrphanedBytes, None)),
        Err(StoreError::Missing { .. }) => None,
        Err(error) => Some((FindingKind::HalfFile, Some(error.to_string()))),
    }
}

/// Files that were to be renamed into the cache of compiled code, and never were. A cache that cannot be read is told by
/// the host that uses it.
pub(super) fn cache(
    directory: &Path,
    data_directory: &Path,
    inventory: &Inventory,
    findings: &mut Findings,
) -> Result<(), Error> {
    let Ok(entries) = fs::read_dir(directory) else {
        return Ok(());
    };
    let alone = is_alone(inventory)?;
    for entry in entries.flatten() {
        let Ok(metadata) = entry.metadata() else {
            continue;
        };
        if !metadata.is_file() || !is_temporary(&entry.file_name().to_string_lossy()) {
            continue;
        }
        let path = entry.path();
        let young = !metadata.modified().is_ok_and(is_forgotten);
        let (kind, place) =
            (FindingKind::CacheLeftover, path.strip_prefix(data_directory).unwrap_or(&path).display());
        if !alone && young {
            findings.left(kind, place, metadata.len(), None, Reason::InUse);
        } else {
            findings.removed(kind, place, metadata.len(), None, || match fs::remove_file(&path) {
                Err(source) if source.kind() != io::ErrorKind::NotFound => {
                    Err(StoreError::Io { action: "remove", path: path.clone(), source })
                }
                _ => Ok(()),
            });
        }
    }
    Ok(())
}

/// The names that the cache gives to what it has not finished: see `sandbox/cache.rs`.
fn is_temporary(name: &str) -> bool {
    let of_key = name.strip_prefix("key.").is_some_and(|rest| uuid::Uuid::try_parse(rest).is_ok());
    of_key || name.ends_with(".partial")
}

fn remove(
    inventory: &Inventory,
    entry: &Entry,
    kind: FindingKind,
    detail: Option<String>,
    findings: &mut Findings,
) {
    findings.removed(kind, entry.path.display(), entry.bytes, detail, || inventory.remove(entry));
}

/// Whether no one has the store open but this examination.
fn is_alone(inventory: &Inventory) -> Result<bool, Error> {
    Ok(inventory.living().map_err(listing)? <= 1)
}

/// Whether something is older than any call. A time in the future says nothing.
fn is_forgotten(modified: SystemTime) -> bool {
    SystemTime::now().duration_since(modified).is_ok_and(|age| age > FORGOTTEN)
}

fn listing(error: StoreError) -> Error {
    Error::store("looking through the stored bytes")(error)
}
