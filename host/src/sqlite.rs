//! How an SQLite file of the data directory is opened: private, by one at a time, and looked at before it is touched. Knows
//! no table; the call log opens its file with it.

use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags};

/// How often one looks whether it is one's turn.
const LOOK_AGAIN: Duration = Duration::from_millis(5);

/// The right to open, make or replace a database of one directory, which one at a time has: in this process or another.
/// Held for as long as the value lives; the system lets go of a killed process's.
///
/// Statements need no turn. It is for what SQLite cannot order itself: that a file is made private before anyone writes
/// to it, that its tables exist before anyone reads it, that it is not replaced while someone opens it.
pub(crate) struct Turn {
    _directory: File,
}

impl Turn {
    /// Waits for the turn, but no longer than `patience`.
    pub(crate) fn wait(directory: &Path, patience: Duration) -> io::Result<Self> {
        let until = Instant::now() + patience;
        let directory = File::open(directory)?;
        loop {
            match directory.try_lock() {
                Ok(()) => return Ok(Self { _directory: directory }),
                Err(TryLockError::Error(error)) => return Err(error),
                Err(TryLockError::WouldBlock) if Instant::now() < until => std::thread::sleep(LOOK_AGAIN),
                Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::ResourceBusy.into()),
            }
        }
    }

    /// A connection to a database, which is made where it is missing: empty, for this user alone. SQLite takes over its
    /// mode for the files that it puts beside it.
    ///
    /// A file that exists is never opened here by anyone but SQLite: closing it would let go of every lock that other
    /// connections of this process have on it.
    pub(crate) fn connect(&self, path: &Path) -> rusqlite::Result<Connection> {
        // What cannot be made is refused below, with SQLite's reason.
        if OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).is_ok() {
            // What an earlier file of that name left beside itself would be taken for the new one's.
            for ending in ["-wal", "-shm", "-journal"] {
                let mut beside = OsString::from(path);
                beside.push(ending);
                let _ = std::fs::remove_file(beside);
            }
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Connection::open_with_flags(path, flags)
    }
}

/// What a database file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Empty: tables can be made.
    New,
    /// Made with this application id, in this version.
    Ours(i64),
    /// Another program's.
    Foreign,
}

/// Looks at a database and leaves it as it is. In one transaction: between two looks another process may make the
/// tables, and half of each would be no one's form.
pub(crate) fn form(connection: &Connection, application_id: i64) -> rusqlite::Result<Form> {
    let snapshot = connection.unchecked_transaction()?;
    let number = |pragma| snapshot.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    let tables: i64 = snapshot.query_row("SELECT count(*) FROM sqlite_schema", (), |row| row.get(0))?;
    let form = match (number("application_id")?, number("user_version")?) {
        (0, 0) if tables == 0 => Form::New,
        (id, version) if id == application_id => Form::Ours(version),
        _ => Form::Foreign,
    };
    snapshot.commit()?;
    Ok(form)
}

/// Which file stands at a path: two files that exist at the same time are never equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Identity {
    device: u64,
    inode: u64,
}

impl Identity {
    /// The one that stands there now.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        let metadata = std::fs::metadata(path)?;
        Ok(Self { device: metadata.dev(), inode: metadata.ino() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_has_the_turn_and_no_one_waits_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let turn = Turn::wait(folder.path(), Duration::ZERO).unwrap();
        let refused = Turn::wait(folder.path(), Duration::from_millis(20)).err().unwrap();
        assert_eq!(refused.kind(), io::ErrorKind::ResourceBusy);
        drop(turn);
        assert!(Turn::wait(folder.path(), Duration::ZERO).is_ok());
        let missing = Turn::wait(&folder.path().join("missing"), Duration::ZERO).err().unwrap();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn a_database_is_private_from_the_start_and_told_by_its_id() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sqlite");
        let turn = Turn::wait(folder.path(), Duration::ZERO).unwrap();
        let connection = turn.connect(&path).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
        assert_eq!(form(&connection, 7), Ok(Form::New));
        connection.execute_batch("CREATE TABLE t (a); PRAGMA user_version = 3").unwrap();
        assert_eq!(form(&connection, 7), Ok(Form::Foreign));
        connection.execute_batch("PRAGMA application_id = 7").unwrap();
        assert_eq!(form(&connection, 7), Ok(Form::Ours(3)));
        // Opened again it is what it is.
        assert_eq!(form(&turn.connect(&path).unwrap(), 7), Ok(Form::Ours(3)));
    }

    #[test]
    fn another_file_at_a_path_has_another_identity() {
        let folder = tempfile::tempdir().unwrap();
        let (path, aside) = (folder.path().join("a"), folder.path().join("b"));
        std::fs::write(&path, "a").unwrap();
        let identity = Identity::of(&path).unwrap();
        assert_eq!(Identity::of(&path).unwrap(), identity);
        std::fs::rename(&path, &aside).unwrap();
        assert!(Identity::of(&path).is_err());
        std::fs::write(&path, "a").unwrap();
        assert_ne!(Identity::of(&path).unwrap(), identity);
        assert_eq!(Identity::of(&aside).unwrap(), identity);
    }
}
