//! `skillhost completions`: a script that teaches a shell this program's words.

use clap::CommandFactory as _;
use clap_complete::Shell;
use serde_json::json;

use crate::cli::arguments::Arguments;
use crate::cli::context::Context;
use crate::cli::failure::Failure;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  skillhost completions bash > ~/.local/share/bash-completion/completions/skillhost
  skillhost completions zsh > ~/.zfunc/_skillhost
  skillhost completions fish > ~/.config/fish/completions/skillhost.fish")]
pub(in crate::cli) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<(), Failure> {
        let mut script = Vec::new();
        // Into memory first: the generator breaks off with a panic where it cannot write.
        clap_complete::generate(self.shell, &mut Arguments::command(), "skillhost", &mut script);
        let script = String::from_utf8_lossy(&script);
        if context.console.is_json() {
            return context.console.answer(&json!({ "script": script }), |_| Ok(()));
        }
        context.console.verbatim(&script)
    }
}
