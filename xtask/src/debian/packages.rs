//! Which packages the toolchain is made of, fetched and unpacked. What becomes of them, `sysroot` knows.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::archive::{Archive, mirror};
use super::sysroot::entry;
use crate::process;

/// Where `wasi-libc` first has wasip2 start files.
const LIBC_SUITE: &str = "trixie";

/// Unpacks every package below `root`, as if it were the root of a system.
pub(super) fn unpack_into(root: &Path) -> Result<()> {
    for package in fs::read_dir(download(root)?)? {
        process::run(Command::new("dpkg-deb").arg("--extract").arg(package?.path()).arg(root))?;
    }
    Ok(())
}

/// Fetches the packages; returns the folder that holds them.
fn download(root: &Path) -> Result<PathBuf> {
    let downloads = root.join("packages");
    fs::create_dir_all(&downloads)?;

    let system = Archive::open(&root.join("apt/system"), &downloads, None)?;
    let version = system.version("rust-web-src")?;
    let release = version.split('.').take(2).collect::<Vec<_>>().join(".");
    let library = format!("libstd-rust-web-{release}");
    let exactly = |package: &str| format!("{package}={version}");
    system.download(&[
        exactly("rustc-web"),
        exactly("rust-web-src"),
        exactly("libstd-rust-web-dev"),
        exactly(&library),
    ])?;
    let llvm = llvm_release(&entry(&downloads, |name| name.starts_with(&library))?)?;
    system.download(&[format!("libllvm{llvm}"), format!("lld-{llvm}")])?;

    let sources = root.join("apt/libc.list");
    let signed_by = "/usr/share/keyrings/debian-archive-keyring.gpg";
    fs::write(&sources, format!("deb [signed-by={signed_by}] {} {LIBC_SUITE} main\n", mirror()?))?;
    let libc = Archive::open(&root.join("apt/libc"), &downloads, Some(&sources))?;
    libc.download(&["wasi-libc".to_owned()])?;
    Ok(downloads)
}

/// The LLVM that a package was linked against, for the linker must be of the same release.
fn llvm_release(package: &Path) -> Result<String> {
    let depends = process::output(Command::new("dpkg-deb").arg("--field").arg(package).arg("Depends"))?;
    let after = depends.split("libllvm").nth(1).context("the compiler depends on no LLVM package")?;
    Ok(after.chars().take_while(char::is_ascii_digit).collect())
}
