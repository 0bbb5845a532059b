//! What a case can do to a host, whichever door it comes through, and what comes back. The doors are `library` and
//! `command_line`; `run` walks a case's steps through one of them.

use anyhow::{Result, bail};
use serde_json::{Map, Value};

use crate::step::{Call, Class, Log, Prune, Search, TogetherCall};

/// What came back from one action, in the words that both doors share.
#[derive(Debug, Clone)]
pub(crate) enum Outcome {
    /// The JSON that the door gives.
    Done(Value),
    /// The error as data.
    Failed {
        /// The report.
        report: Value,
        /// The exit code, where there was a process.
        exit: Option<i32>,
    },
    /// What a command printed.
    Ran { exit: Option<i32>, stdout: String, stderr: String },
}

/// Which door.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum DoorName {
    Library,
    Cli,
}

impl DoorName {
    pub(crate) const ALL: [Self; 2] = [Self::Library, Self::Cli];

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Library => "library",
            Self::Cli => "cli",
        }
    }
}

/// A way to a host. An error here is the suite's own: the case asks for something that the door does not have.
pub(crate) trait Door {
    fn call(&mut self, call: &Call, arguments: Map<String, Value>) -> Result<Outcome>;
    fn read(&mut self, handle: &str, reader: &str, arguments: &Map<String, Value>) -> Result<Outcome>;
    fn stored(&mut self, class: Class) -> Result<Outcome>;
    fn delete(&mut self, handle: &str) -> Result<Outcome>;
    fn search(&mut self, search: &Search) -> Result<Outcome>;
    fn log(&mut self, log: &Log) -> Result<Outcome>;
    fn prune(&mut self, prune: &Prune) -> Result<Outcome>;
    fn usage(&mut self) -> Result<Outcome>;
    fn check(&mut self) -> Result<Outcome>;
    /// The bytes behind a handle; `output` is what the call gave that made it.
    fn content(&mut self, handle: &str, output: &Value) -> Result<Vec<u8>>;
    /// Forget everything that is not in the data directory.
    fn restart(&mut self);

    fn load(&mut self, _skill: &str) -> Result<Outcome> {
        bail!("this door does not load by itself: the case needs `library-only`")
    }
    fn unload(&mut self, _skill: &str) -> Result<Outcome> {
        bail!("this door does not unload: the case needs `library-only`")
    }
    fn tools(&mut self) -> Result<Outcome> {
        bail!("this door offers no tools to a model: the case needs `library-only`")
    }
    /// The calls' outcomes, and the order in which they ended, as indices.
    fn together(&mut self, _calls: &[TogetherCall]) -> Result<(Vec<Outcome>, Vec<usize>)> {
        bail!("this door makes one call at a time: the case needs `library-only`")
    }
    fn command(&mut self, _words: &[String]) -> Result<Outcome> {
        bail!("this door has no commands: the case needs `cli-only`")
    }
}

/// A call's arguments as JSON.
pub(crate) fn json(table: &toml::Table) -> Result<Map<String, Value>> {
    match serde_json::to_value(table)? {
        Value::Object(map) => Ok(map),
        other => bail!("arguments are a table, not {other}"),
    }
}
