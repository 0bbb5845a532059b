//! Stores that fail, and callers who give up.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bytes::Bytes;
use serde_json::{Value, json};
use skillhost_artifacts::{Bounds, ByteSource, LineIndex, MemorySource, ReadError, SourceError};

use crate::reading::try_read;

/// Every reader that reads, with arguments that make it.
fn readings() -> [(&'static str, Value); 6] {
    [
        ("artifact_head", json!({})),
        ("artifact_tail", json!({})),
        ("artifact_grep", json!({ "pattern": "a" })),
        ("artifact_cat", json!({})),
        ("artifact_byte_slice", json!({})),
        ("artifact_estimate_tokens", json!({ "encoding": "claude" })),
    ]
}

/// A store that lost its bytes after `intact`; without them, one that fails.
struct Broken {
    whole: MemorySource,
    intact: Option<u64>,
}

impl ByteSource for Broken {
    fn len(&self) -> u64 {
        self.whole.len()
    }

    fn read_at(&self, offset: u64, length: usize) -> Result<Bytes, SourceError> {
        let Some(intact) = self.intact else {
            return Err(SourceError::Io(io::Error::other("disk on fire")));
        };
        let length = length.min(usize::try_from(intact.saturating_sub(offset)).unwrap());
        self.whole.read_at(offset, length)
    }

    fn line_index(&self) -> &LineIndex {
        self.whole.line_index()
    }
}

#[test]
fn a_store_that_fails_is_the_cause() {
    let source = Broken { whole: MemorySource::from("alpha\nbeta"), intact: None };
    for (reader, arguments) in readings() {
        let error = try_read(&source, reader, &arguments, &Bounds::default()).unwrap_err();
        assert!(matches!(error, ReadError::Source(SourceError::Io(_))), "{reader}: {error}");
        assert_eq!(error.to_string(), "failed to read the artifact's bytes", "{reader}");
    }
    assert_eq!(try_read(&source, "artifact_line_count", &json!({}), &Bounds::default()).unwrap().text, "2");
}

#[test]
fn lost_bytes_are_an_error_not_a_shorter_text() {
    let source = Broken { whole: MemorySource::from("alpha\nbeta"), intact: Some(7) };
    for (reader, arguments) in readings() {
        let error = try_read(&source, reader, &arguments, &Bounds::default()).unwrap_err();
        assert_eq!(error.to_string(), "the artifact is damaged: its bytes end at 7 of 10", "{reader}");
    }
}

#[test]
fn a_reading_ends_when_the_caller_gives_up() {
    let source = MemorySource::from("alpha\nbeta");
    let bounds = Bounds { cancelled: Some(Arc::new(AtomicBool::new(true))), ..Bounds::default() };
    for (reader, arguments) in readings() {
        if reader == "artifact_byte_slice" {
            continue; // One read of at most the bound: nothing to end.
        }
        let error = try_read(&source, reader, &arguments, &bounds).unwrap_err();
        assert!(matches!(error, ReadError::Cancelled), "{reader}: {error}");
    }
}
