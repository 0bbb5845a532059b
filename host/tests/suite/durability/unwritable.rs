//! A data directory that cannot be written, and one that a newer version made: both are refused with what to do, and are after
//! that what they were before, byte for byte.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::path::{Path, PathBuf};

use skillhost::error::Code;

use super::child::{Child, Line, say, say_refused, user_without_powers};
use super::taken_away::{files, names};
use super::task::Task;
use super::{inspection, work};

/// A data directory with one text in it.
fn stored_in(folder: &Path) -> PathBuf {
    let data = folder.join("data");
    let session = work::session(&work::host(&data, None), work::PRINCIPALS[0]);
    work::store_text(&session, 1, 100).expect("stored");
    data
}

/// Sets the permissions of everything below a folder: with or without the right to write.
fn set_writable(path: &Path, writable: bool) {
    let metadata = fs::metadata(path).expect("a file");
    let mode = if metadata.is_dir() { 0o500 } else { 0o400 };
    if writable {
        fs::set_permissions(path, fs::Permissions::from_mode(mode | 0o200)).expect("set");
    }
    if metadata.is_dir() {
        for entry in fs::read_dir(path).expect("a folder") {
            set_writable(&entry.expect("an entry").path(), writable);
        }
    }
    if !writable {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("set");
    }
}

/// Everything below a folder becomes that of whom [`Child::start_without_powers`] starts.
fn give(path: &Path) {
    let Some(user) = user_without_powers() else { return };
    chown(path, Some(user), Some(user)).expect("given");
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("a folder") {
            give(&entry.expect("an entry").path());
        }
    }
}

#[test]
fn a_directory_that_cannot_be_written_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = stored_in(folder.path());
    give(folder.path());
    set_writable(&data, false);
    let before = files(&data);
    let lines = Child::start_without_powers(&Task::Ask { data: data.clone() }).end();
    let [Line::Refused { code, hint }] = lines.as_slice() else { panic!("{lines:?}") };
    assert_eq!(code, "E_DATA_DIRECTORY_UNUSABLE");
    assert!(hint.contains("write"), "{hint}");
    assert_eq!(names(&files(&data)), names(&before));
    assert!(files(&data) == before);
    set_writable(&data, true);
    let lines = Child::start_without_powers(&Task::Ask { data }).end();
    assert!(matches!(lines.as_slice(), [Line::Ready, Line::Stored(_)]), "{lines:?}");
}

#[test]
fn a_spool_that_cannot_be_written_any_more_costs_what_it_does_not_take() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    give(folder.path());
    let lines = Child::start_without_powers(&Task::LoseSpool { data }).end();
    let [Line::Ready, Line::Refused { code, hint }, Line::Stored(_)] = lines.as_slice() else {
        panic!("{lines:?}")
    };
    assert_eq!(code, "E_STORE_FAILED");
    assert!(hint.contains("read and write"), "{hint}");
}

/// What the child of the test above does.
pub(super) fn lose_spool(data: &Path) {
    let session = work::session(&work::host(data, None), work::PRINCIPALS[0]);
    let kept = work::store_text(&session, 1, 100).expect("stored");
    say(&Line::Ready);
    set_writable(&data.join("spool"), false);
    say_refused(&work::store_text(&session, 2, 100).expect_err("no one can write there"));
    assert_eq!(inspection::everything(&session), kept, "what was kept can be read");
    set_writable(&data.join("spool"), true);
    say(&Line::Stored(work::store_text(&session, 3, 100).expect("stored")));
}

#[test]
fn a_directory_of_a_newer_version_is_refused_and_left_as_it_is() {
    for file in ["records.sqlite", "calls.sqlite"] {
        let folder = tempfile::tempdir().expect("a folder");
        let data = stored_in(folder.path());
        let database = rusqlite::Connection::open(data.join(file)).expect("a database");
        database.pragma_update(None, "user_version", 1_000).expect("set");
        drop(database);
        let before = files(&data);
        let error = work::open(&data, None).err().expect("refused");
        assert_eq!(error.code(), Code::DataDirectoryVersion, "{file}: {error}");
        assert!(error.to_string().contains("1000"), "{file}: {error}");
        assert!(error.hint().is_some_and(|hint| hint.contains("newer version")), "{file}: {error:?}");
        assert_eq!(names(&files(&data)), names(&before), "{file}");
        assert!(files(&data) == before, "{file}");
    }
}
