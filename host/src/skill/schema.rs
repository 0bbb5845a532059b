//! A tool's argument schema: JSON Schema 2020-12 from a guest, compiled so that it can neither read a file, reach
//! a network, recurse without end, nor take for ever (decision 12).

use std::collections::HashMap;

use jsonschema::{Draft, PatternOptions, Validator};
use serde_json::{Map, Value};

/// The largest schema, in bytes of JSON text (decision 12).
pub(super) const SCHEMA_BYTES: usize = 64 << 10;
/// The deepest arguments (decision 13). Schemas are held to the JSON parser's own depth, which is the same.
pub(super) const ARGUMENTS_DEPTH: usize = 128;
/// How many subschemas there may be once every reference is followed. A chain of definitions that each name
/// the next one twice is small as text and never done as work.
const EXPANDED_NODES: u64 = 20_000;
/// Steps that one `pattern` may take back on one text.
const BACKTRACKING_STEPS: usize = 100_000;

/// Why a schema is no schema for a tool. `Display` stands behind the tool's name.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SchemaError {
    #[error("its input schema has {0} bytes, more than {SCHEMA_BYTES}")]
    TooLarge(usize),
    #[error("its input schema is not JSON: {0}")]
    NotJson(String),
    #[error("its input schema is not a JSON object")]
    NotAnObject,
    #[error("its input schema refers to `{0}`; only references within itself (`#…`) are followed")]
    ForeignReference(String),
    #[error("its input schema unfolds to more than {EXPANDED_NODES} subschemas")]
    TooExpansive,
    #[error("its input schema does not compile: {0}")]
    DoesNotCompile(String),
}

/// A compiled schema with its source, which clients are shown.
#[derive(Debug)]
pub(crate) struct ArgumentSchema {
    validator: Validator,
    /// The schema as the guest wrote it.
    pub(crate) source: Value,
}

impl ArgumentSchema {
    /// Compiles a schema.
    pub(crate) fn compile(text: &str) -> Result<Self, SchemaError> {
        if text.len() > SCHEMA_BYTES {
            return Err(SchemaError::TooLarge(text.len()));
        }
        let source: Value =
            serde_json::from_str(text).map_err(|error| SchemaError::NotJson(error.to_string()))?;
        if !source.is_object() {
            return Err(SchemaError::NotAnObject);
        }
        Expansion { root: &source, known: HashMap::new(), depth: 0 }.nodes(&source)?;
        let validator = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .with_pattern_options(PatternOptions::fancy_regex().backtrack_limit(BACKTRACKING_STEPS))
            .build(&source)
            .map_err(|error| SchemaError::DoesNotCompile(error.to_string()))?;
        Ok(Self { validator, source })
    }

    /// Every mistake in the arguments, each with its place; empty when they fit. They have passed [`shape`].
    pub(crate) fn mistakes(&self, arguments: &Value) -> Vec<String> {
        /// Past these a model learns nothing new.
        const MOST: usize = 20;
        let shown = |error: jsonschema::ValidationError<'_>| {
            let place = error.instance_path().to_string();
            let text = crate::text::escaped(&error.to_string(), 512);
            if place.is_empty() { text } else { format!("{place}: {text}") }
        };
        self.validator.iter_errors(arguments).take(MOST).map(shown).collect()
    }
}

/// What is wrong with arguments before any schema is asked. Everything that walks them afterwards may recurse.
pub(crate) fn shape(arguments: &Value) -> Result<(), String> {
    if !arguments.is_object() {
        return Err("the arguments are not a JSON object".to_owned());
    }
    if deeper_than(arguments, ARGUMENTS_DEPTH) {
        return Err(format!("the arguments are nested deeper than {ARGUMENTS_DEPTH}"));
    }
    Ok(())
}

/// Whether a value is nested deeper than `most`, found without recursion.
fn deeper_than(value: &Value, most: usize) -> bool {
    let mut open = vec![(value, 1)];
    while let Some((value, depth)) = open.pop() {
        if depth > most {
            return true;
        }
        match value {
            Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(members) => open.extend(members.values().map(|member| (member, depth + 1))),
            _ => {}
        }
    }
    false
}

/// Counts subschemas with references followed. Recursion happens once per reference on the
/// path, which is bounded.
struct Expansion<'a> {
    root: &'a Value,
    /// Nodes below each reference; 0 while it is being counted, so that a cycle ends.
    known: HashMap<&'a str, u64>,
    /// References on the path to where the count is.
    depth: usize,
}

