//! Compiled code, kept between starts. A cached entry is native code that the host will run, so it is treated
//! as such:
//!
//! ```text
//! <cache-directory>/             0700; refused when another owns it or can write it
//!   key                          32 random bytes of this installation, 0600
//!   <component digest>-<engine>.code        tag (32 bytes) · compiled component
//!   <component digest>-<contract>.descriptor   tag (32 bytes) · the described skill as JSON
//! ```
//!
//! The tag is a keyed BLAKE3 over the entry's name and content. A foreign, truncated, altered or renamed entry
//! does not verify: it is never loaded, it is reported, and compiling writes a new one. Entries are read whole
//! before they are verified, so nothing can change between the check and the use.

use std::fs::{self, File, OpenOptions};
use std::hash::{Hash, Hasher};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use bytes::Bytes;
use wasmtime::Engine;
use wasmtime::component::Component;

use crate::error::Error;
use crate::ids::Digest;

const TAG_BYTES: usize = 32;
/// Changes when the layout of a descriptor entry does.
const DESCRIPTOR_FORMAT: &str = "0.1.0-1";

/// The directory, its key, and the engine that its entries must fit.
#[derive(Debug)]
pub(super) struct CompiledCache {
    directory: PathBuf,
    key: [u8; 32],
    engine: String,
}

/// What looking for an entry came to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found<T> {
    /// It verified.
    Entry(T),
    /// There is none.
    Nothing,
    /// There is one, and it is not ours.
    Rejected,
}

impl CompiledCache {
    /// Opens or makes the directory.
    pub(super) fn open(directory: &Path, engine: &Engine) -> Result<Self, Error> {
        let unusable = |problem: String, hint: &'static str| Error::DataDirectoryUnusable {
            problem,
            path: directory.to_owned(),
            hint: hint.to_owned(),
        };
        let io = |error: io::Error| {
            unusable(
                format!("the cache of compiled code cannot be used: {error}"),
                "the host needs to write there",
            )
        };
        fs::DirBuilder::new().recursive(true).mode(0o700).create(directory).map_err(io)?;
        let metadata = fs::metadata(directory).map_err(io)?;
        if metadata.uid() != rustix::process::geteuid().as_raw() {
            return Err(unusable(
                "the cache of compiled code belongs to another user, who could run code in this host"
                    .to_owned(),
                "choose a directory of the user that the host runs as",
            ));
        }
        if metadata.mode() & 0o022 != 0 {
            return Err(unusable(
                "others can write the cache of compiled code, and so could run code in this host".to_owned(),
                "take their permission away with `chmod go-w`, or choose another directory",
            ));
        }
        let key = read_or_make_key(&directory.join("key")).map_err(io)?;
        Ok(Self { directory: directory.to_owned(), key, engine: compatibility(engine) })
    }

    /// The compiled component of this digest, for this engine.
    pub(super) fn code(&self, engine: &Engine, digest: Digest) -> Found<Component> {
        match self.read(&self.code_name(digest)) {
            Found::Entry(code) => match deserialize(engine, &code) {
                Ok(component) => Found::Entry(component),
                Err(error) => {
                    tracing::warn!(%digest, %error, "a compiled component verified, but the engine refused it");
                    Found::Rejected
                }
            },
            Found::Nothing => Found::Nothing,
            Found::Rejected => Found::Rejected,
        }
    }

    /// Whether there is code for this digest; it may yet be rejected.
    pub(super) fn has_code(&self, digest: Digest) -> bool {
        self.directory.join(self.code_name(digest)).exists()
    }

    fn code_name(&self, digest: Digest) -> String {
        format!("{}-{}.code", digest.hex(), self.engine)
    }

    /// Keeps a compiled component. A cache that cannot be written costs time, not correctness: it is reported.
    pub(super) fn keep_code(&self, digest: Digest, component: &Component) {
        match component.serialize() {
            Ok(code) => self.write(&self.code_name(digest), &code),
            Err(error) => tracing::warn!(%digest, %error, "a compiled component could not be kept"),
        }
    }

    /// The descriptor that a component of this digest gave, as JSON.
    pub(super) fn descriptor(&self, digest: Digest) -> Found<Bytes> {
        self.read(&descriptor_name(digest))
    }

    /// Keeps a descriptor.
    pub(super) fn keep_descriptor(&self, digest: Digest, json: &[u8]) {
        self.write(&descriptor_name(digest), json);
    }

    fn tag(&self, name: &str, content: &[u8]) -> blake3::Hash {
        // The name's length first, so that no other split of the same bytes gives the same tag.
        let mut hasher = blake3::Hasher::new_keyed(&self.key);
        hasher.update(&(name.len() as u64).to_le_bytes()).update(name.as_bytes()).update(content);
        hasher.finalize()
    }

    fn read(&self, name: &str) -> Found<Bytes> {
        let entry = match fs::read(self.directory.join(name)) {
            Ok(entry) => entry,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Found::Nothing,
            Err(error) => {
                tracing::warn!(name, %error, "a cache entry could not be read");
                return Found::Rejected;
            }
        };
        let verified = entry.split_first_chunk::<TAG_BYTES>().is_some_and(|(tag, content)| {
            // Comparing hashes of the crate is constant in time.
            self.tag(name, content) == blake3::Hash::from_bytes(*tag)
        });
        if verified {
            Found::Entry(Bytes::from(entry).split_off(TAG_BYTES))
        } else {
            tracing::warn!(name, "a cache entry is foreign, truncated or altered; it was not used");
            Found::Rejected
        }
    }

    fn write(&self, name: &str, content: &[u8]) {
        let temporary = self.directory.join(format!("{name}.{}.partial", uuid::Uuid::now_v7()));
        let private = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&temporary);
        let written = private.and_then(|mut file| {
            file.write_all(self.tag(name, content).as_bytes())?;
            file.write_all(content)
        });
        // No fsync: an entry that a crash cut short does not verify.
        if let Err(error) = written.and_then(|()| fs::rename(&temporary, self.directory.join(name))) {
            tracing::warn!(name, %error, "a cache entry could not be written");
            // Best effort: what stays behind is only a wasted file.
            let _ = fs::remove_file(&temporary);
        }
    }
}

