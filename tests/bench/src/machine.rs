//! Where and with what something was measured. Observes; decides nothing.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;

/// The machine and the versions. What the system does not tell is empty.
#[derive(Debug, Clone, Serialize)]
pub struct Machine {
    /// When, in seconds since the Unix epoch.
    pub seconds_since_1970: u64,
    /// The processor's own name.
    pub processor: String,
    /// Processors that this process may use.
    pub processors: usize,
    /// Memory, as the kernel writes it.
    pub memory: String,
    /// The kernel's version.
    pub kernel: String,
    /// The load averages before anything was measured.
    pub load_before: String,
    /// The compiler's version.
    pub rustc: String,
    /// The engine's version.
    pub wasmtime: String,
}

impl Machine {
    /// Looks at this machine, and at the lock file below `root`.
    #[must_use]
    pub fn observe(root: &Path) -> Self {
        let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
        let after = |text: &str, key: &str| {
            text.split_once(key)
                .and_then(|(_, rest)| rest.lines().next())
                .unwrap_or_default()
                .trim()
                .to_owned()
        };
        let rustc = Command::new("rustc").arg("--version").output().map(|output| output.stdout);
        Self {
            seconds_since_1970: SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |since| since.as_secs()),
            processor: after(&read(Path::new("/proc/cpuinfo")), "model name\t:"),
            processors: std::thread::available_parallelism().map_or(0, usize::from),
            memory: after(&read(Path::new("/proc/meminfo")), "MemTotal:"),
            kernel: read(Path::new("/proc/sys/kernel/osrelease")).trim().to_owned(),
            load_before: load(),
            rustc: String::from_utf8_lossy(&rustc.unwrap_or_default()).trim().to_owned(),
            wasmtime: after(&read(&root.join("Cargo.lock")), "name = \"wasmtime\"\nversion = ")
                .trim_matches('"')
                .to_owned(),
        }
    }
}

/// The load averages, as the system writes them.
#[must_use]
pub fn load() -> String {
    std::fs::read_to_string("/proc/loadavg").unwrap_or_default().trim().to_owned()
}

/// The folder of the workspace that this was built from.
#[must_use]
pub fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).unwrap_or(package).to_owned()
}
