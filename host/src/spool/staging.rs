//! Where unfinished contents lie: a directory per process, so that what a killed process left can be told
//! from what a living one writes. Looks at no content. Called by the directory spool.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use cap_std::fs::{Dir, File};

use crate::error::StoreError;
use crate::ids::Handle;

use super::place::create_private_dir;

/// Below it, one directory per process.
const STAGING: &str = "spool/staging";

/// A directory that no one has locked yet; the sweep passes it by.
const NEW: &str = "new-";

/// This process's part of `spool/staging/`, locked for as long as the value lives. The system lets go of the
/// lock when the process ends, however it ends.
pub(super) struct Staging {
    directory: Dir,
    path: PathBuf,
    _lock: std::fs::File,
}

impl Staging {
    /// Sweeps what dead processes left, and makes a directory for this one.
    pub(super) fn open(directory: &Dir) -> Result<Self, StoreError> {
        let failed = |action, path: &Path| {
            let path = path.to_owned();
            move |source| StoreError::Io { action, path, source }
        };
        let staging = Path::new(STAGING);
        create_private_dir(directory, staging).map_err(failed("create", staging))?;
        sweep(directory).map_err(failed("sweep", staging))?;

        // Locked under a name that no sweep looks at, renamed then: no one can take it for a dead one in
        // between.
        let name = Handle::new().to_string();
        let new = staging.join(format!("{NEW}{name}"));
        let path = staging.join(name);
        create_private_dir(directory, &new).map_err(failed("create", &new))?;
        let lock = directory.open(&new).map(File::into_std).map_err(failed("open", &new))?;
        lock.lock().map_err(failed("lock", &new))?;
        directory.rename(&new, directory, &path).map_err(failed("rename", &new))?;
        let directory = directory.try_clone().map_err(failed("open", &path))?;
        Ok(Self { directory, path, _lock: lock })
    }

    /// Where the staged file of a content stands, relative to the data directory.
    pub(super) fn path_of(&self, id: Handle) -> PathBuf {
        self.path.join(id.to_string())
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // It is empty: every writer holds it and has removed its file. Where this fails, the next sweep does
        // it.
        let _ = self.directory.remove_dir(&self.path);
    }
}

/// Removes the directories whose process has ended. One that cannot be removed is left to the next sweep: it
/// costs space and nothing else.
fn sweep(directory: &Dir) -> io::Result<()> {
    for entry in directory.read_dir(STAGING)? {
        let name = entry?.file_name();
        if starts_with(&name, NEW) {
            continue;
        }
        let path = Path::new(STAGING).join(name);
        // A directory that went away meanwhile was swept by another process.
        let Ok(left) = directory.open(&path).map(File::into_std) else {
            continue;
        };
        if left.try_lock().is_ok() {
            let _ = directory.remove_dir_all(&path);
        }
    }
    Ok(())
}

fn starts_with(name: &OsStr, prefix: &str) -> bool {
    name.as_encoded_bytes().starts_with(prefix.as_bytes())
}
