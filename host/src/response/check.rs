//! Is the answer acceptable? Decisions 3, 6, 7 and 8, in that order, with the texts of behaviour 3. Touches no store.

use crate::ids::Handle;
use crate::limits::{Limit, Limits};
use crate::media::{MediaKind, ModalityHazard};
use crate::sandbox::OutputKind;
use crate::spool::SpoolWriter;
use crate::text::is_commanding;
use crate::trust::TrustTier;

use super::alleged::{Alleged, AllegedMedia, AllegedRetrievable};

/// What the host expects of one call's answer.
#[derive(Debug, Clone, Copy)]
pub struct Expectation<'a> {
    /// The tool's name, as the skill gave it.
    pub tool: &'a str,
    /// What the tool declared.
    pub declared: Option<OutputKind>,
    /// The tier of everything this skill hands back.
    pub tier: TrustTier,
    /// The skill's limits.
    pub limits: &'a Limits,
}

/// An answer that may be stored.
#[derive(Debug)]
pub enum Accepted {
    /// A string.
    Text(String),
    /// Anonymous bytes.
    Binary(Vec<u8>),
    /// Media: possibly none.
    Media(Vec<AcceptedMedia>),
    /// A record to cite.
    Retrievable(AllegedRetrievable),
}

/// A media whose claims hold; what it did not claim has the host's values.
#[derive(Debug)]
pub struct AcceptedMedia {
    /// Its handle.
    pub handle: Handle,
    /// As the guest wrote it.
    pub mime_type: String,
    /// By the MIME type's prefix.
    pub kind: MediaKind,
    /// The host's, or the guest's more careful one.
    pub hazard: ModalityHazard,
    /// The guest's, or `<tool>-<handle>`.
    pub filename: String,
    /// The floor, or the guest's stricter claim.
    pub tier: TrustTier,
    /// Where its bytes are.
    pub content: MediaContent,
}

/// The bytes of an accepted media.
pub enum MediaContent {
    /// Staged under the media's handle, to be sealed.
    Staged(Box<dyn SpoolWriter>),
    /// In memory, to be written.
    Bytes(Vec<u8>),
}

impl std::fmt::Debug for MediaContent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Staged(_) => "Staged",
            Self::Bytes(_) => "Bytes",
        })
    }
}

