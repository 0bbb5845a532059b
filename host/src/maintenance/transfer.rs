//! Bringing over what is missing, from one data directory to another, while hosts use either.
//!
//! Overwrites nothing that is whole, and deletes nothing. Called by backup and by restore, which differ in how closely
//! they look at what is there already.

use crate::clock::now;
use crate::error::{Error, StoreError};
use crate::ids::Handle;
use crate::quota::Amount;
use crate::records::{Embedded, Record, Records as _, Walked, searchable_text};
use crate::spool::Spool as _;

use super::batch::Batch;
use super::content::{Broken, Depth, has_content, of_record, read_through};
use super::steps::{Ending, Steps, Watch};
use super::walk::{self, for_each_record};

/// What is being done where the side that is written to fails.
pub(super) const WRITING: &str = "writing the copy";

/// The most damage that is told one by one; what there is beyond it is counted.
const MOST_DAMAGE: usize = 1000;

/// What a backup or a restore came to.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
pub struct TransferReport {
    /// What was missing and is there now.
    pub copied: Amount,
    /// Records that were there, and whose bytes were missing or damaged: they are whole now.
    pub repaired: Amount,
    /// Records that were there already.
    pub present: u64,
    /// Records that were deleted while this went on.
    pub deleted: u64,
    /// Records that have expired and were not copied.
    pub expired: u64,
    /// What could not be brought over, because it is not what was stored; the first thousand.
    pub damaged: Vec<Damage>,
    /// What could not be brought over, all of it counted.
    pub damage: u64,
    /// Whether it went on to the end. Where not, run again: it goes on.
    pub complete: bool,
}

/// A record or its bytes that could not be brought over.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Damage {
    /// The handle, where it can still be read.
    pub handle: Option<Handle>,
    /// What is wrong, in the store's words.
    pub problem: String,
}

/// Brings over what `to` lacks of `from`. `present` is how closely it looks at contents that are there already.
///
/// # Errors
/// [`Error::StoreFailed`] where either side fails as a whole. What was brought over by then stays.
pub(super) fn bring_over(
    from: &Embedded,
    to: &Embedded,
    present: Depth,
    watch: Watch<'_>,
) -> Result<TransferReport, Error> {
    let steps = Steps::new(watch, walk::count(&from.records).map_err(reading)?);
    let mut transfer =
        Transfer { from, to, present, steps, batch: Batch::new(to), report: TransferReport::default() };
    let walked = transfer.walk();
    transfer.report.complete = match walked {
        Ok(()) => true,
        Err(Ending::Interrupted) => false,
        Err(Ending::Failed(error)) => return Err(error),
    };
    transfer.keep()?;
    Ok(transfer.report)
}

struct Transfer<'a> {
    from: &'a Embedded,
    to: &'a Embedded,
    present: Depth,
    steps: Steps<'a>,
    batch: Batch<'a>,
    report: TransferReport,
}

impl Transfer<'_> {
    fn walk(&mut self) -> Result<(), Ending> {
        self.steps.tell()?;
        for_each_record(&self.from.records, reading, |Walked { handle, record }| {
            match record {
                Ok(record) => self.record(record)?,
                Err(error) => self.damaged(handle, &error),
            }
            if self.batch.is_full() {
                self.keep()?;
            }
            self.steps.record()
        })
    }

    fn record(&mut self, record: Record) -> Result<(), Ending> {
        if record.expires_at.is_some_and(|at| at <= now()) {
            self.report.expired += 1;
            return Ok(());
        }
        if !self.to.records.contains(record.handle).map_err(writing)? {
            return self.missing(record);
        }
        match self.to.records.find(&record.principal, record.handle) {
            Err(StoreError::Damaged { .. }) => return self.missing(record),
            found => drop(found.map_err(writing)?),
        }
        if !has_content(&record) {
            self.report.present += 1;
            return Ok(());
        }
        match self.look_at_present(&record) {
            Ok(()) => self.report.present += 1,
            Err(Broken::Content(_)) => self.repair(&record)?,
            Err(Broken::Taker(ending)) => return Err(ending),
        }
        Ok(())
    }

    /// Whether the bytes that are there already are whole.
    fn look_at_present(&mut self, record: &Record) -> Result<(), Broken> {
        let source = of_record(record, self.to.spool.open(record.handle))?;
        match self.present {
            Depth::Footer => Ok(()),
            Depth::Blocks => read_through(record.handle, &*source, |chunk| self.steps.bytes(chunk.len())),
        }
    }

    /// Brings over a record that is not there, or not whole, with its bytes.
    fn missing(&mut self, record: Record) -> Result<(), Ending> {
        if has_content(&record) {
            if !self.copy(&record)? {
                return Ok(());
            }
            self.batch.sealed(record.handle);
        }
        let text = searchable_text(&record, &self.to.spool).map_err(writing)?;
        self.batch.push(record, text);
        Ok(())
    }

    /// Puts whole bytes in the place of those that are not.
    fn repair(&mut self, record: &Record) -> Result<(), Ending> {
        if self.copy(record)? {
            self.to.spool.commit(&[record.handle]).map_err(writing)?;
            self.report.repaired = self.report.repaired.plus(Amount { bytes: record.bytes, records: 1 });
        }
        Ok(())
    }

    /// Copies a content, block by block, each checked on its way, and seals it. `false`: it is gone or damaged, as the
    /// report says now.
    fn copy(&mut self, record: &Record) -> Result<bool, Ending> {
        let handle = record.handle;
        let source = match of_record(record, self.from.spool.open(handle)) {
            Ok(source) => source,
            Err(error) => return self.unreadable(handle, error).map(|()| false),
        };
        // What makes way are bytes that no record names, or that are damaged.
        let mut writer = self.to.spool.replace(handle).map_err(writing)?;
        let steps = &mut self.steps;
        let copied = read_through(handle, &*source, |chunk| {
            writer.write(chunk).map_err(writing)?;
            steps.bytes(chunk.len())
        });
        match copied {
            Ok(()) => {}
            Err(Broken::Content(error)) => return self.unreadable(handle, error).map(|()| false),
            Err(Broken::Taker(ending)) => return Err(ending),
        }
        writer.seal().map_err(writing)?;
        Ok(true)
    }

    /// The bytes of a record cannot be read. Deleting goes record first: where the record is gone too, all is well.
    fn unreadable(&mut self, handle: Handle, error: StoreError) -> Result<(), Ending> {
        if matches!(error, StoreError::Gone) {
            return Err(reading(error).into());
        }
        if matches!(error, StoreError::Missing { .. })
            && !self.from.records.contains(handle).map_err(reading)?
        {
            self.report.deleted += 1;
        } else {
            self.damaged(Some(handle), &error);
        }
        Ok(())
    }

    fn damaged(&mut self, handle: Option<Handle>, error: &StoreError) {
        self.report.damage += 1;
        if self.report.damaged.len() < MOST_DAMAGE {
            self.report.damaged.push(Damage { handle, problem: error.to_string() });
        }
    }

    fn keep(&mut self) -> Result<(), Error> {
        let kept = self.batch.keep().map_err(writing)?;
        self.report.copied = self.report.copied.plus(kept);
        Ok(())
    }
}

fn reading(error: StoreError) -> Error {
    Error::store("reading what is to be copied")(error)
}

fn writing(error: StoreError) -> Error {
    Error::store(WRITING)(error)
}
