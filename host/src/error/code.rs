//! The table of error codes: name, status, fatality, blame. Nothing else mints a code.

use std::fmt;

/// Who has to change something so that the error goes away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Blame {
    /// The skill's author.
    Guest,
    /// Whoever made the call: the model, or the agent's builder.
    Caller,
    /// The deployer, who writes the TOML file.
    Deployer,
    /// The machine that the host runs on, or the host itself.
    Host,
}

impl Blame {
    /// The word in JSON and in messages.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::Caller => "caller",
            Self::Deployer => "deployer",
            Self::Host => "host",
        }
    }
}

/// The facts of one code.
#[derive(Debug, Clone, Copy)]
pub struct CodeRow {
    /// The code.
    pub code: Code,
    /// Its name, stable for ever.
    pub name: &'static str,
    /// The nearest HTTP status (behaviour 2.1 and 2.2 where the original has the code).
    pub status: u16,
    /// Whether the host itself cannot go on.
    pub fatal: bool,
    /// Who is at fault.
    pub blame: Blame,
    /// When it is raised, for the reference page.
    pub about: &'static str,
}

macro_rules! codes {
    ($($code:ident = $name:literal, $status:literal, $fatal:literal, $blame:ident, $about:literal;)+) => {
        /// A stable name for one kind of error.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Code { $(#[doc = $about] $code,)+ }

        /// Every code, in the order of the reference page.
        pub const CODES: &[CodeRow] = &[$(CodeRow {
            code: Code::$code, name: $name, status: $status, fatal: $fatal, blame: Blame::$blame, about: $about,
        },)+];

        impl Code {
            /// The facts of this code.
            #[must_use]
            pub fn row(self) -> CodeRow {
                match self { $(Self::$code => CodeRow {
                    code: self, name: $name, status: $status, fatal: $fatal, blame: Blame::$blame, about: $about,
                },)+ }
            }
        }
    };
}

codes! {
    InvalidConfig = "E_INVALID_SKILLS_CONFIG", 529, true, Deployer,
        "The TOML file has mistakes, or what it names cannot be used.";
    DataDirectoryUnusable = "E_DATA_DIRECTORY_UNUSABLE", 529, true, Deployer,
        "The data directory cannot be made, read or written, or others can write it.";
    DataDirectoryVersion = "E_DATA_DIRECTORY_VERSION", 529, true, Deployer,
        "Another version of the host made the data directory, or another program did; it was left as it is.";
    SourceFailed = "E_SKILL_SOURCE_FAILED", 503, false, Deployer,
        "A source of skills cannot be read.";
    SkillNotFound = "E_SKILL_NOT_FOUND", 422, false, Caller,
        "No source holds a skill of that id.";
    SkillAlreadyLoaded = "E_SKILL_ALREADY_LOADED", 422, false, Caller,
        "The session has loaded that skill before.";
    SkillNotLoaded = "E_SKILL_NOT_LOADED", 422, false, Caller,
        "The session has not loaded that skill, or has unloaded it.";
    ComponentRefused = "E_SKILL_COMPONENT_REFUSED", 422, false, Guest,
        "The file is not a component, not one of this contract, too large, or imports what no skill may import.";
    DigestMismatch = "E_SKILL_DIGEST_MISMATCH", 422, false, Deployer,
        "The component is not the one that the deployer pinned; it was not compiled.";
    ManifestInvalid = "E_SKILL_MANIFEST_INVALID", 422, false, Guest,
        "What the skill says of itself breaks the contract: ids, names, schemas, sizes.";
    ToolCollision = "E_SKILL_TOOL_COLLISION", 422, false, Guest,
        "A tool's name is taken: by a reader, by a host tool, or by another loaded skill.";
    ToolDuplicate = "E_SKILL_TOOL_DUPLICATE", 422, false, Guest,
        "A skill names two of its tools alike.";
    ArtifactUnavailable = "E_SKILL_ARTIFACT_UNAVAILABLE", 422, false, Deployer,
        "A binding or a skill's advice names an artifact kind that does not exist.";
    ToolNotFound = "E_TOOL_NOT_FOUND", 422, false, Caller,
        "No loaded skill has a tool of that name.";
    InvalidToolArguments = "E_INVALID_TOOL_ARGS", 422, false, Caller,
        "The arguments do not fit the tool's schema; neither gate nor skill has seen them.";
    ToolDenied = "E_TOOL_DENIED", 403, false, Deployer,
        "The gate refused the call; the skill has not run.";
    GateUnavailable = "E_TOOL_GATE_UNAVAILABLE", 503, false, Host,
        "The gate could not decide; the skill has not run.";
    SkillBusy = "E_SKILL_BUSY", 503, false, Caller,
        "As many calls of the skill as the deployer allows were running for the whole wait.";
    ToolCancelled = "E_TOOL_CANCELLED", 499, false, Caller,
        "The caller gave the call up; nothing was stored.";
    ToolFailed = "E_SKILL_TOOL_FAILED", 500, false, Guest,
        "The tool refused, trapped, or was ended at a limit, which the message then names.";
    ToolBadResponse = "E_SKILL_TOOL_BAD_RESPONSE", 422, false, Guest,
        "The answer broke the contract of the response; nothing was stored.";
    HandleInvalid = "E_INVALID_HANDLE", 422, false, Caller,
        "The text is no handle: it is not a UUID in its canonical form.";
    ArtifactNotFound = "E_ARTIFACT_NOT_FOUND", 422, false, Caller,
        "No artifact of that handle exists for this principal.";
    ArtifactExpired = "E_ARTIFACT_EXPIRED", 410, false, Caller,
        "What was behind the handle was kept for as long as the deployer says, and is gone.";
    ArtifactDeleted = "E_ARTIFACT_DELETED", 410, false, Caller,
        "Its owner deleted what was behind the handle.";
    KindMissing = "E_ARTIFACT_KIND_MISSING", 422, false, Deployer,
        "A kept artifact is of a kind that this host does not have; the artifact is as it was.";
    ReaderUnavailable = "E_READER_UNAVAILABLE", 422, false, Caller,
        "The artifact's kind has no such reader, or its readers are not built in.";
    ToolDownstream = "E_TOOL_DOWNSTREAM_ERROR", 500, false, Caller,
        "A reader could not do its work on this artifact: a pattern that is none, a bound that was reached.";
    SearchInvalid = "E_INVALID_SEARCH", 422, false, Caller,
        "The words of a search make no query, or it took too long.";
    QuotaExceeded = "E_STORE_QUOTA_EXCEEDED", 507, false, Caller,
        "A quota of the deployer has no room for the answer; nothing of it was stored.";
    StoreFull = "E_STORE_FULL", 507, false, Host,
        "The disk has no room; nothing of what was to be stored remains.";
    StoreBusy = "E_STORE_BUSY", 503, false, Host,
        "Another process held the records for longer than a call waits.";
    StoreDamaged = "E_STORE_DAMAGED", 500, false, Host,
        "A file or a record is not what was written, or is missing.";
    StoreGone = "E_STORE_GONE", 503, true, Host,
        "The data directory was removed or replaced while the host used it.";
    StoreFailed = "E_STORE_FAILED", 500, false, Host,
        "Reading or writing the store failed for another reason, which the operator's log has.";
}

impl Code {
    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Who is at fault.
    #[must_use]
    pub fn blame(self) -> Blame {
        self.row().blame
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl serde::Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_of_one_form() {
        let mut names: Vec<_> = CODES.iter().map(|row| row.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), CODES.len());
        assert!(names.iter().all(|name| name.starts_with("E_")));
    }
}
