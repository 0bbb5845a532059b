//! Every record and what is behind it: whether the bytes are there, whole, and those that were stored. Mends nothing: what
//! is lost only a backup has. Part of the doctor.

use crate::error::{Error, StoreError};
use crate::records::{Record, SqliteRecords};
use crate::spool::Inventory;

use super::content::{Broken, Depth, has_content, of_record, read_through};
use super::findings::Findings;
use super::report::{FindingKind, Reason};
use super::steps::{Ending, Steps};
use super::walk::for_each_record;

/// Goes through all records that can be read, expired ones too: they have their bytes until they are removed.
pub(super) fn examine(
    records: &SqliteRecords,
    inventory: &Inventory,
    depth: Depth,
    steps: &mut Steps<'_>,
    findings: &mut Findings,
) -> Result<(), Ending> {
    for_each_record(records, looking, |walked| {
        if let Ok(record) = walked.record {
            findings.report.records += 1;
            findings.report.bytes = findings.report.bytes.saturating_add(record.bytes);
            bytes(&record, records, inventory, depth, steps, findings)?;
        }
        steps.record()
    })
}

fn bytes(
    record: &Record,
    records: &SqliteRecords,
    inventory: &Inventory,
    depth: Depth,
    steps: &mut Steps<'_>,
    findings: &mut Findings,
) -> Result<(), Ending> {
    if !has_content(record) {
        return Ok(());
    }
    let handle = record.handle;
    let examined = match of_record(record, inventory.open(handle)) {
        Ok(source) if depth == Depth::Blocks => {
            read_through(handle, &*source, |chunk| steps.bytes(chunk.len()))
        }
        opened => opened.map(drop).map_err(Broken::Content),
    };
    let error = match examined {
        Ok(()) => return Ok(()),
        Err(Broken::Taker(ending)) => return Err(ending),
        Err(Broken::Content(error)) => error,
    };
    // Deleting goes record first: where the record is gone too by now, nothing is wrong.
    if records.contains(handle).map_err(looking)? {
        let (kind, detail) = match error {
            StoreError::Missing { .. } => (FindingKind::BytesMissing, None),
            error => (FindingKind::BytesAltered, Some(error.to_string())),
        };
        findings.left(kind, handle, record.bytes, detail, Reason::Lost);
    }
    Ok(())
}

fn looking(error: StoreError) -> Error {
    Error::store("looking through the records")(error)
}
