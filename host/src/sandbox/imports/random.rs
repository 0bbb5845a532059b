//! `wasi:random`: real, and bounded per call. The draws themselves are the engine's.

use wasmtime::component::HasData;
use wasmtime_wasi::WasiView as _;
use wasmtime_wasi::p2::bindings::random::{insecure, insecure_seed, random};
use wasmtime_wasi::random::WasiRandomCtx;

use crate::limits::Limit;
use crate::sandbox::state::State;

/// The state, seen by the random interfaces.
pub(in crate::sandbox) struct Bounded<'a>(pub(in crate::sandbox) &'a mut State);

/// Names [`Bounded`] to the linker.
pub(in crate::sandbox) struct HasRandom;

impl HasData for HasRandom {
    type Data<'a> = Bounded<'a>;
}

impl Bounded<'_> {
    /// The generator, once `bytes` more are within the limit.
    fn draw(&mut self, bytes: u64) -> wasmtime::Result<&mut WasiRandomCtx> {
        let drawn = self.0.random_bytes.saturating_add(bytes);
        if drawn > self.0.limits.get(Limit::Random) {
            return Err(self.0.stop.limit(Limit::Random));
        }
        self.0.random_bytes = drawn;
        Ok(self.0.ctx().ctx.random())
    }
}

impl random::Host for Bounded<'_> {
    fn get_random_bytes(&mut self, length: u64) -> wasmtime::Result<Vec<u8>> {
        random::Host::get_random_bytes(self.draw(length)?, length)
    }

    fn get_random_u64(&mut self) -> wasmtime::Result<u64> {
        random::Host::get_random_u64(self.draw(8)?)
    }
}

impl insecure::Host for Bounded<'_> {
    fn get_insecure_random_bytes(&mut self, length: u64) -> wasmtime::Result<Vec<u8>> {
        insecure::Host::get_insecure_random_bytes(self.draw(length)?, length)
    }

    fn get_insecure_random_u64(&mut self) -> wasmtime::Result<u64> {
        insecure::Host::get_insecure_random_u64(self.draw(8)?)
    }
}

impl insecure_seed::Host for Bounded<'_> {
    fn insecure_seed(&mut self) -> wasmtime::Result<(u64, u64)> {
        // Fixed for a store: drawing it again gives the same, so it costs nothing.
        insecure_seed::Host::insecure_seed(self.0.ctx().ctx.random())
    }
}
