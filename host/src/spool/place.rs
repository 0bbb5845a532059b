//! Where contents lie on disk, how they get there and stay there, and whether that place still exists. Looks at no
//! content. Shared by the directory spool and its writers.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cap_std::fs::{Dir, DirBuilder, DirBuilderExt as _, File};

use crate::error::StoreError;
use crate::ids::Handle;

use super::disk::{Disk, DiskFile};
use super::staging::Staging;
use super::syncing::{Unsynced, sync_together};

/// Below the data directory.
pub(super) const SPOOL: &str = "spool";

/// What a content may find where it is sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seat {
    /// Nothing: its handle is new.
    Free,
    /// A file that makes way for it.
    Given,
}

/// The directory and this process's part of it.
pub(super) struct Place {
    /// The data directory. Every path is relative to it, in calls and in errors.
    directory: Dir,
    disk: Box<dyn Disk>,
    staging: Staging,
    /// Sealed contents that were not committed yet. Their files stay open, because only the descriptor that
    /// wrote is sure to learn of a failed write. The lock is held for one change of the map.
    unsynced: Mutex<HashMap<Handle, Box<dyn DiskFile>>>,
    /// The shard whose own name this process has synced last: contents follow each other in one shard for a minute. The
    /// lock is held for one look.
    named: Mutex<Option<PathBuf>>,
}

impl Place {
    /// The place below a data directory, written to through `disk`.
    pub(super) fn open(directory: &Dir, disk: Box<dyn Disk>) -> Result<Self, StoreError> {
        let failed = |action| move |source| StoreError::Io { action, path: PathBuf::from(SPOOL), source };
        create_private_dir(directory, Path::new(SPOOL)).map_err(failed("create"))?;
        let staging = Staging::open(directory)?;
        let directory = directory.try_clone().map_err(failed("open"))?;
        Ok(Self { directory, disk, staging, unsynced: Mutex::default(), named: Mutex::default() })
    }

    /// Where the staged file of a content stands.
    pub(super) fn staged_path(&self, id: Handle) -> PathBuf {
        self.staging.path_of(id)
    }

    /// A new staged file.
    pub(super) fn stage(&self, id: Handle) -> Result<Box<dyn DiskFile>, StoreError> {
        let path = self.staged_path(id);
        match self.disk.create(&path) {
            Err(source) if source.kind() == io::ErrorKind::AlreadyExists => {
                Err(StoreError::Collision { id: id.to_string() })
            }
            staged => staged.map_err(self.refused("create", &path)),
        }
    }

    /// Moves a staged file to where it is opened.
    pub(super) fn unstage(&self, id: Handle, file: Box<dyn DiskFile>, seat: Seat) -> Result<(), StoreError> {
        let (shard, path) = (shard(id), path_of(id));
        create_private_dir(&self.directory, &shard).map_err(self.refused("create", &shard))?;
        let taken = || self.directory.try_exists(&path).map_err(self.refused("look for", &path));
        if seat == Seat::Free && taken()? {
            return Err(StoreError::Collision { id: id.to_string() });
        }
        let staged = self.staged_path(id);
        self.disk.rename(&staged, &path).map_err(self.refused("rename", &staged))?;
        self.unsynced().insert(id, file);
        Ok(())
    }

    /// Syncs contents with the directories that name them, or removes them.
    pub(super) fn commit(&self, batch: &[Handle]) -> Result<(), StoreError> {
        let committed = self.sync(batch);
        if committed.is_err() {
            batch.iter().for_each(|id| self.discard(&path_of(*id)));
        }
        committed
    }

    fn sync(&self, batch: &[Handle]) -> Result<(), StoreError> {
        let mut files: Vec<Unsynced> = {
            let mut unsynced = self.unsynced();
            batch.iter().filter_map(|id| Some((path_of(*id), unsynced.remove(id)?))).collect()
        };
        let mut directories: BTreeSet<PathBuf> = batch.iter().map(|id| shard(*id)).collect();
        let newest = directories.last().cloned();
        let named = |shard: &PathBuf| self.named().as_ref() == Some(shard);
        if !directories.iter().all(named) {
            // The spool names shards, and these may be new.
            directories.insert(PathBuf::from(SPOOL));
        }
        for path in directories {
            let directory = self.disk.directory(&path).map_err(self.refused("open", &path))?;
            files.push((path, directory));
        }
        sync_together(files)?;
        *self.named() = newest;
        Ok(())
    }

    /// The file of a sealed content, and its path for errors.
    pub(super) fn open_sealed(&self, id: Handle) -> Result<(File, PathBuf), StoreError> {
        let path = path_of(id);
        match self.directory.open(&path) {
            Ok(file) => Ok((file, path)),
            Err(source) => Err(match self.refused("open", &path)(source) {
                StoreError::Io { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                    StoreError::Missing { id: id.to_string() }
                }
                error => error,
            }),
        }
    }

    /// Removes a sealed content. `false`: there was none.
    pub(super) fn delete(&self, id: Handle) -> Result<bool, StoreError> {
        self.unsynced().remove(&id);
        let path = path_of(id);
        match self.directory.remove_file(&path) {
            Ok(()) => Ok(true),
            Err(source) => match self.refused("remove", &path)(source) {
                StoreError::Io { source, .. } if source.kind() == io::ErrorKind::NotFound => Ok(false),
                error => Err(error),
            },
        }
    }

    /// Removes what a failure leaves. Where that fails too, it costs space and nothing else.
    pub(super) fn discard(&self, path: &Path) {
        let _ = self.directory.remove_file(path);
    }

    /// What it means that the file system refused. This process's part of the staging directory is there for as long as
    /// the process lives; where something is not found, and that is not either, someone has taken the directory away.
    fn refused(&self, action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
        let path = path.to_owned();
        move |source| {
            let absent = source.kind() == io::ErrorKind::NotFound;
            if absent && matches!(self.directory.try_exists(self.staging.path()), Ok(false)) {
                StoreError::Gone
            } else {
                StoreError::Io { action, path, source }
            }
        }
    }

    fn named(&self) -> MutexGuard<'_, Option<PathBuf>> {
        self.named.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn unsynced(&self) -> MutexGuard<'_, HashMap<Handle, Box<dyn DiskFile>>> {
        // No code that can panic runs under the lock.
        self.unsynced.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A directory that only this user can enter; it may exist.
pub(super) fn create_private_dir(directory: &Dir, path: &Path) -> io::Result<()> {
    match directory.create_dir_with(path, DirBuilder::new().mode(0o700)) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        created => created,
    }
}

/// Where the sealed content of a handle stands.
pub(super) fn path_of(id: Handle) -> PathBuf {
    shard(id).join(id.to_string())
}

fn shard(id: Handle) -> PathBuf {
    let text = id.to_string();
    Path::new(SPOOL).join(text.get(6..8).unwrap_or(&text))
}
