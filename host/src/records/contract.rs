//! What a store of records is: the trait that the host inserts and looks up through. An embedder may bring
//! another implementation. Nothing here does I/O.

use crate::error::StoreError;
use crate::ids::{Digest, Handle};
use crate::principal::Principal;
use crate::quota::{Amount, QuotaScope, Quotas};
use crate::trust::TrustTier;

use super::{ArtifactRole, Detail, Hit, Record, RecordClass, Search};

/// Records behind handles. Every method may block. To another principal than the owner, a record does not
/// exist (decision 29); an expired one is in no list, and is found as [`Found::Expired`].
pub trait Records: Send + Sync {
    /// Inserts all records or none. They survive a crash from the moment this returns. What is in use is counted in
    /// the same transaction, so that several processes together exceed no quota.
    ///
    /// # Errors
    /// [`StoreError::Collision`] where a handle exists or existed, whoever owns it; [`StoreError::Quota`];
    /// [`StoreError::Gone`]; otherwise the database's reason.
    fn insert(&self, batch: &[NewRecord<'_>], quotas: &Quotas) -> Result<(), StoreError>;

    /// What a handle means to this principal.
    ///
    /// # Errors
    /// The database's reason, or [`StoreError::Damaged`] for a row that is not what was inserted.
    fn find(&self, principal: &Principal, handle: Handle) -> Result<Found, StoreError>;

    /// The principal's records of one class, newest first: in the falling order of their handles.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    fn list(&self, principal: &Principal, class: RecordClass, page: Page) -> Result<Vec<Record>, StoreError>;

    /// The instructions of a component that this principal has already, at this tier.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    fn body(
        &self,
        principal: &Principal,
        digest: Digest,
        tier: TrustTier,
    ) -> Result<Option<Record>, StoreError>;

    /// The principal's retrievables that a search finds: the best first, or the newest where it has no words.
    ///
    /// # Errors
    /// [`StoreError::Search`] where the words make no query or it takes too long; otherwise as [`find`](Self::find).
    fn search(&self, principal: &Principal, search: &Search) -> Result<Vec<Hit>, StoreError>;

    /// Removes a record; from then on the handle is [`Found::Deleted`] to its owner. `false`: this principal has none of
    /// that handle, or it has expired. Its bytes are the caller's to delete, after this.
    ///
    /// # Errors
    /// The database's reason.
    fn delete(&self, principal: &Principal, handle: Handle) -> Result<bool, StoreError>;

    /// Removes up to `most` of the records that match, the oldest first, and says which; their owners find them
    /// [`Found::Expired`]. Their bytes are the caller's to delete, after this. Fewer than `most`: these were the last.
    ///
    /// # Errors
    /// The database's reason.
    fn expire(&self, which: &Expiry, most: usize) -> Result<Vec<Removed>, StoreError>;

    /// What is in use, for each principal and each skill that has anything, and in all.
    ///
    /// # Errors
    /// The database's reason.
    fn usage(&self) -> Result<Vec<Usage>, StoreError>;
}

/// A record that is to be inserted.
#[derive(Debug, Clone, Copy)]
pub struct NewRecord<'a> {
    /// The record.
    pub record: &'a Record,
    /// What a search finds it by: the text of a retrievable, whose first [`LONGEST_TEXT`](super::LONGEST_TEXT) bytes are
    /// searched. Nothing else is.
    pub text: Option<&'a str>,
}

/// What a handle means to a principal.
#[derive(Debug, Clone, PartialEq)]
pub enum Found {
    /// It is there.
    Record(Box<Record>),
    /// It was there, and has expired.
    Expired,
    /// It was there, and its owner deleted it.
    Deleted,
    /// It is another principal's, to whom alone it exists: whoever asked is told what `Unknown` is told. Kept apart so
    /// that bytes which no record at all names can be seen for what they are: damage.
    Foreign,
    /// It never was, or is gone for so long that no one remembers.
    Unknown,
}

/// Which records are removed before their owner does it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expiry {
    /// Whatever has expired by now, of every principal.
    Due,
    /// What this principal made before that moment, in milliseconds since the Unix epoch: artifacts and media, but no
    /// skill's instructions and no retrievable, which are only deleted by name.
    Before(Principal, u64),
}

impl Expiry {
    /// Whether it is about this record, at this moment.
    pub(super) fn is_about(&self, record: &Record, now: u64) -> bool {
        match self {
            Self::Due => record.is_over(now),
            Self::Before(principal, moment) => {
                let goes_with_age = match &record.detail {
                    Detail::Artifact(detail) => detail.role != ArtifactRole::Body,
                    Detail::Media(_) => true,
                    Detail::Retrievable(_) => false,
                };
                record.principal == *principal && record.created_at < *moment && goes_with_age
            }
        }
    }
}

/// A record that was removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Removed {
    /// The name of the bytes that are now no one's.
    pub handle: Handle,
    /// Their number.
    pub bytes: u64,
}

/// What is in use of one scope.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Usage {
    /// Of what.
    pub scope: QuotaScope,
    /// The principal's name or the skill's id; empty for the store.
    pub name: String,
    /// How much.
    #[serde(flatten)]
    pub amount: Amount,
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
