//! `[gate]`: the default and the rules, in their order.

use super::super::keys::{GATE, GATE_RULE};
use super::super::mistakes::Mistakes;
use super::super::section::Field;
use super::super::settings::{Decision, GateConfig, GateRule};
use crate::ids::ToolName;

pub(super) fn check(field: &Field<'_>, mistakes: &mut Mistakes) -> GateConfig {
    let mut config = GateConfig::default();
    let Some(gate) = field.table(&GATE, mistakes) else {
        return config;
    };
    if let Some(decision) = gate.field("default").and_then(|field| decision(&field, mistakes)) {
        config.default = decision;
    }
    let rules = gate.field("rules").map_or_else(Vec::new, |field| field.list(mistakes));
    for element in rules {
        let Some(rule) = element.table(&GATE_RULE, mistakes) else {
            continue;
        };
        let skill = rule.field("skill").map(|field| field.parsed(mistakes));
        let tool = rule.field("tool").map(|field| field.parsed::<ToolName>(mistakes));
        let decision = rule.required("decision", mistakes).and_then(|field| decision(&field, mistakes));
        // A rule whose skill or tool is wrong must not become one that speaks of all of them.
        if let (None | Some(Some(_)), None | Some(Some(_)), Some(decision)) = (&skill, &tool, decision) {
            let tool = tool.flatten().map(|name| name.as_str().to_owned());
            config.rules.push(GateRule { skill: skill.flatten(), tool, decision });
        }
    }
    config
}

fn decision(field: &Field<'_>, mistakes: &mut Mistakes) -> Option<Decision> {
    if field.is("ask") {
        let hint = "this version does not have it; choose \"allow\" or \"deny\"";
        field.mistake("cannot be \"ask\" in this version", hint, mistakes);
        return None;
    }
    field.word(&Decision::WORDS, mistakes)
}
