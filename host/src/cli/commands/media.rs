//! `skillhost media`: the pictures, sounds and files that skills handed back, and their bytes.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use clap::ValueHint;
use indicatif::HumanBytes;
use tabwriter::TabWriter;

use super::newest::Newest;
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::untrusted;
use crate::session::{CopyError, MediaSummary, Session};

/// List media, or save the bytes of one
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  skillhost media
  skillhost media 01938d3e-7a5c-7cc3-98c4-dc0c0c07398f --output chart.png")]
pub(in crate::cli) struct Media {
    /// Only the media behind this handle
    handle: Option<String>,
    /// Write its bytes to this file; `-` is standard output
    #[arg(short, long, value_name = "FILE", requires = "handle", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
    #[command(flatten)]
    newest: Newest,
}

impl Media {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<(), Failure> {
        let session = context.session()?;
        let Some(handle) = &self.handle else {
            let media = self.newest.of(context, |page| session.media(page))?;
            if media.is_empty() {
                context.console.note("no media; a call makes some");
            }
            return context.console.answer(&media, |out| table(out, &media));
        };
        let media = session.media_of(handle)?;
        match self.output.as_deref() {
            None => {
                let words = format!("media {handle} --output {}", file_name(&media));
                context.console.answer(&media, |out| table(out, std::slice::from_ref(&media)))?;
                context.console.note(format_args!("next: {}", context.next(&words)));
                Ok(())
            }
            Some(file) if file == Path::new("-") => to_standard_output(&session, handle),
            Some(file) => {
                save(&session, handle, file)?;
                context.console.answer(&media, |out| {
                    writeln!(out, "{} ({}, {})", file.display(), media_type(&media), HumanBytes(media.bytes))
                })
            }
        }
    }
}

fn to_standard_output(session: &Session, handle: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if out.is_terminal() {
        return Err(Failure::usage("a terminal shows no media: name a file, or pipe standard output"));
    }
    copy(session, handle, &mut out, Failure::Output)
}

fn save(session: &Session, handle: &str, file: &Path) -> Result<(), Failure> {
    let failed = |source| Failure::File { action: "write", file: file.to_owned(), source };
    let mut out = BufWriter::new(File::create(file).map_err(failed)?);
    copy(session, handle, &mut out, failed)
}

fn copy(
    session: &Session,
    handle: &str,
    out: &mut dyn Write,
    failed: impl Fn(io::Error) -> Failure,
) -> Result<(), Failure> {
    session.copy_to(handle, out).map_err(|error| match error {
        CopyError::Host(error) => error.into(),
        CopyError::Writer(error) => failed(error),
    })?;
    out.flush().map_err(failed)
}

fn table(out: &mut dyn Write, media: &[MediaSummary]) -> io::Result<()> {
    let mut table = TabWriter::new(out);
    for media in media {
        writeln!(table, "{}", row(media))?;
    }
    table.flush()
}

/// One media as cells between tabs.
pub(super) fn row(media: &MediaSummary) -> String {
    let MediaSummary { handle, hazard, filename, bytes, trust, .. } = media;
    let (kind, name) = (media_type(media), untrusted::cell(filename, 64));
    format!("{handle}\t{kind}\t{name}\t{}\t{trust}\t{}", HumanBytes(*bytes), hazard.as_str())
}

fn media_type(media: &MediaSummary) -> String {
    untrusted::cell(&media.mime_type, 64)
}

/// What to call the file: the skill's name where it is harmless as a name and as a word of a shell.
pub(super) fn file_name(media: &MediaSummary) -> &str {
    let harmless = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    match media.filename.as_str() {
        name if name.len() <= 64 && !name.starts_with(['.', '-']) && name.bytes().all(harmless) => name,
        _ => "media.bin",
    }
}
