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

// about the program
mod wit;
mod completions;

pub(super) use artifacts::Artifacts;
pub(super) use call::Call;
pub(super) use check::Check;
pub(super) use completions::Completions;
pub(super) use inspect::Inspect;
pub(super) use list::List;
pub(super) use media::Media;
pub(super) use read::Read;
pub(super) use retrievables::Retrievables;
pub(super) use wit::Wit;
