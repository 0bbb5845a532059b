//! What a guest says it hands back. Nothing here is checked; nothing outside this module and the check may use
//! it. An allegation that is dropped leaves nothing in any store.

use std::fmt;

use crate::error::StoreError;
use crate::ids::Handle;
use crate::media::{ModalityHazard, SNIFFED_BYTES};
use crate::spool::SpoolWriter;
use crate::trust::TrustTier;

/// One of the five cases, as the guest filled it.
#[derive(Debug)]
pub enum Alleged {
    /// A string.
    String(String),
    /// Bytes without a type.
    Bytes(Vec<u8>),
    /// Media that the guest built through the host.
    Media(Vec<AllegedMedia>),
    /// Bytes with a type.
    TypedBinary {
        /// The content.
        bytes: Vec<u8>,
        /// As the guest wrote it.
        mime_type: String,
        /// As the guest wrote it.
        filename: Option<String>,
    },
    /// A record to cite.
    Retrievable(AllegedRetrievable),
}

/// The fields of a retrievable, as the guest filled them.
#[derive(Debug, Clone, PartialEq)]
pub struct AllegedRetrievable {
    /// The text.
    pub content: String,
    /// Where it is from.
    pub source: Option<String>,
    /// What it is.
    pub kind: Option<String>,
    /// How well it fits.
    pub score: Option<f64>,
    /// The wish to stand in the prompt.
    pub inline: bool,
}

/// A media with its claims. Its bytes are staged under `handle`, invisible until sealed.
pub struct AllegedMedia {
    pub(crate) handle: Handle,
    pub(crate) mime_type: String,
    pub(crate) filename: Option<String>,
    pub(crate) tier: Option<TrustTier>,
    pub(crate) hazard: Option<ModalityHazard>,
    /// The first bytes, for the hazard.
    pub(crate) head: Vec<u8>,
    pub(crate) bytes: u64,
    pub(crate) content: Box<dyn SpoolWriter>,
}

impl AllegedMedia {
    /// An empty media with these claims, staged in `content`.
    #[must_use]
    pub fn new(
        handle: Handle,
        mime_type: String,
        filename: Option<String>,
        tier: Option<TrustTier>,
        hazard: Option<ModalityHazard>,
        content: Box<dyn SpoolWriter>,
    ) -> Self {
        Self { handle, mime_type, filename, tier, hazard, head: Vec::new(), bytes: 0, content }
    }

    /// Appends bytes.
    ///
    /// # Errors
    /// The store's.
    pub fn write(&mut self, chunk: &[u8]) -> Result<(), StoreError> {
        let missing = SNIFFED_BYTES.saturating_sub(self.head.len());
        self.head.extend(chunk.iter().take(missing));
        self.bytes += chunk.len() as u64;
        self.content.write(chunk)
    }
}

impl fmt::Debug for AllegedMedia {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AllegedMedia")
            .field("handle", &self.handle)
            .field("mime_type", &self.mime_type)
            .field("filename", &self.filename)
            .field("tier", &self.tier)
            .field("hazard", &self.hazard)
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}
