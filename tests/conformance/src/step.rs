//! What a step of a case may do, and what it may expect. Unknown keys are errors here too. `run` takes the steps in
//! order, `judge` compares.

use serde::Deserialize;

/// One thing that is done, and what has to come of it.
#[derive(Debug, Deserialize)]
#[serde(try_from = "WrittenStep")]
pub(crate) struct Step {
    pub(crate) action: Action,
    pub(crate) expect: Expectation,
}

/// What a step does.
#[derive(Debug)]
pub(crate) enum Action {
    /// Load the skill where that is not yet so, and call its tool.
    Call(Call),
    /// Read an artifact.
    Read(Read),
    /// Load a skill (library only).
    Load(String),
    /// Unload a skill (library only).
    Unload(String),
    /// Check the deployer's file.
    Check,
    /// List the tools that a model is offered: the skills', then the readers (library only).
    Tools,
    /// List artifacts, media or retrievables.
    Stored(Class),
    /// Delete what an earlier step gave.
    Delete(String),
    /// Search the retrievables.
    Search(Search),
    /// List the calls that there were, newest first.
    Log(Log),
    /// Remove what has expired; with an age, what is older too.
    Prune(Prune),
    /// How much is kept, beside what may be.
    Usage,
    /// Leave the host and start it anew over the same data directory.
    Restart,
    /// Do something to the case's folder behind the host's back.
    Disturb(Disturbance),
    /// Run the command line with these words (command line only). `{case}` stands for the case's folder.
    Command(Vec<String>),
    /// Calls at the same time (library only). The step ends when all have ended.
    Together(Vec<TogetherCall>),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct WrittenStep {
    call: Option<Call>,
    read: Option<Read>,
    load: Option<String>,
    unload: Option<String>,
    #[serde(default)]
    check: bool,
    #[serde(default)]
    tools: bool,
    stored: Option<Class>,
    delete: Option<String>,
    search: Option<Search>,
    log: Option<Log>,
    prune: Option<Prune>,
    #[serde(default)]
    usage: bool,
    #[serde(default)]
    restart: bool,
    disturb: Option<Disturbance>,
    command: Option<Vec<String>>,
    together: Option<Vec<TogetherCall>>,
    #[serde(default)]
    expect: Expectation,
}

impl TryFrom<WrittenStep> for Step {
    type Error = String;

    fn try_from(step: WrittenStep) -> Result<Self, String> {
        let actions = [
            step.call.map(Action::Call),
            step.read.map(Action::Read),
            step.load.map(Action::Load),
            step.unload.map(Action::Unload),
            step.check.then_some(Action::Check),
            step.tools.then_some(Action::Tools),
            step.stored.map(Action::Stored),
            step.delete.map(Action::Delete),
            step.search.map(Action::Search),
            step.log.map(Action::Log),
            step.prune.map(Action::Prune),
            step.usage.then_some(Action::Usage),
            step.restart.then_some(Action::Restart),
            step.disturb.map(Action::Disturb),
            step.command.map(Action::Command),
            step.together.map(Action::Together),
        ];
        let mut actions = actions.into_iter().flatten();
        match (actions.next(), actions.next()) {
            (Some(action), None) => Ok(Self { action, expect: step.expect }),
            (None, _) => Err("a step needs an action".to_owned()),
            (Some(_), Some(_)) => Err("a step has one action only".to_owned()),
        }
    }
}

/// A call of a tool.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Call {
    pub(crate) skill: String,
    pub(crate) tool: String,
    /// `"{1}"` stands for the handle that step 1 gave.
    #[serde(default = "empty")]
    pub(crate) arguments: toml::Table,
    /// The arguments as text, where they are not JSON (command line only).
    pub(crate) arguments_text: Option<String>,
    /// Give the call up so many milliseconds after it began (library only).
    pub(crate) cancel_after: Option<u64>,
}

