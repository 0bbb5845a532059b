//! A process whose files may not grow past a bound, as on a disk that is full: what does not fit is refused under its own code and
//! leaves nothing, what fits is kept.

use super::child::{Child, Line};
use super::ledger::Ledger;
use super::task::Task;
use super::{inspection, work};

#[test]
fn what_does_not_fit_leaves_nothing_and_what_fits_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let lines = Child::start_with_small_files(&Task::Fill { data: data.clone() }).end();
    let refused: Vec<_> = lines
        .iter()
        .filter_map(|line| match line {
            Line::Refused { code, hint } => Some((code.as_str(), hint.as_str())),
            _ => None,
        })
        .collect();
    let [contents @ .., (record, _)] = refused.as_slice() else { panic!("{lines:?}") };
    assert_eq!(contents.len(), work::TOO_LARGE_FOR.len());
    for (code, hint) in contents {
        assert_eq!(*code, "E_STORE_FULL");
        assert!(hint.contains("free disk space"), "{hint}");
    }
    // SQLite tells a disk that is full from other failures, and not a file that is.
    assert!(["E_STORE_FULL", "E_STORE_FAILED"].contains(record), "{record}");
    let mut ledger = Ledger::default();
    ledger.hear(lines);
    inspection::all_is_well(&data);
    inspection::compare(&data, &mut ledger, 0);
}
