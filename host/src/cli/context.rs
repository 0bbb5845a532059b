//! What every command runs in: the options, the console, Ctrl-C, and the way to a host. Opens nothing before a command
//! asks.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::arguments::Options;
use super::console::Console;
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::logging;
use crate::config::Config;
use crate::error::{Error, Mistake};
use crate::host::Host;
use crate::principal::Principal;
use crate::session::Session;

/// What a command is given.
pub(super) struct Context {
    pub(super) console: Console,
    pub(super) interrupt: Interrupt,
    config: Option<PathBuf>,
}

impl Context {
    /// Starts the log and takes over Ctrl-C.
    pub(super) fn new(options: Options) -> Self {
        logging::start(&options);
        Self { console: Console::new(&options), interrupt: Interrupt::install(), config: options.config }
    }

    /// The deployer's file: the one that was named, else the nearest one upward.
    pub(super) fn config_file(&self) -> Result<PathBuf, Failure> {
        self.config.clone().or_else(|| Config::find(Path::new("."))).ok_or_else(|| {
            let mistake = Mistake {
                line: None,
                key: String::new(),
                problem: "there is no `skillhost.toml` in this folder or above it".to_owned(),
                hint: Some("name the file with `-c FILE`".to_owned()),
            };
            Failure::from(Error::InvalidConfig { mistakes: vec![mistake] })
        })
    }

    /// A host as the deployer's file says.
    pub(super) fn host(&self) -> Result<Host, Failure> {
        let file = self.config_file()?;
        let host = Config::load(&file).and_then(|config| self.build(config));
        host.map_err(|error| Failure::in_config(file, error))
    }

    /// A host that keeps nothing, for a look at a component, with the grants of the deployer's file. A file that was named
    /// must be right; one that merely lies nearby may be broken or absent.
    pub(super) fn host_to_look_with(&self) -> Result<Host, Failure> {
        let skills = match (&self.config, Config::find(Path::new("."))) {
            (Some(file), _) => {
                Config::load(file).map_err(|error| Failure::in_config(file.clone(), error))?.skills
            }
            (None, Some(nearby)) => Config::load(&nearby).map(|config| config.skills).unwrap_or_default(),
            (None, None) => BTreeMap::new(),
        };
        Ok(self.build(Config { skills, ..Config::in_memory() })?)
    }

    /// A conversation of this machine's user.
    pub(super) fn session(&self) -> Result<Session, Failure> {
        Ok(self.host()?.session(Principal::local()))
    }

    fn build(&self, config: Config) -> Result<Host, Error> {
        let compiling = self.console.compiling();
        Host::builder(config).progress(move |event| compiling.tell(&event)).build()
    }

    /// A command to run next, ready to be copied: with the file that was named.
    pub(super) fn next(&self, words: &str) -> String {
        match &self.config {
            Some(file) => format!("skillhost -c {} {words}", quoted(&file.display().to_string())),
            None => format!("skillhost {words}"),
        }
    }
}

/// A word as a POSIX shell reads it back.
pub(super) fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+:,=@%".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive_a_shell() {
        for (word, expected) in [
            ("demo/skillhost.toml", "demo/skillhost.toml"),
            ("my files/a.toml", "'my files/a.toml'"),
            ("it's", r"'it'\''s'"),
            ("$HOME", "'$HOME'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }
}
