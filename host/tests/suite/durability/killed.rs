//! Processes that are killed at any moment of their work, one after the other over one data directory: what they had
//! acknowledged is there, what they had deleted is not, and nothing contradicts itself. `cargo xtask kill` does ten thousand.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use skillhost::clock::now;
use skillhost::error::Code;
use skillhost::maintenance;
use tempfile::TempDir;

use super::chance::Chance;
use super::child::{Child, Line, number};
use super::ledger::Ledger;
use super::task::{Task, go_on};
use super::{inspection, work};

/// How many processes are killed; said by `cargo xtask kill`, with progress on standard error then.
const ROUNDS: &str = "SKILLHOST_KILL_ROUNDS";
/// Repeats what was done with a seed that a failure told.
const SEED: &str = "SKILLHOST_KILL_SEED";
const ROUNDS_OF_THE_SUITE: u64 = 25;
/// With more contents than this, the directory is tidied up.
const MOST_KEPT: usize = 60;
/// For so many rounds one backup is added to.
const ROUNDS_OF_A_BACKUP: u64 = 100;
/// So many processes go through the rounds at once, where there are many: mostly they wait for the disk.
const LANES: u64 = 4;
/// How often progress is told.
const TELL_EACH: u64 = 100;
/// The most lines that are waited for before the process is killed, and the most microseconds after that.
const MOST_LINES: u64 = 16;
const MOST_MICROSECONDS: u64 = 3_000;

#[test]
fn what_was_acknowledged_outlives_its_process() {
    let seed = number(SEED).unwrap_or_else(now);
    match number(ROUNDS) {
        None => go_through(seed, ROUNDS_OF_THE_SUITE, |_| {}),
        Some(rounds) => go_through_in_lanes(seed, rounds),
    }
}

/// Goes through so many rounds, and tells of each how many contents were acknowledged in it.
pub(super) fn go_through(seed: u64, rounds: u64, each: impl Fn(u64)) {
    let mut rig = Rig::new(seed);
    (0..rounds).for_each(|_| each(rig.round()));
}

/// The same in several processes, each with a data directory of its own: what looks for locks must not be in a process that
/// starts others meanwhile, which hold them too until they have begun.
fn go_through_in_lanes(seed: u64, rounds: u64) {
    let sum = Mutex::new((0_u64, 0_u64));
    let started = Instant::now();
    let follow = |lane: Child| {
        while let Some(line) = lane.next() {
            let Line::Round { acknowledged } = line else { panic!("{line:?}") };
            let mut sum = sum.lock().expect("the other lanes go on");
            *sum = (sum.0 + 1, sum.1 + acknowledged);
            if sum.0.is_multiple_of(TELL_EACH) || sum.0 == rounds {
                let (killed, acknowledged, seconds) = (sum.0, sum.1, started.elapsed().as_secs());
                tell(&format!(
                    "{killed} processes killed, {acknowledged} contents acknowledged, 0 lost; {seconds} s"
                ));
            }
        }
        // Where it has failed, the lock is spoilt, and the other lanes end too.
        let _sum = sum.lock().expect("the other lanes go on");
        lane.end();
    };
    std::thread::scope(|scope| {
        for lane in 0..LANES {
            let rounds = (rounds + LANES - 1 - lane) / LANES;
            let lane = Child::start(&Task::Kill { seed: seed.wrapping_add(lane), rounds });
            scope.spawn(|| follow(lane));
        }
    });
}

/// One data directory through all rounds, and a backup of it.
struct Rig {
    seed: u64,
    chance: Chance,
    data: PathBuf,
    backup: PathBuf,
    ledger: Ledger,
    rounds: u64,
    folder: TempDir,
}

