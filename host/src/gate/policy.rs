//! The deployer's `[gate]`: the first rule that fits decides, else the default.

use super::{Gate, GateRequest, Verdict, VerdictFuture};
use crate::config::{Decision, GateConfig};

/// Decides by the rules of the TOML file.
#[derive(Debug, Clone)]
pub struct PolicyGate {
    config: GateConfig,
}

impl PolicyGate {
    /// A gate with these rules.
    #[must_use]
    pub fn new(config: GateConfig) -> Self {
        Self { config }
    }

    fn verdict(&self, request: GateRequest<'_>) -> Verdict {
        let fits = |rule: &&crate::config::GateRule| {
            rule.skill.as_ref().is_none_or(|skill| skill == request.skill)
                && rule.tool.as_ref().is_none_or(|tool| tool == request.tool)
        };
        let decision = self.config.rules.iter().find(fits).map_or(self.config.default, |rule| rule.decision);
        match decision {
            Decision::Allow => Verdict::Allow,
            Decision::Deny => Verdict::Deny { reason: "the deployer's policy".to_owned() },
        }
    }
}

impl Gate for PolicyGate {
    fn decide<'a>(&'a self, request: GateRequest<'a>) -> VerdictFuture<'a> {
        Box::pin(std::future::ready(self.verdict(request)))
    }
}
