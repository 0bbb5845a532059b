//! What writing needs of the file system, and no more: new files, renaming, directories that can be synced. Traits, so
//! that the tests can bring a disk that is full or fails. Called by the place and its writers.

use std::io::{self, Write};
use std::path::Path;

use cap_std::fs::{Dir, File, OpenOptions};

/// The file system below a data directory; paths are relative to it.
pub(super) trait Disk: Send + Sync {
    /// A new file, where none is yet.
    fn create(&self, path: &Path) -> io::Result<Box<dyn DiskFile>>;

    /// Gives a file another name. Whatever has that name makes way.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// A directory, to be synced.
    fn directory(&self, path: &Path) -> io::Result<Box<dyn DiskFile>>;
}

/// A file that is written, or a directory.
pub(super) trait DiskFile: Write + Send {
    /// Writes everything through to the disk.
    fn sync(&self) -> io::Result<()>;
}

impl Disk for Dir {
    fn create(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        Ok(Box::new(self.open_with(path, OpenOptions::new().write(true).create_new(true))?))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        Self::rename(self, from, self, to)
    }

    fn directory(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        Ok(Box::new(self.open(path)?))
    }
}

impl DiskFile for File {
    fn sync(&self) -> io::Result<()> {
        self.sync_all()
    }
}