impl Rig {
    fn new(seed: u64) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (data, backup) = (folder.path().join("data"), folder.path().join("backup"));
        Self { seed, chance: Chance::new(seed), data, backup, ledger: Ledger::default(), rounds: 0, folder }
    }

    /// Has a process killed and looks at what it left; gives how many contents it had acknowledged.
    fn round(&mut self) -> u64 {
        self.rounds += 1;
        let before = self.ledger.acknowledged;
        let task = self.task();
        let child = Child::start(&task);
        self.wait(&child);
        self.ledger.hear(child.kill());
        if let Task::Restore { .. } = task {
            self.ledger.restored();
        }
        if self.ledger.acknowledged == 0 {
            // It may have been killed before it had made a data directory.
            drop(work::host(&self.data, None));
        }
        // What expires at once has expired when it is compared.
        let killed = now();
        while now() <= killed + work::AT_ONCE {
            std::hint::spin_loop();
        }
        if let Task::Backup { .. } = task {
            self.complete_backup();
        }
        // Either has to do with what the other has not put in order.
        let unsaid = work::THREADS * work::MOST_AT_ONCE;
        if self.chance.below(2) == 0 {
            inspection::compare(&self.data, &mut self.ledger, unsaid);
            inspection::mend(&self.data);
        } else {
            inspection::mend(&self.data);
            inspection::compare(&self.data, &mut self.ledger, unsaid);
        }
        self.tidy();
        if self.rounds.is_multiple_of(ROUNDS_OF_A_BACKUP) && self.backup.exists() {
            // What is gone may come back from a backup, and from nowhere else.
            std::fs::remove_dir_all(&self.backup).expect("removed");
            self.ledger.forget();
        }
        self.ledger.acknowledged - before
    }

    fn task(&mut self) -> Task {
        let (data, seed) = (self.data.clone(), self.chance.next());
        match self.chance.below(10) {
            0 | 1 => Task::Backup { data, seed, to: self.backup.clone() },
            2 if self.ledger.acknowledged > 0 => {
                self.complete_backup();
                Task::Restore { data, seed, from: self.backup.clone() }
            }
            3 => Task::Prune { data, seed },
            4 => Task::Doctor { data, seed },
            _ => Task::Work { data, seed },
        }
    }

    /// Until some lines were said, and somewhat longer.
    fn wait(&mut self, child: &Child) {
        for _ in 0..self.chance.below(MOST_LINES) {
            let line = child.next().expect("a child that goes on");
            assert!(!matches!(line, Line::Refused { .. }), "{line:?}");
            self.ledger.hear(vec![line]);
        }
        let over = Instant::now() + Duration::from_micros(self.chance.below(MOST_MICROSECONDS));
        while Instant::now() < over {
            std::hint::spin_loop();
        }
    }

    /// A backup that was cut off is gone on with, and holds then what has to be kept.
    fn complete_backup(&mut self) {
        let report = maintenance::backup(&self.data, &self.backup, &go_on).expect("a backup");
        assert!(report.complete && report.damage == 0, "{report:?}");
        inspection::compare_backup(&self.backup, &self.ledger);
        inspection::mend(&self.backup);
    }

    /// Keeps the directory small, in both ways that there are.
    fn tidy(&mut self) {
        let kept: Vec<_> = self.ledger.kept().cloned().collect();
        if kept.len() <= MOST_KEPT {
            return;
        }
        let host = work::host(&self.data, None);
        for principal in work::PRINCIPALS {
            let session = host.session(principal.parse().expect("a principal"));
            session.delete_before(now() + 1).expect("deleted");
            let mine = kept.iter().filter(|stored| stored.principal == principal).map(|stored| stored.handle);
            let gone =
                mine.filter(|handle| inspection::read(&session, *handle) == Err(Code::ArtifactExpired));
            self.ledger.remove(gone, Code::ArtifactExpired);
            // Retrievables are deleted by name only.
            let left = session.retrievables(skillhost::records::Page::first(MOST_KEPT)).expect("a list");
            for record in left.iter().skip(MOST_KEPT / 8) {
                session.delete(&record.handle.to_string()).expect("deleted");
                self.ledger.remove([record.handle], Code::ArtifactDeleted);
            }
        }
    }
}

/// Where something has failed, what there is to look at is kept.
impl Drop for Rig {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.folder.disable_cleanup(true);
            let (round, seed, folder) = (self.rounds, self.seed, self.folder.path().display());
            tell(&format!(
                "failed in round {round}; {SEED}={seed} repeats what was done; it is all in {folder}"
            ));
        }
    }
}

/// Past the test runner, which keeps what is printed to itself.
fn tell(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}
