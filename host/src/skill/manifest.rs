//! From what a component says of itself to what the host believes: every field checked, all problems at once
//! (behaviour 1.5; decisions 14 and 20). Names that collide are [`super::preflight`]'s.

use serde::Serialize;

use super::schema::ArgumentSchema;
use crate::error::Error;
use crate::ids::{SkillId, ToolName};
use crate::sandbox::{AllegedDescriptor, AllegedTool, Annotations, OutputKind};
use crate::text::{has_commands, is_commanding};
use crate::trust::TrustTier;

/// Caps of decision 20, in bytes and counts.
const DESCRIPTION_BYTES: usize = 4 << 10;
const TITLE_BYTES: usize = 256;
const VERSION_BYTES: usize = 128;
const TOOLS: usize = 128;
const INSTRUCTIONS_BYTES: usize = 1 << 20;
const METADATA_ENTRIES: usize = 64;
const METADATA_BYTES: usize = 4 << 10;

/// A skill's checked description.
#[derive(Debug)]
pub(crate) struct Manifest {
    pub(crate) about: About,
    pub(crate) instructions: Option<String>,
    pub(crate) tools: Vec<ToolManifest>,
    pub(crate) claim: Option<TrustTier>,
    pub(crate) artifact_kind: Option<String>,
}

/// What people read about a skill. Passed on, never interpreted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct About {
    /// The skill's id.
    pub id: SkillId,
    /// As its author counts.
    pub version: String,
    /// For people.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// Its licence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// What it needs, in its author's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compatibility: Option<String>,
    /// Its author's own facts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub metadata: Vec<(String, String)>,
}

/// One checked tool.
#[derive(Debug)]
pub(crate) struct ToolManifest {
    /// As the component knows it.
    pub(crate) name: ToolName,
    pub(crate) title: Option<String>,
    pub(crate) description: String,
    pub(crate) schema: ArgumentSchema,
    pub(crate) output: Option<OutputKind>,
    pub(crate) artifact_kind: Option<String>,
    pub(crate) annotations: Option<Annotations>,
}

impl Manifest {
    /// Checks a descriptor under the id that the deployer runs it as.
    pub(crate) fn check(id: &SkillId, alleged: AllegedDescriptor) -> Result<Self, Error> {
        let mut problems = Problems(Vec::new());
        if alleged.id != id.as_str() {
            problems.add(format!("id/version mismatch: it calls itself `{}`", shown(&alleged.id)));
        }
        problems.filled("version", &alleged.version);
        problems.filled("name", &alleged.name);
        problems.filled("description", &alleged.description);
        problems.text("version", &alleged.version, VERSION_BYTES);
        problems.text("name", &alleged.name, TITLE_BYTES);
        problems.text("description", &alleged.description, DESCRIPTION_BYTES);
        problems.optional("license", alleged.license.as_deref(), TITLE_BYTES);
        problems.optional("compatibility", alleged.compatibility.as_deref(), TITLE_BYTES);
        match alleged.instructions.as_deref() {
            // A body of no characters could not be a record (behaviour 1.8).
            Some("") => problems.add("its instructions are empty".to_owned()),
            Some(text) if text.len() > INSTRUCTIONS_BYTES => {
                problems.add(format!(
                    "its instructions have {} bytes, more than {INSTRUCTIONS_BYTES}",
                    text.len()
                ));
            }
            Some(text) if has_commands(text) => {
                problems.add("its instructions have control or direction characters".to_owned());
            }
            _ => {}
        }
        if alleged.metadata.len() > METADATA_ENTRIES {
            problems.add(format!(
                "it has {} metadata entries, more than {METADATA_ENTRIES}",
                alleged.metadata.len()
            ));
        }
        for (key, value) in alleged.metadata.iter().take(METADATA_ENTRIES) {
            problems.text("metadata", key, TITLE_BYTES);
            problems.text("metadata", value, METADATA_BYTES);
        }
        if alleged.tools.len() > TOOLS {
            problems.add(format!("it has {} tools, more than {TOOLS}", alleged.tools.len()));
        }
        let tools = alleged
            .tools
            .into_iter()
            .take(TOOLS)
            .filter_map(|tool| check_tool(tool, &mut problems))
            .collect();
        if !problems.0.is_empty() {
            return Err(Error::ManifestInvalid { id: id.clone(), problems: problems.0 });
        }
        Ok(Self {
            about: About {
                id: id.clone(),
                version: alleged.version,
                name: alleged.name,
                description: alleged.description,
                license: alleged.license,
                compatibility: alleged.compatibility,
                metadata: alleged.metadata,
            },
            instructions: alleged.instructions,
            tools,
            claim: alleged.trust_tier,
            artifact_kind: alleged.artifact_kind,
        })
    }
}

fn check_tool(tool: AllegedTool, problems: &mut Problems) -> Option<ToolManifest> {
    let quoted = shown(&tool.name);
    let name = tool.name.parse::<ToolName>();
    if let Err(error) = &name {
        problems.add(format!("tool name \"{quoted}\" {error}"));
    }
    let of_tool = |field: &str| format!("{field} of tool `{quoted}`");
    problems.filled(&of_tool("description"), &tool.description);
    problems.text(&of_tool("description"), &tool.description, DESCRIPTION_BYTES);
    problems.optional(&of_tool("title"), tool.title.as_deref(), TITLE_BYTES);
    let schema = ArgumentSchema::compile(&tool.input_schema);
    if let Err(error) = &schema {
        let error = crate::text::escaped(&error.to_string(), 512);
        problems.add(format!("tool `{quoted}`: {error}"));
    }
    Some(ToolManifest {
        name: name.ok()?,
        schema: schema.ok()?,
        title: tool.title,
        description: tool.description,
        output: tool.output,
        artifact_kind: tool.artifact_kind,
        annotations: tool.annotations,
    })
}

/// A guest's word inside an error: short, and without commands.
fn shown(text: &str) -> String {
    crate::text::escaped(text, 128)
}

struct Problems(Vec<String>);

impl Problems {
    fn add(&mut self, problem: String) {
        /// A guest with thousands of mistakes needs no more to be refused.
        const MOST: usize = 50;
        if self.0.len() < MOST {
            self.0.push(problem);
        }
    }

    fn filled(&mut self, field: &str, text: &str) {
        if text.trim().is_empty() {
            self.add(format!("the {field} is empty"));
        }
    }

    fn optional(&mut self, field: &str, text: Option<&str>, most: usize) {
        if let Some(text) = text {
            self.text(field, text, most);
        }
    }

    /// Text that reaches prompts and terminals: bounded, and standing for itself.
    fn text(&mut self, field: &str, text: &str, most: usize) {
        if text.len() > most {
            self.add(format!("the {field} has {} bytes, more than {most}", text.len()));
        }
        if text.chars().any(|character| is_commanding(character) && !matches!(character, '\n' | '\t')) {
            self.add(format!("the {field} has control or direction characters"));
        }
    }
}
