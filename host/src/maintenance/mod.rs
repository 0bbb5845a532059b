//! Data directories in order: what a crash or a failing disk left is found and mended, and what one directory has and
//! another lacks is brought over, as a backup or as a restore. All of it while hosts use the directories.
//!
//! Alters no record and no whole content. Knows nothing of skills, kinds or owners. Called by the command line, and by
//! embedders.

// one directory
mod doctor;
mod report;
mod findings;
mod database;
mod stored;
mod leftovers;

// two directories
mod backup;
mod sides;
mod transfer;
mod batch;

// what both need
mod walk;
mod content;
mod steps;
mod turn;

#[cfg(test)]
mod tests;

pub use backup::{backup, restore};
pub use doctor::{Examination, doctor};
pub use report::{DoctorReport, Done, Finding, FindingKind, Reason};
pub use steps::Watch;
pub use transfer::{Damage, TransferReport};
