//! The one public error: a code, the blame, a text that the model may see, a detail for the operator, a hint.
//!
//! `Display` is the text for the model. It never holds a path of this machine, a secret, or a guest's
//! words beyond what the contract lets a guest say; those stand in [`Error::detail`].

mod cause;
mod code;
mod mistake;
mod reference;
mod store;

pub use cause::FailureCause;
pub use code::{Blame, CODES, Code, CodeRow};
pub use mistake::Mistake;
#[cfg(test)]
pub(crate) use reference::assert_page;
pub use reference::reference;
pub use store::StoreError;

use crate::ids::{Digest, SkillId};

/// What went wrong, at any door.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Every mistake of the configuration at once.
    #[error("Invalid skills config: {}", mistake::summary(mistakes))]
    InvalidConfig {
        /// In the order of the file.
        mistakes: Vec<Mistake>,
    },
    /// The data directory cannot serve.
    #[error("data directory cannot be used: {problem}")]
    DataDirectoryUnusable {
        /// What is wrong with it.
        problem: String,
        /// Where it is; for the operator.
        path: std::path::PathBuf,
        /// What the deployer can do.
        hint: String,
    },
    /// The data directory has another form than this host's.
    #[error("data directory cannot be used: {problem}")]
    DataDirectoryVersion {
        /// What is wrong with it.
        problem: String,
        /// Where it is; for the operator.
        path: std::path::PathBuf,
        /// What the deployer can do.
        hint: String,
    },
    /// A source cannot be read.
    #[error("Skill source failed: {problem}")]
    SourceFailed {
        /// The source's id.
        source_id: String,
        /// What is wrong, without paths of this machine.
        problem: String,
        /// The system's reason, for the operator.
        detail: Option<String>,
        /// What the deployer can do.
        hint: &'static str,
    },
    /// No source holds the skill.
    #[error("Skill not found: {id}")]
    SkillNotFound {
        /// What was asked for, as it was written.
        id: String,
        /// The ids that the sources do hold.
        known: Vec<SkillId>,
    },
    /// The session has it already.
    #[error("Skill already loaded: {id}")]
    SkillAlreadyLoaded {
        /// The skill.
        id: SkillId,
    },
    /// The session does not have it (any more).
    #[error("Skill not loaded: {id}")]
    SkillNotLoaded {
        /// The skill.
        id: SkillId,
    },
    /// The file is not a component that may run here.
    #[error("Skill component refused: {id}: {reason}")]
    ComponentRefused {
        /// The skill.
        id: SkillId,
        /// The reason, by name.
        reason: String,
        /// What the skill's author can do.
        hint: &'static str,
    },
    /// Another component than the pinned one.
    #[error("Skill digest mismatch: {id}: pinned {pinned}, found {found}")]
    DigestMismatch {
        /// The skill.
        id: SkillId,
        /// What the deployer wrote.
        pinned: Digest,
        /// What the source holds.
        found: Digest,
    },
    /// The skill describes itself wrongly. All mistakes at once.
    #[error("Invalid skill manifest: {id}: {}", problems.join("; "))]
    ManifestInvalid {
        /// The skill.
        id: SkillId,
        /// Each problem, in the order of the descriptor.
        problems: Vec<String>,
    },
    /// A tool's name belongs to someone else.
    #[error("Skill tool collision: {tool}: {owner}")]
    ToolCollision {
        /// The name.
        tool: String,
        /// Who has it.
        owner: String,
        /// The skill that wanted it.
        skill: SkillId,
    },
    /// One name twice in one skill.
    #[error("Duplicate skill tool: {tool}")]
    ToolDuplicate {
        /// The name.
        tool: String,
    },
    /// No such artifact kind (behaviour 7).
    #[error("Skill artifact kind unavailable: {kind}; registered keys: {}", registered.join(", "))]
    ArtifactUnavailable {
        /// The name that is none.
        kind: String,
        /// The names that are, the base first.
        registered: Vec<String>,
    },
    /// A kept artifact is of a kind that this host does not have (behaviour 6.13).
    #[error("the artifact's kind `{kind}` cannot be reopened: `{missing}` is not registered")]
    KindMissing {
        /// The kind's name when the artifact was stored.
        kind: String,
        /// The name that means nothing here.
        missing: String,
        /// How it comes back.
        way: &'static str,
    },
    /// No loaded skill has the tool.
    #[error("Tool not found: {tool}")]
    ToolNotFound {
        /// What was asked for.
        tool: String,
        /// The tools there are.
        known: Vec<String>,
    },
    /// The arguments do not fit. All mistakes at once.
    #[error("Invalid arguments for tool {tool}: {}", problems.join("; "))]
    InvalidToolArguments {
        /// The tool or reader.
        tool: String,
        /// Each mistake, with the place inside the arguments.
        problems: Vec<String>,
        /// What would fit, where that can be said in a line.
        expected: Option<String>,
    },
    /// The gate said no.
    #[error("Tool denied: {tool}: {reason}")]
    ToolDenied {
        /// The tool.
        tool: String,
        /// Whose rule, or the gate's own words.
        reason: String,
    },
    /// The gate could not say.
    #[error("Tool gate unavailable: {tool}")]
    GateUnavailable {
        /// The tool.
        tool: String,
        /// What happened; for the operator.
        detail: String,
    },
    /// No slot became free.
    #[error("Skill busy: {id}: {running} calls are running, its limit `concurrency`")]
    SkillBusy {
        /// The skill.
        id: SkillId,
        /// The limit's value.
        running: u64,
    },
    /// The caller left.
    #[error("Tool call cancelled: {tool}")]
    ToolCancelled {
        /// The tool.
        tool: String,
    },
    /// The tool did not do its work.
    #[error("Skill tool \"{tool}\" failed: {id}: {cause}")]
    ToolFailed {
        /// The tool.
        tool: String,
        /// The skill.
        id: SkillId,
        /// Why.
        cause: FailureCause,
    },
    /// The answer is not acceptable. The texts are those of behaviour 3.
    #[error("Invalid response from skill tool: {tool}{}{reason}", if reason.is_empty() { "" } else { ": " })]
    ToolBadResponse {
        /// The tool.
        tool: String,
        /// What is wrong with it; empty where the shape says all.
        reason: String,
        /// The engine's words, for the operator.
        detail: Option<String>,
    },
    /// The text cannot be a handle.
    #[error("`{text}` is no handle")]
    HandleInvalid {
        /// What was written.
        text: String,
    },
    /// No such handle for this principal: never existed, or another's (decision 29).
    #[error("no artifact with id {handle} in this turn")]
    ArtifactNotFound {
        /// What was asked for, as it was written.
        handle: String,
    },
    /// The principal's own, kept for as long as the deployer says.
    #[error("the artifact with id {handle} has expired")]
    ArtifactExpired {
        /// What was asked for.
        handle: crate::ids::Handle,
    },
    /// The principal's own, deleted by its owner.
    #[error("the artifact with id {handle} was deleted")]
    ArtifactDeleted {
        /// What was asked for.
        handle: crate::ids::Handle,
    },
    /// The artifact does not answer this reader.
    #[error("artifact has no reader {reader}: {reason}")]
    ReaderUnavailable {
        /// The reader's name.
        reader: String,
        /// Why: unknown, of another kind, or not built in.
        reason: String,
    },
    /// A reader failed on an artifact.
    #[error("{reader} failed: {reason}")]
    ToolDownstream {
        /// The reader's name.
        reader: String,
        /// In words the model may see.
        reason: String,
        /// What to try instead.
        hint: String,
    },
    /// The words of a search make no query.
    #[error("invalid search: {problem}")]
    SearchInvalid {
        /// What is wrong with them.
        problem: String,
        /// How a search is written.
        hint: String,
    },
    /// A quota has no room for the answer.
    #[error("{exceeded}")]
    QuotaExceeded {
        /// Which one, with the figures.
        exceeded: crate::quota::Exceeded,
        /// How room is made.
        hint: String,
    },
    /// The store failed.
    #[error("the store failed while {action}")]
    StoreFailed {
        /// What was being done, as a participle.
        action: &'static str,
        /// What happened below.
        #[source]
        source: StoreError,
    },
}

