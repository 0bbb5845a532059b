//! The trait. It promises nothing about two calls in a row: a folder may change between them.

use bytes::Bytes;

use crate::ids::SkillId;

use super::SourceError;

/// A place that skills come from.
pub trait Source: Send + Sync {
    /// The source's name in messages, as the deployer chose it.
    fn id(&self) -> &str;

    /// The skills there are, sorted by id, each once. Whatever has no skill id for a name is not one. A skill
    /// that cannot be read is listed; [`component`](Self::component) then says why.
    ///
    /// # Errors
    ///
    /// [`SourceError::Folder`] or [`SourceError::Io`] where the source as a whole cannot be read.
    fn discover(&self) -> Result<Vec<SkillId>, SourceError>;

    /// The skill's component, whole; refused before it is read where it has more than `most` bytes.
    ///
    /// # Errors
    ///
    /// Any [`SourceError`].
    fn component(&self, id: &SkillId, most: u64) -> Result<Bytes, SourceError>;

    /// The `name` in the frontmatter of the skill's `SKILL.md`, where the source has such a file with such a
    /// name; the loader compares it with the id (decision 14).
    ///
    /// # Errors
    ///
    /// [`SourceError::NotAFile`] or [`SourceError::Io`] where the file is there and cannot be read.
    fn manifest_name(&self, id: &SkillId) -> Result<Option<String>, SourceError>;
}
