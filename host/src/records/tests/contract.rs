//! The contract: what is inserted is found, by its owner, until it is deleted or expires.

use super::{
    artifact, body, expiring_at, find, for_each_store, get, media, one_of_each, owned_by, put, retrievable,
    try_put,
};
use crate::error::StoreError;
use crate::ids::{Digest, Handle};
use crate::principal::Principal;
use crate::quota::{Amount, QuotaScope, Quotas};
use crate::records::{Expiry, Found, Page, Record, RecordClass, Records, Removed, Usage};
use crate::trust::TrustTier;

#[test]
fn every_field_of_every_class_reads_back() {
    for_each_store(|records| {
        let batch = one_of_each();
        put(records, &batch);
        for record in &batch {
            assert_eq!(get(records, record).as_ref(), Some(record));
        }
        put(records, &[]);
    });
}

#[test]
fn to_another_principal_a_record_does_not_exist() {
    for_each_store(|records| {
        let (mine, theirs) = (artifact(), owned_by("someone else", artifact()));
        put(records, &[mine.clone(), theirs.clone()]);
        assert_eq!(records.find(&theirs.principal, mine.handle).unwrap(), Found::Foreign);
        assert!(!records.delete(&theirs.principal, mine.handle).unwrap());
        let list =
            |owner: &Record| records.list(&owner.principal, RecordClass::Artifact, Page::first(10)).unwrap();
        assert_eq!(list(&mine), std::slice::from_ref(&mine));
        assert_eq!(list(&theirs), std::slice::from_ref(&theirs));
        // Nor may they take its name.
        let forged = Record { handle: mine.handle, ..theirs };
        assert!(matches!(try_put(records, &[forged], &Quotas::UNLIMITED), Err(StoreError::Collision { .. })));
        assert_eq!(get(records, &mine), Some(mine));
    });
}

#[test]
fn a_batch_is_inserted_whole_or_not_at_all() {
    for_each_store(|records| {
        let known = artifact();
        put(records, std::slice::from_ref(&known));
        let (new, newer) = (media(), retrievable(None, Some("a text")));
        for batch in [vec![new.clone(), known.clone()], vec![new.clone(), newer, new.clone()]] {
            match try_put(records, &batch, &Quotas::UNLIMITED) {
                Err(StoreError::Collision { id }) => assert_eq!(id, batch.last().unwrap().handle.to_string()),
                other => panic!("{other:?}"),
            }
            assert_eq!(find(records, &new), Found::Unknown);
            assert_eq!(records.usage().unwrap()[0].amount, Amount { bytes: 10, records: 1 });
        }
        assert_eq!(get(records, &known), Some(known));
    });
}

#[test]
fn lists_hold_one_class_newest_first_page_by_page() {
    for_each_store(|records| {
        let mut artifacts: Vec<Record> = (0..5).map(|_| artifact()).collect();
        put(records, &artifacts);
        put(records, &[media(), retrievable(None, None)]);
        artifacts.reverse();
        let principal = Principal::local();
        let list = |page| records.list(&principal, RecordClass::Artifact, page).unwrap();
        assert_eq!(list(Page::first(usize::MAX)), artifacts);
        assert_eq!(list(Page::first(0)), []);
        let first = list(Page::first(2));
        assert_eq!(first, artifacts[..2]);
        let second = list(Page { after: Some(first[1].handle), limit: 2 });
        assert_eq!(second, artifacts[2..4]);
        assert_eq!(list(Page { after: Some(artifacts[4].handle), limit: 2 }), []);
        for class in [RecordClass::Media, RecordClass::Retrievable] {
            assert_eq!(records.list(&principal, class, Page::first(9)).unwrap().len(), 1, "{class}");
        }
    });
}

#[test]
fn a_body_is_found_by_its_component_owner_and_tier() {
    for_each_store(|records| {
        let (older, newer, expired) = (body(), body(), expiring_at(1, body()));
        let theirs = owned_by("someone else", body());
        put(records, &[older, newer.clone(), expired, theirs, artifact()]);
        let find = |principal: &str, component: &[u8], tier| {
            records.body(&principal.parse().unwrap(), Digest::of(component), tier).unwrap()
        };
        assert_eq!(find("local", b"component", newer.tier), Some(newer));
        assert_eq!(find("no one", b"component", TrustTier::ThirdPartyPrivate), None);
        assert_eq!(find("local", b"another", TrustTier::ThirdPartyPrivate), None);
        assert_eq!(find("local", b"component", TrustTier::FirstParty), None);
    });
}

#[test]
fn the_owner_deletes_once() {
    for_each_store(|records| {
        for record in one_of_each() {
            put(records, std::slice::from_ref(&record));
            assert!(records.delete(&record.principal, record.handle).unwrap());
            assert!(!records.delete(&record.principal, record.handle).unwrap());
            assert_eq!(find(records, &record), Found::Deleted);
            // To others it never was, and its name stays taken.
            assert_eq!(
                records.find(&"someone else".parse().unwrap(), record.handle).unwrap(),
                Found::Foreign
            );
            let again = try_put(records, std::slice::from_ref(&record), &Quotas::UNLIMITED);
            assert!(matches!(again, Err(StoreError::Collision { .. })), "{again:?}");
        }
        let unknown = artifact();
        assert!(!records.delete(&unknown.principal, unknown.handle).unwrap());
        assert_eq!(find(records, &unknown), Found::Unknown);
    });
}

