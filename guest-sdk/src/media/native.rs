//! The sink outside of a host: content stays in memory, for a skill's own tests. Refuses what the contract says
//! a host refuses, no more. Used by `media` where the crate is not WebAssembly.

use std::io::{self, Write};

use super::{Media, MediaError, MediaOptions, chunk};
use crate::testing::{self, TestMedia};

#[derive(Debug)]
pub(super) struct Sink {
    media: TestMedia,
    limit: u64,
}

impl Sink {
    pub(super) fn create(options: MediaOptions) -> Result<Sink, MediaError> {
        let MediaOptions { mime_type, filename, trust_tier, hazard } = options;
        if mime_type.is_empty() {
            return Err(MediaError::Invalid { reason: "the MIME type is empty".to_owned() });
        }
        if filename.as_deref() == Some("") {
            return Err(MediaError::Invalid { reason: "the file name is empty".to_owned() });
        }
        let media = TestMedia { bytes: Vec::new(), mime_type, filename, trust_tier, hazard };
        Ok(Sink { media, limit: testing::media_limit() })
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let chunk = chunk(bytes);
        if (self.media.bytes.len() + chunk.len()) as u64 > self.limit {
            return Err(MediaError::TooLarge { limit: self.limit }.into());
        }
        self.media.bytes.extend_from_slice(chunk);
        Ok(chunk.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Media {
    /// What a test sees of the media, everything written.
    pub(crate) fn into_test_media(self) -> io::Result<TestMedia> {
        self.finish().map(|sink| sink.media)
    }
}
