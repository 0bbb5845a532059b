//! What this process has used, as the kernel counts it.

use wasmtime::error::Context as _;

/// The most memory that was ever resident, in bytes.
pub(crate) fn peak_memory() -> wasmtime::Result<u64> {
    Ok(counter("/proc/self/status", "VmHWM:")?.saturating_mul(1024))
}

/// Bytes that were read through system calls, the page cache's included.
pub(crate) fn bytes_read() -> wasmtime::Result<u64> {
    counter("/proc/self/io", "rchar:")
}

fn counter(path: &str, key: &str) -> wasmtime::Result<u64> {
    let text = std::fs::read_to_string(path)?;
    let value = text.lines().find_map(|line| line.strip_prefix(key));
    let value = value.and_then(|value| value.split_whitespace().next());
    Ok(value.with_context(|| format!("`{path}` has no `{key}`"))?.parse()?)
}
