//! Readers as tools: forged anew whenever tools are listed or called, over the artifacts that this conversation has
//! (behaviour 6.3). A reader's answer is text and never an artifact, so there is no grep on grep.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use skillhost_artifacts::{ReaderDescriptor, descriptors};

use super::result::{Output, ToolDescription, ToolResult, Usage};
use super::{Inner, Session};
use crate::error::Error;
use crate::ids::Handle;
use crate::records::Record;
use crate::skill::shape;

/// The prefix that all readers have and no other tool may have.
const PREFIX: &str = "artifact_";
/// The argument that names the artifact.
const CALL_ID: &str = "callId";

/// One reader with the artifacts that it works on, in the order they were made.
struct Forged {
    descriptor: ReaderDescriptor,
    records: Vec<Record>,
}

impl Session {
    /// Every tool that this conversation can call now: the loaded skills' in the order of loading, then the readers
    /// that work on what it has. Ready for a model's API.
    ///
    /// # Errors
    /// The store's.
    pub fn tools(&self) -> Result<Vec<ToolDescription>, Error> {
        let registry = self.inner.registry();
        let skills = registry.tools().map(|(skill, tool)| ToolDescription {
            name: tool.offered.to_string(),
            title: tool.title.clone(),
            description: tool.description.clone(),
            input_schema: tool.input_schema().clone(),
            skill: Some(skill.id().clone()),
            digest: skill.digest,
            annotations: tool.annotations,
        });
        let readers = self.inner.forge()?.into_values().map(|forged| {
            let ids: Vec<_> = forged.records.iter().map(|record| record.handle.to_string()).collect();
            ToolDescription {
                name: forged.descriptor.name.to_owned(),
                title: None,
                description: forged.descriptor.description.to_owned(),
                input_schema: forged.descriptor.schema(Some(&ids)),
                skill: None,
                digest: None,
                annotations: None,
            }
        });
        Ok(skills.chain(readers).collect())
    }
}

impl Inner {
    /// The readers over what this conversation has, by name.
    fn forge(&self) -> Result<BTreeMap<&'static str, Forged>, Error> {
        let mut forged = BTreeMap::new();
        for handle in self.turn() {
            // What was deleted since is not offered: every offered handle resolves.
            let Some(record) = self.get(handle)? else { continue };
            let Some(Ok(kind)) = self.kind_of(&record) else { continue };
            for descriptor in descriptors(kind.kind.as_ref()) {
                let entry = forged
                    .entry(descriptor.name)
                    .or_insert_with(|| Forged { descriptor, records: Vec::new() });
                entry.records.push(record.clone());
            }
        }
        Ok(forged)
    }

    /// Whether a tool's name can only be a reader's (decision 15).
    pub(super) fn is_reader(name: &str) -> bool {
        name.starts_with(PREFIX)
    }

    /// Calls a reader by its tool name.
    pub(super) fn call_reader(&self, name: &str, arguments: &Value) -> Result<ToolResult, Error> {
        let Some(record) = self.offered(name, arguments)? else {
            return Err(self.misread(name, arguments)?);
        };
        let given = arguments.as_object().into_iter().flatten().filter(|(key, _)| *key != CALL_ID);
        let rest: Map<_, _> = given.map(|(key, value)| (key.clone(), value.clone())).collect();
        let answer = self.read(&record, name, &rest)?;
        Ok(ToolResult {
            call_id: Handle::new(),
            skill: None,
            tool: name.to_owned(),
            trust: record.tier,
            output: Output::Text { text: answer.text, truncated: answer.truncated },
            usage: Usage::default(),
        })
    }

    /// The artifact that a reader's call names, where that reader is offered over it: one look-up, however many artifacts
    /// the conversation has.
    fn offered(&self, name: &str, arguments: &Value) -> Result<Option<Record>, Error> {
        if shape(arguments).is_err() {
            return Ok(None);
        }
        let id = arguments.get(CALL_ID).and_then(Value::as_str);
        let Some(handle) = id.and_then(|id| id.parse::<Handle>().ok()) else { return Ok(None) };
        if !self.turn().contains(&handle) {
            return Ok(None);
        }
        let Some(record) = self.get(handle)? else { return Ok(None) };
        let reads = match self.kind_of(&record) {
            Some(Ok(kind)) => descriptors(kind.kind.as_ref()).iter().any(|reader| reader.name == name),
            _ => false,
        };
        Ok(reads.then_some(record))
    }

    /// What is wrong with a reader's call that names no artifact it is offered over.
    fn misread(&self, name: &str, arguments: &Value) -> Result<Error, Error> {
        let mut forged = self.forge()?;
        let Some(forged) = forged.remove(name) else {
            let known = forged.into_keys().map(str::to_owned).collect();
            return Ok(Error::ToolNotFound { tool: crate::text::escaped(name, 128), known });
        };
        let problem = match (shape(arguments), arguments.get(CALL_ID)) {
            (Err(problem), _) => problem,
            (Ok(()), Some(Value::String(id))) => format!(
                "/{CALL_ID}: \"{}\" is not an artifact that {name} reads; it reads {}",
                crate::text::escaped(id, 64),
                listed(&forged.records)
            ),
            (Ok(()), Some(_)) => format!("/{CALL_ID}: is not a string"),
            (Ok(()), None) => format!("\"{CALL_ID}\" is a required property"),
        };
        Ok(Error::InvalidToolArguments { tool: name.to_owned(), problems: vec![problem], expected: None })
    }
}

/// The newest handles that a reader works on.
fn listed(records: &[Record]) -> String {
    /// Enough for a model to find the one it meant.
    const MOST: usize = 10;
    records.iter().rev().take(MOST).map(|record| record.handle.to_string()).collect::<Vec<_>>().join(", ")
}
