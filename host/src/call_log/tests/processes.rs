//! Several threads and several processes at one log: no call is lost or doubled, whoever dies.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::thread;

use super::*;

const FOLDER: &str = "CALL_LOG_OF_THIS_TEST";
const FIRST: &str = "FIRST_CALL_OF_THIS_TEST";
const CALLS: u64 = 300;

#[test]
fn threads_that_open_and_append_at_once() {
    let folder = tempfile::tempdir().unwrap();
    thread::scope(|scope| {
        for worker in 0..4 {
            let folder = folder.path();
            scope.spawn(move || {
                for part in 0..4 {
                    let log = open(folder);
                    for number in 0..50 {
                        log.append(&call(worker * 200 + part * 50 + number)).unwrap();
                    }
                }
            });
        }
    });
    assert_eq!(numbers(&open(folder.path())), (0..800).collect::<Vec<_>>());
}

#[test]
fn one_log_serves_many_threads() {
    let (_folder, logs) = logs();
    for log in &logs {
        thread::scope(|scope| {
            for worker in 0..4 {
                scope.spawn(move || {
                    for number in 0..100 {
                        log.append(&call(worker * 100 + number)).unwrap();
                    }
                });
            }
        });
        assert_eq!(numbers(log.as_ref()), (0..400).collect::<Vec<_>>());
    }
}

/// What the processes below do; by itself it does nothing.
#[test]
fn works_as_a_process() {
    let (Some(folder), Ok(first)) = (std::env::var_os(FOLDER), std::env::var(FIRST)) else { return };
    let first: u64 = first.parse().unwrap();
    let log = open(folder.as_ref());
    for number in first..first + CALLS {
        log.append(&call(number)).unwrap();
        writeln!(std::io::stdout(), "appended {number}").unwrap();
    }
}

fn process(folder: &Path, first: u64) -> Child {
    let name = format!("{}::works_as_a_process", module_path!().split_once("::").unwrap().1);
    Command::new(std::env::current_exe().unwrap())
        .args([&name, "--exact", "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder)
        .env(FIRST, first.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The calls that a process says it has appended, up to so many.
fn acknowledged(process: &mut Child, most: usize) -> Vec<u64> {
    let lines = BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok);
    let number = |line: String| line.rsplit_once("appended ").and_then(|(_, number)| number.parse().ok());
    lines.filter_map(number).take(most).collect()
}

#[test]
fn a_process_that_is_killed_loses_no_call_and_holds_up_no_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut processes: Vec<Child> = (0..4).map(|worker| process(folder.path(), worker * 1_000)).collect();
    let mut killed = processes.remove(0);
    let mut expected = acknowledged(&mut killed, 100);
    assert_eq!(expected.len(), 100);
    killed.kill().unwrap();
    killed.wait().unwrap();
    for process in &mut processes {
        let appended = acknowledged(process, usize::MAX);
        assert_eq!(appended.len() as u64, CALLS);
        assert!(process.wait().unwrap().success());
        expected.extend(appended);
    }
    let found = numbers(&open(folder.path()));
    assert!(found.is_sorted_by(|a, b| a < b), "a call stands there twice");
    for number in &expected {
        assert!(found.binary_search(number).is_ok(), "{number} is lost");
    }
    // The killed one may have come further than it could say.
    assert!(found.len() <= expected.len() + CALLS as usize - 100);
}
