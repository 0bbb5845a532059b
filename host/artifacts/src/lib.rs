//! Readers over spooled artifacts: bytes in, text out.
//!
//! Refuses I/O, clocks, randomness and the network, and panics on no byte string. The host calls [`read()`] with a
//! [`ByteSource`] over its store, a [`Kind`] and the arguments a model wrote, and hands on the [`Answer`].
//!
//! ```
//! use skillhost_artifacts::{Bounds, BuiltinKind, MemorySource, read};
//!
//! let source = MemorySource::from("alpha\nbeta\ngamma");
//! let arguments = serde_json::json!({ "pattern": "^b" });
//! let arguments = arguments.as_object().unwrap();
//! let answer = read(&BuiltinKind::SpooledArtifact, "artifact_grep", arguments, &source, &Bounds::default()).unwrap();
//! assert_eq!(answer.text, "beta");
//! ```
//!
//! To add a reader: its row in [`descriptor`](ReaderDescriptor)'s tables, one file beside its kind's others, and
//! its line where that kind dispatches.

// What is read from.
mod line_index;
mod source;

// What is offered: kinds, their readers, the names that nobody else may take.
mod descriptor;
mod kind;
mod reserved;

// One reading: arguments, bounds, the answer, what can go wrong.
mod args;
mod bounds;
mod error;
mod line_list;
mod read;
mod value;

// What the readers are made of.
mod lines;
mod regex;
mod text;
mod tokens;

mod raw;

pub use args::{ArgumentMistake, Arguments, Problem};
pub use bounds::Bounds;
pub use descriptor::{Parameter, ParameterType, Presence, ReaderDescriptor};
pub use error::ReadError;
pub use kind::{BuiltinKind, Kind, descriptors};
pub use line_index::{LineIndex, LineIndexBuilder, LineIndexError, LineStart};
pub use read::read;
pub use reserved::reserved_names;
pub use source::{ByteSource, MemorySource, SourceError};
pub use tokens::{TokenCount, TokenEncoding, count_tokens};
pub use value::{Answer, ReaderValue};
