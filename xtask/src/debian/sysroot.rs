//! Makes a compiler's sysroot for the wasm target from the unpacked packages.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::process;
use crate::toolchain::{TARGET, use_compiler};

/// Where `-Zbuild-std` looks for the standard library's source.
const SOURCE_LINK: &str = "usr/lib/rustlib/src/rust";

/// Puts the pieces where the compiler looks for them.
pub(super) fn assemble(root: &Path) -> Result<()> {
    let (usr, bin) = (root.join("usr"), root.join("bin"));
    fs::create_dir_all(&bin)?;
    let shared_libraries = entry(&usr.join("lib"), |name| name.ends_with("-linux-gnu"))?;
    let llvm = entry(&usr.join("lib"), |name| name.starts_with("llvm-"))?;

    // The compiler finds its libraries only through the environment; other programs must not see them.
    let rustc = bin.join("rustc");
    let script = format!(
        "#!/bin/sh\nLD_LIBRARY_PATH='{}:{}' exec '{}' --sysroot '{}' \"$@\"\n",
        shared_libraries.display(),
        llvm.join("lib").display(),
        usr.join("bin/rustc").display(),
        usr.display()
    );
    fs::write(&rustc, script)?;
    fs::set_permissions(&rustc, fs::Permissions::from_mode(0o755))?;

    // Linkers: LLVM's from the package, the component linker from the toolchain that compiles the host.
    let ordinary = process::output(Command::new("rustc").args(["--print", "sysroot"]))?;
    let version = process::output(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc names no host")?;
    let tools = Path::new("lib/rustlib").join(host).join("bin");
    let component_linker = Path::new(ordinary.trim()).join(&tools).join("wasm-component-ld");
    fs::create_dir_all(usr.join(&tools))?;
    link(&llvm.join("bin/wasm-ld"), &bin.join("wasm-ld"))?;
    link(&llvm.join("bin/lld"), &usr.join(&tools).join("rust-lld"))?;
    link(&component_linker, &bin.join("wasm-component-ld"))?;

    // Start files and libc, where the target's own would be.
    let own = usr.join("lib/rustlib").join(TARGET).join("lib/self-contained");
    fs::create_dir_all(&own)?;
    for file in ["crt1-command.o", "crt1-reactor.o", "libc.a"] {
        fs::copy(usr.join("lib").join(TARGET).join(file), own.join(file))
            .with_context(|| format!("`wasi-libc` holds no `{file}`"))?;
    }

    let source = entry(&usr.join("src"), |name| name.starts_with("rustc-"))?;
    link(&source, &root.join(SOURCE_LINK))
}

/// Compiles the standard library with a throw-away crate and keeps the result in the sysroot.
pub(super) fn compile_standard_library(root: &Path) -> Result<()> {
    println!("compiling the standard library for {TARGET}");
    let (probe, build) = (root.join("probe"), root.join("build"));
    fs::create_dir_all(&probe)?;
    let manifest = "[package]\nname = \"probe\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[lib]\npath = \"lib.rs\"\n\n[workspace]\n";
    fs::write(probe.join("Cargo.toml"), manifest)?;
    fs::write(probe.join("lib.rs"), "")?;
    let mut cargo = process::cargo("build --quiet --release -Zbuild-std=std,panic_abort");
    use_compiler(&mut cargo, root)?;
    cargo
        .current_dir(&probe)
        .args(["--target", TARGET, "--target-dir"])
        .arg(&build)
        .env("RUSTC_BOOTSTRAP", "1") // for -Zbuild-std
        .env("RUSTFLAGS", "-C embed-bitcode=yes"); // the guests are built with link-time optimisation
    process::run(&mut cargo)?;

    let library = root.join("usr/lib/rustlib").join(TARGET).join("lib");
    for file in fs::read_dir(build.join(TARGET).join("release/deps"))? {
        let file = file?.path();
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if (name.ends_with(".rlib") || name.ends_with(".rmeta")) && !name.contains("probe") {
            fs::copy(&file, library.join(&name))?;
        }
    }
    fs::remove_file(root.join(SOURCE_LINK))?;
    for done in [probe, build, root.join("packages"), root.join("apt"), root.join("usr/src")] {
        fs::remove_dir_all(done)?;
    }
    Ok(())
}

/// The entry of a folder whose name is wanted.
pub(super) fn entry(directory: &Path, wanted: impl Fn(&str) -> bool) -> Result<PathBuf> {
    let entries =
        fs::read_dir(directory).with_context(|| format!("failed to list `{}`", directory.display()))?;
    entries
        .flatten()
        .find(|entry| entry.file_name().to_str().is_some_and(&wanted))
        .map(|entry| entry.path())
        .with_context(|| format!("`{}` lacks an expected entry", directory.display()))
}

fn link(original: &Path, name: &Path) -> Result<()> {
    if name.is_symlink() {
        fs::remove_file(name)?;
    }
    symlink(original, name).with_context(|| format!("failed to link `{}`", name.display()))
}
