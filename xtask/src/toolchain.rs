//! Finds a cargo that can build components, adding the wasm target where that is possible. Installs nothing
//! outside the user's own folders. Called by `guests`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::{debian, process, workspace};

/// What skills are compiled to.
pub(crate) const TARGET: &str = "wasm32-wasip2";

/// Set to anything: use the toolchain from Debian packages even where rustup could serve, to try it out.
const FORCE_DEBIAN: &str = "SKILLHOST_TOOLCHAIN_FROM_DEBIAN";

/// The target is about 30 MB; a network that swallows packets would keep rustup retrying far longer than this.
const RUSTUP_LIMIT: Duration = Duration::from_secs(180);

/// A way to compile for [`TARGET`].
pub(crate) enum Toolchain {
    /// The ordinary cargo: its compiler has the target's standard library.
    Ordinary,
    /// The ordinary cargo with a compiler that was put together below this folder.
    Debian(PathBuf),
}

impl Toolchain {
    /// The first that works: what is installed, what rustup can add, what Debian packages give.
    pub(crate) fn find() -> Result<Self> {
        if std::env::var_os(FORCE_DEBIAN).is_none() {
            if standard_library_is_installed()? {
                return Ok(Self::Ordinary);
            }
            println!("adding {TARGET} with rustup (for at most {} s)", RUSTUP_LIMIT.as_secs());
            let mut add = Command::new("rustup");
            match process::run_within(add.args(["target", "add", TARGET]), RUSTUP_LIMIT) {
                Ok(()) => return Ok(Self::Ordinary),
                Err(error) => println!("{error:#}"),
            }
        }
        let root = debian::toolchain().context(
            "no way to compile components was found; `rustup target add wasm32-wasip2` on a machine with a \
             connection is the simplest one",
        )?;
        Ok(Self::Debian(root))
    }

    /// `cargo build` for the target, and the folder that it builds in.
    pub(crate) fn cargo_build(&self) -> Result<(Command, PathBuf)> {
        let (mut command, directory) = match self {
            Self::Ordinary => (process::cargo("build"), workspace::build_directory()),
            Self::Debian(root) => {
                let mut command = process::cargo("build");
                use_compiler(&mut command, root)?;
                // Which release a mirror has varies; guests need less than the host, whose minimum the manifests state.
                command.arg("--ignore-rust-version");
                // Two compilers in one folder would throw away each other's work.
                (command, workspace::build_directory().join("debian"))
            }
        };
        command.args(["--target", TARGET, "--target-dir"]).arg(&directory);
        Ok((command, directory))
    }
}

/// Makes a cargo command use the compiler and the linkers below `root`.
pub(crate) fn use_compiler(command: &mut Command, root: &Path) -> Result<()> {
    let tools = root.join("bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(tools.clone()).chain(std::env::split_paths(&path)))?;
    command.env("PATH", path).env("RUSTC", tools.join("rustc"));
    Ok(())
}

/// Asks the compiler rather than rustup, so that a distribution's own toolchain serves too.
fn standard_library_is_installed() -> Result<bool> {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let directory = process::output(rustc.args(["--print", "target-libdir", "--target", TARGET]))?;
    Ok(Path::new(directory.trim()).is_dir())
}
