//! What a document is: the trait behind every artifact kind, and the seven built-in ones.
//!
//! Refuses to guess: the deployer or the skill names the kind. Called by [`read`](crate::read()) and by whoever
//! offers readers to a model.

use crate::descriptor::{BUILT_IN, KindReaders};
use crate::raw::{READERS, read_raw};
use crate::{Arguments, Bounds, ByteSource, ReadError, ReaderDescriptor, ReaderValue};

/// A kind of document and its own readers. The raw readers work on every kind and are not listed here.
pub trait Kind: Send + Sync {
    /// Its name, as configuration and handles write it.
    fn name(&self) -> &str;

    /// Its own readers. One with the name of a raw reader takes that one's place.
    fn readers(&self) -> &[ReaderDescriptor];

    /// Names of readers that belong to the kind but are not built in.
    fn not_built_in(&self) -> &[&'static str] {
        &[]
    }

    /// Runs one of its own readers over arguments that have passed the check.
    ///
    /// # Errors
    ///
    /// When the document or an argument is not what the reader needs, or the source fails.
    fn read(
        &self,
        reader: &str,
        arguments: &Arguments,
        source: &dyn ByteSource,
        bounds: &Bounds,
    ) -> Result<ReaderValue, ReadError>;
}

/// All readers of a kind: its own, then the raw ones.
pub fn descriptors(kind: &dyn Kind) -> Vec<ReaderDescriptor> {
    let own = kind.readers();
    let raw = READERS.iter().filter(|raw| own.iter().all(|reader| reader.name != raw.name));
    own.iter().chain(raw).copied().collect()
}

/// The kinds that always exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BuiltinKind {
    /// Bytes of whatever sort: the raw readers and nothing else.
    SpooledArtifact,
    /// JSON, JSON5 or JSON lines.
    Json,
    /// Markdown.
    Markdown,
    /// TOON.
    Toon,
    /// YAML.
    Yaml,
    /// XML.
    Xml,
    /// JavaScript or TypeScript.
    EcmaScript,
}

impl BuiltinKind {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::SpooledArtifact,
        Self::Json,
        Self::Markdown,
        Self::Toon,
        Self::Yaml,
        Self::Xml,
        Self::EcmaScript,
    ];

    /// The kind of this name; case matters.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    fn row(&self) -> Option<&'static KindReaders> {
        BUILT_IN.iter().find(|row| row.kind == *self)
    }
}

impl Kind for BuiltinKind {
    fn name(&self) -> &str {
        match self {
            Self::SpooledArtifact => "SpooledArtifact",
            Self::Json => "json",
            Self::Markdown => "markdown",
            Self::Toon => "toon",
            Self::Yaml => "yaml",
            Self::Xml => "xml",
            Self::EcmaScript => "ecmascript",
        }
    }

    fn readers(&self) -> &[ReaderDescriptor] {
        self.row().map(|row| row.readers).unwrap_or_default()
    }

    fn not_built_in(&self) -> &[&'static str] {
        self.row().map(|row| row.not_built_in).unwrap_or_default()
    }

    fn read(
        &self,
        reader: &str,
        arguments: &Arguments,
        source: &dyn ByteSource,
        bounds: &Bounds,
    ) -> Result<ReaderValue, ReadError> {
        read_raw(reader, arguments, source, bounds)
    }
}
