//! What a store of records is: the trait that the host inserts and looks up through. An embedder may bring
//! another implementation. Nothing here does I/O.

use crate::error::StoreError;
use crate::ids::{Digest, Handle};
use crate::principal::Principal;
use crate::trust::TrustTier;

use super::{Record, RecordClass};

/// Records behind handles. Every method may block. To another principal than the owner, a record does not
/// exist (decision 29).
pub trait Records: Send + Sync {
    /// Inserts all records or none. They survive a crash from the moment this returns.
    ///
    /// # Errors
    /// [`StoreError::Collision`] where a handle exists, whoever owns it; otherwise the database's reason.
    fn insert(&self, batch: &[Record]) -> Result<(), StoreError>;

    /// The record of a handle, if this principal has one.
    ///
    /// # Errors
    /// The database's reason, or [`StoreError::Damaged`] for a row that is not what was inserted.
    fn get(&self, principal: &Principal, handle: Handle) -> Result<Option<Record>, StoreError>;

    /// The principal's records of one class, newest first: in the falling order of their handles.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    fn list(&self, principal: &Principal, class: RecordClass, page: Page) -> Result<Vec<Record>, StoreError>;

    /// The instructions of a component that this principal has already, at this tier.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    fn body(
        &self,
        principal: &Principal,
        digest: Digest,
        tier: TrustTier,
    ) -> Result<Option<Record>, StoreError>;

    /// Removes a record. `false`: this principal has none of that handle. Its bytes are the caller's to
    /// delete, after this.
    ///
    /// # Errors
    /// The database's reason.
    fn delete(&self, principal: &Principal, handle: Handle) -> Result<bool, StoreError>;
}

/// A part of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// The last record of the page before; none for the first page.
    pub after: Option<Handle>,
    /// The most records on the page.
    pub limit: usize,
}

impl Page {
    /// The newest records, at most this many.
    #[must_use]
    pub fn first(limit: usize) -> Self {
        Self { after: None, limit }
    }
}
