//! Where unfinished contents lie: a directory per process, so that what a killed process left can be told
//! from what a living one writes. Looks at no content. Called by the directory spool.

use std::io;
use std::path::{Path, PathBuf};

use cap_std::fs::{Dir, File};

use crate::error::StoreError;
use crate::ids::Handle;

use super::place::create_private_dir;

/// Below it, one directory per process.
pub(super) const STAGING: &str = "spool/staging";

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
    /// Makes a directory for this process.
    pub(super) fn open(directory: &Dir) -> Result<Self, StoreError> {
        let failed = |action, path: &Path| {
            let path = path.to_owned();
            move |source| StoreError::Io { action, path, source }
        };
        let staging = Path::new(STAGING);
        create_private_dir(directory, staging).map_err(failed("create", staging))?;

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

    /// This process's part, relative to the data directory. It is there for as long as this value lives.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Where the staged file of a content stands, relative to the data directory.
    pub(super) fn path_of(&self, id: Handle) -> PathBuf {
        self.path.join(id.to_string())
    }
}

/// Removes the directories whose process has ended. One that cannot be removed is left to the next sweep: it costs space
/// and nothing else.
pub(super) fn sweep(directory: &Dir) -> Result<(), StoreError> {
    let swept = for_each_part(directory, |path, part| {
        if let Part::Dead(_lock) = part {
            let _ = directory.remove_dir_all(path);
        }
    });
    swept.map_err(|source| StoreError::Io { action: "sweep", path: PathBuf::from(STAGING), source })
}

impl Drop for Staging {
    fn drop(&mut self) {
        // It is empty: every writer holds it and has removed its file. Where this fails, the next sweep does
        // it.
        let _ = self.directory.remove_dir(&self.path);
    }
}

/// What an entry of `spool/staging/` is.
#[derive(Debug)]
pub(super) enum Part {
    /// A living process works in it.
    Living,
    /// Its process has ended. No one else takes it for dead, or removes it, while this lock is held.
    Dead(std::fs::File),
    /// No one has locked it yet; its process is about to, or was killed before it could.
    New,
    /// Nothing that a host puts here.
    Foreign,
}

/// Goes through the entries of `spool/staging/`, relative to the data directory; through none where it is missing. One
/// lock is held at a time, however many there are.
pub(super) fn for_each_part(directory: &Dir, mut each: impl FnMut(&Path, Part)) -> io::Result<()> {
    let entries = match directory.read_dir(STAGING) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let (name, path) = (entry.file_name(), Path::new(STAGING).join(entry.file_name()));
        // Only directories are opened: opening a pipe would wait for its other end.
        if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            each(&path, Part::Foreign);
        } else if name.as_encoded_bytes().starts_with(NEW.as_bytes()) {
            each(&path, Part::New);
        } else if let Ok(lock) = directory.open(&path).map(File::into_std) {
            each(&path, if lock.try_lock().is_ok() { Part::Dead(lock) } else { Part::Living });
        } else {
            // It went away meanwhile: its process has ended well, or another has swept it.
        }
    }
    Ok(())
}
