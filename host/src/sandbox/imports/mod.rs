//! What guests may call, one file an interface. `skillhost:skill/*` is ours; of WASI, ours replaces whatever
//! could wait, allocate or draw without bound, and the engine's own serves the rest inert (decision 5).
//!
//! A guest can wait in `wasi:io` alone: pollables and the blocking ends of streams ([`io`]). Files answer at
//! the speed of the disk; what is neither file nor directory is not opened ([`files`]).

pub(super) mod files;
pub(super) mod io;
pub(super) mod log;
pub(super) mod media;
pub(super) mod not_granted;
pub(super) mod random;
pub(super) mod stdio;
