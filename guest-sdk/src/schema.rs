//! The JSON Schema of a tool's arguments, made from their type. Refers to nothing outside itself. Called by
//! `tool` when the skill is described.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

/// JSON Schema 2020-12 text. Only the named arguments are allowed, so the host refuses a misspelt one before
/// the skill runs.
pub(crate) fn input_schema<Arguments: JsonSchema>() -> String {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<Arguments>();
    // The name of a Rust type tells a model nothing.
    schema.remove("title");
    close(&mut schema);
    schema.to_value().to_string()
}

fn close(schema: &mut Schema) {
    // Beside these, arguments are named in places that `additionalProperties` does not see.
    const APPLICATORS: [&str; 5] = ["$ref", "allOf", "anyOf", "oneOf", "if"];
    let keyword = match APPLICATORS.iter().any(|applicator| schema.get(*applicator).is_some()) {
        true => "unevaluatedProperties",
        false => "additionalProperties",
    };
    if schema.get("additionalProperties").is_none() && schema.get("unevaluatedProperties").is_none() {
        schema.insert(keyword.to_owned(), false.into());
    }
}
