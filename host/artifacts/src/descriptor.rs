//! Readers described: names, parameters and the text a model sees, in one table per kind.
//!
//! Refuses to run anything. From the tables come the JSON Schema, the argument check and the reserved names, so
//! that the three cannot disagree.

use serde_json::{Map, Value, json};

use crate::BuiltinKind;

/// The largest integer that every JSON implementation keeps exact.
pub(crate) const LARGEST_INTEGER: u64 = (1 << 53) - 1;

/// A reader: what a model may call on an artifact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReaderDescriptor {
    /// Its name, unique among all tools; starts with `artifact_`.
    pub name: &'static str,
    /// What it answers, for the model.
    pub description: &'static str,
    /// What it takes besides `callId`.
    pub parameters: &'static [Parameter],
}

/// One argument of a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// Its key.
    pub name: &'static str,
    /// What it accepts.
    pub kind: ParameterType,
    /// Whether it must be given.
    pub presence: Presence,
    /// What it means, for the model.
    pub description: &'static str,
}

/// What an argument accepts. Nothing is converted: `"5"` is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterType {
    /// A whole number from `least` to 2^53 − 1, written without a fraction.
    Integer {
        /// The smallest one.
        least: u64,
    },
    /// Most bytes of the answer: from 1 to the host's bound.
    AnswerBytes,
    /// Text of 1 to `most_bytes` bytes.
    Text {
        /// The longest one.
        most_bytes: usize,
    },
    /// Any of these characters, each at most once, in any order; may be empty.
    Flags(&'static str),
    /// One of these words.
    Choice(&'static [&'static str]),
}

/// Whether an argument must be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// It must.
    Required,
    /// It may be absent; the reader then does without.
    Optional,
    /// It may be absent; this number then stands for it.
    Default(u64),
}

impl ReaderDescriptor {
    /// JSON Schema (2020-12) of the arguments. `callId` comes first, and is one of `call_ids` where they are
    /// given.
    pub fn schema(&self, call_ids: Option<&[String]>) -> Value {
        let mut call_id =
            json!({ "type": "string", "description": "The artifact to read: the id of its handle." });
        if let (Some(call_ids), Some(members)) = (call_ids, call_id.as_object_mut()) {
            members.insert("enum".into(), json!(call_ids));
        }
        let mut properties = Map::new();
        properties.insert("callId".into(), call_id);
        let mut required = vec!["callId"];
        for parameter in self.parameters {
            properties.insert(parameter.name.into(), parameter.schema());
            if parameter.presence == Presence::Required {
                required.push(parameter.name);
            }
        }
        json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        })
    }
}

impl Parameter {
    fn schema(&self) -> Value {
        let mut schema = match self.kind {
            ParameterType::Integer { least } => {
                json!({ "type": "integer", "minimum": least, "maximum": LARGEST_INTEGER })
            }
            ParameterType::AnswerBytes => json!({ "type": "integer", "minimum": 1 }),
            // Bytes here, characters in the schema: the schema may admit what the check then refuses.
            ParameterType::Text { most_bytes } => {
                json!({ "type": "string", "minLength": 1, "maxLength": most_bytes })
            }
            ParameterType::Flags(flags) => json!({ "type": "string", "pattern": format!("^[{flags}]*$") }),
            ParameterType::Choice(words) => json!({ "type": "string", "enum": words }),
        };
        if let Some(members) = schema.as_object_mut() {
            if let Presence::Default(number) = self.presence {
                members.insert("default".into(), json!(number));
            }
            members.insert("description".into(), json!(self.description));
        }
        schema
    }
}

/// The readers of one built-in kind.
pub(crate) struct KindReaders {
    pub(crate) kind: BuiltinKind,
    /// Those that work.
    pub(crate) readers: &'static [ReaderDescriptor],
    /// Names that are taken for readers that are not built in yet.
    pub(crate) not_built_in: &'static [&'static str],
}

/// Every built-in kind with its own readers, those of [`BuiltinKind::SpooledArtifact`] being everybody's.
pub(crate) static BUILT_IN: [KindReaders; 7] = [
    KindReaders { kind: BuiltinKind::SpooledArtifact, readers: &crate::raw::READERS, not_built_in: &[] },
    KindReaders {
        kind: BuiltinKind::Json,
        readers: &[],
        not_built_in: &[
            "artifact_json_type",
            "artifact_json_keys",
            "artifact_json_length",
            "artifact_json_get",
            "artifact_json_filter",
            "artifact_json_slice",
            "artifact_json_pluck",
        ],
    },
    KindReaders {
        kind: BuiltinKind::Markdown,
        readers: &[],
        not_built_in: &[
            "artifact_md_frontmatter",
            "artifact_md_headings",
            "artifact_md_code_blocks",
            "artifact_md_sections",
            "artifact_md_links",
            "artifact_md_images",
            "artifact_md_text",
            "artifact_md_ast",
        ],
    },
    KindReaders {
        kind: BuiltinKind::Toon,
        readers: &[],
        not_built_in: &[
            "artifact_toon_type",
            "artifact_toon_keys",
            "artifact_toon_length",
            "artifact_toon_get",
            "artifact_toon_filter",
            "artifact_toon_slice",
            "artifact_toon_pluck",
        ],
    },
    KindReaders {
        kind: BuiltinKind::Yaml,
        readers: &[],
        not_built_in: &[
            "artifact_yaml_type",
            "artifact_yaml_keys",
            "artifact_yaml_length",
            "artifact_yaml_get",
            "artifact_yaml_filter",
            "artifact_yaml_slice",
            "artifact_yaml_pluck",
        ],
    },
    KindReaders {
        kind: BuiltinKind::Xml,
        readers: &[],
        not_built_in: &[
            "artifact_xml_root",
            "artifact_xml_keys",
            "artifact_xml_tags",
            "artifact_xml_length",
            "artifact_xml_get",
            "artifact_xml_filter",
            "artifact_xml_pluck",
        ],
    },
    KindReaders {
        kind: BuiltinKind::EcmaScript,
        readers: &[],
        not_built_in: &[
            "artifact_es_symbols",
            "artifact_es_imports",
            "artifact_es_exports",
            "artifact_es_outline",
            "artifact_es_signature",
            "artifact_es_jsdoc",
            "artifact_es_references",
        ],
    },
];
