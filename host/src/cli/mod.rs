//! The command line: words in, the library asked, an answer printed. Holds no behaviour of its own, and is the only
//! module that prints. The program's `main` calls [`run`].
//!
//! Data goes to standard output, all else to standard error; with `--json` both are JSON. One file a command, below
//! `commands`.

// from words to an exit code
mod run;
mod arguments;
mod context;
mod commands;
mod exit;

// what reaches the user
mod console;
mod untrusted;
mod failure;
mod error_text;
mod snippets;
mod compiling;
mod logging;
mod interrupt;

pub use run::run;
