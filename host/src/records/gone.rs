//! What is remembered of a record that is gone: that it was, whose it was, and why it went (decision 60). Nothing of what
//! it said. The reasons and the bound are those of every store; the list is the one of the memory store.

use std::collections::{HashMap, VecDeque};

use crate::ids::Handle;
use crate::principal::Principal;

use super::Found;
use super::word::words;

/// How many records are remembered after they are gone, the newest ones. Stops a store from growing by what it deletes.
pub(super) const MOST_REMEMBERED: usize = 100_000;

words! {
    /// Why a record went.
    pub(super) Departure {
        /// Its owner deleted it.
        Deleted = "deleted",
        /// It was kept for as long as the deployer says, or its owner removed what was old.
        Expired = "expired",
    }
}

impl Departure {
    /// What the handle of a record that went means to this principal.
    pub(super) fn found(self, is_owner: bool) -> Found {
        match self {
            _ if !is_owner => Found::Foreign,
            Self::Deleted => Found::Deleted,
            Self::Expired => Found::Expired,
        }
    }
}

/// The newest of those that went.
#[derive(Debug, Default)]
pub(super) struct Remembered {
    by_handle: HashMap<Handle, (Principal, Departure)>,
    by_age: VecDeque<Handle>,
}

impl Remembered {
    pub(super) fn get(&self, handle: Handle) -> Option<&(Principal, Departure)> {
        self.by_handle.get(&handle)
    }

    pub(super) fn add(&mut self, handle: Handle, principal: Principal, departure: Departure) {
        self.by_handle.insert(handle, (principal, departure));
        self.by_age.push_back(handle);
        if self.by_age.len() > MOST_REMEMBERED
            && let Some(oldest) = self.by_age.pop_front()
        {
            self.by_handle.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_is_forgotten_first() {
        let mut remembered = Remembered::default();
        let handles: Vec<Handle> = (0..=MOST_REMEMBERED).map(|_| Handle::new()).collect();
        for handle in &handles {
            remembered.add(*handle, Principal::local(), Departure::Deleted);
        }
        assert!(remembered.get(handles[0]).is_none());
        assert!(handles[1..].iter().all(|handle| remembered.get(*handle).is_some()));
        assert_eq!(remembered.by_handle.len(), remembered.by_age.len());
    }
}
