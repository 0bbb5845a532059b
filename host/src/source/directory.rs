//! A folder of skills.
//!
//! ```text
//! skills/
//! ├── tables/
//! │   ├── skill.wasm      the component of `tables`
//! │   └── SKILL.md        optional; its `name` has to be `tables`
//! ├── charts.wasm         the component of `charts`, in the short form
//! └── notes/              no `skill.wasm`: not a skill
//! ```
//!
//! The folder's handle is the authority: links are followed as long as they stay inside. Nothing is written.

use std::collections::BTreeSet;
use std::io::{self, Read as _};
use std::path::Path;

use bytes::Bytes;
use cap_fs_ext::OpenOptionsSyncExt as _;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, OpenOptions};

use crate::ids::SkillId;

use super::{Source, SourceError, manifest};

/// A folder of skills, each `<id>/skill.wasm` or `<id>.wasm`.
#[derive(Debug)]
pub struct DirectorySource {
    id: String,
    directory: Dir,
}

/// What a look into the folder found.
#[derive(Default)]
struct Found {
    skills: BTreeSet<SkillId>,
    misnamed: BTreeSet<String>,
}

impl DirectorySource {
    /// Opens the folder. It stays the same folder, even where it is renamed later.
    ///
    /// # Errors
    ///
    /// [`SourceError::Folder`] where it is missing, not a folder, or not readable.
    pub fn open(id: impl Into<String>, path: &Path) -> Result<Self, SourceError> {
        let id = id.into();
        match Dir::open_ambient_dir(path, ambient_authority()) {
            Ok(directory) => Ok(Self { id, directory }),
            Err(error) => Err(SourceError::Folder { source_id: id, path: path.to_owned(), error }),
        }
    }

    /// Components that discovery passed over because their names are no skill ids, sorted: `My_Skill` for
    /// `My_Skill/skill.wasm`. A deployer who misses a skill finds it here.
    ///
    /// # Errors
    ///
    /// [`SourceError::Io`] where the folder cannot be read.
    pub fn ignored(&self) -> Result<Vec<String>, SourceError> {
        Ok(self.look()?.misnamed.into_iter().collect())
    }

    fn look(&self) -> Result<Found, SourceError> {
        let mut found = Found::default();
        for entry in self.directory.entries().map_err(|error| self.failed(".", error))? {
            let entry = entry.map_err(|error| self.failed(".", error))?;
            let name = entry.file_name();
            let shown = name.to_string_lossy();
            let stem = shown.strip_suffix(".wasm");
            if stem.is_none() && !self.holds(&Path::new(&name).join("skill.wasm")) {
                continue;
            }
            // A name that is not UTF-8 holds a replacement character here, which no id does.
            match stem.unwrap_or(&shown).parse() {
                Ok(id) => drop(found.skills.insert(id)),
                Err(_) => drop(found.misnamed.insert(shown.into_owned())),
            }
        }
        Ok(found)
    }

    /// Whether something stands there. What cannot be looked at counts: opening it then says why.
    fn holds(&self, path: &Path) -> bool {
        match self.directory.symlink_metadata(path) {
            Ok(_) => true,
            Err(error) => !matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory),
        }
    }

    /// An open regular file and its bytes.
    fn file(&self, path: &str) -> Result<(File, u64), SourceError> {
        let mut options = OpenOptions::new();
        // Without this, opening a pipe waits for its other end; with it, the check below comes to refuse it.
        options.read(true).nonblock(true);
        let file = self.directory.open_with(path, &options).map_err(|error| self.failed(path, error))?;
        let metadata = file.metadata().map_err(|error| self.failed(path, error))?;
        if metadata.is_file() {
            Ok((file, metadata.len()))
        } else {
            Err(SourceError::NotAFile { source_id: self.id.clone(), path: path.to_owned() })
        }
    }

    fn failed(&self, path: &str, error: io::Error) -> SourceError {
        SourceError::Io { source_id: self.id.clone(), path: path.to_owned(), error }
    }
}

impl Source for DirectorySource {
    fn id(&self) -> &str {
        &self.id
    }

    fn discover(&self) -> Result<Vec<SkillId>, SourceError> {
        Ok(self.look()?.skills.into_iter().collect())
    }

    fn component(&self, id: &SkillId, most: u64) -> Result<Bytes, SourceError> {
        let (folder, short) = (format!("{id}/skill.wasm"), format!("{id}.wasm"));
        let path = match (self.holds(Path::new(&folder)), self.holds(Path::new(&short))) {
            (true, false) => folder,
            (false, true) => short,
            (false, false) => {
                return Err(SourceError::NotFound { source_id: self.id.clone(), id: id.clone() });
            }
            (true, true) => {
                let source_id = self.id.clone();
                return Err(SourceError::Ambiguous { source_id, first: folder, second: short });
            }
        };
        let (file, size) = self.file(&path)?;
        let mut bytes = Vec::new();
        if size <= most {
            // All at once: growing would touch fresh memory several times over.
            bytes.reserve_exact(usize::try_from(size.saturating_add(1)).unwrap_or_default());
            // One byte more than allowed is enough to see that the file grew meanwhile.
            let mut file = file.take(most.saturating_add(1));
            file.read_to_end(&mut bytes).map_err(|error| self.failed(&path, error))?;
        }
        let size = size.max(bytes.len() as u64);
        if size > most {
            return Err(SourceError::TooLarge { source_id: self.id.clone(), path, size, most });
        }
        Ok(bytes.into())
    }

    fn manifest_name(&self, id: &SkillId) -> Result<Option<String>, SourceError> {
        let path = format!("{id}/SKILL.md");
        if !self.holds(Path::new(&path)) {
            return Ok(None);
        }
        let (file, _) = self.file(&path)?;
        let mut head = Vec::new();
        file.take(manifest::HEAD).read_to_end(&mut head).map_err(|error| self.failed(&path, error))?;
        Ok(manifest::name(&head))
    }
}