impl<'a> Expansion<'a> {
    fn nodes(&mut self, value: &'a Value) -> Result<u64, SchemaError> {
        let mut sum = 0_u64;
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            sum = sum.saturating_add(1);
            match value {
                Value::Array(items) => open.extend(items),
                Value::Object(members) => {
                    sum = sum.saturating_add(self.references(members)?);
                    open.extend(members.values());
                }
                _ => {}
            }
            if sum > EXPANDED_NODES {
                return Err(SchemaError::TooExpansive);
            }
        }
        Ok(sum)
    }

    fn references(&mut self, members: &'a Map<String, Value>) -> Result<u64, SchemaError> {
        let mut sum = 0_u64;
        for keyword in ["$ref", "$dynamicRef"] {
            let Some(Value::String(target)) = members.get(keyword) else { continue };
            let Some(pointer) = target.strip_prefix('#') else {
                return Err(SchemaError::ForeignReference(target.clone()));
            };
            if let Some(nodes) = self.known.get(target.as_str()) {
                sum = sum.saturating_add(*nodes);
                continue;
            }
            if self.depth >= ARGUMENTS_DEPTH {
                return Err(SchemaError::TooExpansive);
            }
            self.known.insert(target, 0);
            self.depth += 1;
            // An anchor is counted as the whole document: too much, never too little.
            let place = self.root.pointer(pointer).unwrap_or(self.root);
            let nodes = self.nodes(place)?;
            self.depth -= 1;
            self.known.insert(target, nodes);
            sum = sum.saturating_add(nodes);
        }
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn compile(schema: &Value) -> Result<ArgumentSchema, SchemaError> {
        ArgumentSchema::compile(&schema.to_string())
    }

    /// `a0` names `a1` twice, `a1` names `a2` twice, and so on.
    fn doubling(definitions: usize) -> Value {
        let mut defs = Map::new();
        for index in 0..definitions {
            let next = json!({ "$ref": format!("#/$defs/a{}", index + 1) });
            defs.insert(format!("a{index}"), json!({ "allOf": [next, next] }));
        }
        defs.insert(format!("a{definitions}"), json!(true));
        json!({ "$defs": defs, "$ref": "#/$defs/a0" })
    }

    #[test]
    fn hostile_schemas_are_refused_by_name() {
        let large = json!({ "description": "x".repeat(SCHEMA_BYTES) });
        let deep = format!("{}{}", r#"{"not":"#.repeat(1000), "}".repeat(1000));
        for (text, part) in [
            (json!({ "$ref": "file:///etc/passwd" }).to_string(), "file:///etc/passwd"),
            (
                json!({ "properties": { "a": { "$ref": "http://localhost/x" } } }).to_string(),
                "http://localhost/x",
            ),
            (large.to_string(), "more than 65536"),
            (deep, "not JSON"),
            (doubling(60).to_string(), "unfolds"),
            ("[]".to_owned(), "not a JSON object"),
            ("{".to_owned(), "not JSON"),
            (json!({ "type": "no such type" }).to_string(), "does not compile"),
            (json!({ "properties": { "a": { "pattern": "(" } } }).to_string(), "does not compile"),
        ] {
            let error = ArgumentSchema::compile(&text).expect_err(part).to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn recursive_schemas_are_fine() {
        let tree = json!({
            "type": "object",
            "properties": { "left": { "$ref": "#" }, "right": { "$ref": "#" }, "value": { "type": "integer" } },
        });
        let schema = compile(&tree).expect("a tree");
        assert!(schema.mistakes(&json!({ "left": { "value": 1 } })).is_empty());
        assert_eq!(schema.mistakes(&json!({ "left": { "right": { "value": "x" } } })).len(), 1);
    }

    #[test]
    fn all_mistakes_are_told_with_their_places() {
        let schema = compile(&json!({
            "type": "object",
            "properties": { "n": { "type": "integer" }, "s": { "type": "string" } },
            "required": ["s"],
            "additionalProperties": false,
        }))
        .expect("a schema");
        let mistakes = schema.mistakes(&json!({ "n": "5", "extra": 1 }));
        assert_eq!(mistakes.len(), 3, "{mistakes:?}");
        assert!(mistakes.iter().any(|mistake| mistake.starts_with("/n: ")), "{mistakes:?}");
        assert!(shape(&json!([])).is_err());
    }

    #[test]
    fn deep_arguments_are_refused_before_any_recursion() {
        let nested = |depth| (1..depth).fold(json!({}), |arguments, _| json!({ "a": arguments }));
        assert_eq!(shape(&nested(ARGUMENTS_DEPTH)), Ok(()));
        assert!(shape(&nested(ARGUMENTS_DEPTH + 1)).is_err());
        // Values much deeper cannot even be dropped: whoever builds one has recursed already.
        assert!(shape(&nested(500)).is_err());
    }

    #[test]
    fn a_costly_pattern_ends() {
        let schema =
            compile(&json!({ "properties": { "a": { "pattern": "^(?=(a+)+$)b" } } })).expect("a schema");
        assert!(!schema.mistakes(&json!({ "a": "a".repeat(64) + "!" })).is_empty());
    }

    proptest! {
        #[test]
        fn no_text_panics(text in any::<String>()) {
            let _ = ArgumentSchema::compile(&text);
        }
    }
}
