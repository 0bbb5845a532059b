//! A tool's argument schema: JSON Schema 2020-12 from a guest, compiled so that it can neither read a file, reach
//! a network, recurse without end, nor take for ever (decision 12). The validator has no budget of its own: what it
//! could cost is reckoned from the schema's size once unfolded and the arguments' size, and refused beforehand.

use jsonschema::{Draft, PatternOptions, Validator};
use serde_json::Value;

use super::expansion::{Expanded, expand};

/// The largest schema, in bytes of JSON text (decision 12).
pub(super) const SCHEMA_BYTES: usize = 64 << 10;
/// The deepest arguments (decision 13). Schemas are held to the JSON parser's own depth, which is the same.
pub(super) const ARGUMENTS_DEPTH: usize = 128;
/// Steps that one `pattern` may take back on one text.
const BACKTRACKING_STEPS: usize = 5_000;
/// Subschemas times values: what one validation may visit. Some tenth of a second.
const VISITS: u64 = 2_000_000;
/// Past this, all mistakes of wrong arguments are not worth collecting: each visit may make one.
const VISITS_OF_MISTAKES: u64 = 50_000;
/// Levels of the unfolded schema times depth of the arguments: what validation may recurse. Some hundred KiB of stack.
const RECURSION: usize = 1_000;

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
    #[error("its input schema has `{0}` inside, which would change what references mean")]
    Rebased(&'static str),
    #[error("its input schema has control or direction characters")]
    Commanding,
    #[error("its input schema unfolds to more than {} subschemas", super::expansion::NODES)]
    TooExpansive,
    #[error("its input schema has more than {} patterns", super::expansion::PATTERNS)]
    TooManyPatterns,
    #[error("its input schema does not compile: {0}")]
    DoesNotCompile(String),
}

/// A compiled schema with its source, which clients are shown.
#[derive(Debug)]
pub(crate) struct ArgumentSchema {
    validator: Validator,
    expanded: Expanded,
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
        let expanded = expand(&source)?;
        let validator = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .with_pattern_options(PatternOptions::fancy_regex().backtrack_limit(BACKTRACKING_STEPS))
            .build(&source)
            .map_err(|error| SchemaError::DoesNotCompile(error.to_string()))?;
        Ok(Self { validator, expanded, source })
    }

    /// Every mistake in the arguments, each with its place; empty when they fit. They have passed [`shape`].
    pub(crate) fn mistakes(&self, arguments: &Value) -> Vec<String> {
        /// Past these a model learns nothing new.
        const MOST: usize = 20;
        let extent = Extent::of(arguments);
        let visits = self.expanded.nodes.saturating_mul(extent.values);
        if visits > VISITS || self.expanded.levels.saturating_mul(extent.depth) > RECURSION {
            return vec!["they are too large or too deep for the tool's input schema".to_owned()];
        }
        // This remembers what it has seen; collecting mistakes does not, and is exponential where a schema recurses.
        if self.validator.is_valid(arguments) {
            return Vec::new();
        }
        if visits > VISITS_OF_MISTAKES || (self.expanded.recursive && extent.depth > 16) {
            return vec!["they do not fit the tool's input schema".to_owned()];
        }
        let shown = |error: jsonschema::ValidationError<'_>| {
            // Places are made of the arguments' own keys.
            let place = crate::text::escaped(&error.instance_path().to_string(), 256);
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
    if Extent::of(arguments).depth > ARGUMENTS_DEPTH {
        return Err(format!("the arguments are nested deeper than {ARGUMENTS_DEPTH}"));
    }
    Ok(())
}

/// How large a value is, found without recursion.
struct Extent {
    values: u64,
    depth: usize,
}

impl Extent {
    fn of(value: &Value) -> Self {
        let mut extent = Self { values: 0, depth: 0 };
        let mut open = vec![(value, 1)];
        while let Some((value, depth)) = open.pop() {
            extent.values += 1;
            extent.depth = extent.depth.max(depth);
            match value {
                Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
                Value::Object(members) => open.extend(members.values().map(|member| (member, depth + 1))),
                _ => {}
            }
        }
        extent
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, json};

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
            // The same behind a base of its own, with innocent definitions where a pointer from the root would look.
            (
                json!({ "$defs": { "a0": true, "x": { "$id": "urn:x", "allOf": [doubling(60)] } } })
                    .to_string(),
                "$id",
            ),
            (json!({ "description": "a\u{202e}b" }).to_string(), "direction characters"),
            (json!({ "properties": { "a\u{1b}": {} } }).to_string(), "direction characters"),
            ("[]".to_owned(), "not a JSON object"),
            ("{".to_owned(), "not JSON"),
            (json!({ "type": "no such type" }).to_string(), "does not compile"),
            (json!({ "properties": { "a": { "pattern": "(" } } }).to_string(), "does not compile"),
        ] {
            let error = ArgumentSchema::compile(&text).expect_err(part).to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    /// What the validator would do for hours, or with more stack than there is, is refused by reckoning.
    #[test]
    fn costly_pairs_of_schema_and_arguments_are_refused() {
        let wide = json!({ "properties": { "a": { "items": { "allOf": vec![json!({ "type": "null" }); 4_000] } } } });
        let numbers = json!({ "a": vec![1; 10_000] });
        let deep_schema = {
            let inner = json!({ "properties": { "x": { "$ref": "#/$defs/a" } } });
            let nested = (0..50).fold(inner, |schema, _| json!({ "allOf": [schema] }));
            json!({ "$defs": { "a": nested }, "$ref": "#/$defs/a" })
        };
        let deep = (1..127).fold(json!({}), |inner, _| json!({ "x": inner }));
        let twice = json!({ "$defs": { "a": { "allOf": [{ "$ref": "#/$defs/b" }, { "$ref": "#/$defs/b" }] },
            "b": { "properties": { "x": { "$ref": "#/$defs/a" } }, "required": ["never"] } }, "$ref": "#/$defs/a" });
        let forty = (1..40).fold(json!({}), |inner, _| json!({ "x": inner }));
        for (schema, arguments) in [(wide, numbers), (deep_schema, deep), (twice, forty)] {
            let schema = compile(&schema).expect("a schema");
            assert_eq!(schema.mistakes(&arguments).len(), 1);
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
