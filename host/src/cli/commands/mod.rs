//! The commands, one file each: its words, what it asks the library, how it shows the answer.

// before anything runs
mod check;
mod inspect;
mod list;

// calling
mod argument_text;
mod call;
mod kept;

// what is stored
mod read;
mod reader_arguments;
mod newest;
mod artifacts;
mod media;
mod retrievables;
mod search;
mod delete;
mod prune;
mod usage;
mod log;
mod utc;

// looking after what is stored
mod data_directory;
mod transferred;
mod doctor;
mod backup;
mod restore;

// about the program
mod wit;
mod completions;

pub(super) use artifacts::Artifacts;
pub(super) use backup::Backup;
pub(super) use call::Call;
pub(super) use check::Check;
pub(super) use completions::Completions;
pub(super) use delete::Delete;
pub(super) use doctor::Doctor;
pub(super) use inspect::Inspect;
pub(super) use list::List;
pub(super) use log::Log;
pub(super) use media::Media;
pub(super) use prune::Prune;
pub(super) use read::Read;
pub(super) use restore::Restore;
pub(super) use retrievables::Retrievables;
pub(super) use search::Search;
pub(super) use usage::Usage;
pub(super) use wit::Wit;
