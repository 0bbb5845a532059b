//! Reading what is kept, by handle. A handle of another principal does not exist (decision 29).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::{Map, Value};
use skillhost_artifacts::{Bounds, ReadError};

use super::result::Reading;
use super::{Inner, Session};
use crate::error::{Error, StoreError};
use crate::ids::Handle;
use crate::kinds::RegisteredKind;
use crate::records::{Detail, Found, Record};
use crate::spool::read_error;

/// What is being done when a handle is looked up, in errors.
const LOOKING_UP: &str = "looking a handle up";

/// What one reading may take. Stops patterns that backtrack over a large document.
const READING: Duration = Duration::from_secs(5);

impl Session {
    /// Runs a reader over any artifact or retrievable of this principal, whichever session or process made it.
    ///
    /// # Errors
    /// [`Error::HandleInvalid`], [`Error::ArtifactNotFound`], [`Error::ArtifactExpired`], [`Error::ArtifactDeleted`],
    /// [`Error::ReaderUnavailable`], [`Error::InvalidToolArguments`], [`Error::ToolDownstream`],
    /// [`Error::KindMissing`] when this host lacks the artifact's kind, or the store's.
    pub fn read(&self, handle: &str, reader: &str, arguments: &Map<String, Value>) -> Result<Reading, Error> {
        let record = self.inner.record(handle)?;
        self.inner.read(&record, reader, arguments)
    }
}

impl Inner {
    /// The record behind a handle as a caller wrote it.
    pub(super) fn record(&self, text: &str) -> Result<Record, Error> {
        let handle: Handle =
            text.parse().map_err(|_| Error::HandleInvalid { text: crate::text::escaped(text, 64) })?;
        let unknown = Error::ArtifactNotFound { handle: handle.to_string() };
        match self.find(handle)? {
            Found::Record(record) => Ok(*record),
            Found::Expired => Err(Error::ArtifactExpired { handle }),
            Found::Deleted => Err(Error::ArtifactDeleted { handle }),
            Found::Foreign => Err(unknown),
            // A handle is given out when its record is durable: bytes that no record names were never given out, or the
            // records are damaged.
            Found::Unknown => match self.host.loader.store.spool.open(handle) {
                Err(StoreError::Missing { .. }) => Err(unknown),
                Err(source) => Err(Error::store(LOOKING_UP)(source)),
                Ok(_) => Err(Error::store(LOOKING_UP)(StoreError::Damaged {
                    path: "records.sqlite".into(),
                    what: format!("the bytes behind `{handle}` are there, its record is not"),
                })),
            },
        }
    }

    fn find(&self, handle: Handle) -> Result<Found, Error> {
        self.host.loader.store.records.find(&self.principal, handle).map_err(Error::store(LOOKING_UP))
    }

    /// The record behind a handle, as long as it is there.
    pub(super) fn get(&self, handle: Handle) -> Result<Option<Record>, Error> {
        Ok(match self.find(handle)? {
            Found::Record(record) => Some(*record),
            Found::Expired | Found::Deleted | Found::Foreign | Found::Unknown => None,
        })
    }

    /// How a record is read; media and inline texts are not.
    pub(super) fn kind_of(&self, record: &Record) -> Option<Result<RegisteredKind, Error>> {
        let kinds = &self.host.loader.kinds;
        match &record.detail {
            Detail::Artifact(detail) => Some(kinds.reopen(detail)),
            // The tool's binding does not apply to the text of its record (behaviour 5.1).
            Detail::Retrievable(detail) if detail.inline.is_none() => Some(Ok(kinds.base().clone())),
            Detail::Retrievable(_) | Detail::Media(_) => None,
        }
    }

    pub(super) fn read(
        &self,
        record: &Record,
        reader: &str,
        arguments: &Map<String, Value>,
    ) -> Result<Reading, Error> {
        let kind = self.kind_of(record).unwrap_or_else(|| {
            let reason = match record.detail {
                Detail::Media(_) => "it is a media; media are shown, not read",
                _ => "it stands in the prompt; there is nothing behind its handle",
            };
            Err(Error::ReaderUnavailable {
                reader: crate::text::escaped(reader, 64),
                reason: reason.to_owned(),
            })
        })?;
        let spool = &self.host.loader.store.spool;
        let source = spool.open(record.handle).map_err(Error::store("opening an artifact"))?;
        let over = Arc::new(AtomicBool::new(false));
        let bounds = Bounds { cancelled: Some(Arc::clone(&over)), ..Bounds::default() };
        let _clock = self.host.workers.set_after(READING, over);
        // Patterns and documents are anyone's, and readers are built on parsers: a panic costs this reading.
        let answer = catch_unwind(AssertUnwindSafe(|| {
            skillhost_artifacts::read(kind.kind.as_ref(), reader, arguments, source.as_ref(), &bounds)
        }));
        match answer {
            Ok(Ok(answer)) => {
                Ok(Reading { text: answer.text, truncated: answer.truncated, trust: record.tier })
            }
            Ok(Err(error)) => Err(reading(reader, record.handle, error)),
            Err(_) => Err(Error::ToolDownstream {
                reader: crate::text::escaped(reader, 64),
                reason: "the reader broke off".to_owned(),
                hint: "this is a fault of the host: report it with the pattern or the document".to_owned(),
            }),
        }
    }
}

/// A reader's error under its public code.
fn reading(reader: &str, handle: Handle, error: ReadError) -> Error {
    let reader = crate::text::escaped(reader, 64);
    let hint = error.hint().unwrap_or_default();
    match error {
        ReadError::InvalidArguments { mistakes, .. } => Error::InvalidToolArguments {
            tool: reader,
            problems: mistakes.iter().map(ToString::to_string).collect(),
            expected: Some(hint),
        },
        ReadError::UnknownReader { .. } | ReadError::ReaderNotBuiltIn { .. } => Error::ReaderUnavailable {
            reader,
            reason: crate::text::escaped(&format!("{error}; {hint}"), 1 << 10),
        },
        ReadError::Source(source) => Error::store("reading an artifact")(read_error(handle, source)),
        ReadError::Cancelled => Error::ToolDownstream {
            reader,
            reason: format!("it took longer than {} s", READING.as_secs()),
            hint: "ask for less: a narrower range, or a pattern without look-around".to_owned(),
        },
        other => Error::ToolDownstream { reader, reason: other.to_string(), hint },
    }
}
