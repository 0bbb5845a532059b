//! Trust tiers and the floor: how far anything a skill hands back is trusted.
//!
//! This is the only module that computes a tier. A skill's own claim can restrict, never widen
//! (decision 9).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How far a text is trusted. The order is restriction: a later tier is more restricted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrustTier {
    /// Written by the deployer.
    FirstParty,
    /// From outside; may be shown to anyone.
    ThirdPartyPublic,
    /// From outside; meant for this user alone.
    ThirdPartyPrivate,
}

impl TrustTier {
    /// All tiers, least restricted first.
    pub const ALL: [Self; 3] = [Self::FirstParty, Self::ThirdPartyPublic, Self::ThirdPartyPrivate];

    /// The tier's word in files and in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::FirstParty => "first-party",
            Self::ThirdPartyPublic => "third-party-public",
            Self::ThirdPartyPrivate => "third-party-private",
        }
    }

    /// The more restricted of the two.
    #[must_use]
    pub fn stricter(self, other: Self) -> Self {
        self.max(other)
    }

    /// What the output of a skill of this tier may be at best (behaviour 1.9): even a first-party skill
    /// may have read something private, so its output is never first-party.
    fn floor(self) -> Self {
        match self {
            Self::FirstParty => Self::ThirdPartyPrivate,
            other => other,
        }
    }
}

impl fmt::Display for TrustTier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that is no tier.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("is not a trust tier (first-party, third-party-public, third-party-private)")]
pub struct UnknownTier;

impl FromStr for TrustTier {
    type Err = UnknownTier;

    fn from_str(text: &str) -> Result<Self, UnknownTier> {
        Self::ALL.into_iter().find(|tier| tier.as_str() == text).ok_or(UnknownTier)
    }
}

/// What is known about one skill's trust: the deployer's tier and the skill's own claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trust {
    deployer: TrustTier,
    claim: TrustTier,
}

impl Trust {
    /// A deployer who says nothing means `third-party-public`; a skill that claims nothing takes the
    /// deployer's tier.
    #[must_use]
    pub fn new(deployer: Option<TrustTier>, claim: Option<TrustTier>) -> Self {
        let deployer = deployer.unwrap_or(TrustTier::ThirdPartyPublic);
        Self { deployer, claim: claim.unwrap_or(deployer) }
    }

    /// The tier of the skill's instructions. Not floored: a first-party skill's own words stay first-party
    /// (behaviour 1.8).
    #[must_use]
    pub fn body_tier(self) -> TrustTier {
        self.deployer.stricter(self.claim)
    }

    /// The tier of everything that the skill's tools hand back.
    #[must_use]
    pub fn output_tier(self) -> TrustTier {
        self.deployer.floor().stricter(self.claim.floor())
    }
}

#[cfg(test)]
mod tests {
    use super::TrustTier::{FirstParty, ThirdPartyPrivate, ThirdPartyPublic};
    use super::*;

    /// Behaviour 9.1, O21: the floor on the three tiers and on none.
    #[test]
    fn the_floor_of_each_tier() {
        let output = |deployer| Trust::new(deployer, None).output_tier();
        assert_eq!(output(Some(FirstParty)), ThirdPartyPrivate);
        assert_eq!(output(Some(ThirdPartyPublic)), ThirdPartyPublic);
        assert_eq!(output(Some(ThirdPartyPrivate)), ThirdPartyPrivate);
        assert_eq!(output(None), ThirdPartyPublic);
    }

    /// The tier rule over every pair: deployer (or none) and claim (or none).
    #[test]
    fn no_claim_ever_widens() {
        let with_none = || std::iter::once(None).chain(TrustTier::ALL.map(Some));
        for deployer in with_none() {
            let alone = Trust::new(deployer, None);
            for claim in with_none() {
                let both = Trust::new(deployer, claim);
                assert!(both.body_tier() >= alone.body_tier(), "{deployer:?} {claim:?}");
                assert!(both.output_tier() >= alone.output_tier(), "{deployer:?} {claim:?}");
                assert!(both.output_tier() >= both.body_tier(), "{deployer:?} {claim:?}");
                assert_ne!(both.output_tier(), FirstParty, "{deployer:?} {claim:?}");
            }
        }
    }

    #[test]
    fn tiers_read_back_what_they_print() {
        for tier in TrustTier::ALL {
            assert_eq!(tier.as_str().parse(), Ok(tier));
        }
        assert!("First-Party".parse::<TrustTier>().is_err());
    }
}
