//! One tool: a function with what the model and the host are told about it. Checks no name and no size, which
//! is the host's part. Built by skill authors, run by `skill`.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::schema::input_schema;
use crate::{Annotations, Failure, IntoResponse, OutputKind, Response, ToolDescriptor};

/// From the JSON text of the arguments to the answer.
type Run = Box<dyn Fn(&str) -> Result<Response, Failure>>;

/// A tool of a skill. [`Tool::new`] takes what every tool has; the rest is the methods'.
///
/// Defaults: the output that the function's type implies, no title, no artifact kind, no annotations.
pub struct Tool {
    descriptor: ToolDescriptor,
    /// Made only when the skill is described: a call needs none.
    input_schema: fn() -> String,
    run: Run,
}

impl Tool {
    /// A tool of this name, with a description for the model, answered by this function.
    ///
    /// The function takes one struct: its fields are the arguments, their doc comments what the model reads
    /// about each, `Option` and `#[serde(default)]` make them optional. The name is
    /// `[A-Za-z_][A-Za-z0-9_-]{0,63}` and does not begin with `artifact_`.
    pub fn new<Arguments, Answer>(
        name: impl Into<String>,
        description: impl Into<String>,
        function: impl Fn(Arguments) -> Answer + 'static,
    ) -> Self
    where
        Arguments: DeserializeOwned + JsonSchema,
        Answer: IntoResponse,
    {
        let descriptor = ToolDescriptor {
            name: name.into(),
            title: None,
            description: description.into(),
            input_schema: String::new(),
            output: Answer::OUTPUT,
            artifact_kind: None,
            annotations: None,
            extensions: Vec::new(),
        };
        let run = move |arguments: &str| match serde_json::from_str(arguments) {
            Ok(arguments) => function(arguments).into_response(),
            Err(error) => Err(Failure::invalid_arguments(error)),
        };
        Tool { descriptor, input_schema: input_schema::<Arguments>, run: Box::new(run) }
    }

    /// A name for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.descriptor.title = Some(title.into());
        self
    }

    /// Declares the output where the function's type leaves it open ([`Response`]). The host refuses an
    /// answer of another kind.
    #[must_use]
    pub fn output(mut self, output: OutputKind) -> Self {
        self.descriptor.output = Some(output);
        self
    }

    /// Advises an artifact kind for the tool's text or bytes, such as `json` or `markdown`: it decides which
    /// readers the model is offered. The deployer's binding wins.
    #[must_use]
    pub fn artifact_kind(mut self, kind: impl Into<String>) -> Self {
        self.descriptor.artifact_kind = Some(kind.into());
        self
    }

    /// Hints for a client's display and approval. Nothing trusts them.
    #[must_use]
    pub fn annotations(mut self, annotations: Annotations) -> Self {
        self.descriptor.annotations = Some(annotations);
        self
    }

    pub(crate) fn name(&self) -> &str {
        &self.descriptor.name
    }

    pub(crate) fn describe(&self) -> ToolDescriptor {
        ToolDescriptor { input_schema: (self.input_schema)(), ..self.descriptor.clone() }
    }

    /// Runs the tool on the JSON text of its arguments.
    pub(crate) fn call(&self, arguments: &str) -> Result<Response, Failure> {
        (self.run)(arguments)
    }
}

/// No hint at all; name those that hold: `Annotations { read_only: Some(true), ..Default::default() }`.
impl Default for Annotations {
    fn default() -> Self {
        Annotations { read_only: None, destructive: None, idempotent: None, open_world: None }
    }
}
