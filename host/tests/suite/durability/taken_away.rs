//! A data directory that is removed, or has another in its place, while a host uses it: whatever the host is asked then ends in
//! the same error. It acknowledges nothing, answers nothing from elsewhere, and writes nothing elsewhere.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Map;
use skillhost::call_log::LogQuery;
use skillhost::error::Code;
use skillhost::records::{Page, Search};
use skillhost::session::CopyError;
use skillhost::{Error, Host, Session};

use super::{inspection, work};

/// What is asked of a host whose directory is gone.
type Question = (&'static str, fn(&Host, &Session, &str) -> Result<(), Error>);

const QUESTIONS: &[Question] = &[
    ("call: text", |_, session, _| work::store_text(session, 2, 10).map(drop)),
    ("call: media", |_, session, _| work::store(session, "media", 2, 10, 2).map(drop)),
    ("call: inline note", |_, session, _| work::store(session, "inline_note", 2, 10, 1).map(drop)),
    ("read", |_, session, handle| session.read(handle, "artifact_cat", &Map::new()).map(drop)),
    ("copy", |_, session, handle| match session.copy_to(handle, &mut Vec::new()) {
        Err(CopyError::Host(error)) => Err(error),
        outcome => panic!("{outcome:?}"),
    }),
    ("unknown handle", |_, session, _| {
        let handle = skillhost::ids::Handle::new().to_string();
        session.read(&handle, "artifact_cat", &Map::new()).map(drop)
    }),
    ("artifacts", |_, session, _| session.artifacts(Page::first(10)).map(drop)),
    ("media", |_, session, _| session.media(Page::first(10)).map(drop)),
    ("retrievables", |_, session, _| session.retrievables(Page::first(10)).map(drop)),
    ("search", |_, session, _| session.search(&Search { limit: 10, ..Search::default() }).map(drop)),
    ("delete", |_, session, handle| session.delete(handle)),
    ("delete what is old", |_, session, _| session.delete_before(u64::MAX).map(drop)),
    ("log", |_, session, _| session.calls(&LogQuery { limit: 10, ..LogQuery::default() }).map(drop)),
    ("prune", |host, _, _| host.prune().map(drop)),
    ("usage", |host, _, _| host.usage().map(drop)),
];

#[test]
fn a_directory_that_is_removed_in_use() {
    check(|data| {
        fs::remove_dir_all(data).expect("removed");
        None
    });
}

#[test]
fn a_directory_that_is_moved_away_in_use() {
    check(|data| {
        move_away(data);
        None
    });
}

#[test]
fn an_empty_directory_in_the_place_of_the_one_in_use() {
    check(|data| {
        move_away(data);
        fs::create_dir(data).expect("made");
        None
    });
}

/// The other host goes on, under the name that its directory had.
#[test]
fn another_hosts_directory_in_the_place_of_the_one_in_use() {
    check(|data| {
        let other = data.with_extension("other");
        let session = work::session(&work::host(&other, None), work::PRINCIPALS[0]);
        work::store_text(&session, 7, 10).expect("stored");
        fs::remove_dir_all(data).expect("removed");
        std::os::unix::fs::symlink(other, data).expect("linked");
        Some(session)
    });
}

fn move_away(data: &Path) {
    fs::rename(data, data.with_extension("moved")).expect("moved");
}

/// Takes the directory away from a host and asks it everything. What comes back has another directory in its place.
fn check(take_away: fn(&Path) -> Option<Session>) {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let host = work::host(&data, None);
    let session = work::session(&host, work::PRINCIPALS[0]);
    let handle = work::store_text(&session, 1, 10).expect("stored").first().expect("one").handle.to_string();
    let other = take_away(&data);
    let before = files(&data);
    let answers = QUESTIONS.iter().filter_map(|(question, ask)| match ask(&host, &session, &handle) {
        Ok(()) => Some(format!("{question}: an answer")),
        Err(error) if error.code() != Code::StoreGone => Some(format!("{question}: {error:?}")),
        Err(error) => {
            assert!(error.hint().is_some_and(|hint| hint.contains("skillhost restore")), "{error:?}");
            None
        }
    });
    assert_eq!(answers.collect::<Vec<_>>(), [""; 0]);
    drop((session, host));
    let after = files(&data);
    assert_eq!(names(&after), names(&before), "something was made or removed elsewhere");
    assert!(after == before, "something was written elsewhere");
    if let Some(other) = other {
        assert_eq!(inspection::everything(&other).len(), 1);
        work::store_text(&other, 2, 10).expect("stored");
    }
    // A host that is started anew works with what is there.
    let session = work::session(&work::host(&data, None), work::PRINCIPALS[0]);
    work::store_text(&session, 3, 10).expect("stored");
    drop(session);
    inspection::all_is_well(&data);
}

/// Every file below a folder with its bytes.
pub(super) fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    if !folder.exists() {
        return files;
    }
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.insert(path.clone(), fs::read(&path).expect("a file"));
        }
    }
    files
}

/// Their names.
pub(super) fn names(files: &BTreeMap<PathBuf, Vec<u8>>) -> Vec<&PathBuf> {
    files.keys().collect()
}
