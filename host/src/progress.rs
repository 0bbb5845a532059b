//! What a host tells of long work while it does it.

use std::time::Duration;

use crate::ids::SkillId;

/// One step of long work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// A component is about to be compiled: some ten seconds for a large one.
    Compiling {
        /// The skill.
        skill: SkillId,
        /// The component's size.
        bytes: u64,
    },
    /// It was compiled.
    Compiled {
        /// The skill.
        skill: SkillId,
        /// How long that took.
        took: Duration,
    },
    /// The cache held code for it that was foreign, truncated or altered: it was compiled again.
    CacheRejected {
        /// The skill.
        skill: SkillId,
        /// How long that took.
        took: Duration,
    },
    /// Records and their contents are gone through, to examine or to copy them. Told first with nothing done.
    Maintaining {
        /// Records that are done with.
        records: u64,
        /// How many there are, as far as is known.
        of: u64,
        /// Bytes of contents that were read.
        bytes: u64,
    },
}
