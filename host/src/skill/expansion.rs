//! How large a guest's schema is once every reference is followed, reckoned before anything compiles it. Recursion here
//! is bounded: once per reference on the path, and each target is counted once.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::schema::{ARGUMENTS_DEPTH, SchemaError};
use crate::text::has_commands;

/// How many subschemas there may be once every reference is followed. A chain of definitions that each name
/// the next one twice is small as text and never done as work.
pub(super) const NODES: u64 = 20_000;
/// The most `pattern` and `patternProperties` in one schema: each may be tried on each text.
pub(super) const PATTERNS: usize = 256;
/// What a pattern weighs against a plain keyword.
const PATTERN_NODES: u64 = 50;

/// What following every reference comes to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Expanded {
    /// JSON values of the unfolded schema, patterns weighed.
    pub(super) nodes: u64,
    /// The longest path from the root, references followed once.
    pub(super) levels: usize,
    /// Whether a definition leads back to itself.
    pub(super) recursive: bool,
}

/// Unfolds a schema.
pub(super) fn expand(root: &Value) -> Result<Expanded, SchemaError> {
    let mut expansion = Expansion { root, known: HashMap::new(), depth: 0, patterns: 0, recursive: false };
    let mut expanded = expansion.unfold(root)?;
    expanded.recursive = expansion.recursive;
    Ok(expanded)
}

struct Expansion<'a> {
    root: &'a Value,
    /// What lies behind each reference; none while it is being counted, so that a cycle ends.
    known: HashMap<&'a str, Option<Expanded>>,
    /// References on the path to where the count is.
    depth: usize,
    patterns: usize,
    recursive: bool,
}

impl<'a> Expansion<'a> {
    fn unfold(&mut self, value: &'a Value) -> Result<Expanded, SchemaError> {
        let mut sum = Expanded::default();
        let mut open = vec![(value, 1_usize)];
        while let Some((value, level)) = open.pop() {
            sum.nodes = sum.nodes.saturating_add(1);
            sum.levels = sum.levels.max(level);
            match value {
                // A schema reaches a model's API as it is.
                Value::String(text) if has_commands(text) => return Err(SchemaError::Commanding),
                Value::Array(items) => open.extend(items.iter().map(|item| (item, level + 1))),
                Value::Object(members) => {
                    self.look_at(value, members, &mut sum)?;
                    let behind = self.references(members)?;
                    sum.nodes = sum.nodes.saturating_add(behind.nodes);
                    sum.levels = sum.levels.max(level.saturating_add(behind.levels));
                    open.extend(members.values().map(|member| (member, level + 1)));
                }
                _ => {}
            }
            if sum.nodes > NODES {
                return Err(SchemaError::TooExpansive);
            }
        }
        Ok(sum)
    }

    /// Keywords that change what the rest means, and those that cost more than they look.
    fn look_at(
        &mut self,
        value: &'a Value,
        members: &'a Map<String, Value>,
        sum: &mut Expanded,
    ) -> Result<(), SchemaError> {
        if members.keys().any(|key| has_commands(key)) {
            return Err(SchemaError::Commanding);
        }
        // References were reckoned from the root: nothing inside may give them another base or dialect.
        for keyword in ["$id", "$schema", "$recursiveRef"] {
            let inside = !std::ptr::eq(value, self.root) || keyword == "$recursiveRef";
            if inside && members.get(keyword).is_some_and(Value::is_string) {
                return Err(SchemaError::Rebased(keyword));
            }
        }
        let named = members.get("patternProperties").and_then(Value::as_object).map_or(0, Map::len);
        let patterns = named + usize::from(members.get("pattern").is_some_and(Value::is_string));
        self.patterns = self.patterns.saturating_add(patterns);
        if self.patterns > PATTERNS {
            return Err(SchemaError::TooManyPatterns);
        }
        sum.nodes = sum.nodes.saturating_add(PATTERN_NODES.saturating_mul(patterns as u64));
        Ok(())
    }

    fn references(&mut self, members: &'a Map<String, Value>) -> Result<Expanded, SchemaError> {
        let mut sum = Expanded::default();
        for keyword in ["$ref", "$dynamicRef"] {
            let Some(Value::String(target)) = members.get(keyword) else { continue };
            let Some(pointer) = target.strip_prefix('#') else {
                return Err(SchemaError::ForeignReference(target.clone()));
            };
            let behind = match self.known.get(target.as_str()) {
                Some(Some(known)) => *known,
                Some(None) => {
                    self.recursive = true;
                    Expanded::default()
                }
                None => self.follow(target, pointer)?,
            };
            sum.nodes = sum.nodes.saturating_add(behind.nodes);
            sum.levels = sum.levels.max(behind.levels);
        }
        Ok(sum)
    }

    fn follow(&mut self, target: &'a str, pointer: &str) -> Result<Expanded, SchemaError> {
        if self.depth >= ARGUMENTS_DEPTH {
            return Err(SchemaError::TooExpansive);
        }
        self.known.insert(target, None);
        self.depth += 1;
        // An anchor is counted as the whole document: too much, never too little.
        let expanded = self.unfold(self.root.pointer(pointer).unwrap_or(self.root))?;
        self.depth -= 1;
        self.known.insert(target, Some(expanded));
        Ok(expanded)
    }
}
