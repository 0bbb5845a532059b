//! Every limit a skill runs under: its TOML key, its unit, its default, and the attack it stops.
//!
//! One table serves the configuration, `skillhost check`, the reference page and the errors that name a
//! limit. The sandbox enforces those of a call, the records those of what is kept; nothing here does.

use std::fmt;
use std::time::Duration;

use crate::quota::Amount;

/// What a limit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Bytes, written `"64 MiB"` in TOML.
    Bytes,
    /// Milliseconds, written `"5 s"` or `"250 ms"` in TOML.
    Milliseconds,
    /// A number of things, written bare in TOML.
    Count,
}

/// One limit of a skill. The name of the case is what it bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Limit {
    /// Sum of all linear memories of one call.
    Memory,
    /// Wall-clock time of one call, wherever the guest is.
    Deadline,
    /// Bytes of one response, media included; also what one host call may carry.
    Output,
    /// Bytes of the arguments' JSON text.
    Arguments,
    /// Calls of one skill that run at the same time.
    Concurrency,
    /// Sum of the elements of all tables.
    TableElements,
    /// Core instances of one call.
    Instances,
    /// Handles that guest code holds, borrowed or owned.
    Handles,
    /// Host resources (streams, pollables, media, files) that are open at once.
    Resources,
    /// Lines logged by one call.
    LogLines,
    /// Bytes of one logged line; a longer one is cut.
    LogLine,
    /// Bytes written to standard output and standard error, each.
    Stdio,
    /// Random bytes drawn by one call.
    Random,
    /// Media in one response.
    MediaCount,
    /// Bytes of everything that the skill made and that is still kept.
    Stored,
    /// Records of everything that the skill made and that is still kept.
    Records,
}

/// The facts of one limit.
#[derive(Debug, Clone, Copy)]
pub struct LimitRow {
    /// The limit.
    pub limit: Limit,
    /// Its key below `[skills.<id>.limits]`.
    pub key: &'static str,
    /// What it counts.
    pub unit: Unit,
    /// Its value where the deployer gives none.
    pub default: u64,
    /// The smallest value that makes sense.
    pub least: u64,
    /// The largest value that the host can keep.
    pub most: u64,
    /// What it bounds and which attack it stops, for the reference page.
    pub about: &'static str,
}

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

/// The table, in the order of [`Limit`].
pub const LIMITS: [LimitRow; 16] = [
    LimitRow {
        limit: Limit::Memory,
        key: "memory",
        unit: Unit::Bytes,
        default: 64 * MIB,
        least: 64 * KIB,
        most: 4 * GIB,
        about: "All linear memories of one call together. Stops a memory storm, through one memory or many.",
    },
    LimitRow {
        limit: Limit::Deadline,
        key: "deadline",
        unit: Unit::Milliseconds,
        default: 5_000,
        least: 1,
        most: 3_600_000,
        about: "Wall-clock time of one call, wherever it is spent: computing, in a host call, asleep, in a poll. Stops loops and stalls.",
    },
    LimitRow {
        limit: Limit::Output,
        key: "output",
        unit: Unit::Bytes,
        default: 16 * MIB,
        least: 1,
        most: 4 * GIB,
        about: "The bytes of one response, its media included; nor may one host call carry more. Stops a flood into the store and guests that make the host allocate.",
    },
    LimitRow {
        limit: Limit::Arguments,
        key: "arguments",
        unit: Unit::Bytes,
        default: MIB,
        least: 2,
        most: GIB,
        about: "The JSON text of a call's arguments. Stops a caller who floods a skill.",
    },
    LimitRow {
        limit: Limit::Concurrency,
        key: "concurrency",
        unit: Unit::Count,
        default: 4,
        least: 1,
        most: 256,
        about: "Calls of the skill that run at once; further ones wait for at most the deadline. Stops one skill from taking every worker.",
    },
    LimitRow {
        limit: Limit::TableElements,
        key: "table-elements",
        unit: Unit::Count,
        default: 100_000,
        least: 1,
        most: 1_000_000,
        about: "The elements of all tables together. Stops a table storm; interpreters compiled to WebAssembly need some ten thousand.",
    },
    LimitRow {
        limit: Limit::Instances,
        key: "instances",
        unit: Unit::Count,
        default: 64,
        least: 1,
        most: 64,
        about: "Core instances of one call. Components of interpreted languages bundle some dozens.",
    },
    LimitRow {
        limit: Limit::Handles,
        key: "handles",
        unit: Unit::Count,
        default: 10_000,
        least: 1,
        most: 1_000_000,
        about: "Resource handles in the component's own tables. Stops a handle storm, which needs no host call.",
    },
    LimitRow {
        limit: Limit::Resources,
        key: "resources",
        unit: Unit::Count,
        default: 1_000,
        least: 8,
        most: 1_000_000,
        about: "Streams, pollables, media and files that the host keeps open for one call. Stops growth of the host's table.",
    },
    LimitRow {
        limit: Limit::LogLines,
        key: "log-lines",
        unit: Unit::Count,
        default: 256,
        least: 0,
        most: 1_000_000,
        about: "Lines logged by one call; later ones are dropped and counted. Stops a flood of the operator's log.",
    },
    LimitRow {
        limit: Limit::LogLine,
        key: "log-line",
        unit: Unit::Bytes,
        default: 4 * KIB,
        least: 1,
        most: MIB,
        about: "The bytes of one logged line; a longer one is cut.",
    },
    LimitRow {
        limit: Limit::Stdio,
        key: "stdio",
        unit: Unit::Bytes,
        default: 64 * KIB,
        least: 0,
        most: 64 * MIB,
        about: "What one call may write to standard output and to standard error, each. Goes to the operator's log, never to the model.",
    },
    LimitRow {
        limit: Limit::Random,
        key: "random",
        unit: Unit::Bytes,
        default: 64 * KIB,
        least: 0,
        most: 64 * MIB,
        about: "Random bytes that one call may draw. Stops guests that make the host draw without end.",
    },
    LimitRow {
        limit: Limit::MediaCount,
        key: "media-count",
        unit: Unit::Count,
        default: 64,
        least: 0,
        most: 10_000,
        about: "Media in one response, and that a guest may hold at once. Stops a list of a million empty ones, each with a file open.",
    },
    LimitRow {
        limit: Limit::Stored,
        key: "stored",
        unit: Unit::Bytes,
        default: 4 * GIB,
        least: 1,
        most: 1024 * GIB,
        about: "The bytes of everything that the skill made and that is still kept, for all principals together: a quota. Stops a skill from filling the disk, call by call.",
    },
    LimitRow {
        limit: Limit::Records,
        key: "records",
        unit: Unit::Count,
        default: 100_000,
        least: 1,
        most: 100_000_000,
        about: "The records of everything that the skill made and that is still kept, for all principals together: a quota. Stops a flood of small answers.",
    },
];

