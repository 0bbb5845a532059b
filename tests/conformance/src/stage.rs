//! A case's own folder: the deployer's file, the skills, whatever files the case brings. Removed when the case ends.
//!
//! ```text
//! <temporary>/skillhost.toml   [host] and [[sources]] from here, the rest from the case
//! <temporary>/skills/<id>/     skill.wasm, SKILL.md
//! <temporary>/data/            the host's
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use rusqlite::Connection;
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

use crate::case::Case;
use crate::guest;
use crate::places;
use crate::step::Disturbance;

pub(crate) struct Stage {
    folder: TempDir,
}

impl Stage {
    pub(crate) fn set(case: &Case) -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("skillhost-case-").tempdir()?;
        let stage = Self { folder };
        let mut config = case.config.replace("{case}", &stage.path().display().to_string());
        fs::create_dir(stage.path().join("skills"))?;
        for skill in case.skills.iter().filter(|skill| skill.guest != "native") {
            let bytes = guest::component(skill)?;
            let digest = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
            config = config.replace(&format!("{{digest:{}}}", skill.id), &format!("sha256:{digest}"));
            let directory = stage.path().join("skills").join(&skill.id);
            fs::create_dir_all(&directory)?;
            fs::write(directory.join("skill.wasm"), bytes)?;
            if let Some(manifest) = &skill.manifest {
                fs::write(directory.join("SKILL.md"), manifest)?;
            }
        }
        for (path, text) in &case.files {
            let path = stage.path().join(path);
            fs::create_dir_all(path.parent().unwrap_or(stage.path()))?;
            fs::write(path, text)?;
        }
        let text = format!(
            "[host]\ndata-dir = \"data\"\ncache-dir = \"{}\"\n{}\n\n\
             [[sources]]\nid = \"case\"\nkind = \"directory\"\npath = \"skills\"\n\n{config}",
            places::cache().display(),
            case.host,
        );
        fs::write(stage.config(), text)?;
        Ok(stage)
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn config(&self) -> PathBuf {
        self.path().join("skillhost.toml")
    }

    /// Does to files what a user, an accident or another program would. What comes back is held as long as it lives.
    pub(crate) fn disturb(&self, disturbance: &Disturbance) -> Result<Option<Connection>> {
        let path = self.path().join(&disturbance.path);
        if disturbance.remove {
            fs::remove_dir_all(&path).or_else(|_| fs::remove_file(&path))?;
        }
        if disturbance.block {
            fs::remove_dir_all(&path).with_context(|| format!("no folder `{}`", disturbance.path))?;
            fs::write(&path, "")?;
        }
        if let Some(target) = &disturbance.link {
            #[cfg(unix)]
            std::os::unix::fs::symlink(target, &path)?;
            #[cfg(not(unix))]
            anyhow::bail!("no link to {target} on this system");
        }
        if let Some(text) = &disturbance.text {
            fs::create_dir_all(path.parent().unwrap_or(&path))?;
            fs::write(&path, text)?;
        }
        if let Some(length) = disturbance.cut {
            for file in files_below(&path)? {
                fs::OpenOptions::new().write(true).open(file)?.set_len(length)?;
            }
        }
        if let Some(at) = disturbance.flip {
            for file in files_below(&path)? {
                let mut bytes = fs::read(&file)?;
                let length = bytes.len();
                let byte = usize::try_from(at).ok().and_then(|at| bytes.get_mut(at));
                *byte.with_context(|| format!("`{}` has {length} bytes", file.display()))? ^= 1;
                fs::write(file, bytes)?;
            }
        }
        if let Some(mode) = &disturbance.mode {
            set_mode(&path, u32::from_str_radix(mode, 8)?)?;
        }
        if disturbance.hold {
            let connection = Connection::open(&path)?;
            connection.execute_batch("BEGIN IMMEDIATE")?;
            return Ok(Some(connection));
        }
        Ok(None)
    }
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
        .with_context(|| format!("no `{}`", path.display()))
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> Result<()> {
    anyhow::bail!("permissions are no numbers on this system")
}

/// Every file at or below a path, in no order. Nothing there: none.
pub(crate) fn files_below(path: &Path) -> Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            files.extend(files_below(&entry?.path())?);
        }
    }
    Ok(files)
}
