//! Finds the cases: every folder below `cases/<group>/` holds one, and every one has to parse.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::case::Case;
use crate::places;

/// Cases by name, `<group>/<id>`; or why a folder is no case.
pub(crate) fn cases() -> Result<BTreeMap<String, Result<Case>>> {
    let root = places::cases();
    let mut found = BTreeMap::new();
    for group in folders(&root)? {
        for folder in folders(&group)? {
            let name = folder.strip_prefix(&root).unwrap_or(&folder).to_string_lossy().replace('\\', "/");
            found.insert(name, parse(&folder));
        }
    }
    Ok(found)
}

fn parse(folder: &Path) -> Result<Case> {
    let file = folder.join("case.toml");
    let text = fs::read_to_string(&file).with_context(|| format!("no `{}`", file.display()))?;
    toml::from_str(&text).with_context(|| format!("`{}`", file.display()))
}

fn folders(path: &Path) -> Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for entry in fs::read_dir(path).with_context(|| format!("failed to list `{}`", path.display()))? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            folders.push(entry.path());
        }
    }
    folders.sort();
    Ok(folders)
}
