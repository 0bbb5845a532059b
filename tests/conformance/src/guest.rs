//! A guest's bytes: a built component, or component text put into its shell. Called once for each skill of a case.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::case::Skill;
use crate::layout;
use crate::places;

/// The line of the shell that a guest's own text takes.
const GUEST: &str = "  ;; (the guest)\n";
/// What stands for the data and the functions that every guest in component text needs.
const DESCRIPTOR: &str = ";; (the descriptor)";
/// What stands for the data that the guest `described` answers with.
const ANSWER: &str = ";; (the answer)";
/// Guests that are built by `cargo xtask guests --languages`, where the languages' tools are.
const LANGUAGES: [&str; 2] = ["javascript", "python"];

/// Whether the guest needs another language's tools and was not built here.
pub(crate) fn is_absent(skill: &Skill) -> bool {
    LANGUAGES.contains(&skill.guest.as_str()) && !built(&skill.guest).is_file()
}

/// The bytes of the guest that the case names, cut where it says so.
pub(crate) fn component(skill: &Skill) -> Result<Vec<u8>> {
    let text = places::guests().join(format!("{}.wat", skill.guest));
    let bytes = if text.is_file() {
        from_text(skill, &text)?
    } else {
        let path = built(&skill.guest);
        fs::read(&path).with_context(|| {
            format!("no guest `{}` at `{}`: run `cargo xtask guests`", skill.guest, path.display())
        })?
    };
    Ok(match skill.cut {
        Some(length) => bytes.into_iter().take(length).collect(),
        None => bytes,
    })
}

/// Where `cargo xtask guests` lays a component out.
fn built(guest: &str) -> PathBuf {
    if guest == "fixture" || LANGUAGES.contains(&guest) {
        places::built().join("guests").join(format!("{guest}.wasm"))
    } else {
        places::built().join("skills").join(guest).join("skill.wasm")
    }
}

fn from_text(skill: &Skill, path: &Path) -> Result<Vec<u8>> {
    let text = fs::read_to_string(path)?;
    let whole = text.lines().any(|line| line.starts_with("(component") || line.starts_with("(module"));
    let text = if whole {
        text
    } else {
        let shell = fs::read_to_string(places::guests().join("shell.wat"))?;
        if !shell.contains(GUEST) {
            bail!("the shell has no place for a guest");
        }
        shell.replacen(GUEST, &text, 1)
    };
    let text = text.replace(DESCRIPTOR, &describing(skill)).replace(ANSWER, &answering(skill));
    wat::parse_str(&text).with_context(|| format!("`{}` is no component text", path.display()))
}

/// The descriptor's data, `describe` and an allocator that gives the same place every time: these guests do not look
/// at their arguments.
fn describing(skill: &Skill) -> String {
    let at = layout::DESCRIPTOR_AT;
    format!(
        "{}\n  (func (export \"describe\") (result i32) (i32.const {at}))\n  \
         (func (export \"realloc\") (param i32 i32 i32 i32) (result i32) (i32.const 16))",
        data(at, &layout::descriptor(skill))
    )
}

fn answering(skill: &Skill) -> String {
    layout::answer(skill.answer).iter().map(|(at, bytes)| data(*at, bytes) + "\n").collect()
}

fn data(at: u32, bytes: &[u8]) -> String {
    let mut text = format!("(data (i32.const {at}) \"");
    for byte in bytes {
        // Writing to a string does not fail.
        let _ = write!(text, "\\{byte:02x}");
    }
    text + "\")"
}
