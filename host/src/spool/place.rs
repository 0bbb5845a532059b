//! Where contents lie on disk, and how they get there and stay there. Looks at no content. Shared by the
//! directory spool and its writers.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cap_std::fs::{Dir, DirBuilder, DirBuilderExt as _};

use crate::error::StoreError;
use crate::ids::Handle;

use super::disk_file::{DiskFile, Unsynced, sync_together};
use super::staging::Staging;

/// Below the data directory.
const SPOOL: &str = "spool";

/// The directory and this process's part of it.
pub(super) struct Place {
    /// The data directory. Every path is relative to it, in calls and in errors.
    pub(super) directory: Dir,
    staging: Staging,
    /// Sealed contents that were not committed yet. Their files stay open, because only the descriptor that
    /// wrote is sure to learn of a failed write. The lock is held for one change of the map.
    unsynced: Mutex<HashMap<Handle, Box<dyn DiskFile>>>,
}

impl Place {
    pub(super) fn open(directory: &Dir) -> Result<Self, StoreError> {
        let failed = |action| move |source| StoreError::Io { action, path: PathBuf::from(SPOOL), source };
        create_private_dir(directory, Path::new(SPOOL)).map_err(failed("create"))?;
        let staging = Staging::open(directory)?;
        let directory = directory.try_clone().map_err(failed("open"))?;
        Ok(Self { directory, staging, unsynced: Mutex::default() })
    }

    /// Where the staged file of a content stands.
    pub(super) fn staged_path(&self, id: Handle) -> PathBuf {
        self.staging.path_of(id)
    }

    /// Moves a staged file to where it is opened.
    pub(super) fn unstage(&self, id: Handle, file: Box<dyn DiskFile>) -> Result<(), StoreError> {
        let (shard, path) = (shard(id), path_of(id));
        let failed = |action, path: &Path| {
            let path = path.to_owned();
            move |source| StoreError::Io { action, path, source }
        };
        create_private_dir(&self.directory, &shard).map_err(failed("create", &shard))?;
        if self.directory.try_exists(&path).map_err(failed("look for", &path))? {
            return Err(StoreError::Collision { id: id.to_string() });
        }
        let staged = self.staged_path(id);
        self.directory.rename(&staged, &self.directory, &path).map_err(failed("rename", &staged))?;
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
        // The spool itself names directories that may be new.
        let mut directories: BTreeSet<PathBuf> = batch.iter().map(|id| shard(*id)).collect();
        directories.insert(PathBuf::from(SPOOL));
        for path in directories {
            match self.directory.open(&path) {
                Ok(directory) => files.push((path, Box::new(directory))),
                Err(source) => {
                    return Err(StoreError::Io { action: "open", path, source });
                }
            }
        }
        sync_together(files)
    }

    /// Removes a sealed content. `false`: there was none.
    pub(super) fn delete(&self, id: Handle) -> Result<bool, StoreError> {
        self.unsynced().remove(&id);
        let path = path_of(id);
        match self.directory.remove_file(&path) {
            Ok(()) => Ok(true),
            Err(source) if source.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(source) => Err(StoreError::Io { action: "remove", path, source }),
        }
    }

    /// Removes what a failure leaves. Where that fails too, it costs space and nothing else.
    pub(super) fn discard(&self, path: &Path) {
        let _ = self.directory.remove_file(path);
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
