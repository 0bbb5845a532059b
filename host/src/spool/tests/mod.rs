//! What the tests of the spool share: a data directory, and a content put into a spool. What belongs where: `contract` for
//! what every spool does, the others for what only a directory can show.

use std::fs;
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use skillhost_artifacts::ByteSource;

use super::{DirectorySpool, MemorySpool, Sealed, Spool};
use crate::error::StoreError;
use crate::ids::Handle;

mod contract;
mod sharing;
mod damage;
mod faults;
mod gone;
mod inventory;

/// A data directory that goes with the value.
struct DataDirectory(tempfile::TempDir);

impl DataDirectory {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn open(&self) -> DirectorySpool {
        DirectorySpool::open(&Dir::open_ambient_dir(self.0.path(), ambient_authority()).unwrap()).unwrap()
    }

    /// Every file below the directory.
    fn files(&self) -> Vec<PathBuf> {
        fn walk(directory: &Path, files: &mut Vec<PathBuf>) {
            for entry in fs::read_dir(directory).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { walk(&path, files) } else { files.push(path) }
            }
        }
        let mut files = Vec::new();
        walk(self.0.path(), &mut files);
        files
    }

    fn only_file(&self) -> PathBuf {
        let [file] = self.files().try_into().unwrap();
        file
    }

    fn staging_directories(&self) -> usize {
        fs::read_dir(self.0.path().join("spool/staging")).unwrap().count()
    }
}

fn for_each_spool(test: impl Fn(&dyn Spool)) {
    test(&MemorySpool::new());
    test(&DataDirectory::new().open());
}

fn put(spool: &dyn Spool, content: &[u8]) -> (Handle, Sealed) {
    let id = Handle::new();
    let mut writer = spool.create(id).unwrap();
    writer.write(content).unwrap();
    let sealed = writer.seal().unwrap();
    spool.commit(&[id]).unwrap();
    (id, sealed)
}

fn content(source: &dyn ByteSource) -> Vec<u8> {
    source.read_at(0, usize::try_from(source.len()).unwrap()).unwrap().to_vec()
}

fn is_missing(spool: &dyn Spool, id: Handle) -> bool {
    matches!(spool.open(id), Err(StoreError::Missing { .. }))
}
