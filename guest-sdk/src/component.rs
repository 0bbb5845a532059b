//! The skill as the host sees it: the contract's exports, lowered from the author's types. Exists only inside
//! WebAssembly. Named by `export!` alone.

use crate::bindings::exports::skillhost::skill::tools::{About, Advice, Guest};
use crate::bindings::skillhost::skill::output;
use crate::{Descriptor, Failure, Media, Response, Skill, log};

/// What `export!` implements: where the skill comes from.
pub trait SkillComponent {
    /// Builds the skill.
    fn skill() -> Skill;
}

impl<T: SkillComponent> Guest for T {
    fn describe() -> Descriptor {
        T::skill().describe().unwrap_or_else(|error| {
            log::error(format_args!("SKILL.md: {error}"));
            nobody()
        })
    }

    fn call(tool: String, arguments: String) -> Result<output::Response, output::Failure> {
        T::skill().call(&tool, &arguments).and_then(lower).map_err(|failure| match failure {
            Failure::InvalidArguments(reason) => output::Failure::InvalidArguments(reason),
            Failure::Failed(reason) => output::Failure::Failed(reason),
        })
    }
}

/// A descriptor that every host refuses: the contract has no way to fail a description but a trap.
fn nobody() -> Descriptor {
    Descriptor {
        id: String::new(),
        version: String::new(),
        name: String::new(),
        description: String::new(),
        instructions: None,
        tools: Vec::new(),
        advice: Advice { trust_tier: None, artifact_kind: None },
        about: About { license: None, compatibility: None, metadata: Vec::new() },
        extensions: Vec::new(),
    }
}

fn lower(response: Response) -> Result<output::Response, Failure> {
    Ok(match response {
        Response::Text(text) => output::Response::String(text),
        Response::Bytes(bytes) => output::Response::Bytes(bytes),
        Response::Media(media) => {
            output::Response::Media(media.into_iter().map(Media::into_handle).collect::<Result<_, _>>()?)
        }
        Response::TypedBinary(binary) => output::Response::TypedBinary(output::TypedBinary {
            bytes: binary.bytes,
            mime_type: binary.mime_type,
            filename: binary.filename,
        }),
        Response::Retrievable(record) => output::Response::Retrievable(output::Retrievable {
            content: record.content,
            source: record.source,
            kind: record.kind,
            score: record.score,
            inline: record.inline,
        }),
    })
}
