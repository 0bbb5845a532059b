//! What can go wrong between the host and its disk. Every variant names the file or the action.

use std::io;
use std::path::PathBuf;

/// A failure of the bytes or the records.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file system refused.
    #[error("failed to {action} `{}`: {source}", path.display())]
    Io {
        /// An infinitive, such as `write`.
        action: &'static str,
        /// The file, relative to the data directory where it lies below it.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The database refused.
    #[error("failed to {action} the records: {reason}")]
    Records {
        /// An infinitive, such as `insert into`.
        action: &'static str,
        /// The database's reason.
        reason: String,
        /// Whether the disk is full.
        full: bool,
    },
    /// A file is there but is not what was written.
    #[error("`{}` is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        what: String,
    },
    /// A record names bytes that are gone.
    #[error("the bytes behind `{id}` are gone")]
    Missing {
        /// The handle.
        id: String,
    },
    /// A new handle is one that exists.
    #[error("the handle `{id}` is taken")]
    Collision {
        /// The handle.
        id: String,
    },
}

impl StoreError {
    /// The next step for the operator.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Io { source, .. } if source.kind() == io::ErrorKind::StorageFull => {
                "free disk space, then try again"
            }
            Self::Records { full: true, .. } => "free disk space, then try again",
            Self::Io { source, .. } if source.kind() == io::ErrorKind::PermissionDenied => {
                "the host needs to read and write its data directory"
            }
            Self::Io { .. } | Self::Records { .. } => "the operator's log has the system's reason",
            Self::Damaged { .. } => "restore the data directory from a copy; nothing was overwritten",
            Self::Missing { .. } => "the artifact was removed behind the host's back; make the call again",
            Self::Collision { .. } => "make the call again; nothing was overwritten",
        }
    }
}
