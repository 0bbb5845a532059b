//! Components that the embedder holds in memory. It has no manifests and cannot fail but by size.

use std::collections::BTreeMap;

use bytes::Bytes;

use crate::ids::SkillId;

use super::{Source, SourceError};

/// A fixed set of components.
///
/// ```
/// use skillhost::source::{MemorySource, Source};
///
/// let id = "tables".parse().unwrap();
/// let source = MemorySource::new("bundled").with(id, b"\0asm".as_slice());
/// assert_eq!(source.discover().unwrap().len(), 1);
/// ```
#[derive(Debug, Clone, Default)]
pub struct MemorySource {
    id: String,
    components: BTreeMap<SkillId, Bytes>,
}

impl MemorySource {
    /// An empty source of this name.
    #[must_use]
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into(), components: BTreeMap::new() }
    }

    /// The same source with one component more; a second one under an id replaces the first.
    #[must_use]
    pub fn with(mut self, id: SkillId, component: impl Into<Bytes>) -> Self {
        self.components.insert(id, component.into());
        self
    }
}

impl Source for MemorySource {
    fn id(&self) -> &str {
        &self.id
    }

    fn discover(&self) -> Result<Vec<SkillId>, SourceError> {
        Ok(self.components.keys().cloned().collect())
    }

    fn component(&self, id: &SkillId, most: u64) -> Result<Bytes, SourceError> {
        let Some(component) = self.components.get(id) else {
            return Err(SourceError::NotFound { source_id: self.id.clone(), id: id.clone() });
        };
        let size = component.len() as u64;
        if size > most {
            let path = id.to_string();
            return Err(SourceError::TooLarge { source_id: self.id.clone(), path, size, most });
        }
        Ok(component.clone())
    }

    fn manifest_name(&self, _id: &SkillId) -> Result<Option<String>, SourceError> {
        Ok(None)
    }
}
