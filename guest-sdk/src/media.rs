//! Typed binary content that a tool builds through the host, chunk by chunk, so that it never has to hold all
//! of it. The host stores nothing until it has accepted the response. Used by skill authors for content that
//! is large or made piece by piece.

use std::io::{self, BufWriter, Write};

use crate::{ModalityHazard, TrustTier};

#[cfg(target_family = "wasm")]
#[path = "media/host.rs"]
mod sink;
#[cfg(not(target_family = "wasm"))]
#[path = "media/native.rs"]
mod sink;

/// The longest chunk that is handed to the host at once, in bytes. Shorter writes are gathered up to it, for
/// every chunk is a call across the boundary.
const CHUNK: usize = 64 * 1024;

/// Media that is being written. Return it from a tool, alone or in a list; dropped, it leaves nothing behind.
///
/// ```
/// use std::io::Write;
/// use skillhost_guest::{Failure, Media};
///
/// fn squares(count: u64) -> Result<Media, Failure> {
///     let mut media = Media::options("text/csv").filename("squares.csv").create()?;
///     for number in 0..count {
///         writeln!(media, "{number},{}", number * number)?;
///     }
///     Ok(media)
/// }
/// # assert!(squares(3).is_ok());
/// ```
#[derive(Debug)]
pub struct Media {
    writer: BufWriter<sink::Sink>,
}

impl Media {
    /// Begins media of this MIME type, without any option.
    ///
    /// # Errors
    ///
    /// [`MediaError::Invalid`] where the host refuses the type.
    pub fn create(mime_type: impl Into<String>) -> Result<Media, MediaError> {
        Media::options(mime_type).create()
    }

    /// Options for media of this MIME type, which the host keeps as it is written.
    pub fn options(mime_type: impl Into<String>) -> MediaOptions {
        MediaOptions { mime_type: mime_type.into(), filename: None, trust_tier: None, hazard: None }
    }

    /// Hands over what is still gathered, and then the sink itself.
    fn finish(self) -> io::Result<sink::Sink> {
        self.writer.into_inner().map_err(io::IntoInnerError::into_error)
    }
}

/// Bytes are gathered; an error may be about earlier ones. Past the host's limit the error's kind is
/// [`io::ErrorKind::FileTooLarge`] and its text names the limit.
impl Write for Media {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// How media is to begin; made by [`Media::options`].
///
/// Defaults: the host names the file, and decides tier and hazard.
#[derive(Clone, Debug)]
pub struct MediaOptions {
    mime_type: String,
    filename: Option<String>,
    trust_tier: Option<TrustTier>,
    hazard: Option<ModalityHazard>,
}

impl MediaOptions {
    /// Gives the content a file name.
    #[must_use]
    pub fn filename(mut self, filename: impl Into<String>) -> Self {
        self.filename = Some(filename.into());
        self
    }

    /// Claims a trust tier. Less restricted than the host's floor for this skill: the response is refused.
    #[must_use]
    pub fn trust_tier(mut self, tier: TrustTier) -> Self {
        self.trust_tier = Some(tier);
        self
    }

    /// Claims a hazard. Less careful than what MIME type and bytes imply: the response is refused.
    #[must_use]
    pub fn hazard(mut self, hazard: ModalityHazard) -> Self {
        self.hazard = Some(hazard);
        self
    }

    /// Begins the media.
    ///
    /// # Errors
    ///
    /// [`MediaError::Invalid`] where the host refuses the type or the file name.
    pub fn create(self) -> Result<Media, MediaError> {
        Ok(Media { writer: BufWriter::with_capacity(CHUNK, sink::Sink::create(self)?) })
    }
}

/// Why the host takes no media, or no more of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MediaError {
    /// The MIME type or the file name is not acceptable.
    #[error("the host refuses the media: {reason}")]
    Invalid {
        /// In the host's words.
        reason: String,
    },
    /// The content passes the limit.
    #[error("the media is larger than the host's limit of {limit} bytes")]
    TooLarge {
        /// In bytes.
        limit: u64,
    },
}

impl From<MediaError> for io::Error {
    fn from(error: MediaError) -> Self {
        let kind = match error {
            MediaError::Invalid { .. } => io::ErrorKind::InvalidInput,
            MediaError::TooLarge { .. } => io::ErrorKind::FileTooLarge,
        };
        io::Error::new(kind, error)
    }
}

/// The part of `bytes` that goes to the host at once.
fn chunk(bytes: &[u8]) -> &[u8] {
    bytes.get(..CHUNK).unwrap_or(bytes)
}
