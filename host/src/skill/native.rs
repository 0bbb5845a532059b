//! Skills that an embedder writes in Rust. They pass the same checks as components: names, schemas, gate, response,
//! floor. They are not sandboxed: whoever registers one vouches for its code.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde_json::Value;

use crate::error::FailureCause;
use crate::ids::Handle;
use crate::media::ModalityHazard;
use crate::response::{Alleged, AllegedMedia, AllegedRetrievable};
use crate::sandbox::{AllegedDescriptor, AllegedTool, Ended, OutputKind};
use crate::spool::Spool;
use crate::trust::TrustTier;

/// What a native tool hands back.
#[derive(Debug, Clone, PartialEq)]
pub enum NativeAnswer {
    /// A string.
    String(String),
    /// Bytes without a type.
    Bytes(Vec<u8>),
    /// Media, with their claims.
    Media(Vec<NativeMedia>),
    /// Bytes with a type.
    TypedBinary {
        /// The content.
        bytes: Vec<u8>,
        /// Their type.
        mime_type: String,
        /// Their name.
        filename: Option<String>,
    },
    /// A record to cite.
    Retrievable(AllegedRetrievable),
    /// The handle of an artifact: always refused, because how a result is read is the deployer's decision
    /// (decision 2).
    Artifact(Handle),
}

/// One media of a native tool.
#[derive(Debug, Clone, PartialEq)]
pub struct NativeMedia {
    /// The content.
    pub bytes: Vec<u8>,
    /// Its type.
    pub mime_type: String,
    /// Its name.
    pub filename: Option<String>,
    /// A claim.
    pub trust_tier: Option<TrustTier>,
    /// A claim.
    pub hazard: Option<ModalityHazard>,
}

type NativeTool = Arc<dyn Fn(&Value) -> Result<NativeAnswer, String> + Send + Sync>;

/// A skill whose tools are Rust functions.
#[derive(Clone)]
pub struct NativeSkill {
    pub(crate) descriptor: AllegedDescriptor,
    tools: BTreeMap<String, NativeTool>,
}

impl NativeSkill {
    /// A skill without tools yet. The description serves as its name for people too.
    #[must_use]
    pub fn new(id: &str, version: &str, description: &str) -> Self {
        Self {
            descriptor: AllegedDescriptor {
                id: id.to_owned(),
                version: version.to_owned(),
                name: id.to_owned(),
                description: description.to_owned(),
                instructions: None,
                tools: Vec::new(),
                trust_tier: None,
                artifact_kind: None,
                license: None,
                compatibility: None,
                metadata: Vec::new(),
            },
            tools: BTreeMap::new(),
        }
    }

    /// Adds a tool: its JSON Schema as text, what it declares to hand back, and the function. An `Err` is the
    /// tool's own refusal; its text is treated like any guest's.
    #[must_use]
    pub fn tool(
        mut self,
        name: &str,
        description: &str,
        input_schema: &str,
        output: Option<OutputKind>,
        function: impl Fn(&Value) -> Result<NativeAnswer, String> + Send + Sync + 'static,
    ) -> Self {
        self.descriptor.tools.push(AllegedTool {
            name: name.to_owned(),
            title: None,
            description: description.to_owned(),
            input_schema: input_schema.to_owned(),
            output,
            artifact_kind: None,
            annotations: None,
        });
        self.tools.insert(name.to_owned(), Arc::new(function));
        self
    }

    /// Runs a tool. `Ok(None)`: it handed back an artifact.
    pub(crate) fn call(
        &self,
        tool: &str,
        arguments: &Value,
        spool: &dyn Spool,
    ) -> Result<Option<Alleged>, Ended> {
        let Some(function) = self.tools.get(tool) else {
            return Err(Ended::Failed(FailureCause::Refused("no such tool".to_owned())));
        };
        let answer = catch_unwind(AssertUnwindSafe(|| function(arguments)))
            .map_err(|panic| Ended::Failed(FailureCause::panicked(panic.as_ref())))?
            .map_err(|text| Ended::Failed(FailureCause::refused(&text)))?;
        Ok(Some(match answer {
            NativeAnswer::String(text) => Alleged::String(text),
            NativeAnswer::Bytes(bytes) => Alleged::Bytes(bytes),
            NativeAnswer::TypedBinary { bytes, mime_type, filename } => {
                Alleged::TypedBinary { bytes, mime_type, filename }
            }
            NativeAnswer::Retrievable(record) => Alleged::Retrievable(record),
            NativeAnswer::Artifact(_) => return Ok(None),
            NativeAnswer::Media(list) => {
                Alleged::Media(list.into_iter().map(|media| stage(media, spool)).collect::<Result<_, _>>()?)
            }
        }))
    }
}

fn stage(media: NativeMedia, spool: &dyn Spool) -> Result<AllegedMedia, Ended> {
    let handle = Handle::new();
    let writer = spool.create(handle).map_err(Ended::Store)?;
    let mut staged =
        AllegedMedia::new(handle, media.mime_type, media.filename, media.trust_tier, media.hazard, writer);
    staged.write(&media.bytes).map_err(Ended::Store)?;
    Ok(staged)
}

impl fmt::Debug for NativeSkill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NativeSkill").field("descriptor", &self.descriptor).finish_non_exhaustive()
    }
}
