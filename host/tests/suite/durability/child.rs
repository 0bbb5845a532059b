//! This very binary as another process: how it is started and told what to do, what it says, and how it ends. What it does is
//! in `task.rs`.
//!
//! It says lines of JSON on its standard output. A line that its death cut off was not said.

use std::io::{BufReader, Read as _, Write as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde::{Deserialize, Serialize};
use skillhost::Error;
use skillhost::ids::Handle;

use super::task::Task;

/// Where a process finds its order.
const ORDER: &str = "SKILLHOST_TESTS_ORDER";
/// What the lines of a child begin with; the test runner writes to the same stream.
const MARK: &str = "@ ";
/// The longest silence. It tells a process that hangs from one that is slow, and no test asserts more of a clock.
const SILENCE: Duration = Duration::from_secs(60);
/// Runs its words as a program whose files may not grow past 2048 blocks, of 512 or 1024 bytes as the shell counts. A write
/// beyond is an error, as on a full disk, instead of the signal that would end the program.
const SMALL_FILES: &str = r#"trap '' XFSZ; ulimit -f 2048; exec "$@""#;

/// What a child says.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Line {
    /// Everything is open; work begins.
    Ready,
    /// A call has returned, and this is what its answer is kept as.
    Stored(Vec<Stored>),
    /// A handle is about to be deleted.
    Deleting(Handle),
    /// It is deleted.
    Deleted(Handle),
    /// A backup, a restore, a repair or a removal has ended well.
    Passed,
    /// A process was killed, and what it left was looked at.
    Round {
        /// How many contents it had acknowledged.
        acknowledged: u64,
    },
    /// What was asked for was refused.
    Refused {
        /// The error's code.
        code: String,
        /// What to do about it.
        hint: String,
    },
    /// How many bytes of memory it took at the most beyond what was there before and what a guest had, and for what.
    Memory {
        /// What for.
        what: String,
        /// Bytes.
        bytes: u64,
    },
}

/// One content that a child was given a handle for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Stored {
    pub(super) handle: Handle,
    pub(super) principal: String,
    pub(super) bytes: u64,
    /// Of the content that was handed in, not of what is kept.
    pub(super) hash: String,
    /// In milliseconds since the Unix epoch.
    pub(super) expires_at: Option<u64>,
}

/// Says a line, if someone listens. Whoever does not is gone, and so is what this process works for.
pub(super) fn say(line: &Line) {
    let line = serde_json::to_string(line).expect("a line");
    let mut output = std::io::stdout().lock();
    // One write, so that lines of several threads stay apart; the runner may stand in the middle of a line of its own.
    if output.write_all(format!("\n{MARK}{line}\n").as_bytes()).and_then(|()| output.flush()).is_err() {
        std::process::exit(1);
    }
}

/// Says that something was refused.
pub(super) fn say_refused(error: &Error) {
    say(&Line::Refused { code: error.code().to_string(), hint: error.hint().unwrap_or_default() });
}

/// What the child of an order does; by itself, nothing.
#[test]
fn works_to_order() {
    let Ok(order) = std::env::var(ORDER) else { return };
    serde_json::from_str::<Task>(&order).expect("an order").run();
}

/// A child that has been started. One that is dropped is killed.
pub(super) struct Child {
    process: std::process::Child,
    lines: Receiver<Line>,
}

impl Child {
    /// Starts a process with this task.
    pub(super) fn start(task: &Task) -> Self {
        Self::start_as(Command::new(program()), task)
    }

    /// The same, and no file that it writes may grow past two MiB.
    pub(super) fn start_with_small_files(task: &Task) -> Self {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", SMALL_FILES, "sh"]).arg(program());
        Self::start_as(shell, task)
    }

    /// The same, as a user who may do what the modes of files say: this one or, where this is root, another.
    pub(super) fn start_without_powers(task: &Task) -> Self {
        // By this name it can be started wherever it lies; another user may not be able to look there.
        let mut command = Command::new("/proc/self/exe");
        if let Some(user) = user_without_powers() {
            command.uid(user).gid(user);
        }
        Self::start_as(command, task)
    }

