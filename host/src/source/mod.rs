//! Where components come from: folders and memory, behind one trait.
//!
//! A source hands out bytes and never says what they are worth: whether they are a component, the pinned one,
//! or one that may run is decided by the loader, which is the only caller.

mod contract;
mod directory;
mod error;
mod manifest;
mod memory;

#[cfg(test)]
mod tests;

pub use contract::Source;
pub use directory::DirectorySource;
pub use error::SourceError;
pub use memory::MemorySource;
