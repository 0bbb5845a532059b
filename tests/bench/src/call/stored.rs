//! Large texts: as a plain file, and behind a handle of a data directory, streamed there through the host's own spool and
//! records.

use std::fs::File;
use std::io::{BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};

use skillhost::ids::Handle;
use skillhost::quota::Quotas;
use skillhost::records::{
    ArtifactDetail, ArtifactRole, Detail, Encoding, NewRecord, Origin, Record, Records as _, open_directory,
};
use skillhost::spool::{DirectorySpool, Sealed, Spool as _};
use skillhost::trust::TrustTier;
use skillhost::{Config, Host, Principal, Session};

use crate::log_text;

/// What a guest writes at once, with the SDK.
const CHUNK_BYTES: usize = 64 << 10;

/// Writes a text like a log of at least this many bytes.
pub(crate) fn write_text(path: &Path, bytes: u64) -> wasmtime::Result<()> {
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    log_text::write(bytes, &mut file)?;
    file.into_inner()?.sync_all()?;
    Ok(())
}

/// Spools a file's bytes in chunks, as durable as an answer's.
pub(crate) fn spool(spool: &DirectorySpool, handle: Handle, from: &Path) -> wasmtime::Result<Sealed> {
    let mut from = File::open(from)?;
    let mut writer = spool.create(handle)?;
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        let length = from.read(&mut chunk)?;
        if length == 0 {
            break;
        }
        writer.write(chunk.get(..length).unwrap_or_default())?;
    }
    let sealed = writer.seal()?;
    spool.commit(&[handle])?;
    Ok(sealed)
}

/// An artifact of the local user in a data directory of its own.
pub(crate) struct Artifact {
    pub(crate) directory: PathBuf,
    pub(crate) handle: Handle,
    pub(crate) lines: u64,
}

impl Artifact {
    /// Stores a file's bytes in a new data directory.
    pub(crate) fn store(directory: &Path, from: &Path) -> wasmtime::Result<Self> {
        let store = open_directory(directory)?;
        let handle = Handle::new();
        let sealed = spool(&store.spool, handle, from)?;
        let record = record(handle, sealed)?;
        store.records.insert(&[NewRecord { record: &record, text: None }], &Quotas::UNLIMITED)?;
        Ok(Self { directory: directory.to_owned(), handle, lines: sealed.lines })
    }
}

fn record(handle: Handle, sealed: Sealed) -> wasmtime::Result<Record> {
    Ok(Record {
        handle,
        principal: Principal::local(),
        origin: Origin { skill: "bench".parse()?, version: "0.0.0".to_owned(), digest: None, tool: None },
        tier: TrustTier::ThirdPartyPublic,
        created_at: 0,
        expires_at: None,
        bytes: sealed.bytes,
        lines: sealed.lines,
        detail: Detail::Artifact(ArtifactDetail {
            role: ArtifactRole::ToolResult,
            kind: "SpooledArtifact".to_owned(),
            builtin: Some("SpooledArtifact".to_owned()),
            options: serde_json::Value::Null,
            encoding: Encoding::Text,
        }),
    })
}

/// A conversation of the local user over a data directory, as any later process would have it.
pub(crate) fn session(directory: &Path) -> wasmtime::Result<Session> {
    Ok(Host::builder(Config::at(directory)).build()?.session(Principal::local()))
}

/// A file's bytes, written and synced by hand with large buffers: what spooling is compared with.
pub(crate) fn copy(from: &Path, to: &Path) -> wasmtime::Result<()> {
    const BUFFER_BYTES: usize = 1 << 20;
    let (mut from, mut file) = (File::open(from)?, File::create(to)?);
    let mut buffer = vec![0; BUFFER_BYTES];
    loop {
        let length = from.read(&mut buffer)?;
        if length == 0 {
            break;
        }
        file.write_all(buffer.get(..length).unwrap_or_default())?;
    }
    file.sync_all()?;
    sync_folder_of(to)
}

/// Makes a new file's name survive a crash.
pub(crate) fn sync_folder_of(path: &Path) -> wasmtime::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    Ok(File::open(folder)?.sync_all()?)
}
