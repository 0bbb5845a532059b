//! What another process is told to do, and the doing. Decides nothing about what should come of it.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use serde::{Deserialize, Serialize};
use skillhost::Error;
use skillhost::maintenance::{self, DoctorReport, Examination};

use super::child::{Line, say, say_refused, told_to_end};
use super::{killed, streaming, unwritable, work};

/// What a child does with a data directory, until it is told to end unless it says otherwise.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum Task {
    /// Stores and deletes from several threads.
    Work { data: PathBuf, seed: u64 },
    /// Works, and makes one backup after the other.
    Backup { data: PathBuf, seed: u64, to: PathBuf },
    /// Works, and restores over and over.
    Restore { data: PathBuf, seed: u64, from: PathBuf },
    /// Works, with answers that expire at once, and removes what has expired.
    Prune { data: PathBuf, seed: u64 },
    /// Works, and repairs over and over.
    Doctor { data: PathBuf, seed: u64 },
    /// Opens a host and makes one call, and says how that ended. Ends by itself.
    Ask { data: PathBuf },
    /// Stores what fits into small files and what does not. Ends by itself.
    Fill { data: PathBuf },
    /// Works while its spool cannot be written, and after that. Ends by itself.
    LoseSpool { data: PathBuf },
    /// Takes the lock of the records and holds it.
    Hold { records: PathBuf },
    /// Goes through so many rounds of killing. Ends by itself.
    Kill { seed: u64, rounds: u64 },
    /// Lets a guest write a media of so many bytes. Ends by itself.
    WriteMedia { data: PathBuf, bytes: u64 },
    /// Writes a text of so many bytes. Ends by itself.
    WriteText { data: PathBuf, bytes: u64 },
    /// Copies and reads what is kept under a handle. Ends by itself.
    Read { data: PathBuf, handle: String, readers: bool },
}

impl Task {
    /// Does it, in the child.
    pub(super) fn run(&self) {
        match self {
            Self::Work { data, seed } => work::work(data, *seed, None, None),
            Self::Backup { data, seed, to } => {
                let pass = || maintenance::backup(data, to, &go_on).map(|report| report.damage);
                work::work(data, *seed, None, Some(&|| passed(pass())));
            }
            Self::Restore { data, seed, from } => {
                let pass = || maintenance::restore(data, from, &go_on).map(|report| report.damage);
                work::work(data, *seed, None, Some(&|| passed(pass())));
            }
            Self::Prune { data, seed } => {
                let host = work::host(data, Some(work::AT_ONCE));
                let pass = || host.prune().map(|_| 0);
                work::work(data, *seed, Some(work::AT_ONCE), Some(&|| passed(pass())));
            }
            Self::Doctor { data, seed } => {
                let pass = || {
                    maintenance::doctor(data, &Examination::default(), &go_on).map(|report| wrong(&report))
                };
                work::work(data, *seed, None, Some(&|| passed(pass())));
            }
            Self::Ask { data } => ask(data),
            Self::Fill { data } => work::fill(data),
            Self::LoseSpool { data } => unwritable::lose_spool(data),
            Self::Hold { records } => hold(records),
            Self::Kill { seed, rounds } => {
                killed::go_through(*seed, *rounds, |acknowledged| say(&Line::Round { acknowledged }));
            }
            Self::WriteMedia { data, bytes } => streaming::write_media(data, *bytes),
            Self::WriteText { data, bytes } => streaming::write_text(data, *bytes),
            Self::Read { data, handle, readers } => streaming::read(data, handle, *readers),
        }
    }
}

/// Watches long work and lets it go on.
pub(super) fn go_on(_: skillhost::progress::Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// How much the doctor found that work in other processes must not look like.
fn wrong(report: &DoctorReport) -> u64 {
    report.unlisted + report.findings.iter().filter(|finding| finding.kind.is_damage()).count() as u64
}

/// Upkeep that is repeated has to end well each time.
fn passed(damage: Result<u64, Error>) {
    match damage {
        Ok(0) => say(&Line::Passed),
        Ok(damage) => panic!("{damage} cases of damage"),
        Err(error) => panic!("{error} ({:?})", error.detail()),
    }
}

fn ask(data: &Path) {
    let host = match work::open(data, None) {
        Ok(host) => host,
        Err(error) => return say_refused(&error),
    };
    let session = work::session(&host, work::PRINCIPALS[0]);
    say(&Line::Ready);
    match work::store_text(&session, 1, 100) {
        Ok(stored) => say(&Line::Stored(stored)),
        Err(error) => say_refused(&error),
    }
}

fn hold(records: &Path) {
    let connection = rusqlite::Connection::open(records).expect("the records");
    connection.execute_batch("BEGIN IMMEDIATE").expect("the lock");
    say(&Line::Ready);
    while !told_to_end().load(Ordering::Relaxed) {
        std::thread::park_timeout(std::time::Duration::from_millis(1));
    }
}
