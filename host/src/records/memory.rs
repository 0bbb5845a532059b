//! Records in memory: for tests, and for hosts that keep nothing. Bounded only by what its callers insert.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::StoreError;
use crate::ids::{Digest, Handle};
use crate::principal::Principal;
use crate::trust::TrustTier;

use super::{ArtifactRole, Detail, Page, Record, RecordClass, Records};

/// Records that live as long as this value. The lock is held for one method.
#[derive(Debug, Default)]
pub struct MemoryRecords {
    records: Mutex<BTreeMap<Handle, Record>>,
}

impl MemoryRecords {
    /// No records yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Handle, Record>> {
        // No code that can panic runs under the lock.
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Records for MemoryRecords {
    fn insert(&self, batch: &[Record]) -> Result<(), StoreError> {
        let mut records = self.lock();
        let mut new = BTreeMap::new();
        for record in batch {
            let known = records.contains_key(&record.handle);
            if known || new.insert(record.handle, record.clone()).is_some() {
                return Err(StoreError::Collision { id: record.handle.to_string() });
            }
        }
        records.append(&mut new);
        Ok(())
    }

    fn get(&self, principal: &Principal, handle: Handle) -> Result<Option<Record>, StoreError> {
        Ok(self.lock().get(&handle).filter(|record| record.principal == *principal).cloned())
    }

    fn list(&self, principal: &Principal, class: RecordClass, page: Page) -> Result<Vec<Record>, StoreError> {
        let records = self.lock();
        let older: Box<dyn DoubleEndedIterator<Item = &Record>> = match page.after {
            Some(after) => Box::new(records.range(..after).map(|(_, record)| record)),
            None => Box::new(records.values()),
        };
        let matching = older.rev().filter(|record| record.principal == *principal && record.class() == class);
        Ok(matching.take(page.limit).cloned().collect())
    }

    fn body(
        &self,
        principal: &Principal,
        digest: Digest,
        tier: TrustTier,
    ) -> Result<Option<Record>, StoreError> {
        let is_body = |record: &&Record| {
            record.principal == *principal
                && record.origin.digest == Some(digest)
                && record.tier == tier
                && matches!(&record.detail, Detail::Artifact(detail) if detail.role == ArtifactRole::Body)
        };
        Ok(self.lock().values().rev().find(is_body).cloned())
    }

    fn delete(&self, principal: &Principal, handle: Handle) -> Result<bool, StoreError> {
        let mut records = self.lock();
        let owned = records.get(&handle).is_some_and(|record| record.principal == *principal);
        if owned {
            records.remove(&handle);
        }
        Ok(owned)
    }
}
