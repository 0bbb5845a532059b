//! `bundle_zip`: from named texts to an archive. Refuses the whole bundle for one bad name: half of what was
//! asked for would be a quiet loss.

use schemars::JsonSchema;
use serde::Deserialize;
use skillhost_guest::Failure;

use crate::archive::archive;
use crate::name::{Name, NameError, shown};
use crate::names::{Clash, Names};

/// Each file costs an entry in the archive's directory, however short it is.
const MOST_FILES: usize = 1_000;

/// In bytes, all texts together: they, their JSON and the archive share the memory of one call.
const MOST_TEXT: usize = 8 << 20;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Zip {
    /// What to pack, in this order.
    files: Vec<File>,
}

/// One file of the archive.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    /// A relative path with forward slashes, such as data/sales.csv.
    name: String,
    /// The content, stored as UTF-8.
    text: String,
}

/// What is wrong with a bundle. Files are counted from 1.
#[derive(Debug, thiserror::Error)]
enum BundleError {
    #[error("no files; a bundle has at least one")]
    Empty,
    #[error("{count} files; a bundle has at most {MOST_FILES}")]
    TooMany { count: usize },
    #[error("the texts have {bytes} bytes together; a bundle has at most {MOST_TEXT}")]
    TooLarge { bytes: usize },
    #[error("the name of file {position}, `{}`, {reason}", shown(name))]
    Name { position: usize, name: String, reason: NameError },
    #[error("the name of file {position}, `{}`, {reason}", shown(name))]
    Clash { position: usize, name: String, reason: Clash },
}

pub(crate) fn zip(arguments: Zip) -> Result<Vec<u8>, Failure> {
    let files = check(&arguments.files).map_err(Failure::invalid_arguments)?;
    Ok(archive(&files)?)
}

fn check(files: &[File]) -> Result<Vec<(Name<'_>, &str)>, BundleError> {
    if files.is_empty() {
        return Err(BundleError::Empty);
    }
    if files.len() > MOST_FILES {
        return Err(BundleError::TooMany { count: files.len() });
    }
    let bytes = files.iter().map(|file| file.text.len()).sum();
    if bytes > MOST_TEXT {
        return Err(BundleError::TooLarge { bytes });
    }
    let mut names = Names::default();
    let mut checked = Vec::with_capacity(files.len());
    for (position, file) in (1..).zip(files) {
        let File { name, text } = file;
        let parsed =
            Name::parse(name).map_err(|reason| BundleError::Name { position, name: name.clone(), reason })?;
        names.insert(parsed, position).map_err(|reason| BundleError::Clash {
            position,
            name: name.clone(),
            reason,
        })?;
        checked.push((parsed, text.as_str()));
    }
    Ok(checked)
}
