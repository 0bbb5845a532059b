//! Where answers and notes are printed: data on standard output, all else on standard error. Adds no words of its own.
//! Every command prints through it.

use std::io::{self, BufWriter, IsTerminal as _, Write};

use anstyle::Style;
use serde::Serialize;

use super::arguments::Options;
use super::compiling::Compiling;
use super::failure::Failure;
use super::untrusted;

/// What stands out: ids, handles, headings.
pub(super) const BOLD: Style = Style::new().bold();
/// What may be passed over.
pub(super) const DIM: Style = Style::new().dimmed();
/// What went wrong.
pub(super) const RED: Style = anstyle::AnsiColor::Red.on_default().bold();

/// How this run prints.
pub(super) struct Console {
    json: bool,
    quiet: bool,
    details: bool,
    compiling: Compiling,
}

impl Console {
    /// As the options say.
    pub(super) fn new(options: &Options) -> Self {
        Self {
            json: options.json,
            quiet: options.quiet,
            details: options.verbose > 0,
            compiling: Compiling::new(options.quiet || options.json),
        }
    }

    /// For words that could not be parsed.
    pub(super) fn unparsed(json: bool) -> Self {
        Self { json, quiet: true, details: false, compiling: Compiling::new(true) }
    }

    pub(super) fn is_json(&self) -> bool {
        self.json
    }

    /// Whether errors show what is meant for the operator.
    pub(super) fn shows_details(&self) -> bool {
        self.details
    }

    /// The progress shown while components compile. Gone as soon as anything is printed.
    pub(super) fn compiling(&self) -> Compiling {
        self.compiling.clone()
    }

    /// The command's answer: as JSON, or as `for_people` writes it. Styles are dropped where they are not wanted.
    pub(super) fn answer<T: Serialize + ?Sized>(
        &self,
        value: &T,
        for_people: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        self.compiling.clear();
        if self.json {
            let mut out = BufWriter::new(io::stdout().lock());
            serde_json::to_writer(&mut out, value)
                .map_err(io::Error::from)
                .and_then(|()| writeln!(out))
                .and_then(|()| out.flush())
        } else {
            let mut out = BufWriter::new(anstream::stdout().lock());
            for_people(&mut out).and_then(|()| out.flush())
        }
        .map_err(Failure::Output)
    }

    /// Text as the answer: to a terminal without what it would obey, else to the byte.
    pub(super) fn verbatim(&self, text: &str) -> Result<(), Failure> {
        self.compiling.clear();
        let mut out = io::stdout().lock();
        let written = if out.is_terminal() {
            out.write_all(untrusted::text(text).as_bytes())
        } else {
            out.write_all(text.as_bytes())
        };
        let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        written
            .and_then(|()| out.write_all(end.as_bytes()))
            .and_then(|()| out.flush())
            .map_err(Failure::Output)
    }

    /// A remark on standard error; not for scripts, not for those who want quiet.
    pub(super) fn note(&self, note: impl std::fmt::Display) {
        if !self.json && !self.quiet {
            self.complain(note);
        }
    }

    /// A line on standard error, whatever the options. There is no one left to tell when that fails.
    pub(super) fn complain(&self, line: impl std::fmt::Display) {
        self.compiling.clear();
        let _ = writeln!(anstream::stderr().lock(), "{line}");
    }
}
