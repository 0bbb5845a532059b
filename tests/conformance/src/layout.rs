//! Puts a descriptor and an answer into a guest's memory as the canonical ABI would have them, so that a case can
//! make up any descriptor without compiling a guest. Called by `guest`.

use crate::case::{Answer, Descriptor, Skill, Tool};

/// Where the descriptor stands: past the first page, which guests keep for themselves.
pub(crate) const DESCRIPTOR_AT: u32 = 64 * 1024;
/// Where the answer stands.
pub(crate) const ANSWER_AT: u32 = 1024;
/// Where the answer's texts stand.
const ANSWER_TEXTS_AT: u32 = 2048;
/// What every answer holds.
const ANSWER_TEXT: &str = r#"{"answer":42}"#;

/// Size of the contract's `descriptor` and `tool`, in bytes.
const DESCRIPTOR_SIZE: usize = 108;
const TOOL_SIZE: usize = 72;

/// The bytes from [`DESCRIPTOR_AT`] on.
pub(crate) fn descriptor(skill: &Skill) -> Vec<u8> {
    let Descriptor {
        id,
        version,
        name,
        description,
        instructions,
        trust_tier,
        artifact_kind,
        tools,
        extra_tools,
    } = &skill.descriptor;
    let ordinary = Tool { name: "attack".to_owned(), ..Tool::default() };
    let extra: Vec<_> =
        (0..*extra_tools).map(|index| Tool { name: format!("extra_{index}"), ..Tool::default() }).collect();
    let tools: Vec<&Tool> = match tools.as_slice() {
        [] => std::iter::once(&ordinary).chain(&extra).collect(),
        tools => tools.iter().chain(&extra).collect(),
    };

    let mut memory = Memory::new(DESCRIPTOR_AT, DESCRIPTOR_SIZE + tools.len() * TOOL_SIZE);
    memory.string(0, id.as_deref().unwrap_or(&skill.id));
    memory.string(8, version.as_deref().unwrap_or("1.0.0"));
    memory.string(16, name.as_deref().unwrap_or("Made up"));
    memory.string(24, description.as_deref().unwrap_or("A guest of the conformance suite."));
    memory.optional_string(32, instructions.as_deref());
    memory.pair(44, DESCRIPTOR_AT + DESCRIPTOR_SIZE as u32, tools.len());
    memory.optional_case(52, trust_tier.map(|tier| tier as u8));
    memory.optional_string(56, artifact_kind.as_deref());
    for (index, tool) in tools.iter().enumerate() {
        let at = DESCRIPTOR_SIZE + index * TOOL_SIZE;
        let padding = " ".repeat(tool.schema_padding);
        let schema = tool.input_schema.as_deref().unwrap_or(r#"{"type":"object"}"#);
        memory.string(at, &tool.name);
        memory.optional_string(at + 8, tool.title.as_deref());
        memory.string(at + 20, tool.description.as_deref().unwrap_or("attacks"));
        memory.string(at + 28, &format!("{schema}{padding}"));
        memory.optional_case(at + 36, tool.output.map(|kind| kind as u8));
        memory.optional_string(at + 40, tool.artifact_kind.as_deref());
    }
    memory.bytes
}

/// Two pieces of memory: the `result<response, failure>` at [`ANSWER_AT`], and the texts that it points to.
pub(crate) fn answer(answer: Answer) -> [(u32, Vec<u8>); 2] {
    const RESPONSE: usize = 8;
    const PAYLOAD: usize = 16;
    let mut memory = Memory::new(ANSWER_AT, 72);
    let text = (ANSWER_TEXTS_AT, ANSWER_TEXT.len());
    let mime_type = "text/plain";
    memory.byte(
        RESPONSE,
        match answer {
            Answer::Text => 0,
            Answer::TypedBinary => 3,
            Answer::Retrievable => 4,
        },
    );
    memory.pair(PAYLOAD, text.0, text.1);
    if matches!(answer, Answer::TypedBinary) {
        memory.pair(PAYLOAD + 8, ANSWER_TEXTS_AT + ANSWER_TEXT.len() as u32, mime_type.len());
    }
    [(ANSWER_AT, memory.bytes), (ANSWER_TEXTS_AT, format!("{ANSWER_TEXT}{mime_type}").into_bytes())]
}

/// A record of fixed size, followed by the texts that it points to.
struct Memory {
    base: u32,
    bytes: Vec<u8>,
}

impl Memory {
    fn new(base: u32, size: usize) -> Self {
        Self { base, bytes: vec![0; size] }
    }

    fn byte(&mut self, at: usize, value: u8) {
        if let Some(byte) = self.bytes.get_mut(at) {
            *byte = value;
        }
    }

    /// An address and a length.
    fn pair(&mut self, at: usize, address: u32, length: usize) {
        for (offset, byte) in
            address.to_le_bytes().into_iter().chain((length as u32).to_le_bytes()).enumerate()
        {
            self.byte(at + offset, byte);
        }
    }

    fn string(&mut self, at: usize, text: &str) {
        self.pair(at, self.base + self.bytes.len() as u32, text.len());
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn optional_string(&mut self, at: usize, text: Option<&str>) {
        if let Some(text) = text {
            self.byte(at, 1);
            self.string(at + 4, text);
        }
    }

    fn optional_case(&mut self, at: usize, case: Option<u8>) {
        if let Some(case) = case {
            self.byte(at, 1);
            self.byte(at + 1, case);
        }
    }
}
