//! What can go wrong between the host and a source.
//!
//! `Display` names files relative to the source, never a path of this machine; the loader passes it on.

use std::io;
use std::path::PathBuf;

use crate::ids::SkillId;

/// A failure of one source.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The source has no such skill.
    #[error("source `{source_id}` has no skill `{id}`")]
    NotFound {
        /// The source.
        source_id: String,
        /// What was asked for.
        id: SkillId,
    },
    /// The component has more bytes than allowed.
    #[error("`{path}` of source `{source_id}` has {size} bytes, more than {most}")]
    TooLarge {
        /// The source.
        source_id: String,
        /// The file, relative to the source.
        path: String,
        /// Its bytes.
        size: u64,
        /// The bytes it may have.
        most: u64,
    },
    /// Two files claim to be the skill.
    #[error("source `{source_id}` has both `{first}` and `{second}`")]
    Ambiguous {
        /// The source.
        source_id: String,
        /// One of the files, relative to the source.
        first: String,
        /// The other.
        second: String,
    },
    /// A folder, a pipe or a device stands where a file belongs.
    #[error("`{path}` of source `{source_id}` is not a file")]
    NotAFile {
        /// The source.
        source_id: String,
        /// What stands there, relative to the source.
        path: String,
    },
    /// The file system refused.
    #[error("failed to read `{path}` of source `{source_id}`")]
    Io {
        /// The source.
        source_id: String,
        /// The file, relative to the source; `.` for the folder itself.
        path: String,
        /// The system's reason.
        #[source]
        error: io::Error,
    },
    /// The source's folder cannot be opened.
    #[error("failed to open the folder of source `{source_id}`")]
    Folder {
        /// The source.
        source_id: String,
        /// The folder; for the operator.
        path: PathBuf,
        /// The system's reason.
        #[source]
        error: io::Error,
    },
}

impl SourceError {
    /// The next step for the deployer.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NotFound { .. } => "a skill is `<id>/skill.wasm` or `<id>.wasm` in a source's folder",
            Self::TooLarge { .. } => {
                "ship a smaller component: build it with optimisation for size, without debug information"
            }
            Self::Ambiguous { .. } => "keep one of the two",
            Self::NotAFile { .. } => "put a file there; links may not leave the source's folder",
            Self::Io { .. } => "the host needs to read the source's folder; links may not leave it",
            Self::Folder { .. } => "`path` below [[sources]] names a folder that the host can read",
        }
    }
}
