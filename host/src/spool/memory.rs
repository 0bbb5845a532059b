//! A spool in memory: for tests, and for hosts that keep nothing. Refuses nothing but a taken handle; it is
//! bounded only by what its callers write.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use skillhost_artifacts::{ByteSource, MemorySource};

use crate::error::StoreError;
use crate::ids::Handle;

use super::{Sealed, Spool, SpoolWriter};

/// Contents that live as long as this value.
#[derive(Debug, Default, Clone)]
pub struct MemorySpool {
    contents: Contents,
}

/// The lock is held for one look-up or one change of the map, never while bytes are read.
#[derive(Debug, Default, Clone)]
struct Contents(Arc<Mutex<HashMap<Handle, Arc<MemorySource>>>>);

impl Contents {
    fn lock(&self) -> MutexGuard<'_, HashMap<Handle, Arc<MemorySource>>> {
        // No code that can panic runs under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Contents {
    fn insert(&self, id: Handle, source: MemorySource) -> Result<Sealed, StoreError> {
        let sealed = Sealed { bytes: source.len(), lines: source.line_index().line_count() };
        let mut contents = self.lock();
        if contents.contains_key(&id) {
            return Err(StoreError::Collision { id: id.to_string() });
        }
        contents.insert(id, Arc::new(source));
        Ok(sealed)
    }
}

impl MemorySpool {
    /// An empty spool.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Spool for MemorySpool {
    fn create(&self, id: Handle) -> Result<Box<dyn SpoolWriter>, StoreError> {
        Ok(Box::new(MemoryWriter { contents: self.contents.clone(), id, bytes: Vec::new() }))
    }

    /// The bytes themselves are kept; nothing is copied.
    fn put(&self, id: Handle, content: Bytes) -> Result<Sealed, StoreError> {
        self.contents.insert(id, MemorySource::new(content))
    }

    fn commit(&self, _batch: &[Handle]) -> Result<(), StoreError> {
        Ok(())
    }

    fn open(&self, id: Handle) -> Result<Arc<dyn ByteSource>, StoreError> {
        match self.contents.lock().get(&id) {
            Some(source) => Ok(Arc::clone(source) as Arc<dyn ByteSource>),
            None => Err(StoreError::Missing { id: id.to_string() }),
        }
    }

    fn delete(&self, id: Handle) -> Result<bool, StoreError> {
        Ok(self.contents.lock().remove(&id).is_some())
    }
}

struct MemoryWriter {
    contents: Contents,
    id: Handle,
    bytes: Vec<u8>,
}

impl SpoolWriter for MemoryWriter {
    fn write(&mut self, chunk: &[u8]) -> Result<(), StoreError> {
        self.bytes.extend_from_slice(chunk);
        Ok(())
    }

    fn seal(self: Box<Self>) -> Result<Sealed, StoreError> {
        self.contents.insert(self.id, MemorySource::new(self.bytes))
    }
}
