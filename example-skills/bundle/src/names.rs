//! The names of one archive, none of which may stand in another's way. Compares them as a file system without
//! upper and lower case does. Used by `zip`.

use std::collections::HashMap;

use crate::name::Name;

/// Why a name cannot be beside the earlier ones. Files are counted from 1.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Clash {
    #[error("is that of file {0} too, but for the case of letters at most")]
    Same(usize),
    #[error("is a folder of file {0}")]
    IsFolder(usize),
    #[error("needs a folder where file {0} is")]
    NeedsFolder(usize),
}

/// What is taken, and by which file.
#[derive(Default)]
pub(crate) struct Names {
    files: HashMap<String, usize>,
    folders: HashMap<String, usize>,
}

impl Names {
    /// Adds the name of the file at this position.
    pub(crate) fn insert(&mut self, name: Name<'_>, position: usize) -> Result<(), Clash> {
        let folded = name.folded();
        if let Some(earlier) = self.files.get(&folded) {
            return Err(Clash::Same(*earlier));
        }
        if let Some(inside) = self.folders.get(&folded) {
            return Err(Clash::IsFolder(*inside));
        }
        let folders = folded.match_indices('/').filter_map(|(end, _)| folded.get(..end));
        for folder in folders {
            if let Some(file) = self.files.get(folder) {
                return Err(Clash::NeedsFolder(*file));
            }
            if !self.folders.contains_key(folder) {
                self.folders.insert(folder.to_owned(), position);
            }
        }
        self.files.insert(folded, position);
        Ok(())
    }
}
