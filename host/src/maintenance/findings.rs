//! Findings as they come in: bounded in number, each mended at once where it can be. Used by the parts of the doctor.

use std::fmt::Display;

use crate::error::StoreError;

use super::report::{DoctorReport, Done, Finding, FindingKind, Reason};

/// The most findings that are told one by one: a directory of a million orphans must not become a list in memory.
const MOST_LISTED: usize = 1000;

/// Collects a report.
pub(super) struct Findings {
    /// The report so far.
    pub(super) report: DoctorReport,
    repair: bool,
}

impl Findings {
    /// Nothing found yet.
    pub(super) fn new(repair: bool) -> Self {
        Self { report: DoctorReport::default(), repair }
    }

    /// Something that stays as it is.
    pub(super) fn left(
        &mut self,
        kind: FindingKind,
        place: impl Display,
        bytes: u64,
        detail: Option<String>,
        reason: Reason,
    ) {
        self.add(kind, place, bytes, detail, Done::Left(reason));
    }

    /// Something that `remove` removes, if repairing is wanted.
    pub(super) fn removed(
        &mut self,
        kind: FindingKind,
        place: impl Display,
        bytes: u64,
        detail: Option<String>,
        remove: impl FnOnce() -> Result<(), StoreError>,
    ) {
        match self.repair.then(remove) {
            None => self.left(kind, place, bytes, detail, Reason::OnlyLooking),
            Some(Ok(())) => self.add(kind, place, bytes, detail, Done::Removed),
            Some(Err(error)) => self.left(kind, place, bytes, Some(error.to_string()), Reason::Refused),
        }
    }

    /// Something, with what was done about it.
    pub(super) fn add(
        &mut self,
        kind: FindingKind,
        place: impl Display,
        bytes: u64,
        detail: Option<String>,
        done: Done,
    ) {
        self.report.damage += u64::from(kind.is_damage() && matches!(done, Done::Left(_)));
        if self.report.findings.len() < MOST_LISTED {
            self.report.findings.push(Finding { kind, place: place.to_string(), bytes, detail, done });
        } else {
            self.report.unlisted += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_listed_is_counted() {
        let mut findings = Findings::new(false);
        for number in 0..1500 {
            findings.left(FindingKind::BytesMissing, number, 1, None, Reason::Lost);
        }
        let report = findings.report;
        assert_eq!((report.findings.len(), report.unlisted, report.damage), (1000, 500, 1500));
    }
}
