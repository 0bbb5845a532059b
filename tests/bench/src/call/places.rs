//! Where this program finds guests and tools, and where it writes: all below `target`.

use std::fs;
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::PathBuf;

use skillhost_bench::machine;

/// Paths.
pub(crate) struct Places {
    target: PathBuf,
}

impl Places {
    pub(crate) fn known() -> Self {
        Self { target: machine::root().join("target") }
    }

    /// The same with an empty scratch folder; what an ended run has left there is gone.
    pub(crate) fn prepare() -> io::Result<Self> {
        let places = Self::known();
        fs::create_dir_all(places.bench())?;
        places.clear()?;
        Ok(places)
    }

    fn bench(&self) -> PathBuf {
        self.target.join("bench")
    }

    /// What is written here is gone after the group of figures that wrote it. On the disk of the workspace, as fsync is
    /// part of what is measured.
    pub(crate) fn scratch(&self) -> PathBuf {
        self.bench().join("scratch")
    }

    /// Empties the scratch folder. No one else may enter it: data directories stand there.
    pub(crate) fn clear(&self) -> io::Result<()> {
        match fs::remove_dir_all(self.scratch()) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        fs::DirBuilder::new().mode(0o700).create(self.scratch())
    }

    /// Takes the scratch folder away.
    pub(crate) fn leave(&self) -> io::Result<()> {
        fs::remove_dir_all(self.scratch())
    }

    /// Compiled guests. They stay: compiling the largest takes longer than measuring it.
    pub(crate) fn cache(&self) -> PathBuf {
        self.bench().join("cache")
    }

    pub(crate) fn report(&self) -> PathBuf {
        self.bench().join("report.json")
    }

    /// The suite's guests.
    pub(crate) fn guests(&self) -> PathBuf {
        self.target.join("guests")
    }

    /// The example skills.
    pub(crate) fn skills(&self) -> PathBuf {
        self.target.join("skills")
    }

    /// Where the chore puts programs that the host is compared with.
    pub(crate) fn tools(&self) -> PathBuf {
        self.bench().join("tools/bin")
    }
}