fn descriptor_name(digest: Digest) -> String {
    format!("{}-{DESCRIPTOR_FORMAT}.descriptor", digest.hex())
}

/// Loads verified code.
fn deserialize(engine: &Engine, code: &[u8]) -> wasmtime::Result<Component> {
    // SAFETY: `code` carried a tag that only this installation's key can make, over the name that holds the
    // component's digest and this engine's compatibility hash: the engine itself serialised these bytes.
    #[expect(
        unsafe_code,
        reason = "loading compiled code is unsafe by nature; the tag is what makes it sound"
    )]
    unsafe {
        Component::deserialize(engine, code)
    }
}

fn read_or_make_key(path: &Path) -> io::Result<[u8; 32]> {
    let mut fresh = [0; 32];
    getrandom::fill(&mut fresh).map_err(io::Error::other)?;
    // Written aside and linked into place, so that no other process ever reads half a key.
    let temporary = path.with_extension(uuid::Uuid::now_v7().to_string());
    let made =
        OpenOptions::new().write(true).create_new(true).mode(0o600).open(&temporary).and_then(|mut file| {
            file.write_all(&fresh)?;
            file.sync_all()?;
            fs::hard_link(&temporary, path)
        });
    // The link is what counts; the temporary name has served.
    let _ = fs::remove_file(&temporary);
    match made {
        Ok(()) => Ok(fresh),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let mut key = [0; 32];
            File::open(path)?.read_exact(&mut key)?;
            Ok(key)
        }
        Err(error) => Err(error),
    }
}

/// A name for everything that compiled code depends on: the engine's version, settings, and the machine.
fn compatibility(engine: &Engine) -> String {
    struct Collect(blake3::Hasher);
    impl Hasher for Collect {
        fn write(&mut self, bytes: &[u8]) {
            self.0.update(bytes);
        }
        fn finish(&self) -> u64 {
            0
        }
    }
    let mut collect = Collect(blake3::Hasher::new());
    engine.precompile_compatibility_hash().hash(&mut collect);
    let mut name = collect.0.finalize().to_hex().to_string();
    name.truncate(16);
    name
}
