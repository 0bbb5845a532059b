//! The data directory of a host that keeps its own store. Refuses a directory that others can write, or that
//! another version or program made. Opened once, when the host is built.

use std::fs;
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use rustix::fs::{Access, AtFlags, CWD, accessat};

use crate::error::{Error, StoreError};
use crate::spool::DirectorySpool;

use super::SqliteRecords;
use super::sqlite::{FILE, Recognised};

/// Bytes and records in one directory, which several processes may share:
///
/// ```text
/// <data-dir>/              0700
///   records.sqlite         what each handle means, and whose it is (with -wal and -shm while it is open)
///   calls.sqlite           which calls there were (the same): the call log makes it
///   spool/                 the bytes: see DirectorySpool
///   cache/                 compiled components, with the key of this installation: the sandbox makes it
/// ```
///
/// Each part carries its own version: a database in its header, a spool file in its footer.
pub struct Embedded {
    /// The bytes.
    pub spool: DirectorySpool,
    /// The records.
    pub records: SqliteRecords,
    /// Where the call log stands.
    pub calls: PathBuf,
    /// Where the sandbox may keep compiled components.
    pub cache: PathBuf,
}

/// Why a data directory cannot serve. `Display` stands after "data directory cannot be used:".
#[derive(Debug, thiserror::Error)]
pub enum DataDirectoryError {
    /// The file system refused.
    #[error("failed to {action} it: {source}")]
    Io {
        /// An infinitive.
        action: &'static str,
        /// The directory.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// What is kept there could not be kept.
    #[error("it cannot be written: {source}")]
    Unwritable {
        /// The directory.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// Others could put their own bytes behind a handle.
    #[error("other users can write it (its mode is {mode:03o})")]
    Exposed {
        /// The directory.
        path: PathBuf,
        /// Its permission bits.
        mode: u32,
    },
    /// Another user could put their own bytes behind a handle.
    #[error("it belongs to another user")]
    Owned {
        /// The directory.
        path: PathBuf,
    },
    /// Another version of the host made the records, and no step leads from there to this one.
    #[error("its records have format {found}, and this version of the host reads format {supported}")]
    Version {
        /// The database.
        path: PathBuf,
        /// The format that it has.
        found: i64,
        /// The format that this host reads and writes; it brings older ones up to it.
        supported: i64,
    },
    /// Another program made the database, or it is none.
    #[error("its records are not a database of this program")]
    Foreign {
        /// The database.
        path: PathBuf,
    },
    /// The spool or the database could not be opened.
    #[error("{source}")]
    Store {
        /// The directory or file.
        path: PathBuf,
        /// What happened below.
        source: StoreError,
    },
}

impl DataDirectoryError {
    /// What the deployer can do.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::Io { .. } => "set `data-dir` below [host] to a directory that the host can make, read and write",
            Self::Unwritable { .. } => {
                "give the user that the host runs as the right to write it, or set `data-dir` below [host] to another \
                 directory; a file system that is mounted read-only serves none"
            }
            Self::Owned { .. } => "set `data-dir` below [host] to a directory of the user that the host runs as",
            Self::Exposed { .. } => "take the right to write from others: chmod go-w",
            Self::Version { found, supported, .. } if found > supported => {
                return format!(
                    "run a newer version of the host, one that reads format {found}, or set `data-dir` below [host] to \
                     another directory"
                );
            }
            Self::Version { .. } | Self::Foreign { .. } => "set `data-dir` below [host] to another directory",
            Self::Store { source, .. } => return source.hint(),
        }
        .to_owned()
    }

    /// A refusal of the file system to make or write something.
    fn writing(action: &'static str, path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                Self::Unwritable { path, source }
            }
            _ => Self::Io { action, path, source },
        }
    }

    /// A failure to open what stands in the directory.
    fn store(path: &Path, source: StoreError) -> Self {
        match source {
            StoreError::Io { action, source, .. } => Self::writing(action, path, source),
            source => Self::Store { path: path.to_owned(), source },
        }
    }
}

impl From<DataDirectoryError> for Error {
    fn from(error: DataDirectoryError) -> Self {
        let (problem, hint) = (error.to_string(), error.hint());
        match error {
            DataDirectoryError::Version { path, .. } | DataDirectoryError::Foreign { path } => {
                Self::DataDirectoryVersion { problem, path, hint }
            }
            DataDirectoryError::Io { path, .. }
            | DataDirectoryError::Unwritable { path, .. }
            | DataDirectoryError::Exposed { path, .. }
            | DataDirectoryError::Owned { path } => Self::DataDirectoryUnusable { problem, path, hint },
            DataDirectoryError::Store { path, source } => Self::unopened(path, source),
        }
    }
}

/// Opens a data directory, made where it is missing. Records of an older version are brought to this one.
///
/// # Errors
/// [`DataDirectoryError`]; nothing that was there has been altered.
pub fn open_directory(path: &Path) -> Result<Embedded, DataDirectoryError> {
    let failed = |action| move |source| DataDirectoryError::Io { action, path: path.to_owned(), source };
    let refused = |action| move |source| DataDirectoryError::writing(action, path, source);
    let is_new = !fs::exists(path).map_err(failed("look for"))?;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(refused("create"))?;
    let metadata = fs::metadata(path).map_err(failed("look at"))?;
    if metadata.uid() != rustix::process::geteuid().as_raw() {
        return Err(DataDirectoryError::Owned { path: path.to_owned() });
    }
    let mode = metadata.permissions().mode() & 0o777;
    if mode & 0o022 != 0 {
        return Err(DataDirectoryError::Exposed { path: path.to_owned(), mode });
    }
    // Asked before SQLite is, which would say only that it cannot open something.
    accessat(CWD, path, Access::READ_OK | Access::WRITE_OK | Access::EXEC_OK, AtFlags::EACCESS)
        .map_err(|error| refused("write to")(error.into()))?;
    let directory = Dir::open_ambient_dir(path, ambient_authority()).map_err(failed("open"))?;

    // The database first: it is what tells another version's directory, in which nothing else may be touched.
    let recognised = Recognised::look(&path.join(FILE))?;
    let spool = DirectorySpool::open(&directory).map_err(|source| DataDirectoryError::store(path, source))?;
    let records = recognised.open(&spool)?;

    // Names survive a crash only when their directory is synced.
    directory.open(".").and_then(|directory| directory.sync_all()).map_err(refused("sync"))?;
    if is_new && let Some(parent) = fs::canonicalize(path).map_err(failed("look for"))?.parent() {
        fs::File::open(parent).and_then(|parent| parent.sync_all()).map_err(refused("sync"))?;
    }
    Ok(Embedded { spool, records, calls: path.join("calls.sqlite"), cache: path.join("cache") })
}
