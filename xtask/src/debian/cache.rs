//! The one folder that the toolchain lies in: made once, shared by all checkouts, never left half made.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::{packages, sysroot};

/// Exists once everything else does.
const COMPLETE: &str = "complete";

/// The toolchain's folder; made when it is not there, or was left half made.
pub(crate) fn toolchain() -> Result<PathBuf> {
    let root = cache_directory()?.join("skillhost").join("debian-toolchain");
    fs::create_dir_all(root.parent().unwrap_or(&root))?;
    // Two checkouts may ask at once; the second waits here and finds the work done.
    let lock = fs::File::create(root.with_extension("lock"))?;
    lock.lock()?;
    if !root.join(COMPLETE).exists() {
        println!("putting a toolchain together from Debian packages in {}", root.display());
        if root.exists() {
            fs::remove_dir_all(&root)?;
        }
        packages::unpack_into(&root)?;
        sysroot::assemble(&root)?;
        sysroot::compile_standard_library(&root)?;
        fs::write(root.join(COMPLETE), "")?;
    }
    Ok(root)
}

fn cache_directory() -> Result<PathBuf> {
    match std::env::var_os("XDG_CACHE_HOME") {
        Some(directory) => Ok(directory.into()),
        None => Ok(std::env::home_dir().context("this user has no home folder")?.join(".cache")),
    }
}
