//! The files that rules look at, and what of them counts as code. Knows no rule.

use std::path::Path;
use std::{fmt, fs};

use anyhow::{Context, Result};

use crate::workspace;

/// One file of the repository.
pub(super) struct Source {
    /// Relative to the root, with `/`.
    pub(super) path: String,
    pub(super) text: String,
}

/// A breach of a rule.
#[derive(Debug, PartialEq)]
pub(super) struct Problem {
    path: String,
    line: usize,
    message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.message)
    }
}

impl Source {
    /// Rust, Markdown, TOML and WIT files and `.ci/run`, in order of their paths; nothing that was built, nor
    /// hidden folders that are not the repository's own.
    pub(super) fn all() -> Result<Vec<Self>> {
        let mut sources = Vec::new();
        collect(&workspace::root(), &mut sources)?;
        sources.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(sources)
    }

    pub(super) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// The code that ships: comments are left out, lines keep their numbers, and inline tests, which stand last
    /// in a file, end it. Empty for a file of tests.
    pub(super) fn code(&self) -> String {
        if self.path.ends_with("/tests.rs") || self.path.contains("/tests/") {
            return String::new();
        }
        let mut code = String::new();
        let mut lines = self.text.lines().peekable();
        while let Some(line) = lines.next() {
            let inline_tests =
                lines.peek().is_some_and(|next| next.starts_with("mod ") && next.ends_with('{'));
            if line == "#[cfg(test)]" && inline_tests {
                break;
            }
            let comment = if line.trim_start().starts_with("//") { Some(0) } else { line.find(" //") };
            code.extend(comment.map_or(Some(line), |start| line.get(..start)));
            code.push('\n');
        }
        code
    }

    pub(super) fn problem(&self, line: usize, message: impl Into<String>) -> Problem {
        Problem { path: self.path.clone(), line, message: message.into() }
    }
}

/// The number of the line that holds a byte offset.
pub(super) fn line_at(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|byte| *byte == b'\n').count()
}

fn collect(directory: &Path, sources: &mut Vec<Source>) -> Result<()> {
    for entry in
        fs::read_dir(directory).with_context(|| format!("failed to list `{}`", directory.display()))?
    {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if entry.file_type()?.is_dir() {
            let hidden = name.starts_with('.') && ![".cargo", ".ci", ".config"].contains(&name.as_str());
            if !hidden && name != "target" {
                collect(&path, sources)?;
            }
            continue;
        }
        let relative =
            path.strip_prefix(workspace::root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let known = [".rs", ".md", ".toml", ".wit"].iter().any(|ending| relative.ends_with(ending));
        if known || relative == ".ci/run" {
            let bytes = fs::read(&path).with_context(|| format!("failed to read `{relative}`"))?;
            sources.push(Source { path: relative, text: String::from_utf8_lossy(&bytes).into_owned() });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_what_ships() {
        fn check(path: &str, text: &str, expected: &str) {
            assert_eq!(Source { path: path.into(), text: text.into() }.code(), expected);
        }
        check("a.rs", "//! docs\nfn a() {} // why\n  // more\n", "\nfn a() {}\n\n");
        check("a.rs", "let a = \"http://a\";\n", "let a = \"http://a\";\n");
        check("a.rs", "fn a() {}\n#[cfg(test)]\nmod tests {\n}\n", "fn a() {}\n");
        check("a.rs", "#[cfg(test)]\nmod tests;\nfn a() {}\n", "#[cfg(test)]\nmod tests;\nfn a() {}\n");
        check("host/src/a/tests.rs", "fn a() {}\n", "");
    }
}
