//! One call of a reader, as a model would write it.

use serde_json::Value;
use skillhost_artifacts::{Answer, Bounds, BuiltinKind, ByteSource, MemorySource, ReadError, read};

/// Reads `source` as a raw artifact.
pub(crate) fn try_read(
    source: &dyn ByteSource,
    reader: &str,
    arguments: &Value,
    bounds: &Bounds,
) -> Result<Answer, ReadError> {
    let arguments = arguments.as_object().expect("arguments are an object");
    read(&BuiltinKind::SpooledArtifact, reader, arguments, source, bounds)
}

/// The answer to a call that must succeed, within the default bounds.
pub(crate) fn answer(content: impl AsRef<[u8]>, reader: &str, arguments: &Value) -> Answer {
    let source = MemorySource::new(content.as_ref().to_vec());
    try_read(&source, reader, arguments, &Bounds::default()).expect("the reading succeeds")
}

/// Asserts the text of an answer from which nothing is missing.
#[track_caller]
pub(crate) fn check(content: impl AsRef<[u8]>, reader: &str, arguments: Value, expected: &str) {
    let answer = answer(content, reader, &arguments);
    assert_eq!(answer.text, expected, "{reader} {arguments}");
    assert!(!answer.truncated, "{reader} {arguments}");
}

/// The error of a call that must fail, with its hint.
#[track_caller]
pub(crate) fn refusal(content: impl AsRef<[u8]>, reader: &str, arguments: &Value) -> ReadError {
    let source = MemorySource::new(content.as_ref().to_vec());
    try_read(&source, reader, arguments, &Bounds::default()).expect_err("the reading is refused")
}
