//! Quotas (decision 32): how much may be kept, in all, for one principal, and of one skill. Counts nothing itself: the
//! [records](crate::records) know what is in use, and refuse what would exceed a quota.

use std::fmt;

use crate::ids::SkillId;
use crate::limits::Limit;

/// How much: allowed, in use, or to be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
pub struct Amount {
    /// Bytes of contents; what stands around them (index, checksums, the record itself) is not counted.
    pub bytes: u64,
    /// Records: artifacts, media and retrievables, acknowledgements and bodies among them.
    pub records: u64,
}

impl Amount {
    /// So much that nothing exceeds it.
    pub const UNLIMITED: Self = Self { bytes: u64::MAX, records: u64::MAX };

    /// The sum; what does not fit is as much as can be counted.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            bytes: self.bytes.saturating_add(other.bytes),
            records: self.records.saturating_add(other.records),
        }
    }
}

/// What one batch of records may fill up to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quotas {
    /// All that is kept in one store.
    pub store: Amount,
    /// All that one principal owns.
    pub principal: Amount,
    /// All that one skill made, for whomever.
    pub skill: Amount,
}

impl Quotas {
    /// No bounds: for what was accepted before, and comes back.
    pub const UNLIMITED: Self =
        Self { store: Amount::UNLIMITED, principal: Amount::UNLIMITED, skill: Amount::UNLIMITED };

    /// The quota of one scope.
    #[must_use]
    pub fn of(&self, scope: QuotaScope) -> Amount {
        match scope {
            QuotaScope::Store => self.store,
            QuotaScope::Principal => self.principal,
            QuotaScope::Skill => self.skill,
        }
    }

    /// Whether a batch of this amount has room beside what is in use.
    ///
    /// # Errors
    /// What it would exceed: bytes are looked at before records.
    pub fn admit(
        &self,
        scope: QuotaScope,
        used: Amount,
        added: Amount,
        skill: &SkillId,
    ) -> Result<(), Exceeded> {
        let (most, sum) = (self.of(scope), used.plus(added));
        let exceeded = |measure, most, used, added| {
            let skill = (scope == QuotaScope::Skill).then(|| skill.clone());
            Err(Exceeded { scope, measure, most, used, added, skill })
        };
        if sum.bytes > most.bytes {
            exceeded(QuotaMeasure::Bytes, most.bytes, used.bytes, added.bytes)
        } else if sum.records > most.records {
            exceeded(QuotaMeasure::Records, most.records, used.records, added.records)
        } else {
            Ok(())
        }
    }
}

/// What a quota is counted over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum QuotaScope {
    /// The store as a whole.
    Store,
    /// One principal's.
    Principal,
    /// One skill's.
    Skill,
}

impl QuotaScope {
    /// From the widest to the narrowest: the order in which quotas are looked at.
    pub const ALL: [Self; 3] = [Self::Store, Self::Principal, Self::Skill];

    /// The word in records and in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Store => "store",
            Self::Principal => "principal",
            Self::Skill => "skill",
        }
    }
}

/// What a quota counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuotaMeasure {
    /// Bytes of contents.
    Bytes,
    /// Records.
    Records,
}

/// A quota that an answer would have exceeded. `Display` names the quota, its TOML key and the figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exceeded {
    /// Whose quota.
    pub scope: QuotaScope,
    /// Of what.
    pub measure: QuotaMeasure,
    /// What is allowed.
    pub most: u64,
    /// What is in use.
    pub used: u64,
    /// What was to be added.
    pub added: u64,
    /// The skill, where the quota is its own.
    pub skill: Option<SkillId>,
}

impl Exceeded {
    /// The key in the deployer's file, such as `store.stored-per-principal`.
    #[must_use]
    pub fn key(&self) -> String {
        let key = self.limit().key();
        match (self.scope, &self.skill) {
            (QuotaScope::Store, _) => format!("store.{key}"),
            (QuotaScope::Principal, _) => format!("store.{key}-per-principal"),
            (QuotaScope::Skill, Some(skill)) => format!("skills.{skill}.limits.{key}"),
            (QuotaScope::Skill, None) => format!("skills.<id>.limits.{key}"),
        }
    }

    /// The limit of one skill that counts the same.
    fn limit(&self) -> Limit {
        match self.measure {
            QuotaMeasure::Bytes => Limit::Stored,
            QuotaMeasure::Records => Limit::Records,
        }
    }
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |value| self.limit().show(value);
        write!(
            f,
            "quota `{}` exceeded: {} allowed, {} in use, {} to be added",
            self.key(),
            show(self.most),
            show(self.used),
            show(self.added)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quotas() -> Quotas {
        Quotas {
            store: Amount { bytes: 1 << 20, records: 10 },
            principal: Amount { bytes: 1 << 10, records: 3 },
            skill: Amount::UNLIMITED,
        }
    }

    #[test]
    fn a_quota_may_be_filled_and_not_exceeded() {
        let skill: SkillId = "tables".parse().unwrap();
        let used = Amount { bytes: 1000, records: 2 };
        let admit =
            |bytes, records| quotas().admit(QuotaScope::Principal, used, Amount { bytes, records }, &skill);
        assert_eq!(admit(24, 1), Ok(()));
        let exceeded = admit(25, 1).unwrap_err();
        assert_eq!(
            exceeded.to_string(),
            "quota `store.stored-per-principal` exceeded: 1 KiB allowed, 1000 B in use, 25 B to be added"
        );
        assert_eq!(admit(1, 2).unwrap_err().key(), "store.records-per-principal");
        let endless = Amount { bytes: u64::MAX, records: u64::MAX };
        assert!(quotas().admit(QuotaScope::Store, used, endless, &skill).is_err());
        assert_eq!(quotas().admit(QuotaScope::Skill, used, endless, &skill), Ok(()));
    }

    #[test]
    fn the_key_of_a_skills_quota_names_the_skill() {
        let skill: SkillId = "tables".parse().unwrap();
        let quotas = Quotas { skill: Amount { bytes: 1, records: 1 }, ..Quotas::UNLIMITED };
        let added = Amount { bytes: 0, records: 2 };
        let exceeded = quotas.admit(QuotaScope::Skill, Amount::default(), added, &skill).unwrap_err();
        assert_eq!(exceeded.key(), "skills.tables.limits.records");
    }
}
