//! `skillhost:skill/media`: typed binary content that a guest builds chunk by chunk. The bytes are staged in the
//! spool, invisible until the response has passed; dropping a staged media leaves nothing behind.

use wasmtime::component::Resource;

use crate::ids::Handle;
use crate::limits::Limit;
use crate::response::{AllegedMedia, CLAIM_BYTES};
use crate::sandbox::bindings::skillhost::skill::media::{Host, HostMedia, MediaError, MediaOptions};
use crate::sandbox::bindings::skillhost::skill::types;
use crate::sandbox::state::State;
use crate::sandbox::stop::Stop;

/// The host's side of a guest's media handle.
#[expect(unreachable_pub, reason = "the generated bindings export it as part of the contract's types")]
pub struct StagedMedia(pub(in crate::sandbox) AllegedMedia);

impl Host for State {}

impl HostMedia for State {
    fn create(
        &mut self,
        mime_type: String,
        options: MediaOptions,
    ) -> wasmtime::Result<Result<Resource<StagedMedia>, MediaError>> {
        if mime_type.is_empty() {
            return Ok(Err(MediaError::Invalid("the MIME type is empty".to_owned())));
        }
        if options.filename.as_deref() == Some("") {
            return Ok(Err(MediaError::Invalid("the filename is empty".to_owned())));
        }
        let longest = options.filename.as_deref().map_or(0, str::len).max(mime_type.len());
        if longest > CLAIM_BYTES {
            let problem = format!("the MIME type or the filename is longer than {CLAIM_BYTES} bytes");
            return Ok(Err(MediaError::Invalid(problem)));
        }
        // Each holds a file of the host open. One more than a response may have is let through, so that the response
        // can be refused for it; a storm of them is ended.
        if self.media > self.limits.get(Limit::MediaCount) {
            return Err(self.stop.limit(Limit::MediaCount));
        }
        self.media = self.media.saturating_add(1);
        let handle = Handle::new();
        let writer = self.spool.create(handle).map_err(|error| self.stop.end(Stop::Store(error)))?;
        let media = AllegedMedia::new(
            handle,
            mime_type,
            options.filename,
            options.trust_tier.map(types::TrustTier::into),
            options.hazard.map(types::ModalityHazard::into),
            writer,
        );
        Ok(Ok(self.table.push(StagedMedia(media))?))
    }

    fn write(
        &mut self,
        media: Resource<StagedMedia>,
        chunk: Vec<u8>,
    ) -> wasmtime::Result<Result<(), MediaError>> {
        let limit = self.limits.get(Limit::Output);
        let bytes = self.media_bytes.saturating_add(chunk.len() as u64);
        if bytes > limit {
            return Ok(Err(MediaError::TooLarge(limit)));
        }
        let media = self.table.get_mut(&media)?;
        media.0.write(&chunk).map_err(|error| self.stop.end(Stop::Store(error)))?;
        self.media_bytes = bytes;
        Ok(Ok(()))
    }

    fn drop(&mut self, media: Resource<StagedMedia>) -> wasmtime::Result<()> {
        self.table.delete(media)?;
        self.media = self.media.saturating_sub(1);
        Ok(())
    }
}
