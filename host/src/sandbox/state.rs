//! What one store holds: the guest's WASI context, its open resources, its limiter, and what it left behind.

use std::sync::Arc;
use std::time::Instant;

use wasmtime::component::ResourceTable;
use wasmtime_wasi::{FsPerms, WasiCtx, WasiCtxBuilder, WasiCtxView, WasiView};

use super::cancellation::Cancellation;
use super::imports::log::LogBook;
use super::imports::stdio::CappedPipe;
use super::limiter::Limiter;
use super::stop::StopCell;
use crate::config::{Access, Grants};
use crate::limits::{Limit, Limits};
use crate::spool::Spool;

/// The data of one store. Lives for one call.
pub(super) struct State {
    wasi: WasiCtx,
    pub(super) table: ResourceTable,
    pub(super) limiter: Limiter,
    pub(super) limits: Limits,
    pub(super) stop: StopCell,
    pub(super) deadline: Instant,
    pub(super) cancellation: Cancellation,
    pub(super) log: LogBook,
    /// Where media are staged.
    pub(super) spool: Arc<dyn Spool>,
    /// Media that the guest holds now.
    pub(super) media: u64,
    /// Bytes of all media so far; counts against the output limit.
    pub(super) media_bytes: u64,
    /// Random bytes drawn so far.
    pub(super) random_bytes: u64,
    pub(super) stdout: CappedPipe,
    pub(super) stderr: CappedPipe,
}

impl State {
    /// A state with these powers and no others: no arguments, no environment and no files beyond the grants,
    /// output to capped pipes, no network.
    ///
    /// # Errors
    /// A granted directory that cannot be opened.
    pub(super) fn new(
        limits: Limits,
        grants: &Grants,
        cancellation: Cancellation,
        spool: Arc<dyn Spool>,
    ) -> wasmtime::Result<Self> {
        let stop = StopCell::default();
        let stdout = CappedPipe::new(limits.size(Limit::Stdio), stop.clone());
        let stderr = CappedPipe::new(limits.size(Limit::Stdio), stop.clone());
        let mut builder = WasiCtxBuilder::new();
        builder.stdout(stdout.clone()).stderr(stderr.clone());
        // Guests run on threads that may block; see `imports` for what bounds that.
        builder.allow_blocking_current_thread(true);
        builder.allow_tcp(false).allow_udp(false).allow_ip_name_lookup(false);
        for (name, value) in &grants.env {
            builder.env(name, value);
        }
        for grant in &grants.files {
            let permissions = match grant.access {
                Access::ReadOnly => FsPerms::ReadOnly,
                Access::ReadWrite => FsPerms::ReadWrite,
            };
            builder.preopened_dir(&grant.host, &grant.guest, permissions)?;
        }
        let mut table = ResourceTable::new();
        table.set_max_capacity(limits.size(Limit::Resources));
        Ok(Self {
            wasi: builder.build(),
            table,
            limiter: Limiter::new(&limits, stop.clone()),
            deadline: Instant::now() + limits.deadline(),
            limits,
            stop,
            cancellation,
            log: LogBook::default(),
            spool,
            media: 0,
            media_bytes: 0,
            random_bytes: 0,
            stdout,
            stderr,
        })
    }
}

impl WasiView for State {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        WasiCtxView { ctx: &mut self.wasi, table: &mut self.table }
    }
}
