//! Standard output and error: a capped pipe each. What is written goes to the operator, never to the model; a
//! guest that floods its pipe is ended at its limit.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use tokio::io::AsyncWrite;
use wasmtime_wasi::cli::{IsTerminal, StdoutStream};
use wasmtime_wasi::p2::{OutputStream, Pollable, StreamError};

use crate::limits::Limit;
use crate::sandbox::stop::StopCell;

/// What `check-write` permits at once: the engine's own chunk.
const CHUNK: usize = 64 * 1024;

/// Collects up to its capacity. Clones share the buffer; the mutex is held for one append.
#[derive(Debug, Clone)]
pub(in crate::sandbox) struct CappedPipe {
    capacity: usize,
    buffer: Arc<Mutex<Vec<u8>>>,
    stop: StopCell,
}

impl CappedPipe {
    pub(in crate::sandbox) fn new(capacity: usize, stop: StopCell) -> Self {
        Self { capacity, buffer: Arc::default(), stop }
    }

    /// What was written.
    pub(in crate::sandbox) fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.buffer.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn append(&self, bytes: &[u8]) -> wasmtime::Result<()> {
        let mut buffer = self.buffer.lock().unwrap_or_else(PoisonError::into_inner);
        if bytes.len() > self.capacity.saturating_sub(buffer.len()) {
            return Err(self.stop.limit(Limit::Stdio));
        }
        buffer.extend_from_slice(bytes);
        Ok(())
    }
}

#[wasmtime_wasi::async_trait]
impl Pollable for CappedPipe {
    async fn ready(&mut self) {}
}

impl OutputStream for CappedPipe {
    fn write(&mut self, bytes: Bytes) -> Result<(), StreamError> {
        self.append(&bytes).map_err(StreamError::Trap)
    }

    fn flush(&mut self) -> Result<(), StreamError> {
        Ok(())
    }

    fn check_write(&mut self) -> Result<usize, StreamError> {
        Ok(CHUNK)
    }
}

impl IsTerminal for CappedPipe {
    fn is_terminal(&self) -> bool {
        false
    }
}

impl StdoutStream for CappedPipe {
    fn async_stream(&self) -> Box<dyn AsyncWrite + Send + Sync> {
        Box::new(self.clone())
    }

    fn p2_stream(&self) -> Box<dyn OutputStream> {
        Box::new(self.clone())
    }
}

impl AsyncWrite for CappedPipe {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<std::io::Result<usize>> {
        Poll::Ready(self.append(bytes).map(|()| bytes.len()).map_err(std::io::Error::other))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
