//! One reading, from a model's arguments to a bounded answer.
//!
//! Refuses whatever is not a reader of the kind. The one door of this crate that the host calls per reading.

use serde_json::{Map, Value};

use crate::kind::descriptors;
use crate::raw::read_raw;
use crate::{Answer, Arguments, Bounds, ByteSource, Kind, ReadError, ReaderDescriptor};

/// Runs `reader` of `kind` over `source`.
///
/// `arguments` are as the model wrote them, without `callId`: the host has resolved it. The answer's text is at
/// most `bounds.answer_bytes` long, or `max_bytes` where the arguments say less.
///
/// # Errors
///
/// See [`ReadError`]; nothing is read before name and arguments have been checked.
pub fn read(
    kind: &dyn Kind,
    reader: &str,
    arguments: &Map<String, Value>,
    source: &dyn ByteSource,
    bounds: &Bounds,
) -> Result<Answer, ReadError> {
    let descriptor = find(kind, reader)?;
    let arguments = Arguments::check(&descriptor, arguments, bounds)?;
    let mut bounds = bounds.clone();
    if let Some(most) = arguments.integer("max_bytes") {
        bounds.answer_bytes = usize::try_from(most).unwrap_or(usize::MAX).min(bounds.answer_bytes);
    }
    let own = kind.readers().iter().any(|own| own.name == descriptor.name);
    let value = if own {
        kind.read(descriptor.name, &arguments, source, &bounds)?
    } else {
        read_raw(descriptor.name, &arguments, source, &bounds)?
    };
    Ok(value.into_answer(&bounds))
}

fn find(kind: &dyn Kind, reader: &str) -> Result<ReaderDescriptor, ReadError> {
    let descriptors = descriptors(kind);
    if let Some(descriptor) = descriptors.iter().find(|descriptor| descriptor.name == reader) {
        return Ok(*descriptor);
    }
    let known = descriptors.iter().map(|descriptor| descriptor.name).collect();
    match kind.not_built_in().iter().find(|name| **name == reader) {
        Some(reader) => Err(ReadError::ReaderNotBuiltIn { reader, known }),
        None => {
            Err(ReadError::UnknownReader { reader: reader.to_owned(), kind: kind.name().to_owned(), known })
        }
    }
}