/// Why an answer is refused. `Display` stands behind the tool's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Another kind than declared.
    #[error("declared {} output but returned {}", declared.as_str(), returned.as_str())]
    Declared {
        /// The tool's word.
        declared: OutputKind,
        /// What came.
        returned: OutputKind,
    },
    /// One media claims to be trusted beyond the floor.
    #[error("Media trust tier exceeds skill output tier")]
    MediaTier,
    /// One of several does.
    #[error("a Media in the array exceeds skill output tier")]
    MediaTierInList,
    /// A media claims to be less hazardous than it is.
    #[error("Media hazard {claimed} is less careful than its type and bytes, which are {implied}")]
    MediaHazard {
        /// The guest's word.
        claimed: ModalityHazard,
        /// The host's.
        implied: ModalityHazard,
    },
    /// A typed binary without a type.
    #[error("binary output missing mimeType")]
    MissingMimeType,
    /// A filename of no characters.
    #[error("binary output has an empty filename")]
    EmptyFilename,
    /// A name that is no name: longer than any, or made of commands.
    #[error("its {0} is longer than {CLAIM_BYTES} bytes or has control characters")]
    Claim(&'static str),
    /// A retrievable's optional field is out of bounds.
    #[error("invalid retrievable output: {0}")]
    Retrievable(&'static str),
    /// Larger than the deployer allows.
    #[error("{bytes} bytes exceed the limit `output` of {}", Limit::Output.show(*limit))]
    TooLarge {
        /// The response's size.
        bytes: u64,
        /// The limit's value.
        limit: u64,
    },
    /// More media than the deployer allows.
    #[error("{count} media exceed the limit `media-count` of {limit}")]
    TooManyMedia {
        /// How many came.
        count: usize,
        /// The limit's value.
        limit: u64,
    },
    /// A native tool made an artifact itself (decision 2).
    #[error("returned a SpooledArtifact")]
    Artifact,
}

/// Accepts an answer, or says why not. What is refused is dropped, its staged bytes with it.
///
/// # Errors
/// The first rule that is broken.
pub fn check(alleged: Alleged, expected: Expectation<'_>) -> Result<Accepted, Refused> {
    let returned = kind_of(&alleged);
    if let Some(declared) = expected.declared
        && declared != returned
    {
        return Err(Refused::Declared { declared, returned });
    }
    match alleged {
        Alleged::String(text) => within_output(text.len(), expected).map(|()| Accepted::Text(text)),
        Alleged::Bytes(bytes) => within_output(bytes.len(), expected).map(|()| Accepted::Binary(bytes)),
        Alleged::Media(list) => check_media(list, expected).map(Accepted::Media),
        Alleged::TypedBinary { bytes, mime_type, filename } => {
            check_typed_binary(bytes, mime_type, filename, expected).map(|media| Accepted::Media(vec![media]))
        }
        Alleged::Retrievable(record) => check_retrievable(record, expected).map(Accepted::Retrievable),
    }
}

/// The longest MIME type, filename, source or kind, in bytes: a URL fits, a document does not.
pub(crate) const CLAIM_BYTES: usize = 2 << 10;

/// Names reach prompts, terminals and the records: bounded, and standing for themselves.
fn claim(name: &'static str, text: Option<&str>) -> Result<(), Refused> {
    match text {
        Some(text) if text.len() > CLAIM_BYTES || text.chars().any(is_commanding) => {
            Err(Refused::Claim(name))
        }
        _ => Ok(()),
    }
}

fn kind_of(alleged: &Alleged) -> OutputKind {
    match alleged {
        Alleged::String(_) => OutputKind::Text,
        Alleged::Bytes(_) => OutputKind::Binary,
        Alleged::Media(_) | Alleged::TypedBinary { .. } => OutputKind::Media,
        Alleged::Retrievable(_) => OutputKind::Retrievable,
    }
}

fn within_output(bytes: usize, expected: Expectation<'_>) -> Result<(), Refused> {
    let (bytes, limit) = (bytes as u64, expected.limits.get(Limit::Output));
    if bytes > limit { Err(Refused::TooLarge { bytes, limit }) } else { Ok(()) }
}

fn check_media(list: Vec<AllegedMedia>, expected: Expectation<'_>) -> Result<Vec<AcceptedMedia>, Refused> {
    if list.iter().any(|media| media.tier.is_some_and(|tier| tier < expected.tier)) {
        return Err(if list.len() == 1 { Refused::MediaTier } else { Refused::MediaTierInList });
    }
    let implied: Vec<_> =
        list.iter().map(|media| ModalityHazard::implied(&media.mime_type, &media.head)).collect();
    for (media, &implied) in list.iter().zip(&implied) {
        if let Some(claimed) = media.hazard
            && claimed < implied
        {
            return Err(Refused::MediaHazard { claimed, implied });
        }
    }
    // A guest cannot even build such a media (`imports/media.rs`); a native tool can.
    if list.iter().any(|media| media.mime_type.is_empty()) {
        return Err(Refused::MissingMimeType);
    }
    if list.iter().any(|media| media.filename.as_deref() == Some("")) {
        return Err(Refused::EmptyFilename);
    }
    for media in &list {
        claim("MIME type", Some(&media.mime_type))?;
        claim("filename", media.filename.as_deref())?;
    }
    let limit = expected.limits.get(Limit::MediaCount);
    if list.len() as u64 > limit {
        return Err(Refused::TooManyMedia { count: list.len(), limit });
    }
    // The sum was kept below the limit while the guest wrote; a native tool's media come whole.
    let bytes = list.iter().map(|media| media.bytes).fold(0, u64::saturating_add);
    within_output(usize::try_from(bytes).unwrap_or(usize::MAX), expected)?;
    Ok(list
        .into_iter()
        .zip(implied)
        .map(|(media, implied)| AcceptedMedia {
            handle: media.handle,
            kind: MediaKind::of_mime(&media.mime_type),
            hazard: media.hazard.unwrap_or(implied),
            filename: media.filename.unwrap_or_else(|| default_filename(expected.tool, media.handle)),
            tier: media.tier.unwrap_or(expected.tier),
            mime_type: media.mime_type,
            content: MediaContent::Staged(media.content),
        })
        .collect())
}

fn check_typed_binary(
    bytes: Vec<u8>,
    mime_type: String,
    filename: Option<String>,
    expected: Expectation<'_>,
) -> Result<AcceptedMedia, Refused> {
    if mime_type.is_empty() {
        return Err(Refused::MissingMimeType);
    }
    if filename.as_deref() == Some("") {
        return Err(Refused::EmptyFilename);
    }
    claim("MIME type", Some(&mime_type))?;
    claim("filename", filename.as_deref())?;
    within_output(bytes.len(), expected)?;
    let handle = Handle::new();
    Ok(AcceptedMedia {
        handle,
        kind: MediaKind::of_mime(&mime_type),
        hazard: ModalityHazard::implied(&mime_type, &bytes),
        filename: filename.unwrap_or_else(|| default_filename(expected.tool, handle)),
        tier: expected.tier,
        mime_type,
        content: MediaContent::Bytes(bytes),
    })
}

/// Behaviour 4: no extension, because the host does not guess one.
fn default_filename(tool: &str, handle: Handle) -> String {
    format!("{tool}-{handle}")
}

fn check_retrievable(
    record: AllegedRetrievable,
    expected: Expectation<'_>,
) -> Result<AllegedRetrievable, Refused> {
    let empty = |field: &Option<String>| field.as_deref() == Some("");
    if record.score.is_some_and(|score| !(0.0..=1.0).contains(&score)) {
        return Err(Refused::Retrievable("its score is not a number from 0 to 1"));
    }
    if record.content.is_empty() {
        return Err(Refused::Retrievable("its content is empty"));
    }
    if empty(&record.source) {
        return Err(Refused::Retrievable("its source is empty"));
    }
    if empty(&record.kind) {
        return Err(Refused::Retrievable("its kind is empty"));
    }
    claim("source", record.source.as_deref())?;
    claim("kind", record.kind.as_deref())?;
    within_output(record.content.len(), expected)?;
    Ok(record)
}
