//! Processes that are stopped with a lock in their hands: the others get their answer or an error within a bound, and the lock
//! is gone with its process.

use std::fs::File;
use std::path::PathBuf;

use skillhost::error::Code;

use super::chance::Chance;
use super::child::{Child, Line};
use super::ledger::Ledger;
use super::task::Task;
use super::{inspection, work};

/// How often a process is stopped at a moment of no one's choice.
const STOPS: usize = 5;

struct Folder {
    folder: tempfile::TempDir,
}

impl Folder {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder") }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }
}

#[test]
fn a_lock_of_a_stopped_process_is_not_waited_for_for_ever() {
    let folder = Folder::new();
    let data = folder.data();
    let session = work::session(&work::host(&data, None), work::PRINCIPALS[0]);
    let kept = work::store_text(&session, 1, 100).expect("stored");
    let holder = Child::start(&Task::Hold { records: data.join("records.sqlite") });
    assert!(matches!(holder.next(), Some(Line::Ready)));
    holder.stop();

    // Another process can still be started, and is told the same as this one.
    let other = Child::start(&Task::Ask { data: data.clone() });
    let error = work::store_text(&session, 2, 100).expect_err("the records are held");
    assert_eq!(error.code(), Code::StoreBusy);
    assert!(error.hint().is_some_and(|hint| hint.contains("try again")), "{error:?}");
    let lines = other.end();
    assert!(
        matches!(lines.as_slice(), [Line::Ready, Line::Refused { code, .. }] if code == "E_STORE_BUSY"),
        "{lines:?}"
    );
    let handle = kept[0].handle;
    let error = session.delete(&handle.to_string()).expect_err("the records are held");
    assert_eq!(error.code(), Code::StoreBusy);

    // Reading waits for no one who writes.
    assert_eq!(inspection::everything(&session), kept);

    holder.kill();
    let mut ledger = Ledger::default();
    ledger.hear(vec![Line::Stored(kept)]);
    ledger.hear(vec![Line::Stored(work::store_text(&session, 3, 100).expect("no one holds them now"))]);
    session.delete(&handle.to_string()).expect("deleted");
    ledger.remove([handle], Code::ArtifactDeleted);
    drop(session);
    inspection::all_is_well(&data);
    inspection::compare(&data, &mut ledger, 0);
}

/// The right to open a data directory is the lock of the directory.
#[test]
fn a_process_that_is_stopped_while_it_opens_the_directory_is_not_waited_for_for_ever() {
    let folder = Folder::new();
    let data = folder.data();
    drop(work::host(&data, None));
    let held = File::open(&data).expect("the directory");
    held.lock().expect("locked");
    let error = work::open(&data, None).err().expect("someone is opening it");
    assert_eq!(error.code(), Code::StoreBusy, "{error:?}");
    assert!(error.hint().is_some_and(|hint| hint.contains("try again")), "{error:?}");
    drop(held);
    work::open(&data, None).expect("no one is opening it now");
}

#[test]
fn a_process_that_is_stopped_anywhere_holds_no_one_up() {
    let folder = Folder::new();
    let data = folder.data();
    let mut ledger = Ledger::default();
    let mut chance = Chance::new(skillhost::clock::now());
    let session = work::session(&work::host(&data, None), work::PRINCIPALS[0]);
    let worker = Child::start(&Task::Work { data: data.clone(), seed: chance.next() });
    for number in 0..STOPS {
        ledger.hear(worker.until(|line| matches!(line, Line::Stored(_))));
        worker.stop();
        match work::store_text(&session, number as u64, 100) {
            Ok(stored) => ledger.hear(vec![Line::Stored(stored)]),
            Err(error) => assert_eq!(error.code(), Code::StoreBusy, "{error}"),
        }
        worker.go_on();
    }
    ledger.hear(worker.end());
    drop(session);
    inspection::all_is_well(&data);
    inspection::compare(&data, &mut ledger, 0);
}
