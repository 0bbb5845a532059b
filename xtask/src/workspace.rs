//! Where things lie in the checkout. Creates nothing; every command asks here instead of joining paths of its own.

use std::path::{Path, PathBuf};

/// The folder of the workspace's `Cargo.toml`.
///
/// Asked of the cargo that runs us: two checkouts may share a build directory, and with it this very binary.
pub(crate) fn root() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    package.parent().map(Path::to_owned).unwrap_or(package)
}

/// Where cargo puts what it builds.
pub(crate) fn build_directory() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(directory) => root().join(directory),
        None => root().join("target"),
    }
}

/// What the built components are laid out under: fixed, whatever the build directory is, because the demo's
/// TOML and the tests name paths below it.
pub(crate) fn layout_directory() -> PathBuf {
    root().join("target")
}
