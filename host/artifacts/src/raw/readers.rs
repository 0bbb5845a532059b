//! The table of the raw readers, and which function answers for which name.
//!
//! Refuses names that are not in the table. Called by every kind.

use super::{byte_slice, cat, grep, head_tail, sizes};
use crate::{
    Arguments, Bounds, ByteSource, Parameter, ParameterType, Presence, ReadError, ReaderDescriptor,
    ReaderValue, TokenEncoding,
};

const MAX_BYTES: Parameter = Parameter {
    name: "max_bytes",
    kind: ParameterType::AnswerBytes,
    presence: Presence::Optional,
    description: "Most bytes of the answer. What is left out is said in its place.",
};

const LINES: Parameter = Parameter {
    name: "n",
    kind: ParameterType::Integer { least: 1 },
    presence: Presence::Default(10),
    description: "How many lines.",
};

/// A position, in lines or bytes.
const fn position(name: &'static str, description: &'static str) -> Parameter {
    Parameter { name, kind: ParameterType::Integer { least: 0 }, presence: Presence::Optional, description }
}

/// The raw readers.
pub(crate) static READERS: [ReaderDescriptor; 8] = [
    ReaderDescriptor {
        name: "artifact_head",
        description: "The first lines of an artifact.",
        parameters: &[LINES, MAX_BYTES],
    },
    ReaderDescriptor {
        name: "artifact_tail",
        description: "The last lines of an artifact.",
        parameters: &[LINES, MAX_BYTES],
    },
    ReaderDescriptor {
        name: "artifact_grep",
        description: "The lines of an artifact that match a regular expression, in order.",
        parameters: &[
            Parameter {
                name: "pattern",
                kind: ParameterType::Text { most_bytes: 4096 },
                presence: Presence::Required,
                description: "The regular expression, without delimiters. It is matched against one line at a time.",
            },
            Parameter {
                name: "flags",
                kind: ParameterType::Flags("imsu"),
                presence: Presence::Optional,
                description: "i: any case. m: ^ and $ also match at a carriage return, as on lines that end in \
                              \\r\\n. s: a dot matches carriage returns too. u: always on.",
            },
            MAX_BYTES,
        ],
    },
    ReaderDescriptor {
        name: "artifact_cat",
        description: "The lines of an artifact from `start` up to, not including, `end`; all without them.",
        parameters: &[
            position("start", "Number of the first line, from 0. Absent: 0."),
            position("end", "Number of the line to stop before. Absent: the number of lines."),
            MAX_BYTES,
        ],
    },
    ReaderDescriptor {
        name: "artifact_byte_slice",
        description: "The bytes of an artifact from `start` up to, not including, `end`: as text where they are \
                      UTF-8, else as base64; a last line says which.",
        parameters: &[
            position("start", "Offset of the first byte, from 0. Absent: 0."),
            position("end", "Offset of the byte to stop before. Absent: the number of bytes."),
            MAX_BYTES,
        ],
    },
    ReaderDescriptor {
        name: "artifact_byte_length",
        description: "How many bytes an artifact has.",
        parameters: &[],
    },
    ReaderDescriptor {
        name: "artifact_line_count",
        description: "How many lines an artifact has. A newline at the end is followed by one empty line.",
        parameters: &[],
    },
    ReaderDescriptor {
        name: "artifact_estimate_tokens",
        description: "How many tokens an artifact's text takes, and whether that is exact or an estimate.",
        parameters: &[Parameter {
            name: "encoding",
            kind: ParameterType::Choice(&TokenEncoding::NAMES),
            presence: Presence::Required,
            description: "Whose tokens to count.",
        }],
    },
];

/// Runs a raw reader.
pub(crate) fn read_raw(
    reader: &str,
    arguments: &Arguments,
    source: &dyn ByteSource,
    bounds: &Bounds,
) -> Result<ReaderValue, ReadError> {
    match reader {
        "artifact_head" => head_tail::head(arguments, source, bounds).map(ReaderValue::Answer),
        "artifact_tail" => head_tail::tail(arguments, source, bounds).map(ReaderValue::Answer),
        "artifact_grep" => grep::grep(arguments, source, bounds).map(ReaderValue::Answer),
        "artifact_cat" => cat::cat(arguments, source, bounds).map(ReaderValue::Answer),
        "artifact_byte_slice" => byte_slice::byte_slice(arguments, source, bounds).map(ReaderValue::Answer),
        "artifact_byte_length" => Ok(sizes::byte_length(source)),
        "artifact_line_count" => Ok(sizes::line_count(source)),
        "artifact_estimate_tokens" => sizes::estimate_tokens(arguments, source, bounds),
        unknown => Err(ReadError::UnknownReader {
            reader: unknown.to_owned(),
            kind: "SpooledArtifact".to_owned(),
            known: READERS.iter().map(|reader| reader.name).collect(),
        }),
    }
}
