//! A private view of the package archive: lists and caches of its own, so that the system's stay as they are.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::process;

/// What `apt-get` and `apt-cache` are told each time.
pub(super) struct Archive {
    options: Vec<String>,
    downloads: PathBuf,
}

impl Archive {
    pub(super) fn open(directory: &Path, downloads: &Path, sources: Option<&Path>) -> Result<Self> {
        let (lists, cache) = (directory.join("lists"), directory.join("cache"));
        fs::create_dir_all(lists.join("partial"))?;
        fs::create_dir_all(cache.join("archives/partial"))?;
        let mut options = vec![
            "-qq".to_owned(),
            "-oAPT::Sandbox::User=".to_owned(),
            format!("-oDir::State::lists={}", lists.display()),
            format!("-oDir::Cache={}", cache.display()),
        ];
        if let Some(sources) = sources {
            options.push("-oDir::Etc::sourceparts=/dev/null".to_owned());
            options.push(format!("-oDir::Etc::sourcelist={}", sources.display()));
        }
        let archive = Self { options, downloads: downloads.to_owned() };
        process::run(archive.command("apt-get").arg("update"))?;
        Ok(archive)
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.args(&self.options).current_dir(&self.downloads);
        command
    }

    pub(super) fn version(&self, package: &str) -> Result<String> {
        let policy = process::output(self.command("apt-cache").args(["policy", package]))?;
        let candidate = policy.lines().find_map(|line| line.trim().strip_prefix("Candidate: "));
        match candidate {
            Some(version) if version != "(none)" => Ok(version.to_owned()),
            _ => bail!("this system's Debian release has no package `{package}`; Debian 12 has"),
        }
    }

    pub(super) fn download(&self, packages: &[String]) -> Result<()> {
        process::run(self.command("apt-get").arg("download").args(packages))
    }
}

/// The mirror that the system itself uses.
pub(super) fn mirror() -> Result<String> {
    let parts =
        fs::read_dir("/etc/apt/sources.list.d").into_iter().flatten().flatten().map(|entry| entry.path());
    for file in parts.chain([PathBuf::from("/etc/apt/sources.list")]) {
        if let Some(mirror) = mirror_in(&fs::read_to_string(file).unwrap_or_default()) {
            return Ok(mirror);
        }
    }
    bail!("no Debian mirror stands in /etc/apt")
}

fn mirror_in(sources: &str) -> Option<String> {
    sources
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with("URIs:") || line.starts_with("deb "))
        .find_map(|line| {
            // Not `debian-security`, which carries updates only.
            let mut words = line.split_whitespace();
            words
                .find(|word| word.contains("://") && word.trim_end_matches('/').ends_with("/debian"))
                .map(str::to_owned)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mirror_is_read_from_both_formats() {
        fn check(sources: &str, expected: Option<&str>) {
            assert_eq!(mirror_in(sources).as_deref(), expected, "{sources}");
        }
        check(
            "Types: deb\nURIs: http://mirror.example/debian\nSuites: bookworm\n",
            Some("http://mirror.example/debian"),
        );
        check(
            "# deb http://old.example/debian x\ndeb [arch=amd64] https://a.example/debian/ bookworm main",
            Some("https://a.example/debian/"),
        );
        check("URIs: http://mirror.example/debian-security\n", None);
        check("", None);
    }
}
