//! From a path or a text to [`Config`]: the only file of this group that touches the disk.
//!
//! It reads the one file it is given and nothing that the file names. The command line calls it.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::error::{Error, Mistake};

use super::mistakes::Mistakes;
use super::settings::Config;
use super::{check, raw};

/// The largest configuration file, in bytes: a thousand skills fit, an endless device does not.
pub const MOST_BYTES: usize = 256 << 10;

/// The name that [`Config::find`] looks for.
const FILE_NAME: &str = "skillhost.toml";

impl Config {
    /// Reads a file. Relative paths in it are relative to the folder it stands in.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidConfig`] with every mistake; a file that cannot be read is one mistake.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let bytes = read(path).map_err(|mistake| Error::InvalidConfig { mistakes: vec![mistake] })?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let line = 1 + error.as_bytes().iter().take(valid).filter(|byte| **byte == b'\n').count();
            Error::InvalidConfig {
                mistakes: vec![whole(Some(line), "the file is not UTF-8 text here", "save it as UTF-8")],
            }
        })?;
        Self::parse(&text, path.parent().unwrap_or(Path::new("")))
    }

    /// Reads a text. Relative paths in it are relative to `base_directory`, which itself may be relative to
    /// the current directory.
    ///
    /// ```
    /// use skillhost::config::Config;
    ///
    /// let config = Config::parse("[host]\ninline-limit = \"2 KiB\"", "/srv/agent".as_ref()).unwrap();
    /// assert_eq!(config.inline_limit, 2048);
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::InvalidConfig`] with every mistake, in the order of the file.
    pub fn parse(text: &str, base_directory: &Path) -> Result<Self, Error> {
        if text.len() > MOST_BYTES {
            return Err(Error::InvalidConfig { mistakes: vec![too_large()] });
        }
        let mut mistakes = Mistakes::default();
        let table = raw::read(text, &mut mistakes);
        // An empty path is the current directory, but `absolute` refuses it.
        let base = std::path::absolute(Path::new(".").join(base_directory))
            .unwrap_or_else(|_| base_directory.to_owned());
        let config = check::check(&table, &base, &mut mistakes);
        let mistakes = mistakes.finish();
        if mistakes.is_empty() { Ok(config) } else { Err(Error::InvalidConfig { mistakes }) }
    }

    /// The nearest `skillhost.toml`: in `start` or in the folders above it.
    #[must_use]
    pub fn find(start: &Path) -> Option<PathBuf> {
        let start = std::path::absolute(start).ok()?;
        start.ancestors().map(|folder| folder.join(FILE_NAME)).find(|file| file.is_file())
    }
}

/// At most one byte more than allowed: enough to know that it is too much.
fn read(path: &Path) -> Result<Vec<u8>, Mistake> {
    let unreadable = |error: std::io::Error| {
        let hint = "name another file, or let the host read this one";
        whole(None, &format!("the file cannot be read: {error}"), hint)
    };
    // Opening a pipe would wait for its other end.
    if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(whole(None, "what stands there is not a file", "name a TOML file"));
    }
    let mut bytes = Vec::new();
    let most = MOST_BYTES as u64 + 1;
    File::open(path).map_err(unreadable)?.take(most).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() > MOST_BYTES { Err(too_large()) } else { Ok(bytes) }
}

fn too_large() -> Mistake {
    whole(None, &format!("the file is larger than {MOST_BYTES} bytes"), "use several hosts with a file each")
}

fn whole(line: Option<usize>, problem: &str, hint: &str) -> Mistake {
    Mistake { line, key: String::new(), problem: problem.to_owned(), hint: Some(hint.to_owned()) }
}
