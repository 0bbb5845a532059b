//! Puts a wasm toolchain together from Debian packages, for machines that reach a Debian mirror but not rustup's
//! server. Needs no root, installs nothing: everything lies below one folder of the user's cache.
//!
//! Debian 12 carries `rustc-web`, a recent compiler, with the exactly matching source of the standard library,
//! and Debian 13 the first `wasi-libc` with wasip2 start files. The standard library is compiled once from that
//! source; the component linker comes with every Rust toolchain. Takes a minute or more the first time.

mod archive;
mod cache;
mod packages;
mod sysroot;

pub(crate) use cache::toolchain;
