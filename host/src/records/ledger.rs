//! What is in use, added up record by record. The memory store keeps one; the examination of a database adds one up anew.
//! Refuses nothing: quotas say what is too much.

use std::collections::BTreeMap;

use crate::error::StoreError;
use crate::ids::SkillId;
use crate::principal::Principal;
use crate::quota::{Amount, QuotaScope, Quotas};

use super::{NewRecord, Record, Usage};

/// What is counted together.
#[derive(Debug, Clone, Copy)]
pub(super) enum Counted<'a> {
    Store,
    Principal(&'a Principal),
    Skill(&'a SkillId),
}

impl Counted<'_> {
    pub(super) fn scope(self) -> QuotaScope {
        match self {
            Self::Store => QuotaScope::Store,
            Self::Principal(_) => QuotaScope::Principal,
            Self::Skill(_) => QuotaScope::Skill,
        }
    }

    /// The principal's name or the skill's id; empty for the store.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Store => "",
            Self::Principal(principal) => principal.as_str(),
            Self::Skill(skill) => skill.as_str(),
        }
    }
}

/// Sums for the store, each principal and each skill.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Ledger {
    store: Amount,
    principals: BTreeMap<Principal, Amount>,
    skills: BTreeMap<SkillId, Amount>,
}

impl Ledger {
    /// The sums of a batch that is to be inserted.
    pub(super) fn of(batch: &[NewRecord<'_>]) -> Self {
        let mut ledger = Self::default();
        batch.iter().for_each(|new| ledger.add(new.record));
        ledger
    }

    pub(super) fn add(&mut self, record: &Record) {
        let amount = amount(record);
        self.store = self.store.plus(amount);
        add(&mut self.principals, &record.principal, amount);
        add(&mut self.skills, &record.origin.skill, amount);
    }

    pub(super) fn remove(&mut self, record: &Record) {
        let amount = amount(record);
        self.store = less(self.store, amount);
        remove(&mut self.principals, &record.principal, amount);
        remove(&mut self.skills, &record.origin.skill, amount);
    }

    /// How much is in use of one of them.
    pub(super) fn amount(&self, counted: Counted<'_>) -> Amount {
        match counted {
            Counted::Store => self.store,
            Counted::Principal(principal) => self.principals.get(principal).copied().unwrap_or_default(),
            Counted::Skill(skill) => self.skills.get(skill).copied().unwrap_or_default(),
        }
    }

    /// Each sum: the store, then principals, then skills, by name.
    fn iter(&self) -> impl Iterator<Item = (Counted<'_>, Amount)> {
        std::iter::once((Counted::Store, self.store))
            .chain(self.principals.iter().map(|(principal, sum)| (Counted::Principal(principal), *sum)))
            .chain(self.skills.iter().map(|(skill, sum)| (Counted::Skill(skill), *sum)))
    }

    /// The sums as they are shown.
    pub(super) fn usage(&self) -> Vec<Usage> {
        let shown = |(counted, amount): (Counted<'_>, Amount)| Usage {
            scope: counted.scope(),
            name: counted.name().to_owned(),
            amount,
        };
        self.iter().map(shown).collect()
    }

    /// Whether these sums have room beside what is `used`: from the widest quota to the narrowest.
    ///
    /// # Errors
    /// [`StoreError::Quota`], or what `used` says.
    pub(super) fn admit(
        &self,
        quotas: &Quotas,
        used: impl Fn(Counted<'_>) -> Result<Amount, StoreError>,
    ) -> Result<(), StoreError> {
        for (counted, added) in self.iter() {
            // The two wider quotas name no skill, whichever is given.
            let skill = match counted {
                Counted::Skill(skill) => Some(skill),
                Counted::Store | Counted::Principal(_) => self.skills.keys().next(),
            };
            if let Some(skill) = skill {
                quotas.admit(counted.scope(), used(counted)?, added, skill).map_err(StoreError::Quota)?;
            }
        }
        Ok(())
    }
}

fn amount(record: &Record) -> Amount {
    Amount { bytes: record.bytes, records: 1 }
}

fn add<Name: Ord + Clone>(sums: &mut BTreeMap<Name, Amount>, name: &Name, amount: Amount) {
    match sums.get_mut(name) {
        Some(sum) => *sum = sum.plus(amount),
        None => {
            sums.insert(name.clone(), amount);
        }
    }
}

fn remove<Name: Ord>(sums: &mut BTreeMap<Name, Amount>, name: &Name, amount: Amount) {
    if let Some(sum) = sums.get_mut(name) {
        *sum = less(*sum, amount);
        if sum.records == 0 {
            sums.remove(name);
        }
    }
}

fn less(sum: Amount, amount: Amount) -> Amount {
    Amount {
        bytes: sum.bytes.saturating_sub(amount.bytes),
        records: sum.records.saturating_sub(amount.records),
    }
}
