//! What a SKILL.md says of its skill. Refuses unknown keys, so that a misspelt one is noticed, and keeps the
//! host's limits out: those are the host's. Called by `skill`.

use crate::frontmatter::{self, Value};

/// What is wrong with a SKILL.md. Lines are 1-based.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ManifestError {
    /// The text begins with something else.
    #[error("the first line is not `---`")]
    NoFrontmatter,
    /// The text ends inside the frontmatter.
    #[error("no `---` line closes the frontmatter")]
    Unclosed,
    /// The line is not `key: value`, or it is indented where no map is open.
    #[error("line {line} is not `key: value`")]
    NotAKeyAndValue {
        /// Where.
        line: usize,
    },
    /// A YAML parser might read the value as something other than this text.
    #[error("the value on line {line} must be one line in double quotes")]
    NeedsQuotes {
        /// Where.
        line: usize,
    },
    /// A key that SKILL.md does not have.
    #[error("`{key}` on line {line} is not a key of SKILL.md")]
    UnknownKey {
        /// Where.
        line: usize,
        /// Which.
        key: String,
    },
    /// A key that stands twice.
    #[error("`{key}` on line {line} stands a second time")]
    RepeatedKey {
        /// Where.
        line: usize,
        /// Which.
        key: String,
    },
    /// `metadata` is indented lines, every other key is text.
    #[error("`{key}` on line {line} has no text, or text where indented lines belong")]
    WrongShape {
        /// Where.
        line: usize,
        /// Which.
        key: String,
    },
    /// A skill cannot do without this key.
    #[error("the frontmatter must include `{key}`")]
    Missing {
        /// Which.
        key: &'static str,
    },
    /// The name cannot be an id.
    #[error("the name `{name}` is not lower-case words joined by single hyphens, at most 64 characters")]
    NotAnId {
        /// As it is written.
        name: String,
    },
}

/// A SKILL.md, read.
#[derive(Debug, Default)]
pub(crate) struct Manifest {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) license: Option<String>,
    pub(crate) compatibility: Option<String>,
    pub(crate) metadata: Vec<(String, String)>,
    pub(crate) instructions: Option<String>,
}

impl Manifest {
    pub(crate) fn parse(text: &str) -> Result<Manifest, ManifestError> {
        let (entries, body) = frontmatter::parse(text)?;
        let mut manifest = Manifest::default();
        let mut seen = Vec::new();
        for entry in entries {
            let (line, key) = (entry.line, entry.key);
            if seen.contains(&key) {
                return Err(ManifestError::RepeatedKey { line, key: key.to_owned() });
            }
            seen.push(key);
            match (key, entry.value) {
                ("name", Value::Text(text)) => manifest.id = text,
                ("description", Value::Text(text)) => manifest.description = text,
                ("license", Value::Text(text)) => manifest.license = Some(text),
                ("compatibility", Value::Text(text)) => manifest.compatibility = Some(text),
                ("metadata", Value::Map(map)) => manifest.metadata = map,
                ("allowed-tools", Value::Text(_)) => {}
                ("name" | "description" | "license" | "compatibility" | "metadata" | "allowed-tools", _) => {
                    return Err(ManifestError::WrongShape { line, key: key.to_owned() });
                }
                _ => {
                    return Err(ManifestError::UnknownKey { line, key: key.to_owned() });
                }
            }
        }
        for (key, value) in [("name", &manifest.id), ("description", &manifest.description)] {
            if value.is_empty() {
                return Err(ManifestError::Missing { key });
            }
        }
        if !is_id(&manifest.id) {
            return Err(ManifestError::NotAnId { name: manifest.id });
        }
        manifest.title = heading(body).unwrap_or(&manifest.id).to_owned();
        manifest.instructions = Some(body.trim()).filter(|body| !body.is_empty()).map(str::to_owned);
        Ok(manifest)
    }
}

/// `[a-z0-9]+(-[a-z0-9]+)*`, at most 64 characters.
fn is_id(name: &str) -> bool {
    let word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    name.len() <= 64 && name.split('-').all(word)
}

/// The heading of level one that the body begins with.
fn heading(body: &str) -> Option<&str> {
    let first = body.trim_start().lines().next()?;
    first.strip_prefix("# ").map(str::trim).filter(|heading| !heading.is_empty())
}
