//! What can go wrong between the host and its disk. Every variant names the file or the action.

use std::io;
use std::path::PathBuf;

use super::Code;
use crate::quota::Exceeded;

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
    /// Another process has held the database for longer than anyone should.
    #[error("failed to {action} the records: another process holds them")]
    Busy {
        /// An infinitive, such as `insert into`.
        action: &'static str,
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
    /// The data directory, or the database in it, is no longer where it was opened.
    #[error("the data directory was removed or replaced while it was in use")]
    Gone,
    /// A new handle is one that exists.
    #[error("the handle `{id}` is taken")]
    Collision {
        /// The handle.
        id: String,
    },
    /// A quota has no room for it.
    #[error("{0}")]
    Quota(Exceeded),
    /// A search whose words make no query.
    #[error("{problem}")]
    Search {
        /// What is wrong with it.
        problem: String,
    },
}

impl StoreError {
    /// The code under which it is told.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Self::Io { source, .. } if is_full(source) => Code::StoreFull,
            Self::Records { full: true, .. } => Code::StoreFull,
            Self::Io { .. } | Self::Records { .. } | Self::Collision { .. } => Code::StoreFailed,
            Self::Busy { .. } => Code::StoreBusy,
            Self::Damaged { .. } | Self::Missing { .. } => Code::StoreDamaged,
            Self::Gone => Code::StoreGone,
            Self::Quota(_) => Code::QuotaExceeded,
            Self::Search { .. } => Code::SearchInvalid,
        }
    }

    /// The next step for the operator.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::Io { source, .. } if is_full(source) => FULL.to_owned(),
            Self::Records { full: true, .. } => FULL.to_owned(),
            Self::Io { source, .. } if is_refusal(source) => {
                "the host needs to read and write its data directory".to_owned()
            }
            Self::Io { .. } | Self::Records { .. } => "the operator's log has the system's reason".to_owned(),
            Self::Busy { .. } => "try again; where it stays so, look for a process that is stuck".to_owned(),
            Self::Damaged { .. } | Self::Missing { .. } => {
                "`skillhost doctor` says what is damaged, `skillhost restore` brings it back from a backup".to_owned()
            }
            Self::Gone => "start the host anew; `skillhost restore` brings back what a backup has".to_owned(),
            Self::Collision { .. } => "make the call again; nothing was overwritten".to_owned(),
            Self::Quota(exceeded) => format!(
                "delete what is no longer needed (`skillhost delete`, `skillhost prune`), or raise `{}`",
                exceeded.key()
            ),
            Self::Search { .. } => {
                "words stand for themselves, \"several words\" for a phrase, tea* for a beginning; AND, OR, NOT and \
                 parentheses combine; quote whatever else, such as \"rain-garden\""
                    .to_owned()
            }
        }
    }
}

const FULL: &str = "free disk space, or raise the system's limits for this user; then try again";

/// Whether there is no room: on the disk, in the user's share of it, or in what this process may write to one file.
fn is_full(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
    )
}

fn is_refusal(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}
