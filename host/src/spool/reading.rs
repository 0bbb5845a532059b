//! What it means that a content could not be read: bytes that are damaged are told from a disk that fails. Called by
//! whoever reads through a [`ByteSource`](skillhost_artifacts::ByteSource) of the spool.

use std::path::PathBuf;

use skillhost_artifacts::SourceError;

use crate::error::StoreError;
use crate::ids::Handle;

/// The store's error for a failed read of the content under this handle.
#[must_use]
pub fn read_error(id: Handle, error: SourceError) -> StoreError {
    let path = PathBuf::from(id.to_string());
    let damaged = |what| StoreError::Damaged { path: path.clone(), what };
    match error {
        SourceError::Io(source) => StoreError::Io { action: "read", path, source },
        SourceError::Damaged { expected, found } => {
            damaged(format!("its bytes end at {found} of {expected}"))
        }
        SourceError::Altered { offset } => {
            damaged(format!("its bytes from {offset} on are not those that were stored"))
        }
    }
}