    fn start_as(mut command: Command, task: &Task) -> Self {
        let test = concat!(module_path!(), "::works_to_order");
        let (_, test) = test.split_once("::").expect("the name of the binary");
        let mut process = command
            .args([test, "--exact", "--nocapture", "--test-threads=1"])
            .env(ORDER, serde_json::to_string(task).expect("an order"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a child");
        let output = BufReader::new(process.stdout.take().expect("its output"));
        let (said, lines) = channel();
        std::thread::spawn(move || {
            for line in whole_lines(output) {
                // Whoever asked may not want to know any more.
                let _ = said.send(line);
            }
        });
        Self { process, lines }
    }

    /// The next line; none: it has ended.
    pub(super) fn next(&self) -> Option<Line> {
        match self.lines.recv_timeout(SILENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("a child has said nothing for {SILENCE:?}"),
        }
    }

    /// The lines up to and including the one that is looked for.
    pub(super) fn until(&self, is_looked_for: impl Fn(&Line) -> bool) -> Vec<Line> {
        let mut lines = Vec::new();
        loop {
            let line = self.next().expect("a child that goes on");
            let found = is_looked_for(&line);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// Ends it as a crash does; gives what it had said by then.
    pub(super) fn kill(mut self) -> Vec<Line> {
        self.process.kill().expect("killed");
        let status = self.process.wait().expect("ended");
        assert_eq!(status.signal(), Some(Signal::KILL.as_raw()), "the child ended by itself: {status}");
        self.rest()
    }

    /// Tells it to end, and waits until it has; gives what it said meanwhile.
    pub(super) fn end(mut self) -> Vec<Line> {
        drop(self.process.stdin.take());
        let lines = self.rest();
        let status: ExitStatus = self.process.wait().expect("ended");
        assert!(status.success(), "the child failed: {status}");
        lines
    }

    /// Stops it wherever it is.
    pub(super) fn stop(&self) {
        self.signal(Signal::STOP);
    }

    /// Lets it go on.
    pub(super) fn go_on(&self) {
        self.signal(Signal::CONT);
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.process), signal).expect("signalled");
    }

    fn rest(&self) -> Vec<Line> {
        std::iter::from_fn(|| self.next()).collect()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // One that has ended cannot be killed.
        let _ = self.process.kill().and_then(|()| self.process.wait());
    }
}

/// Whether this process has been told to end: its input has ended.
pub(super) fn told_to_end() -> &'static AtomicBool {
    static TOLD: AtomicBool = AtomicBool::new(false);
    static LISTENING: std::sync::Once = std::sync::Once::new();
    LISTENING.call_once(|| {
        std::thread::spawn(|| {
            // Whatever comes, or fails to: it is over then.
            let _ = std::io::stdin().read_to_end(&mut Vec::new());
            TOLD.store(true, Ordering::Relaxed);
        });
    });
    &TOLD
}

/// A number that whoever runs the tests has put into the environment.
pub(super) fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|error| panic!("{name}: {error}")))
}

/// Whom root becomes to have no powers. No one has to exist under that number.
pub(super) fn user_without_powers() -> Option<u32> {
    rustix::process::geteuid().is_root().then_some(65_534)
}

fn program() -> std::path::PathBuf {
    std::env::current_exe().expect("this program")
}

fn whole_lines(output: impl std::io::BufRead) -> impl Iterator<Item = Line> {
    let mut output = output;
    std::iter::from_fn(move || {
        loop {
            let mut line = Vec::new();
            output.read_until(b'\n', &mut line).expect("a pipe");
            let line = line.strip_suffix(b"\n")?;
            if let Some(line) = line.strip_prefix(MARK.as_bytes()) {
                return Some(serde_json::from_slice(line).expect("a line"));
            }
        }
    })
}
