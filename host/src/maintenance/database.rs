//! Whether the records agree with themselves: pages, indexes, rows, sums, texts. Mends what follows from the records, and
//! no record. Part of the doctor.

use crate::error::{Error, StoreError};
use crate::records::{Flaw, SqliteRecords};
use crate::spool::Spool;

use super::findings::Findings;
use super::report::{Done, FindingKind, Reason};
use super::sides::RECORDS_FILE;

/// Whether every record that was inserted can be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Soundness {
    /// Nothing speaks against it.
    Sound,
    /// Records are damaged or may be missing.
    Doubtful,
}

/// Looks, mends what can be mended, and looks again.
pub(super) fn examine(
    records: &SqliteRecords,
    spool: &dyn Spool,
    repair: bool,
    findings: &mut Findings,
) -> Result<Soundness, Error> {
    let before = records.integrity().map_err(looking)?;
    let refused = if repair { mend(records, spool, &before).err() } else { None };
    let after = match &before[..] {
        [] => Vec::new(),
        _ => records.integrity().map_err(looking)?,
    };
    for flaw in &before {
        let kind = kind(flaw);
        let detail = |also: Option<&StoreError>| {
            Some(also.map_or_else(|| flaw.to_string(), |also| format!("{flaw}; {also}")))
        };
        let (done, detail) = match (after.contains(flaw), &refused) {
            (false, _) => (Done::Corrected, detail(None)),
            (true, _) if matches!(flaw, Flaw::Record(_)) => (Done::Left(Reason::Lost), detail(None)),
            (true, _) if !repair => (Done::Left(Reason::OnlyLooking), detail(None)),
            (true, Some(error)) => (Done::Left(Reason::Refused), detail(Some(error))),
            (true, None) => (Done::Left(Reason::Lost), detail(None)),
        };
        findings.add(kind, RECORDS_FILE, 0, detail, done);
    }
    let doubtful = after.iter().any(|flaw| matches!(flaw, Flaw::Database(_) | Flaw::Record(_)));
    Ok(if doubtful { Soundness::Doubtful } else { Soundness::Sound })
}

/// Makes anew what follows from the records, in the order in which one follows from the other.
fn mend(records: &SqliteRecords, spool: &dyn Spool, flaws: &[Flaw]) -> Result<(), StoreError> {
    let has = |of: fn(&Flaw) -> bool| flaws.iter().any(of);
    if has(|flaw| matches!(flaw, Flaw::Database(_))) {
        records.repair_indexes()?;
    }
    if has(|flaw| matches!(flaw, Flaw::Usage { .. })) {
        records.repair_usage()?;
    }
    if has(|flaw| matches!(flaw, Flaw::Text(_))) {
        records.repair_texts(spool)?;
    }
    Ok(())
}

fn kind(flaw: &Flaw) -> FindingKind {
    match flaw {
        Flaw::Database(_) => FindingKind::DatabaseDamaged,
        Flaw::Record(_) => FindingKind::RecordAltered,
        Flaw::Usage { .. } => FindingKind::UsageWrong,
        Flaw::Text(_) => FindingKind::TextIndexWrong,
    }
}

fn looking(error: StoreError) -> Error {
    Error::store("looking through the records")(error)
}