impl Error {
    /// A store that does not open. Damage, a full disk and a held database are what they are anywhere; what else stands in
    /// the way, the deployer can mend.
    pub(crate) fn unopened(path: std::path::PathBuf, source: StoreError) -> Self {
        match source.code() {
            Code::StoreFailed => {
                Self::DataDirectoryUnusable { problem: source.to_string(), hint: source.hint(), path }
            }
            _ => Self::store("opening the data directory")(source),
        }
    }

    /// What a failure of the store means to whoever asked; `action` is a participle, such as `listing what is stored`.
    pub fn store(action: &'static str) -> impl Fn(StoreError) -> Self {
        move |source| {
            let hint = source.hint();
            match source {
                StoreError::Quota(exceeded) => Self::QuotaExceeded { exceeded, hint },
                StoreError::Search { problem } => Self::SearchInvalid { problem, hint },
                source => Self::StoreFailed { action, source },
            }
        }
    }
}

impl Error {
    /// The stable code.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Self::InvalidConfig { .. } => Code::InvalidConfig,
            Self::DataDirectoryUnusable { .. } => Code::DataDirectoryUnusable,
            Self::DataDirectoryVersion { .. } => Code::DataDirectoryVersion,
            Self::SourceFailed { .. } => Code::SourceFailed,
            Self::SkillNotFound { .. } => Code::SkillNotFound,
            Self::SkillAlreadyLoaded { .. } => Code::SkillAlreadyLoaded,
            Self::SkillNotLoaded { .. } => Code::SkillNotLoaded,
            Self::ComponentRefused { .. } => Code::ComponentRefused,
            Self::DigestMismatch { .. } => Code::DigestMismatch,
            Self::ManifestInvalid { .. } => Code::ManifestInvalid,
            Self::ToolCollision { .. } => Code::ToolCollision,
            Self::ToolDuplicate { .. } => Code::ToolDuplicate,
            Self::ArtifactUnavailable { .. } => Code::ArtifactUnavailable,
            Self::KindMissing { .. } => Code::KindMissing,
            Self::ToolNotFound { .. } => Code::ToolNotFound,
            Self::InvalidToolArguments { .. } => Code::InvalidToolArguments,
            Self::ToolDenied { .. } => Code::ToolDenied,
            Self::GateUnavailable { .. } => Code::GateUnavailable,
            Self::SkillBusy { .. } => Code::SkillBusy,
            Self::ToolCancelled { .. } => Code::ToolCancelled,
            Self::ToolFailed { .. } => Code::ToolFailed,
            Self::ToolBadResponse { .. } => Code::ToolBadResponse,
            Self::HandleInvalid { .. } => Code::HandleInvalid,
            Self::ArtifactNotFound { .. } => Code::ArtifactNotFound,
            Self::ArtifactExpired { .. } => Code::ArtifactExpired,
            Self::ArtifactDeleted { .. } => Code::ArtifactDeleted,
            Self::ReaderUnavailable { .. } => Code::ReaderUnavailable,
            Self::ToolDownstream { .. } => Code::ToolDownstream,
            Self::SearchInvalid { .. } => Code::SearchInvalid,
            Self::QuotaExceeded { .. } => Code::QuotaExceeded,
            Self::StoreFailed { source, .. } => source.code(),
        }
    }

    /// Who has to change something: the code's blame, unless the cause says better.
    #[must_use]
    pub fn blame(&self) -> Blame {
        match self {
            Self::ToolFailed { cause, .. } => cause.blame().unwrap_or_else(|| self.code().blame()),
            _ => self.code().blame(),
        }
    }

    /// For the operator's log: paths, engine texts, causes. Never for the model.
    #[must_use]
    pub fn detail(&self) -> Option<String> {
        match self {
            Self::DataDirectoryUnusable { path, .. } | Self::DataDirectoryVersion { path, .. } => {
                Some(path.display().to_string())
            }
            Self::GateUnavailable { detail, .. } => Some(detail.clone()),
            Self::ToolFailed { cause, .. } => cause.detail().map(str::to_owned),
            Self::ToolBadResponse { detail, .. } | Self::SourceFailed { detail, .. } => detail.clone(),
            Self::StoreFailed { source, .. } => Some(source.to_string()),
            _ => None,
        }
    }

    /// The next step, for whoever is to blame.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        let listed = |what: &str, names: &[String]| match names {
            [] => format!("there are no {what}"),
            names => format!("{what}: {}", names.join(", ")),
        };
        Some(match self {
            Self::InvalidConfig { mistakes } => {
                return mistakes.iter().find_map(|mistake| mistake.hint.clone());
            }
            Self::DataDirectoryUnusable { hint, .. }
            | Self::DataDirectoryVersion { hint, .. }
            | Self::SearchInvalid { hint, .. }
            | Self::QuotaExceeded { hint, .. }
            | Self::ToolDownstream { hint, .. } => hint.clone(),
            Self::ComponentRefused { hint, .. } | Self::SourceFailed { hint, .. } => (*hint).to_owned(),
            Self::SkillNotFound { known, .. } => {
                listed("skills here", &known.iter().map(ToString::to_string).collect::<Vec<_>>())
            }
            Self::SkillAlreadyLoaded { .. } => "unload it first, or go on with the loaded one".to_owned(),
            Self::SkillNotLoaded { .. } => "load it first".to_owned(),
            Self::DigestMismatch { id, found, .. } => {
                format!("where the change is meant, set `digest = \"{found}\"` below [skills.{id}]")
            }
            Self::ManifestInvalid { .. } => "the skill's author has to mend its descriptor".to_owned(),
            Self::ToolCollision { tool, skill, .. } => {
                format!("give it another name here: [skills.{skill}.rename] {tool} = \"…\"")
            }
            Self::ToolDuplicate { .. } => "the skill's author has to rename one of the two".to_owned(),
            Self::ArtifactUnavailable { kind, .. } => {
                format!("define it below [artifact-kinds], or bind the tool to another kind than `{kind}`")
            }
            Self::KindMissing { way, .. } => (*way).to_owned(),
            Self::ToolNotFound { known, .. } => listed("tools here", known),
            Self::InvalidToolArguments { expected, .. } => {
                expected.clone().unwrap_or_else(|| "the tool's input schema says what fits".to_owned())
            }
            Self::ToolDenied { .. } => "only the deployer's [gate] can allow it".to_owned(),
            Self::GateUnavailable { .. } => "try again; where it stays so, look at the gate".to_owned(),
            Self::SkillBusy { id, .. } => {
                format!("try again later, or raise `concurrency` below [skills.{id}.limits]")
            }
            Self::ToolCancelled { .. } => return None,
            Self::ToolFailed { cause, id, .. } => return cause.hint(id),
            Self::ToolBadResponse { .. } => "the skill's author has to mend the tool's answer".to_owned(),
            Self::HandleInvalid { .. } => {
                "a handle is a UUID as a call prints it, such as 01938d3e-7a5c-7cc3-98c4-dc0c0c07398f"
                    .to_owned()
            }
            Self::ArtifactNotFound { .. } => "`skillhost artifacts` lists the handles there are".to_owned(),
            Self::ArtifactExpired { .. } => {
                "make the call again; `keep` below [store] says for how long answers are kept".to_owned()
            }
            Self::ArtifactDeleted { .. } => {
                "make the call again, or bring it back from a backup with `skillhost restore`".to_owned()
            }
            Self::ReaderUnavailable { .. } => {
                "every artifact answers artifact_head, _tail, _grep and _cat".to_owned()
            }
            Self::StoreFailed { source, .. } => source.hint(),
        })
    }

    /// The same error as data, for JSON output.
    #[must_use]
    pub fn report(&self) -> ErrorReport {
        let row = self.code().row();
        ErrorReport {
            code: row.name,
            status: row.status,
            fatal: row.fatal,
            blame: self.blame(),
            message: self.to_string(),
            detail: self.detail(),
            hint: self.hint(),
            mistakes: match self {
                Self::InvalidConfig { mistakes } => mistakes.clone(),
                _ => Vec::new(),
            },
        }
    }
}

/// An [`Error`] as data.
#[derive(Debug, Clone, serde::Serialize)]
pub struct ErrorReport {
    /// The stable name of the code.
    pub code: &'static str,
    /// The nearest HTTP status.
    pub status: u16,
    /// Whether the host cannot go on.
    pub fatal: bool,
    /// Who is at fault.
    pub blame: Blame,
    /// What the model may see.
    pub message: String,
    /// What only the operator may see.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The next step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The single mistakes of a configuration.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<Mistake>,
}
