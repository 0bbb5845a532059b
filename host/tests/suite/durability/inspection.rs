//! A data directory, opened anew and looked through: whether it holds what was acknowledged and nothing else, whether its
//! lists, its figures and its searches agree with each other, and whether the doctor finds no more than what a crash may leave.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::Path;

use skillhost::error::Code;
use skillhost::ids::Handle;
use skillhost::maintenance::{self, Done, Examination, FindingKind};
use skillhost::quota::{Amount, QuotaScope};
use skillhost::records::{MOST_HITS, Page, Search};
use skillhost::session::CopyError;
use skillhost::{Host, Session};

use super::child::Stored;
use super::ledger::Ledger;
use super::task::go_on;
use super::{content, work};

/// How many records a page of a list has: small, so that lists are paged.
const PAGE: usize = 50;

/// Compares a data directory with what was acknowledged. At most `unsaid` contents may be there of which no one was told.
pub(super) fn compare(data: &Path, ledger: &mut Ledger, unsaid: usize) {
    let host = work::host(data, None);
    // What has expired takes up room, and is in no list.
    host.prune().expect("pruned");
    let mut found = BTreeMap::new();
    let mut used = BTreeMap::new();
    for principal in work::PRINCIPALS {
        let session = host.session(principal.parse().expect("a principal"));
        let mut amount = Amount::default();
        for stored in everything(&session) {
            amount = amount.plus(Amount { bytes: stored.bytes, records: 1 });
            let before = found.insert(stored.handle, stored);
            assert_eq!(before, None, "it stands in two places of the lists");
        }
        used.insert(principal, amount);
        assert_eq!(searched(&session, Some(content::WORD)), retrievables(&session), "found by a word");
        assert_eq!(searched(&session, None), retrievables(&session), "found without words");
    }
    compare_usage(&host, &used);
    let ask = |stored: &Stored| {
        let session = host.session(stored.principal.parse().expect("a principal"));
        read(&session, stored.handle).expect_err("it is in no list")
    };
    ledger.compare(&found, unsaid, ask);
}

/// Whether a backup holds everything that has to be kept, and whole.
pub(super) fn compare_backup(backup: &Path, ledger: &Ledger) {
    let host = work::host(backup, None);
    for kept in ledger.kept() {
        let session = host.session(kept.principal.parse().expect("a principal"));
        assert_eq!(read(&session, kept.handle), Ok((kept.bytes, kept.hash.clone())), "{}", kept.handle);
    }
    for principal in work::PRINCIPALS {
        everything(&host.session(principal.parse().expect("a principal")));
    }
}

/// What the doctor finds after a crash is unfinished or unnamed, and is gone then.
pub(super) fn mend(data: &Path) {
    let report = maintenance::doctor(data, &Examination::default(), &go_on).expect("examined");
    for finding in &report.findings {
        let may_be_left = matches!(
            finding.kind,
            FindingKind::Unfinished
                | FindingKind::HalfFile
                | FindingKind::OrphanedBytes
                | FindingKind::CacheLeftover
        );
        assert!(may_be_left && finding.done == Done::Removed, "{finding:?}");
    }
    assert!(report.complete && report.damage == 0 && report.unlisted == 0, "{report:?}");
    all_is_well(data);
}

/// The doctor finds nothing.
pub(super) fn all_is_well(data: &Path) {
    let report = maintenance::doctor(data, &Examination::default(), &go_on).expect("examined");
    assert_eq!(report.findings, [], "{}", data.display());
}

/// Everything of a principal that the lists have, read to its end.
pub(super) fn everything(session: &Session) -> Vec<Stored> {
    let mut stored = Vec::new();
    let mut add = |handle, bytes, expires_at| {
        let (length, hash) = read(session, handle).expect("what a list has can be read");
        assert_eq!(length, bytes, "{handle}");
        stored.push(Stored {
            handle,
            principal: session.principal().as_str().to_owned(),
            bytes,
            hash,
            expires_at,
        });
    };
    pages(
        |page| session.artifacts(page).expect("a list"),
        |artifact| artifact.handle,
        |artifact| {
            add(artifact.handle, artifact.bytes, artifact.expires_at);
        },
    );
    pages(
        |page| session.media(page).expect("a list"),
        |media| media.handle,
        |media| {
            add(media.handle, media.bytes, media.expires_at);
        },
    );
    pages(
        |page| session.retrievables(page).expect("a list"),
        |record| record.handle,
        |record| {
            add(record.handle, record.bytes, record.expires_at);
        },
    );
    stored
}

/// Goes through all pages of a list.
fn pages<T>(page: impl Fn(Page) -> Vec<T>, handle: impl Fn(&T) -> Handle, mut each: impl FnMut(&T)) {
    let mut after = None;
    loop {
        let rows = page(Page { after, limit: PAGE });
        rows.iter().for_each(&mut each);
        match rows.last() {
            Some(last) if rows.len() == PAGE => after = Some(handle(last)),
            _ => return,
        }
    }
}

/// Length and hash of what is behind a handle, or the code of the error.
pub(super) fn read(session: &Session, handle: Handle) -> Result<(u64, String), Code> {
    let mut hasher = blake3::Hasher::new();
    match session.copy_to(&handle.to_string(), &mut hasher) {
        Ok(bytes) => {
            hasher.flush().expect("hashed");
            Ok((bytes, hasher.finalize().to_string()))
        }
        Err(CopyError::Host(error)) => Err(error.code()),
        Err(CopyError::Writer(error)) => panic!("{error}"),
    }
}

fn retrievables(session: &Session) -> BTreeSet<Handle> {
    let mut handles = BTreeSet::new();
    pages(
        |page| session.retrievables(page).expect("a list"),
        |record| record.handle,
        |record| {
            handles.insert(record.handle);
        },
    );
    handles
}

fn searched(session: &Session, text: Option<&str>) -> BTreeSet<Handle> {
    let search = Search { text: text.map(str::to_owned), limit: MOST_HITS, ..Search::default() };
    session.search(&search).expect("searched").iter().map(|hit| hit.record.handle).collect()
}

/// What is counted as in use is the sum of what is there.
fn compare_usage(host: &Host, used: &BTreeMap<&str, Amount>) {
    let sum = used.values().fold(Amount::default(), |sum, amount| sum.plus(*amount));
    let mut expected: BTreeMap<_, _> =
        used.iter().map(|(name, amount)| ((QuotaScope::Principal, (*name).to_owned()), *amount)).collect();
    expected.insert((QuotaScope::Store, String::new()), sum);
    expected.insert((QuotaScope::Skill, work::SKILL.to_owned()), sum);
    expected.retain(|_, amount| amount.records > 0);
    let counted: BTreeMap<_, _> = host
        .usage()
        .expect("counted")
        .into_iter()
        .filter(|row| row.used.records > 0)
        .map(|row| ((row.scope, row.name), row.used))
        .collect();
    assert_eq!(counted, expected, "what is counted as in use");
}
