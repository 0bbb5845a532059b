//! One backup, restore or repair at a time over the directory that it writes to: each may rely on bytes that no record
//! names yet, which another would take for left behind. Hosts take no turns, and wait for none.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use crate::error::{Error, StoreError};

/// The turn. The system takes it back when the process ends, however it ends.
#[derive(Debug)]
pub(super) struct Turn {
    /// On the spool's own directory, which no host locks. Where there is none, there is nothing to have turns over.
    lock: Option<File>,
}

impl Turn {
    /// Takes the turn over a data directory.
    ///
    /// # Errors
    /// [`Error::StoreFailed`] where another has it.
    pub(super) fn take(data_directory: &Path) -> Result<Self, Error> {
        let failed = Error::store("taking a turn beside other backups, restores and repairs");
        let path = data_directory.join("spool");
        let lock = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self { lock: None }),
            lock => {
                lock.map_err(|source| failed(StoreError::Io { action: "open", path: path.clone(), source }))?
            }
        };
        match lock.try_lock() {
            Ok(()) => Ok(Self { lock: Some(lock) }),
            Err(TryLockError::WouldBlock) => Err(failed(StoreError::Busy { action: "write to" })),
            Err(TryLockError::Error(source)) => Err(failed(StoreError::Io { action: "lock", path, source })),
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        // Closing the file is not enough: a process that is being started at this moment has it open too, until it begins.
        let _ = self.lock.as_ref().map(File::unlock);
    }
}
