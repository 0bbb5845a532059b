//! Records in memory: for tests, and for hosts that keep nothing. Bounded by the quotas of its callers alone.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::clock::now;
use crate::error::StoreError;
use crate::ids::{Digest, Handle};
use crate::principal::Principal;
use crate::quota::Quotas;
use crate::trust::TrustTier;

use super::gone::{Departure, Remembered};
use super::ledger::Ledger;
use super::sqlite::Searcher;
use super::{
    ArtifactRole, Detail, Expiry, Found, Hit, NewRecord, Page, Record, RecordClass, Records, Removed, Search,
    Usage,
};

/// Records that live as long as this value.
///
/// Retrievables stand a second time in a database in memory, which searches them; it is made for the first of them. Whoever
/// needs both locks takes the one on that database first. A search holds that one alone, so that calls go on beside it.
#[derive(Default)]
pub struct MemoryRecords {
    shelf: Mutex<Shelf>,
    searcher: Mutex<Option<Searcher>>,
}

#[derive(Default)]
struct Shelf {
    records: BTreeMap<Handle, Record>,
    /// By the moment at which they expire, of those that do.
    expiring: BTreeSet<(u64, Handle)>,
    in_use: Ledger,
    gone: Remembered,
}

impl MemoryRecords {
    /// No records yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        // No code that can panic runs under the lock.
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn searcher(&self) -> MutexGuard<'_, Option<Searcher>> {
        // A panic under the lock has dropped its transaction, which rolls back.
        self.searcher.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shelf {
    /// Whether the batch may be inserted.
    fn admit(&self, batch: &[NewRecord<'_>], quotas: &Quotas) -> Result<(), StoreError> {
        let mut new = BTreeSet::new();
        for handle in batch.iter().map(|new| new.record.handle) {
            let existed = self.records.contains_key(&handle) || self.gone.get(handle).is_some();
            if existed || !new.insert(handle) {
                return Err(StoreError::Collision { id: handle.to_string() });
            }
        }
        Ledger::of(batch).admit(quotas, |counted| Ok(self.in_use.amount(counted)))
    }

    fn insert(&mut self, record: Record) {
        self.in_use.add(&record);
        self.expiring.extend(record.expires_at.map(|expires_at| (expires_at, record.handle)));
        self.records.insert(record.handle, record);
    }

    /// Takes a record away, and remembers that it went.
    fn remove(&mut self, handle: Handle, departure: Departure) -> Option<Record> {
        let record = self.records.remove(&handle)?;
        self.in_use.remove(&record);
        if let Some(expires_at) = record.expires_at {
            self.expiring.remove(&(expires_at, handle));
        }
        self.gone.add(handle, record.principal.clone(), departure);
        Some(record)
    }

    /// The first of those that are over.
    fn over(&self, which: &Expiry, most: usize) -> Vec<Handle> {
        let now = now();
        match which {
            Expiry::Due => {
                let due = self.expiring.iter().take_while(|(expires_at, _)| *expires_at <= now);
                due.take(most).map(|(_, handle)| *handle).collect()
            }
            Expiry::Before(..) => {
                let old = self.records.values().filter(|record| which.is_about(record, now));
                old.take(most).map(|record| record.handle).collect()
            }
        }
    }
}

impl Records for MemoryRecords {
    fn insert(&self, batch: &[NewRecord<'_>], quotas: &Quotas) -> Result<(), StoreError> {
        let retrievables: Vec<NewRecord<'_>> =
            batch.iter().filter(|new| new.record.class() == RecordClass::Retrievable).copied().collect();
        let mut searcher = if retrievables.is_empty() { None } else { Some(self.searcher()) };
        let mut shelf = self.shelf();
        shelf.admit(batch, quotas)?;
        if let Some(searcher) = searcher.as_deref_mut() {
            let searcher = match searcher {
                Some(searcher) => searcher,
                none => none.insert(Searcher::in_memory()?),
            };
            searcher.insert(&retrievables)?;
        }
        batch.iter().for_each(|new| shelf.insert(new.record.clone()));
        Ok(())
    }

    fn find(&self, principal: &Principal, handle: Handle) -> Result<Found, StoreError> {
        let shelf = self.shelf();
        Ok(match shelf.records.get(&handle) {
            Some(record) if record.principal != *principal => Found::Foreign,
            Some(record) if record.is_over(now()) => Found::Expired,
            Some(record) => Found::Record(Box::new(record.clone())),
            None => match shelf.gone.get(handle) {
                Some((owner, departure)) => departure.found(owner == principal),
                None => Found::Unknown,
            },
        })
    }

    fn list(&self, principal: &Principal, class: RecordClass, page: Page) -> Result<Vec<Record>, StoreError> {
        let (shelf, now) = (self.shelf(), now());
        let older: Box<dyn DoubleEndedIterator<Item = &Record>> = match page.after {
            Some(after) => Box::new(shelf.records.range(..after).map(|(_, record)| record)),
            None => Box::new(shelf.records.values()),
        };
        let is_listed = |record: &&Record| {
            record.principal == *principal && record.class() == class && !record.is_over(now)
        };
        Ok(older.rev().filter(is_listed).take(page.limit).cloned().collect())
    }

    fn body(
        &self,
        principal: &Principal,
        digest: Digest,
        tier: TrustTier,
    ) -> Result<Option<Record>, StoreError> {
        let now = now();
        let is_body = |record: &&Record| {
            record.principal == *principal
                && record.origin.digest == Some(digest)
                && record.tier == tier
                && matches!(&record.detail, Detail::Artifact(detail) if detail.role == ArtifactRole::Body)
                && !record.is_over(now)
        };
        Ok(self.shelf().records.values().rev().find(is_body).cloned())
    }

    fn search(&self, principal: &Principal, search: &Search) -> Result<Vec<Hit>, StoreError> {
        let until = Searcher::deadline();
        let mut searcher = self.searcher();
        let searcher = match &mut *searcher {
            Some(searcher) => searcher,
            // A mistake is one even where there is nothing to find.
            none => none.insert(Searcher::in_memory()?),
        };
        searcher.search(principal, search, until)
    }

    fn delete(&self, principal: &Principal, handle: Handle) -> Result<bool, StoreError> {
        let searcher = self.searcher();
        let mut shelf = self.shelf();
        let now = now();
        let record = shelf.records.get(&handle);
        if !record.is_some_and(|record| record.principal == *principal && !record.is_over(now)) {
            return Ok(false);
        }
        remove_text(searcher.as_ref(), handle)?;
        Ok(shelf.remove(handle, Departure::Deleted).is_some())
    }

    fn expire(&self, which: &Expiry, most: usize) -> Result<Vec<Removed>, StoreError> {
        let searcher = self.searcher();
        let mut shelf = self.shelf();
        let mut removed = Vec::new();
        for handle in shelf.over(which, most) {
            remove_text(searcher.as_ref(), handle)?;
            let record = shelf.remove(handle, Departure::Expired);
            removed.extend(record.map(|record| Removed { handle, bytes: record.bytes }));
        }
        Ok(removed)
    }

    fn usage(&self) -> Result<Vec<Usage>, StoreError> {
        Ok(self.shelf().in_use.usage())
    }
}

/// Takes a record out of what is searched, if it stands there.
fn remove_text(searcher: Option<&Searcher>, handle: Handle) -> Result<(), StoreError> {
    searcher.map_or(Ok(()), |searcher| searcher.remove(handle))
}
