//! What was acknowledged: which contents have to be there, which must not be, and of which no one can say. Filled with what
//! children said; compared with what is found.

use std::collections::BTreeMap;

use skillhost::clock::now;
use skillhost::error::Code;
use skillhost::ids::Handle;

use super::child::{Line, Stored};

/// Where a content is, as far as was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// It was acknowledged, and no one gave it up.
    Kept,
    /// Its removal or its return was under way.
    Either,
    /// It is gone, as its owner is told under this code.
    Gone(Code),
}

/// Everything that was said about one data directory.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    entries: BTreeMap<Handle, (Stored, Standing)>,
    /// How many contents were acknowledged, ever.
    pub(super) acknowledged: u64,
}

/// How many of those that are gone are asked for by their handles, the newest first.
const ASKED_FOR: usize = 60;

impl Ledger {
    /// Takes in what a child said.
    pub(super) fn hear(&mut self, lines: Vec<Line>) {
        for line in lines {
            match line {
                Line::Stored(stored) => {
                    self.acknowledged += stored.len() as u64;
                    stored.into_iter().for_each(|stored| self.add(stored));
                }
                Line::Deleting(handle) => self.set(handle, Standing::Either),
                Line::Deleted(handle) => self.set(handle, Standing::Gone(Code::ArtifactDeleted)),
                Line::Ready
                | Line::Passed
                | Line::Round { .. }
                | Line::Refused { .. }
                | Line::Memory { .. } => {}
            }
        }
    }

    fn add(&mut self, stored: Stored) {
        let handle = stored.handle;
        let before = self.entries.insert(handle, (stored, Standing::Kept));
        assert!(before.is_none(), "{handle} was given out twice");
    }

    fn set(&mut self, handle: Handle, standing: Standing) {
        self.entries.get_mut(&handle).expect("a handle that was given out").1 = standing;
    }

    /// Whoever looks after the directory has removed these; their owners are told this code.
    pub(super) fn remove(&mut self, handles: impl IntoIterator<Item = Handle>, code: Code) {
        handles.into_iter().for_each(|handle| self.set(handle, Standing::Gone(code)));
    }

    /// A restore was under way: what is gone may have come back.
    pub(super) fn restored(&mut self) {
        for (_, standing) in self.entries.values_mut() {
            if matches!(standing, Standing::Gone(_)) {
                *standing = Standing::Either;
            }
        }
    }

    /// What is gone is not asked for any more.
    pub(super) fn forget(&mut self) {
        self.entries.retain(|_, (_, standing)| *standing == Standing::Kept);
    }

    /// What has to be there now.
    pub(super) fn kept(&self) -> impl Iterator<Item = &Stored> {
        let now = now();
        let kept = self.entries.values().filter(|(_, standing)| *standing == Standing::Kept);
        kept.map(|(stored, _)| stored).filter(move |stored| !is_over(stored, now))
    }

    /// Compares with what is there: nothing is lost, nothing altered, and at most `unsaid` contents are there of which no one
    /// was told. `ask` gives the error for a handle that is not there. From here on what was found is what is kept.
    pub(super) fn compare(
        &mut self,
        found: &BTreeMap<Handle, Stored>,
        unsaid: usize,
        ask: impl Fn(&Stored) -> Code,
    ) {
        let now = now();
        let mut left_to_ask = ASKED_FOR;
        for (stored, standing) in self.entries.values_mut().rev() {
            let handle = stored.handle;
            if let Some(there) = found.get(&handle) {
                assert!(!matches!(standing, Standing::Gone(_)), "{handle} is there; it was {standing:?}");
                assert_eq!(there, stored, "{handle} is not what was stored");
                *standing = Standing::Kept;
                continue;
            }
            let is_over = is_over(stored, now);
            assert!(*standing != Standing::Kept || is_over, "LOST: {stored:?}");
            if let Standing::Gone(_) = standing
                && left_to_ask == 0
            {
                continue;
            }
            left_to_ask = left_to_ask.saturating_sub(1);
            let code = ask(stored);
            let fits = match *standing {
                Standing::Kept => code == Code::ArtifactExpired,
                Standing::Either => matches!(code, Code::ArtifactDeleted | Code::ArtifactExpired),
                Standing::Gone(told) => code == told,
            };
            assert!(fits, "{handle} was {standing:?}, and its owner is told {code}");
            *standing = Standing::Gone(code);
        }
        let is_new = |stored: &&Stored| !self.entries.contains_key(&stored.handle);
        let news: Vec<_> = found.values().filter(is_new).cloned().collect();
        assert!(news.len() <= unsaid, "{} contents are there of which no one was told", news.len());
        news.into_iter().for_each(|stored| self.add(stored));
    }
}

fn is_over(stored: &Stored, now: u64) -> bool {
    stored.expires_at.is_some_and(|at| at <= now)
}
