//! Four processes over one data directory, made by whichever comes first; one of them also repairs it all the time, another
//! backs it up. One is killed; the others neither lose anything nor wait for it.

use super::chance::Chance;
use super::child::{Child, Line};
use super::ledger::Ledger;
use super::task::Task;
use super::{inspection, work};

/// How many answers each of the others has acknowledged after one was killed.
const FURTHER: usize = 20;

#[test]
fn one_of_four_is_killed_and_the_others_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let mut chance = Chance::new(skillhost::clock::now());
    let mut ledger = Ledger::default();
    let tasks = [
        Task::Work { data: data.clone(), seed: chance.next() },
        Task::Work { data: data.clone(), seed: chance.next() },
        Task::Backup { data: data.clone(), seed: chance.next(), to: folder.path().join("backup") },
        Task::Doctor { data: data.clone(), seed: chance.next() },
    ];
    let mut children: Vec<_> = tasks.iter().map(Child::start).collect();
    let is_answer = |line: &Line| matches!(line, Line::Stored(_));
    for child in &children {
        ledger.hear(child.until(is_answer));
    }
    let killed = usize::try_from(chance.below(4)).expect("a place");
    ledger.hear(children.remove(killed).kill());
    for child in &children {
        for _ in 0..FURTHER {
            ledger.hear(child.until(is_answer));
        }
    }
    for child in children {
        ledger.hear(child.end());
    }
    inspection::compare(&data, &mut ledger, work::THREADS * work::MOST_AT_ONCE);
    inspection::mend(&data);
}
