//! Where the suite's inputs lie. Creates nothing.

use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().and_then(Path::parent).unwrap_or(package)
}

/// The cases: a folder of groups.
pub(crate) fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases")
}

/// Guests in component text.
pub(crate) fn guests() -> PathBuf {
    root().join("tests/guests")
}

/// What `cargo xtask guests` lays out.
pub(crate) fn built() -> PathBuf {
    root().join("target")
}

/// One cache of compiled code for all cases: each of them has a fresh data directory, and would compile anew.
pub(crate) fn cache() -> PathBuf {
    root().join("target/conformance-cache")
}

/// The command line's binary: what the environment names, or what was built beside this runner.
pub(crate) fn binary() -> PathBuf {
    if let Some(path) = std::env::var_os("SKILLHOST_BIN") {
        return PathBuf::from(path);
    }
    let name = format!("skillhost{}", std::env::consts::EXE_SUFFIX);
    std::env::current_exe().unwrap_or_default().with_file_name(name)
}