/// A read of an artifact.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Read {
    /// `1`: what step 1 gave; `1.acknowledgement`: the acknowledgement of its record; else a handle as it is.
    pub(crate) handle: String,
    pub(crate) reader: String,
    #[serde(default = "empty")]
    pub(crate) arguments: toml::Table,
}

fn empty() -> toml::Table {
    toml::Table::new()
}

/// What the store keeps.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Class {
    Artifacts,
    Media,
    Retrievables,
}

/// A search.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Search {
    pub(crate) text: Option<String>,
    pub(crate) kind: Option<String>,
    pub(crate) source: Option<String>,
    pub(crate) trust: Option<String>,
    #[serde(default)]
    pub(crate) offset: usize,
    pub(crate) limit: Option<usize>,
}

/// Which calls are listed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Log {
    pub(crate) skill: Option<String>,
    pub(crate) outcome: Option<String>,
}

/// What is removed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Prune {
    /// As the command line takes it; whole seconds.
    pub(crate) older_than: Option<u64>,
}

/// What happens to files while no one looks.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Disturbance {
    /// Relative to the case's folder; a folder means every file below it.
    pub(crate) path: String,
    /// Cut to so many bytes.
    pub(crate) cut: Option<u64>,
    /// Flip the lowest bit of this byte.
    pub(crate) flip: Option<u64>,
    /// Take it away, whatever is below it too.
    #[serde(default)]
    pub(crate) remove: bool,
    /// Begin a transaction on this database, and end it when the next step has ended.
    #[serde(default)]
    pub(crate) hold: bool,
    /// Replace the content.
    pub(crate) text: Option<String>,
    /// Set the permissions, in octal.
    pub(crate) mode: Option<String>,
    /// Put an empty file in the place of the folder.
    #[serde(default)]
    pub(crate) block: bool,
    /// Make it a link to this place.
    pub(crate) link: Option<String>,
}

/// One of several calls.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TogetherCall {
    pub(crate) call: Call,
    /// This call ends before the one that is so many places before it.
    #[serde(default)]
    pub(crate) overtakes: Option<usize>,
    #[serde(default)]
    pub(crate) expect: Expectation,
}

/// What has to come of a step. Nothing said: it succeeds.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Expectation {
    /// The code of the error. The exit code follows from the blame; that nothing was stored is checked.
    pub(crate) error: Option<Many>,
    /// Who is at fault, where it is not whom the code's row names.
    pub(crate) blame: Option<String>,
    /// What the error's message contains.
    #[serde(default)]
    pub(crate) message: Many,
    /// What the error's message does not contain.
    #[serde(default)]
    pub(crate) message_lacks: Many,
    /// What the error's hint contains.
    #[serde(default)]
    pub(crate) hint: Many,
    /// What the mistakes of the configuration say, each in one of them.
    #[serde(default)]
    pub(crate) mistakes: Many,
    /// What a call gave. A table may have further keys; a string that starts with `~` is a regular expression.
    pub(crate) output: Option<toml::Value>,
    /// The same for what any other step gave.
    pub(crate) json: Option<toml::Value>,
    /// The bytes behind the handle that the call gave: a string, or a list of numbers.
    pub(crate) content: Option<toml::Value>,
    /// The text that a reader gave; `~` as above.
    pub(crate) text: Option<String>,
    /// What standard output contains (steps that are commands).
    #[serde(default)]
    pub(crate) stdout: Many,
    /// What standard output does not contain (steps that are commands).
    #[serde(default)]
    pub(crate) stdout_lacks: Many,
    /// What standard error contains (steps that are commands).
    #[serde(default)]
    pub(crate) stderr: Many,
    /// The exit code (steps that are commands).
    pub(crate) exit: Option<i32>,
}

/// One string or several.
#[derive(Debug, Default, Clone, Deserialize)]
#[serde(from = "OneOrMany")]
pub(crate) struct Many(pub(crate) Vec<String>);

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl From<OneOrMany> for Many {
    fn from(written: OneOrMany) -> Self {
        match written {
            OneOrMany::One(text) => Self(vec![text]),
            OneOrMany::Many(texts) => Self(texts),
        }
    }
}