#[test]
fn what_has_expired_is_in_no_list_and_says_so() {
    for_each_store(|records| {
        let (over, lasting) = (expiring_at(1, artifact()), expiring_at(i64::MAX as u64, artifact()));
        put(records, &[over.clone(), lasting.clone()]);
        for _ in 0..2 {
            assert_eq!(find(records, &over), Found::Expired);
            assert!(!records.delete(&over.principal, over.handle).unwrap());
            let list = records.list(&over.principal, RecordClass::Artifact, Page::first(10)).unwrap();
            assert_eq!(list, std::slice::from_ref(&lasting));
            assert_eq!(records.find(&"x".parse().unwrap(), over.handle).unwrap(), Found::Foreign);
            // And so it stays when it is removed.
            records.expire(&Expiry::Due, 10).unwrap();
        }
    });
}

fn handles(removed: &[Removed]) -> Vec<Handle> {
    removed.iter().map(|removed| removed.handle).collect()
}

#[test]
fn what_is_due_goes_in_steps_the_oldest_first() {
    for_each_store(|records| {
        let due: Vec<Record> = [30, 10, 20]
            .into_iter()
            .flat_map(|moment| {
                [artifact(), owned_by("x", retrievable(None, Some("t")))].map(|r| expiring_at(moment, r))
            })
            .collect();
        put(records, &due);
        put(records, &[artifact()]);
        assert_eq!(records.expire(&Expiry::Due, 0).unwrap(), []);
        let first = records.expire(&Expiry::Due, 4).unwrap();
        assert_eq!(handles(&first), [due[2].handle, due[3].handle, due[4].handle, due[5].handle]);
        assert_eq!(first[0].bytes, 10);
        assert_eq!(handles(&records.expire(&Expiry::Due, 4).unwrap()), [due[0].handle, due[1].handle]);
        assert_eq!(records.expire(&Expiry::Due, 4).unwrap(), []);
        assert_eq!(records.usage().unwrap()[0].amount.records, 1);
    });
}

#[test]
fn what_is_old_goes_but_not_what_goes_by_name() {
    for_each_store(|records| {
        let made_at = |moment, mut record: Record| {
            record.created_at = moment;
            record
        };
        let old = [made_at(1, artifact()), made_at(2, media()), made_at(3, expiring_at(4, artifact()))];
        let kept = [
            made_at(1, body()),
            made_at(1, retrievable(None, Some("cited"))),
            made_at(10, artifact()),
            made_at(1, owned_by("someone else", artifact())),
        ];
        put(records, &old);
        put(records, &kept);
        let which = Expiry::Before(Principal::local(), 10);
        assert_eq!(handles(&records.expire(&which, 2).unwrap()), [old[0].handle, old[1].handle]);
        assert_eq!(handles(&records.expire(&which, 2).unwrap()), [old[2].handle]);
        assert_eq!(records.expire(&which, 2).unwrap(), []);
        old.iter().for_each(|record| assert_eq!(find(records, record), Found::Expired));
        kept.iter().for_each(|record| assert_eq!(get(records, record).as_ref(), Some(record)));
        // The end of time is a moment too.
        assert_eq!(records.expire(&Expiry::Before(Principal::local(), u64::MAX), 9).unwrap().len(), 1);
    });
}

#[test]
fn usage_is_what_is_there() {
    for_each_store(|records| {
        let usage = |scope, name: &str, bytes, records| Usage {
            scope,
            name: name.to_owned(),
            amount: Amount { bytes, records },
        };
        assert_eq!(records.usage().unwrap(), [usage(QuotaScope::Store, "", 0, 0)]);
        let mut charted = owned_by("zoë", media());
        charted.origin.skill = "charts".parse().unwrap();
        charted.bytes = 7;
        let text = retrievable(None, Some("text"));
        put(records, &[artifact(), charted.clone(), text.clone()]);
        assert_eq!(
            records.usage().unwrap(),
            [
                usage(QuotaScope::Store, "", 27, 3),
                usage(QuotaScope::Principal, "local", 20, 2),
                usage(QuotaScope::Principal, "zoë", 7, 1),
                usage(QuotaScope::Skill, "charts", 7, 1),
                usage(QuotaScope::Skill, "tables", 20, 2),
            ]
        );
        records.delete(&charted.principal, charted.handle).unwrap();
        records.delete(&text.principal, text.handle).unwrap();
        assert_eq!(
            records.usage().unwrap(),
            [
                usage(QuotaScope::Store, "", 10, 1),
                usage(QuotaScope::Principal, "local", 10, 1),
                usage(QuotaScope::Skill, "tables", 10, 1),
            ]
        );
    });
}

#[test]
fn a_number_that_no_column_holds_is_an_error_on_disk() {
    let disk = tempfile::tempdir().unwrap();
    let records = super::open(disk.path());
    let mut huge = artifact();
    huge.bytes = u64::MAX;
    let refused = records.insert(&[super::new(&huge)], &Quotas::UNLIMITED);
    assert!(matches!(refused, Err(StoreError::Records { full: false, .. })), "{refused:?}");
    assert_eq!(find(&records, &huge), Found::Unknown);
}
