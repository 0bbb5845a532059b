//! The sink inside a host: each chunk is one call across the boundary. Holds no content itself. Used by `media`
//! where the crate is WebAssembly.

use std::io::{self, Write};

use super::{Media, MediaError, MediaOptions, chunk};
use crate::bindings::skillhost::skill::media as host;

#[derive(Debug)]
pub(super) struct Sink(host::Media);

impl Sink {
    pub(super) fn create(options: MediaOptions) -> Result<Sink, MediaError> {
        let MediaOptions { mime_type, filename, trust_tier, hazard } = options;
        let options = host::MediaOptions { filename, trust_tier, hazard };
        Ok(Sink(host::Media::create(&mime_type, &options)?))
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let chunk = chunk(bytes);
        self.0.write(chunk).map_err(MediaError::from)?;
        Ok(chunk.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Media {
    /// The handle that goes into the response, everything written.
    pub(crate) fn into_handle(self) -> io::Result<host::Media> {
        self.finish().map(|sink| sink.0)
    }
}

impl From<host::MediaError> for MediaError {
    fn from(error: host::MediaError) -> Self {
        match error {
            host::MediaError::Invalid(reason) => MediaError::Invalid { reason },
            host::MediaError::TooLarge(limit) => MediaError::TooLarge { limit },
        }
    }
}