impl Limit {
    /// The facts of this limit.
    #[must_use]
    pub fn row(self) -> &'static LimitRow {
        // The table is written in the order of the cases; the test below holds that.
        #[expect(clippy::indexing_slicing, reason = "the index is a case of the enum the table is sized by")]
        &LIMITS[self as usize]
    }

    /// Its TOML key.
    #[must_use]
    pub fn key(self) -> &'static str {
        self.row().key
    }

    /// A value of this limit as the deployer would write it.
    #[must_use]
    pub fn show(self, value: u64) -> String {
        match self.row().unit {
            Unit::Count => value.to_string(),
            Unit::Milliseconds if value.is_multiple_of(1_000) => format!("{} s", value / 1_000),
            Unit::Milliseconds => format!("{value} ms"),
            Unit::Bytes => [(GIB, "GiB"), (MIB, "MiB"), (KIB, "KiB")]
                .into_iter()
                .find(|(size, _)| value >= *size && value.is_multiple_of(*size))
                .map_or_else(|| format!("{value} B"), |(size, unit)| format!("{} {unit}", value / size)),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// The values of all limits for one skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits([u64; LIMITS.len()]);

impl Default for Limits {
    fn default() -> Self {
        Self(LIMITS.map(|row| row.default))
    }
}

impl Limits {
    /// The value of one limit, in its unit.
    #[must_use]
    pub fn get(&self, limit: Limit) -> u64 {
        self.0.get(limit as usize).copied().unwrap_or(limit.row().default)
    }

    /// The same limits with one of them set.
    #[must_use]
    pub fn with(mut self, limit: Limit, value: u64) -> Self {
        if let Some(slot) = self.0.get_mut(limit as usize) {
            *slot = value;
        }
        self
    }

    /// The value as a `usize`, at most what the machine can address.
    #[must_use]
    pub fn size(&self, limit: Limit) -> usize {
        usize::try_from(self.get(limit)).unwrap_or(usize::MAX)
    }

    /// The deadline of one call.
    #[must_use]
    pub fn deadline(&self) -> Duration {
        Duration::from_millis(self.get(Limit::Deadline))
    }

    /// What may be kept of everything that the skill made.
    #[must_use]
    pub fn quota(&self) -> Amount {
        Amount { bytes: self.get(Limit::Stored), records: self.get(Limit::Records) }
    }

    /// Each limit with its value, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = (Limit, u64)> + '_ {
        LIMITS.iter().map(|row| (row.limit, self.get(row.limit)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_cases_and_sound() {
        for (index, row) in LIMITS.iter().enumerate() {
            assert_eq!(row.limit as usize, index, "{}", row.key);
            assert!(row.least <= row.default && row.default <= row.most, "{}", row.key);
        }
    }

    #[test]
    fn values_are_shown_as_a_deployer_writes_them() {
        assert_eq!(Limit::Memory.show(64 * MIB), "64 MiB");
        assert_eq!(Limit::Memory.show(64 * MIB + 1), "67108865 B");
        assert_eq!(Limit::Deadline.show(5_000), "5 s");
        assert_eq!(Limit::Deadline.show(250), "250 ms");
        assert_eq!(Limit::Concurrency.show(2), "2");
    }

    #[test]
    fn setting_one_limit_leaves_the_others() {
        let limits = Limits::default().with(Limit::Memory, MIB);
        assert_eq!(limits.get(Limit::Memory), MIB);
        assert_eq!(limits.get(Limit::Output), 16 * MIB);
    }
}
