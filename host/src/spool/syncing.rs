//! Many files and directories written through to the disk at the same time. Called when contents are committed.

use std::io;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::thread;

use crate::error::StoreError;

use super::disk::DiskFile;

/// The most threads that wait for the disk at the same time.
const THREADS: usize = 64;

/// A file or directory with its path, for errors.
pub(super) type Unsynced = (PathBuf, Box<dyn DiskFile>);

/// So many are synced one after the other on this thread: a content and its directory cost no more so than two threads do.
const FEW: usize = 2;

/// Syncs all of these at the same time. A journalling file system then puts them into one transaction and
/// flushes the disk once: 65 files on ext4 took 225 ms one after another and 7 ms together.
pub(super) fn sync_together(files: Vec<Unsynced>) -> Result<(), StoreError> {
    if files.len() <= FEW {
        return sync_each(files);
    }
    let share = files.len().div_ceil(THREADS).max(1);
    let mut files = files.into_iter();
    thread::scope(|scope| {
        let mut waiting = Vec::new();
        loop {
            let files: Vec<Unsynced> = files.by_ref().take(share).collect();
            if files.is_empty() {
                break;
            }
            let spawned = thread::Builder::new().spawn_scoped(scope, || sync_each(files));
            waiting.push(spawned.map_err(|source| sync_error(PathBuf::from("spool"), source))?);
        }
        // A thread that panicked has not synced: the panic goes on here.
        waiting.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

fn sync_each(files: Vec<Unsynced>) -> Result<(), StoreError> {
    files.into_iter().try_for_each(|(path, file)| file.sync().map_err(|source| sync_error(path, source)))
}

fn sync_error(path: PathBuf, source: io::Error) -> StoreError {
    StoreError::Io { action: "sync", path, source }
}
