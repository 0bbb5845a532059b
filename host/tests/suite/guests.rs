//! The fixture guest, and hosts that run it. `cargo xtask guests` builds it; without it these tests say so.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use skillhost::config::Config;
use skillhost::source::MemorySource;
use skillhost::{Host, HostBuilder, Principal, Session};

/// The id under which the fixture runs.
pub(crate) const ID: &str = "fixture";

/// The fixture's component.
pub(crate) fn component() -> Bytes {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/guests/fixture.wasm");
    match std::fs::read(&path) {
        Ok(bytes) => bytes.into(),
        Err(error) => panic!("{}: {error}; `cargo xtask guests` builds it", path.display()),
    }
}

/// The folder of the example skills' components.
pub(crate) fn example_skills() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/skills")
}

/// Where all tests keep compiled code, so that the fixture is compiled once.
pub(crate) fn shared_cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled")
}

/// A host with the fixture.
pub(crate) fn builder(mut config: Config) -> HostBuilder {
    config.cache_directory.get_or_insert_with(shared_cache);
    let source = MemorySource::new("tests").with(ID.parse().expect("an id"), component());
    Host::builder(config).source(Arc::new(source))
}

/// A session with the fixture loaded, whose calls end after `deadline` milliseconds.
pub(crate) fn session(deadline: u64) -> Session {
    let mut config = Config::in_memory();
    let settings = config.skills.entry(ID.parse().expect("an id")).or_default();
    settings.limits = settings.limits.with(skillhost::limits::Limit::Deadline, deadline);
    let session = builder(config).build().expect("a host").session(Principal::local());
    session.load_blocking(ID).expect("the fixture loads");
    session
}
