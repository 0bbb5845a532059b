//! What was acknowledged stays: processes that are killed or stopped, disks that are full, directories that are taken away,
//! contents larger than memory should be. The tests start this very binary as other processes, let them work, and look at
//! what is left with a host of their own.

mod chance;
mod content;

// The other process: how it is started, what it is told, what it does.
mod child;
mod task;
mod work;

// What it said, and whether that is true.
mod ledger;
mod inspection;

// SIGKILL at any moment, also during backup, restore, prune and doctor.
mod killed;
// Four processes at work, one of which is killed.
mod four;
// Processes that are stopped with a lock in their hands.
mod stopped;
// Files that may not grow.
mod full;
// A data directory that is removed or replaced in use.
mod taken_away;
// A data directory that cannot be written, or that a newer version made.
mod unwritable;
// A content that is never whole in memory.
mod streaming;
