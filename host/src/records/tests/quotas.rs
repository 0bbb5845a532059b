//! Quotas: what would exceed one is refused whole, whoever inserts at the same moment.

use super::{artifact, for_each_store, get, media, open, owned_by, put, retrievable, try_put};
use crate::error::{Code, StoreError};
use crate::quota::{Amount, Exceeded, QuotaMeasure, QuotaScope, Quotas};
use crate::records::{Record, Records};

const NONE: Amount = Amount::UNLIMITED;

fn of_skill(skill: &str, mut record: Record) -> Record {
    record.origin.skill = skill.parse().unwrap();
    record
}

#[track_caller]
fn check(records: &dyn Records, batch: &[Record], quotas: Quotas, expected: Option<(&str, u64, u64)>) {
    let refused = match try_put(records, batch, &quotas) {
        Ok(()) => None,
        Err(StoreError::Quota(exceeded)) => Some((exceeded.key(), exceeded.used, exceeded.added)),
        Err(error) => panic!("{error}"),
    };
    assert_eq!(refused, expected.map(|(key, used, added)| (key.to_owned(), used, added)));
    batch.iter().for_each(|record| assert_eq!(get(records, record).is_some(), expected.is_none()));
}

#[test]
fn each_scope_and_measure_has_its_own() {
    for_each_store(|records| {
        put(records, &[artifact(), owned_by("x", of_skill("charts", media()))]);
        let (bytes, count) = (|bytes| Amount { bytes, ..NONE }, |records| Amount { records, ..NONE });
        let unlimited = Quotas::UNLIMITED;
        for (quotas, key) in [
            (Quotas { store: bytes(29), ..unlimited }, "store.stored"),
            (Quotas { store: count(2), ..unlimited }, "store.records"),
            (Quotas { principal: bytes(19), ..unlimited }, "store.stored-per-principal"),
            (Quotas { principal: count(1), ..unlimited }, "store.records-per-principal"),
            (Quotas { skill: bytes(19), ..unlimited }, "skills.tables.limits.stored"),
            (Quotas { skill: count(1), ..unlimited }, "skills.tables.limits.records"),
        ] {
            let used = match (key.starts_with("store.") && !key.contains("per"), key.contains("records")) {
                (true, true) => 2,
                (true, false) => 20,
                (false, true) => 1,
                (false, false) => 10,
            };
            let added = if key.contains("records") { 1 } else { 10 };
            check(records, &[artifact()], quotas, Some((key, used, added)));
        }
        // Filled, not exceeded.
        let exact = Quotas {
            store: Amount { bytes: 30, records: 3 },
            principal: Amount { bytes: 20, records: 2 },
            skill: Amount { bytes: 20, records: 2 },
        };
        check(records, &[artifact()], exact, None);
        check(records, &[owned_by("y", of_skill("new", artifact()))], exact, Some(("store.stored", 30, 10)));
    });
}

#[test]
fn every_principal_and_skill_of_a_batch_counts() {
    for_each_store(|records| {
        let batch = [
            artifact(),
            owned_by("x", artifact()),
            owned_by("x", of_skill("charts", retrievable(None, Some("t")))),
        ];
        let two = Amount { bytes: NONE.bytes, records: 1 };
        check(
            records,
            &batch,
            Quotas { principal: two, ..Quotas::UNLIMITED },
            Some(("store.records-per-principal", 0, 2)),
        );
        check(
            records,
            &batch,
            Quotas { skill: two, ..Quotas::UNLIMITED },
            Some(("skills.tables.limits.records", 0, 2)),
        );
        check(records, &batch, Quotas::UNLIMITED, None);
    });
}

#[test]
fn what_is_deleted_makes_room() {
    for_each_store(|records| {
        let one = Quotas { store: Amount { bytes: 10, records: 1 }, ..Quotas::UNLIMITED };
        let first = artifact();
        check(records, std::slice::from_ref(&first), one, None);
        check(records, &[artifact()], one, Some(("store.stored", 10, 10)));
        records.delete(&first.principal, first.handle).unwrap();
        check(records, &[artifact()], one, None);
    });
}

/// The sum of two records does not fit a column, and a third may not slip through.
#[test]
fn sums_past_what_can_be_counted_stay_at_the_most() {
    for_each_store(|records| {
        let huge = || Record { bytes: i64::MAX as u64, ..artifact() };
        put(records, &[huge(), huge()]);
        let most = Quotas { store: Amount { bytes: i64::MAX as u64, records: 9 }, ..Quotas::UNLIMITED };
        assert!(matches!(try_put(records, &[artifact()], &most), Err(StoreError::Quota(_))));
        put(records, &[artifact()]);
    });
}

#[test]
fn a_refusal_names_the_quota() {
    for_each_store(|records| {
        let quotas = Quotas { principal: Amount { bytes: 9, records: 9 }, ..Quotas::UNLIMITED };
        let error = try_put(records, &[artifact()], &quotas).unwrap_err();
        assert_eq!(error.code(), Code::QuotaExceeded);
        assert!(error.hint().contains("store.stored-per-principal"), "{}", error.hint());
        match error {
            StoreError::Quota(Exceeded { scope, measure, most, used, added, skill }) => assert_eq!(
                (scope, measure, most, used, added, skill),
                (QuotaScope::Principal, QuotaMeasure::Bytes, 9, 0, 10, None)
            ),
            other => panic!("{other:?}"),
        }
    });
}

/// Each host counts what the others insert: together they fill the quota, and nothing more.
#[test]
fn several_hosts_together_exceed_nothing() {
    let disk = tempfile::tempdir().unwrap();
    let quotas = Quotas { store: Amount { bytes: 25 * 10, records: 1_000 }, ..Quotas::UNLIMITED };
    let inserted: usize = std::thread::scope(|scope| {
        let hosts: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let records = open(disk.path());
                    (0..10).filter(|_| try_put(&records, &[artifact()], &quotas).is_ok()).count()
                })
            })
            .collect();
        hosts.into_iter().map(|host| host.join().unwrap()).sum()
    });
    assert_eq!(inserted, 25);
    assert_eq!(open(disk.path()).usage().unwrap()[0].amount, Amount { bytes: 250, records: 25 });
}
