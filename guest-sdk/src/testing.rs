//! Running a skill's tools without WebAssembly, for the skill's own tests. Checks nothing that a host checks:
//! neither arguments against the schema nor responses. Exists only outside WebAssembly.

use std::cell::{Cell, RefCell};

use serde_json::Value;

use crate::log::Level;
use crate::{Failure, Media, ModalityHazard, Response, Retrievable, Skill, TrustTier, TypedBinary};

thread_local! {
    // A host is ambient to a skill (its log and its media are imports), so its stand-in is too.
    static LOG: RefCell<Vec<LogLine>> = const { RefCell::new(Vec::new()) };
    static MEDIA_LIMIT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// A skill under test; made by [`Skill::test`].
pub struct TestSkill {
    skill: Skill,
    media_limit: u64,
}

impl Skill {
    /// Runs the skill's tools in this process instead of in a host.
    #[must_use]
    pub fn test(self) -> TestSkill {
        TestSkill { skill: self, media_limit: u64::MAX }
    }
}

impl TestSkill {
    /// Refuses media of more bytes than this, as a host does at its own limit.
    #[must_use]
    pub fn media_limit(mut self, bytes: u64) -> Self {
        self.media_limit = bytes;
        self
    }

    /// Calls a tool.
    ///
    /// # Errors
    ///
    /// What the tool refuses with; arguments that do not fit its struct, and a tool that the skill has not.
    pub fn call(&self, tool: &str, arguments: Value) -> Result<TestResponse, Failure> {
        MEDIA_LIMIT.set(self.media_limit);
        self.skill.call(tool, &arguments.to_string()).and_then(collect)
    }
}

/// What a tool handed back, media with their bytes.
#[derive(Clone, Debug, PartialEq)]
pub enum TestResponse {
    /// Text.
    Text(String),
    /// Bytes without a type.
    Bytes(Vec<u8>),
    /// Media, as written.
    Media(Vec<TestMedia>),
    /// Bytes with a type.
    TypedBinary(TypedBinary),
    /// A record.
    Retrievable(Retrievable),
}

/// Media as a tool wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestMedia {
    /// The content.
    pub bytes: Vec<u8>,
    /// As the tool gave it.
    pub mime_type: String,
    /// As the tool gave it.
    pub filename: Option<String>,
    /// What the tool claims.
    pub trust_tier: Option<TrustTier>,
    /// What the tool claims.
    pub hazard: Option<ModalityHazard>,
}

/// A line that a tool wrote to the operator's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// How much it matters.
    pub level: Level,
    /// The text.
    pub message: String,
}

/// Takes the lines that were logged on this thread since the last time.
pub fn take_log() -> Vec<LogLine> {
    LOG.take()
}

pub(crate) fn keep_log_line(level: Level, message: String) {
    LOG.with_borrow_mut(|lines| lines.push(LogLine { level, message }));
}

pub(crate) fn media_limit() -> u64 {
    MEDIA_LIMIT.get()
}

fn collect(response: Response) -> Result<TestResponse, Failure> {
    Ok(match response {
        Response::Text(text) => TestResponse::Text(text),
        Response::Bytes(bytes) => TestResponse::Bytes(bytes),
        Response::Media(media) => {
            TestResponse::Media(media.into_iter().map(Media::into_test_media).collect::<Result<_, _>>()?)
        }
        Response::TypedBinary(binary) => TestResponse::TypedBinary(binary),
        Response::Retrievable(record) => TestResponse::Retrievable(record),
    })
}
