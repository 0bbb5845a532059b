//! The program as a process, where the conformance suite does not look: what people see, pipes, files, Ctrl-C.

mod program;

// What the words mean, and what is said of words that mean nothing.
mod words;
// What a command shows, on both streams.
mod answers;
// Mistakes, signals, and outputs that cannot be written.
mod complaints;
