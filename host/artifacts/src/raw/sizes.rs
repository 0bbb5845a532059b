//! `artifact_byte_length`, `artifact_line_count` and `artifact_estimate_tokens`: how much there is.
//!
//! Refuse to read for a length: the source and its index know it. Called by the dispatch of the raw readers.

use serde_json::json;

use crate::{Arguments, Bounds, ByteSource, ReadError, ReaderValue, TokenEncoding, count_tokens};

pub(super) fn byte_length(source: &dyn ByteSource) -> ReaderValue {
    ReaderValue::Json(json!(source.len()))
}

pub(super) fn line_count(source: &dyn ByteSource) -> ReaderValue {
    ReaderValue::Json(json!(source.line_index().line_count()))
}

pub(super) fn estimate_tokens(
    arguments: &Arguments,
    source: &dyn ByteSource,
    bounds: &Bounds,
) -> Result<ReaderValue, ReadError> {
    let Some(encoding) = arguments.text("encoding").and_then(TokenEncoding::from_name) else {
        return Ok(ReaderValue::Undefined);
    };
    let count = count_tokens(encoding, source, bounds)?;
    Ok(ReaderValue::Json(json!(count.to_string())))
}
