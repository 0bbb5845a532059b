//! `wasi:io/poll` and `wasi:io/streams`: every wait ends at the deadline or at the caller's cancellation.
//!
//! The engine's asynchronous implementation does the work; this one drives it on the guest's own thread, and
//! drops it when the time is up.

use std::future::Future;

use wasmtime::component::{HasData, Resource};
use wasmtime_wasi::p2::bindings::io as async_io;
use wasmtime_wasi::p2::bindings::sync::io::{poll, streams};
use wasmtime_wasi::p2::{DynInputStream, DynOutputStream, DynPollable, StreamError, StreamResult};
use wasmtime_wasi::runtime::in_tokio;

use async_io::poll::{Host as AsyncPoll, HostPollable as AsyncPollable};
use async_io::streams::{
    Host as AsyncStreams, HostInputStream as AsyncInput, HostOutputStream as AsyncOutput,
};

use crate::limits::Limit;
use crate::sandbox::cancellation::Cancellation;
use crate::sandbox::state::State;
use crate::sandbox::stop::{Stop, StopCell};

/// The state, seen by the interfaces that can wait.
pub(in crate::sandbox) struct Bounded<'a>(pub(in crate::sandbox) &'a mut State);

/// Names [`Bounded`] to the linker.
pub(in crate::sandbox) struct HasIo;

impl HasData for HasIo {
    type Data<'a> = Bounded<'a>;
}

/// Waits for `work`, the deadline or the cancellation, whichever comes first.
fn wait<T>(
    deadline: std::time::Instant,
    cancellation: &Cancellation,
    stop: &StopCell,
    work: impl Future<Output = T>,
) -> wasmtime::Result<T> {
    in_tokio(async {
        tokio::select! {
            biased;
            done = work => Ok(done),
            () = tokio::time::sleep_until(deadline.into()) => Err(stop.limit(Limit::Deadline)),
            () = cancellation.cancelled() => Err(stop.end(Stop::Cancelled)),
        }
    })
}

/// [`wait`] over one method of the resource table, for streams.
macro_rules! bounded_stream {
    ($self:ident, $call:expr) => {{
        let State { table, stop, deadline, cancellation, .. } = &mut *$self.0;
        wait(*deadline, cancellation, stop, $call(table)).map_err(StreamError::Trap)?
    }};
}

impl poll::Host for Bounded<'_> {
    fn poll(&mut self, pollables: Vec<Resource<DynPollable>>) -> wasmtime::Result<Vec<u32>> {
        let State { table, stop, deadline, cancellation, .. } = &mut *self.0;
        wait(*deadline, cancellation, stop, AsyncPoll::poll(table, pollables))?
    }
}

impl poll::HostPollable for Bounded<'_> {
    fn ready(&mut self, pollable: Resource<DynPollable>) -> wasmtime::Result<bool> {
        in_tokio(AsyncPollable::ready(&mut self.0.table, pollable))
    }

    fn block(&mut self, pollable: Resource<DynPollable>) -> wasmtime::Result<()> {
        let State { table, stop, deadline, cancellation, .. } = &mut *self.0;
        wait(*deadline, cancellation, stop, AsyncPollable::block(table, pollable))?
    }

    fn drop(&mut self, pollable: Resource<DynPollable>) -> wasmtime::Result<()> {
        AsyncPollable::drop(&mut self.0.table, pollable)
    }
}

impl streams::Host for Bounded<'_> {
    fn convert_stream_error(&mut self, error: StreamError) -> wasmtime::Result<streams::StreamError> {
        Ok(AsyncStreams::convert_stream_error(&mut self.0.table, error)?.into())
    }
}

impl streams::HostInputStream for Bounded<'_> {
    fn read(&mut self, stream: Resource<DynInputStream>, length: u64) -> StreamResult<Vec<u8>> {
        AsyncInput::read(&mut self.0.table, stream, length)
    }

    fn blocking_read(&mut self, stream: Resource<DynInputStream>, length: u64) -> StreamResult<Vec<u8>> {
        bounded_stream!(self, |table| AsyncInput::blocking_read(table, stream, length))
    }

    fn skip(&mut self, stream: Resource<DynInputStream>, length: u64) -> StreamResult<u64> {
        AsyncInput::skip(&mut self.0.table, stream, length)
    }

    fn blocking_skip(&mut self, stream: Resource<DynInputStream>, length: u64) -> StreamResult<u64> {
        bounded_stream!(self, |table| AsyncInput::blocking_skip(table, stream, length))
    }

    fn subscribe(&mut self, stream: Resource<DynInputStream>) -> wasmtime::Result<Resource<DynPollable>> {
        AsyncInput::subscribe(&mut self.0.table, stream)
    }

    fn drop(&mut self, stream: Resource<DynInputStream>) -> wasmtime::Result<()> {
        let State { table, stop, deadline, cancellation, .. } = &mut *self.0;
        wait(*deadline, cancellation, stop, AsyncInput::drop(table, stream))?
    }
}

impl streams::HostOutputStream for Bounded<'_> {
    fn check_write(&mut self, stream: Resource<DynOutputStream>) -> StreamResult<u64> {
        AsyncOutput::check_write(&mut self.0.table, stream)
    }

    fn write(&mut self, stream: Resource<DynOutputStream>, bytes: Vec<u8>) -> StreamResult<()> {
        AsyncOutput::write(&mut self.0.table, stream, bytes)
    }

    fn blocking_write_and_flush(
        &mut self,
        stream: Resource<DynOutputStream>,
        bytes: Vec<u8>,
    ) -> StreamResult<()> {
        bounded_stream!(self, |table| AsyncOutput::blocking_write_and_flush(table, stream, bytes))
    }

    fn flush(&mut self, stream: Resource<DynOutputStream>) -> StreamResult<()> {
        AsyncOutput::flush(&mut self.0.table, stream)
    }

    fn blocking_flush(&mut self, stream: Resource<DynOutputStream>) -> StreamResult<()> {
        bounded_stream!(self, |table| AsyncOutput::blocking_flush(table, stream))
    }

    fn subscribe(&mut self, stream: Resource<DynOutputStream>) -> wasmtime::Result<Resource<DynPollable>> {
        AsyncOutput::subscribe(&mut self.0.table, stream)
    }

    fn write_zeroes(&mut self, stream: Resource<DynOutputStream>, length: u64) -> StreamResult<()> {
        AsyncOutput::write_zeroes(&mut self.0.table, stream, length)
    }

    fn blocking_write_zeroes_and_flush(
        &mut self,
        stream: Resource<DynOutputStream>,
        length: u64,
    ) -> StreamResult<()> {
        bounded_stream!(self, |table| AsyncOutput::blocking_write_zeroes_and_flush(table, stream, length))
    }

    fn splice(
        &mut self,
        to: Resource<DynOutputStream>,
        from: Resource<DynInputStream>,
        length: u64,
    ) -> StreamResult<u64> {
        AsyncOutput::splice(&mut self.0.table, to, from, length)
    }

    fn blocking_splice(
        &mut self,
        to: Resource<DynOutputStream>,
        from: Resource<DynInputStream>,
        length: u64,
    ) -> StreamResult<u64> {
        bounded_stream!(self, |table| AsyncOutput::blocking_splice(table, to, from, length))
    }

    fn drop(&mut self, stream: Resource<DynOutputStream>) -> wasmtime::Result<()> {
        let State { table, stop, deadline, cancellation, .. } = &mut *self.0;
        wait(*deadline, cancellation, stop, AsyncOutput::drop(table, stream))?
    }
}
