//! A spool in a directory: one file per content, below a directory handle that nothing here can leave.
//!
//! Refuses to alter a sealed file. Several processes may share the directory. Used by the host through
//! [`Spool`](super::Spool).

use std::path::PathBuf;
use std::sync::Arc;

use cap_std::fs::Dir;
use skillhost_artifacts::ByteSource;

use crate::error::StoreError;
use crate::ids::Handle;

use super::disk::Disk;
use super::place::{Place, SPOOL, Seat};
use super::sealed_file::SealedFile;
use super::staged_file::StagedFile;
use super::staging::sweep;
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
///
/// Where the directory is taken away while it is in use, whatever needs it ends in [`StoreError::Gone`]; a content that
/// is open can still be read.
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
        sweep(directory)?;
        Self::unswept(directory)
    }

    /// Opens it and leaves what killed processes left, for whoever wants to see that.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub(crate) fn unswept(directory: &Dir) -> Result<Self, StoreError> {
        let failed = |source| StoreError::Io { action: "open", path: PathBuf::from(SPOOL), source };
        Self::on(directory, Box::new(directory.try_clone().map_err(failed)?))
    }

    /// The same, written to through this disk.
    pub(super) fn on(directory: &Dir, disk: Box<dyn Disk>) -> Result<Self, StoreError> {
        Ok(Self { place: Arc::new(Place::open(directory, disk)?) })
    }

    /// A new content in the place of what is under its handle, if anything is: of bytes that are damaged, or that no record
    /// names. They make way when it is sealed, in one step.
    ///
    /// # Errors
    /// As [`create`](Spool::create).
    pub(crate) fn replace(&self, id: Handle) -> Result<Box<dyn SpoolWriter>, StoreError> {
        self.writer(id, Seat::Given)
    }

    fn writer(&self, id: Handle, seat: Seat) -> Result<Box<dyn SpoolWriter>, StoreError> {
        let file = self.place.stage(id)?;
        Ok(Box::new(StagedFile::new(Arc::clone(&self.place), id, file, seat)))
    }
}

impl Spool for DirectorySpool {
    fn create(&self, id: Handle) -> Result<Box<dyn SpoolWriter>, StoreError> {
        self.writer(id, Seat::Free)
    }

    fn commit(&self, batch: &[Handle]) -> Result<(), StoreError> {
        self.place.commit(batch)
    }

    fn open(&self, id: Handle) -> Result<Arc<dyn ByteSource>, StoreError> {
        let (file, path) = self.place.open_sealed(id)?;
        Ok(Arc::new(SealedFile::new(file, path)?))
    }

    fn delete(&self, id: Handle) -> Result<bool, StoreError> {
        self.place.delete(id)
    }
}
