//! A skill of Rust functions, for what no component can do: hand back an artifact, panic in the host's own process.

use skillhost::ids::Handle;
use skillhost::sandbox::OutputKind;
use skillhost::skill::{NativeAnswer, NativeSkill};

/// The guest that cases call `native`.
#[expect(clippy::panic, reason = "a panic is what the case wants")]
pub(crate) fn skill(id: &str) -> NativeSkill {
    let anything = r#"{"type":"object"}"#;
    NativeSkill::new(id, "1.0.0", "Functions of the conformance suite.")
        .tool("hello", "answers a string", anything, None, |_| {
            Ok(NativeAnswer::String("hello from Rust".to_owned()))
        })
        .tool("artifact", "hands back an artifact", anything, None, |_| {
            Ok(NativeAnswer::Artifact(Handle::new()))
        })
        .tool("pretended_text", "hands back an artifact as text", anything, Some(OutputKind::Text), |_| {
            Ok(NativeAnswer::Artifact(Handle::new()))
        })
        .tool("panic", "panics", anything, None, |_| panic!("a native tool in distress"))
}
