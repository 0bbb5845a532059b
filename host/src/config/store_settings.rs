//! What the deployer says of all that is kept: how much, and for how long. Counts and removes nothing itself: the store
//! and the call log read it.

use crate::quota::Amount;

const GIB: u64 = 1 << 30;
const MIB: u64 = 1 << 20;
/// Milliseconds.
const DAY: u64 = 86_400_000;

/// The store as a whole and one principal's share of it (decision 32). A skill's share stands among its
/// [limits](crate::limits).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoreBounds {
    /// All that is kept in one store: 64 GiB, a million records.
    pub store: Amount,
    /// All that one principal owns: 16 GiB, half a million records.
    pub principal: Amount,
    /// For how many milliseconds artifacts and media are kept: 90 days. None: until their owner deletes them. A skill's
    /// instructions do not expire.
    pub keep: Option<u64>,
    /// The same for retrievables, which are cited later: none.
    pub keep_retrievables: Option<u64>,
}

impl Default for StoreBounds {
    fn default() -> Self {
        Self {
            store: Amount { bytes: 64 * GIB, records: 1_000_000 },
            principal: Amount { bytes: 16 * GIB, records: 500_000 },
            keep: Some(90 * DAY),
            keep_retrievables: None,
        }
    }
}

/// The call log of a data directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogBounds {
    /// For how many milliseconds a call stays in it: 30 days.
    pub keep: u64,
    /// Bytes up to which it grows before the oldest calls leave it: 64 MiB, which is some two hundred thousand calls.
    pub bytes: u64,
}

impl Default for LogBounds {
    fn default() -> Self {
        Self { keep: 30 * DAY, bytes: 64 * MIB }
    }
}
