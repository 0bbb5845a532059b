//! The way through all records of a directory, whoever owns them, in the order of their handles. Holds one page of them
//! at a time. Called by the doctor and by transfers.

use crate::error::{Error, StoreError};
use crate::quota::QuotaScope;
use crate::records::{Records as _, SqliteRecords, Walked};

use super::steps::Ending;

/// How many records are looked up at once.
const PAGE: usize = 256;

/// Hands each record to `take`, or why it is none; `failed` tells what it means that the walk cannot go on.
pub(super) fn for_each_record(
    records: &SqliteRecords,
    failed: impl Fn(StoreError) -> Error,
    mut take: impl FnMut(Walked) -> Result<(), Ending>,
) -> Result<(), Ending> {
    let mut after = None;
    loop {
        let page = records.all(after, PAGE).map_err(&failed)?;
        let handles = page.iter().filter_map(|walked| walked.handle);
        let (count, last) = handles.fold((0, after), |(count, _), handle| (count + 1, Some(handle)));
        page.into_iter().try_for_each(&mut take)?;
        if count < PAGE {
            return Ok(());
        }
        after = last;
    }
}

/// How many records there are, as they are counted.
pub(super) fn count(records: &SqliteRecords) -> Result<u64, StoreError> {
    let usage = records.usage()?;
    let store = usage.iter().find(|usage| usage.scope == QuotaScope::Store);
    Ok(store.map_or(0, |usage| usage.amount.records))
}
