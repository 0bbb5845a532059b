//! What is not begun at all: each its own error, and nothing is made or altered.

use std::os::unix::fs::symlink;

use super::*;
use crate::error::Code;

fn check(outcome: Result<TransferReport, Error>, code: Code, part: &str) {
    let error = outcome.unwrap_err();
    assert_eq!(error.code(), code, "{error}");
    assert!(error.to_string().contains(part), "{error}");
    assert!(error.hint().is_some(), "{error}");
}

#[test]
fn a_directory_is_no_backup_of_itself_nor_lies_in_one() {
    let directories = Directories::new();
    let data = directories.data();
    store(&open_directory(&data).unwrap(), b"text");
    symlink(&data, directories.path("other-name")).unwrap();
    let below = data.join("spool/backup");
    for (to, part) in [
        (data.clone(), "the same"),
        (directories.path("other-name"), "the same"),
        (directories.path("data/../data"), "the same"),
        (below.clone(), "inside the other"),
        (directories.path("other-name/new/newer"), "inside the other"),
        (directories.path("."), "inside the other"),
    ] {
        let unusable = Code::DataDirectoryUnusable;
        check(super::super::backup(&data, &to, &unwatched), unusable, part);
        assert!(!below.exists());
    }
    // The other way round: a data directory inside of its backup.
    let inner = data.join("inner");
    check(super::super::restore(&inner, &data, &unwatched), Code::DataDirectoryUnusable, "inside the other");
    assert!(!inner.exists());
}

#[test]
fn what_is_no_data_directory_is_not_made_one() {
    let directories = Directories::new();
    let other = directories.path("other");
    for prepare in [
        (|_: &Path| ()) as fn(&Path),
        |path| fs::create_dir(path).unwrap(),
        |path| fs::write(path.join("records.sqlite"), b"").unwrap(),
        |path| {
            fs::remove_file(path.join("records.sqlite")).unwrap();
            fs::create_dir(path.join("spool")).unwrap();
        },
    ] {
        prepare(&other);
        let before = listing(&other);
        let unusable = Code::DataDirectoryUnusable;
        check(super::super::restore(&directories.data(), &other, &unwatched), unusable, "cannot be used");
        check(super::super::backup(&other, &directories.backup(), &unwatched), unusable, "cannot be used");
        let error = super::super::doctor(&other, &Examination::default(), &unwatched).unwrap_err();
        assert_eq!(error.code(), unusable);
        assert_eq!(listing(&other), before);
        assert!(!directories.data().exists() && !directories.backup().exists());
    }
}

#[test]
fn a_backup_is_not_strewn_among_other_things() {
    let directories = Directories::new();
    store(&open_directory(&directories.data()).unwrap(), b"text");
    fs::create_dir(directories.backup()).unwrap();
    fs::write(directories.backup().join("letter"), b"dear").unwrap();
    let outcome = super::super::backup(&directories.data(), &directories.backup(), &unwatched);
    check(outcome, Code::DataDirectoryUnusable, "not empty");
    assert_eq!(listing(&directories.backup()).len(), 1);
    fs::remove_file(directories.backup().join("letter")).unwrap();
    assert_eq!(backup(&directories).copied.records, 1, "an empty directory will do");
}

#[test]
fn another_programs_database_stays_as_it_is() {
    let directories = Directories::new();
    store(&open_directory(&directories.data()).unwrap(), b"text");
    fs::create_dir(directories.backup()).unwrap();
    let file = directories.backup().join("records.sqlite");
    fs::write(&file, b"not a database, but something of value").unwrap();
    let version = Code::DataDirectoryVersion;
    check(
        super::super::backup(&directories.data(), &directories.backup(), &unwatched),
        version,
        "not a database",
    );
    check(
        super::super::restore(&directories.data(), &directories.backup(), &unwatched),
        version,
        "not a database",
    );
    let error = super::super::doctor(&directories.backup(), &Examination::default(), &unwatched).unwrap_err();
    assert_eq!(error.code(), version);
    assert_eq!(fs::read(&file).unwrap(), b"not a database, but something of value");
}

fn listing(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).into_iter().flatten();
    entries.map(|entry| entry.unwrap().path()).collect()
}
