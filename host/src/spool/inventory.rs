//! What lies in the spool of a data directory, entry by entry, for whoever puts it in order. Takes no part in the spool:
//! it stages nothing, sweeps nothing, and removes only what it is told to. Decides nothing either; called by
//! `maintenance`.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use cap_std::fs::{Dir, DirEntry, Metadata};
use skillhost_artifacts::ByteSource;

use crate::error::StoreError;
use crate::ids::Handle;

use super::place::{SPOOL, path_of};
use super::sealed_file::SealedFile;
use super::staging::{Part, STAGING, for_each_part};

/// The spool as the listings of its directories show it.
pub(crate) struct Inventory {
    directory: Dir,
}

/// A file or a directory below the spool.
#[derive(Debug)]
pub(crate) struct Entry {
    /// What it is.
    pub(crate) lying: Lying,
    /// Where, relative to the data directory.
    pub(crate) path: PathBuf,
    /// Its size on disk; of what is unfinished, the sum.
    pub(crate) bytes: u64,
    /// When it was last written to.
    pub(crate) modified: SystemTime,
}

/// What an entry is, by its name and its place alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lying {
    /// A sealed content. Whether it is whole, [`Inventory::open`] says.
    Content(Handle),
    /// The directory of a process that has ended, with what it left unfinished.
    Unfinished,
    /// An empty directory of a process that begins in this moment, or was killed as it began.
    Begun,
    /// Nothing that a host puts there.
    Foreign,
}

impl Inventory {
    /// The spool of a data directory. Where there is none, it has no entries.
    ///
    /// # Errors
    /// When the system has no file descriptors left.
    pub(crate) fn of(directory: &Dir) -> Result<Self, StoreError> {
        Ok(Self { directory: directory.try_clone().map_err(failed("open", SPOOL))? })
    }

    /// How many have the store open, in this process or another: each holds the lock of its staging directory.
    ///
    /// # Errors
    /// When the file system refuses.
    pub(crate) fn living(&self) -> Result<usize, StoreError> {
        let mut living = 0;
        for_each_part(&self.directory, |_, part| living += usize::from(matches!(part, Part::Living)))
            .map_err(failed("list", STAGING))?;
        Ok(living)
    }

    /// What lies in `spool/staging/`, but for what the living have there.
    ///
    /// # Errors
    /// When the file system refuses.
    pub(crate) fn staging(&self) -> Result<Vec<Entry>, StoreError> {
        let mut entries = Vec::new();
        for_each_part(&self.directory, |path, part| {
            let lying = match part {
                Part::Living => return,
                Part::Dead(_lock) => Lying::Unfinished,
                Part::New => Lying::Begun,
                Part::Foreign => Lying::Foreign,
            };
            // One that went away meanwhile is no entry any more.
            entries.extend(self.entry(lying, path.to_owned()).ok());
        })
        .map_err(failed("list", STAGING))?;
        Ok(entries)
    }

    /// The directories that [`list`](Self::list) has to be asked for so that every entry is seen.
    ///
    /// # Errors
    /// When the file system refuses.
    pub(crate) fn directories(&self) -> Result<Vec<PathBuf>, StoreError> {
        let mut directories = vec![PathBuf::from(SPOOL)];
        self.for_each(Path::new(SPOOL), |entry, path| directories.extend(is_shard(entry).then_some(path)))?;
        directories.sort();
        Ok(directories)
    }

    /// The entries of one directory as they are at this moment.
    ///
    /// # Errors
    /// When the file system refuses.
    pub(crate) fn list(&self, directory: &Path) -> Result<Vec<Entry>, StoreError> {
        let is_top = directory == Path::new(SPOOL);
        let mut entries = Vec::new();
        self.for_each(directory, |entry, path| {
            if is_top && (is_shard(entry) || path == Path::new(STAGING)) {
                return;
            }
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            let handle = entry.file_name().to_str().and_then(|name| name.parse().ok());
            let lying = match handle.filter(|handle| is_file && path_of(*handle) == path) {
                Some(handle) => Lying::Content(handle),
                None => Lying::Foreign,
            };
            entries.extend(self.entry(lying, path).ok());
        })?;
        Ok(entries)
    }

    /// The content of a handle, as [`Spool::open`](super::Spool::open) gives it.
    ///
    /// # Errors
    /// As there.
    pub(crate) fn open(&self, id: Handle) -> Result<Arc<dyn ByteSource>, StoreError> {
        let path = path_of(id);
        match self.directory.open(&path) {
            Ok(file) => Ok(Arc::new(SealedFile::new(file, path)?)),
            Err(source) if source.kind() == io::ErrorKind::NotFound => {
                Err(StoreError::Missing { id: id.to_string() })
            }
            Err(source) => Err(failed("open", &path)(source)),
        }
    }

    /// Removes an entry. One that is not there any more is as good as removed.
    ///
    /// # Errors
    /// When the file system refuses, or a directory that should be empty is not.
    pub(crate) fn remove(&self, entry: &Entry) -> Result<(), StoreError> {
        let removed = match entry.lying {
            Lying::Content(_) | Lying::Foreign => self.directory.remove_file(&entry.path),
            Lying::Unfinished => self.directory.remove_dir_all(&entry.path),
            Lying::Begun => self.directory.remove_dir(&entry.path),
        };
        match removed {
            Err(source) if source.kind() != io::ErrorKind::NotFound => {
                Err(failed("remove", &entry.path)(source))
            }
            _ => Ok(()),
        }
    }

    fn entry(&self, lying: Lying, path: PathBuf) -> io::Result<Entry> {
        let metadata = self.directory.symlink_metadata(&path)?;
        let modified = metadata.modified()?.into_std();
        let bytes = match lying {
            Lying::Unfinished => self.bytes_in(&path)?,
            _ if metadata.is_file() => metadata.len(),
            _ => 0,
        };
        Ok(Entry { lying, path, bytes, modified })
    }

    fn bytes_in(&self, directory: &Path) -> io::Result<u64> {
        let lengths = self.directory.read_dir(directory)?.map(|entry| entry?.metadata());
        lengths.map(|metadata: io::Result<Metadata>| Ok(metadata?.len())).sum()
    }

    fn for_each(&self, directory: &Path, mut each: impl FnMut(&DirEntry, PathBuf)) -> Result<(), StoreError> {
        let entries = match self.directory.read_dir(directory) {
            Err(source) if source.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries.map_err(failed("list", directory))?,
        };
        for entry in entries {
            let entry = entry.map_err(failed("list", directory))?;
            let path = directory.join(entry.file_name());
            each(&entry, path);
        }
        Ok(())
    }
}

/// Whether an entry of the spool is a directory of sealed contents.
fn is_shard(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    let is_hexadecimal = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    name.len() == 2
        && name.as_encoded_bytes().iter().all(is_hexadecimal)
        && entry.file_type().is_ok_and(|kind| kind.is_dir())
}

fn failed(action: &'static str, path: impl AsRef<Path>) -> impl FnOnce(io::Error) -> StoreError {
    let path = path.as_ref().to_owned();
    move |source| StoreError::Io { action, path, source }
}
