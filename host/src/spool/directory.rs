//! A spool in a directory: one file per content, below a directory handle that nothing here can leave.
//!
//! Refuses to alter a sealed file. Several processes may share the directory. Used by the host through
//! [`Spool`](super::Spool).

use std::io;
use std::sync::Arc;

use cap_std::fs::{Dir, File, OpenOptions};
use skillhost_artifacts::ByteSource;

use crate::error::StoreError;
use crate::ids::Handle;

use super::disk_file::DiskFile;
use super::place::{Place, path_of};
use super::sealed_file::SealedFile;
use super::staged_file::StagedFile;
use super::{Spool, SpoolWriter};

/// Contents as files:
///
/// ```text
/// spool/
///   3f/0193e2a4-5c3f-7…       a sealed content with its footer
///   staging/0193e2a1-…/       unfinished contents of one process, which holds the lock of the directory
/// ```
///
/// The two digits are the seventh and eighth of the handle. They change every 65 seconds, so that the
/// contents of one answer lie in one directory and are committed together, and come back every five hours, so
/// that no directory grows for ever.
pub struct DirectorySpool {
    place: Arc<Place>,
}

impl DirectorySpool {
    /// Opens the spool of a data directory, made where it is missing, and sweeps what killed processes left
    /// unfinished.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn open(directory: &Dir) -> Result<Self, StoreError> {
        Ok(Self { place: Arc::new(Place::open(directory)?) })
    }

    /// A writer whose file is `wrap` of the new staged file.
    pub(super) fn stage<F: DiskFile + 'static>(
        &self,
        id: Handle,
        wrap: impl FnOnce(File) -> F,
    ) -> Result<Box<dyn SpoolWriter>, StoreError> {
        let path = self.place.staged_path(id);
        match self.place.directory.open_with(&path, OpenOptions::new().write(true).create_new(true)) {
            Ok(file) => Ok(Box::new(StagedFile::new(Arc::clone(&self.place), id, wrap(file)))),
            Err(source) if source.kind() == io::ErrorKind::AlreadyExists => {
                Err(StoreError::Collision { id: id.to_string() })
            }
            Err(source) => Err(StoreError::Io { action: "create", path, source }),
        }
    }
}

impl Spool for DirectorySpool {
    fn create(&self, id: Handle) -> Result<Box<dyn SpoolWriter>, StoreError> {
        self.stage(id, |file| file)
    }

    fn commit(&self, batch: &[Handle]) -> Result<(), StoreError> {
        self.place.commit(batch)
    }

    fn open(&self, id: Handle) -> Result<Arc<dyn ByteSource>, StoreError> {
        let path = path_of(id);
        match self.place.directory.open(&path) {
            Ok(file) => Ok(Arc::new(SealedFile::new(file, path)?)),
            Err(source) if source.kind() == io::ErrorKind::NotFound => {
                Err(StoreError::Missing { id: id.to_string() })
            }
            Err(source) => Err(StoreError::Io { action: "open", path, source }),
        }
    }

    fn delete(&self, id: Handle) -> Result<bool, StoreError> {
        self.place.delete(id)
    }
}
