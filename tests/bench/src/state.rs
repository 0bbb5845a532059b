//! What one store holds: the least that the host's does, so that a call here costs the engine's part alone.

use std::time::Instant;

use wasmtime::component::{Resource, ResourceTable};
use wasmtime::{ResourceLimiter, bail};
use wasmtime_wasi::p2::pipe::MemoryOutputPipe;
use wasmtime_wasi::{FsPerms, WasiCtx, WasiCtxBuilder, WasiCtxView, WasiView};

use crate::bindings::skillhost::skill::{log, media, output, types};
use crate::guest::{DEADLINE, Files};

const MEMORY_BYTES: usize = 64 << 20;
const STDIO_BYTES: usize = 64 << 10;
const INSTANCES: usize = 64;
const RESOURCES: usize = 1_000;

/// The data of one store. Lives for one call.
pub(crate) struct State {
    wasi: WasiCtx,
    table: ResourceTable,
    pub(crate) limiter: Limiter,
    pub(crate) deadline: Instant,
}

impl State {
    /// No arguments, no environment, these files; output to capped pipes.
    pub(crate) fn new(files: &Files) -> wasmtime::Result<Self> {
        let mut builder = WasiCtxBuilder::new();
        builder
            .stdout(MemoryOutputPipe::new(STDIO_BYTES))
            .stderr(MemoryOutputPipe::new(STDIO_BYTES))
            .allow_blocking_current_thread(!matches!(files, Files::HandedOff(_)));
        if let Files::Inline(directory) | Files::HandedOff(directory) = files {
            builder.preopened_dir(directory, "/data", FsPerms::ReadOnly)?;
        }
        let mut table = ResourceTable::new();
        table.set_max_capacity(RESOURCES);
        Ok(Self {
            wasi: builder.build(),
            table,
            limiter: Limiter { memory: 0 },
            deadline: Instant::now() + DEADLINE,
        })
    }
}

impl WasiView for State {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        WasiCtxView { ctx: &mut self.wasi, table: &mut self.table }
    }
}

/// Sums the linear memories of one call.
pub(crate) struct Limiter {
    /// Bytes.
    pub(crate) memory: usize,
}

impl ResourceLimiter for Limiter {
    fn memory_growing(&mut self, current: usize, desired: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        self.memory = self.memory.saturating_add(desired.saturating_sub(current));
        Ok(self.memory <= MEMORY_BYTES)
    }

    fn table_growing(&mut self, _: usize, _: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        Ok(true)
    }

    fn instances(&self) -> usize {
        INSTANCES
    }
}

/// A media that is never made: the guests measured here answer with text.
#[expect(unreachable_pub, reason = "the generated bindings export it again")]
pub struct Media;

impl types::Host for State {}
impl output::Host for State {}
impl media::Host for State {}

impl log::Host for State {
    fn log(&mut self, _: log::Level, _: String) -> wasmtime::Result<()> {
        Ok(())
    }
}

impl media::HostMedia for State {
    fn create(
        &mut self,
        _: String,
        _: media::MediaOptions,
    ) -> wasmtime::Result<Result<Resource<Media>, media::MediaError>> {
        bail!("no media here")
    }

    fn write(&mut self, _: Resource<Media>, _: Vec<u8>) -> wasmtime::Result<Result<(), media::MediaError>> {
        bail!("no media here")
    }

    fn drop(&mut self, _: Resource<Media>) -> wasmtime::Result<()> {
        bail!("no media here")
    }
}
