//! What a sound file means.

use std::path::{Path, PathBuf};

use crate::config::*;
use crate::limits::{Limit, Limits};
use crate::quota::Amount;
use crate::trust::TrustTier;

const BASE: &str = "/srv/agent";

fn parse(text: &str) -> Config {
    Config::parse(text, Path::new(BASE)).unwrap()
}

/// The example of the architecture page without the keys that do not exist yet.
const EXAMPLE: &str = r#"
[host]
data-dir = ".skillhost"                 # embedded store
default-channel = "handle"
expose = ["*"]

[[sources]]
id = "local"
kind = "directory"
path = "skills"

[artifact-kinds]
report = { builtin = "markdown" }
rows   = { builtin = "json", format = "jsonl" }

[artifact-bindings.reports]
render = "report"

[skills.reports]
trust  = "third-party-public"
digest = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
[skills.reports.rename]
search = "reports_search"
[skills.reports.limits]
memory = "32 MiB"
deadline = "250 ms"
output = "8 MiB"
concurrency = 2
[skills.reports.grants]
files = [{ host = "data", guest = "/data", access = "read-only" }]
env   = { TZ = "UTC" }

[gate]
default = "allow"
rules = [{ skill = "reports", tool = "publish", decision = "deny" }]
"#;

#[test]
fn the_example_means_what_it_says() {
    let reports = "reports".parse().unwrap();
    let kind = |name: &str, builtin: &str, options: serde_json::Value| KindConfig {
        name: name.to_owned(),
        builtin: builtin.to_owned(),
        options: options.as_object().unwrap().clone(),
    };
    let skill = SkillConfig {
        trust: Some(TrustTier::ThirdPartyPublic),
        digest: Some(crate::ids::Digest::of(b"")),
        channel: None,
        rename: [("search".to_owned(), "reports_search".parse().unwrap())].into(),
        limits: Limits::default()
            .with(Limit::Memory, 32 << 20)
            .with(Limit::Deadline, 250)
            .with(Limit::Output, 8 << 20)
            .with(Limit::Concurrency, 2),
        grants: Grants {
            files: vec![FileGrant {
                host: PathBuf::from("/srv/agent/data"),
                guest: "/data".to_owned(),
                access: Access::ReadOnly,
            }],
            env: [("TZ".to_owned(), "UTC".to_owned())].into(),
        },
    };
    let expected = Config {
        cache_directory: None,
        store: StoreChoice::Directory(PathBuf::from("/srv/agent/.skillhost")),
        store_bounds: StoreBounds::default(),
        log: LogBounds::default(),
        default_channel: Channel::Handle,
        inline_limit: 8192,
        expose: Expose::All,
        sources: vec![SourceConfig {
            id: "local".to_owned(),
            kind: SourceKind::Directory { path: PathBuf::from("/srv/agent/skills") },
        }],
        kinds: vec![
            kind("report", "markdown", serde_json::json!({})),
            kind("rows", "json", serde_json::json!({ "format": "jsonl" })),
        ],
        bindings: [("reports", [("render".to_owned(), "report".to_owned())].into())]
            .map(|(id, tools)| (id.parse().unwrap(), tools))
            .into(),
        skills: [(reports, skill)].into(),
        gate: GateConfig {
            default: Decision::Allow,
            rules: vec![GateRule {
                skill: Some("reports".parse().unwrap()),
                tool: Some("publish".to_owned()),
                decision: Decision::Deny,
            }],
        },
    };
    assert_eq!(parse(EXAMPLE), expected);
}

#[test]
fn an_empty_file_grants_nothing_and_denies_everything() {
    let config = parse("");
    assert_eq!(config, Config::at(&Path::new(BASE).join(".skillhost")));
    assert_eq!(config.gate.default, Decision::Allow);
    assert_eq!(Config { store: StoreChoice::Memory, ..config }, Config::in_memory());
}

#[test]
fn absolute_paths_stay_and_relative_ones_follow_the_file() {
    let text = r#"
        host.data-dir = "/var/skillhost"
        [skills.a.grants]
        files = [{ host = "../shared", guest = "/", access = "read-write" }, { host = "/etc", guest = "/e/t" }]
    "#;
    let config = parse(text);
    assert_eq!(config.store, StoreChoice::Directory(PathBuf::from("/var/skillhost")));
    let grants = &config.skills[&"a".parse().unwrap()].grants.files;
    assert_eq!(grants[0].host, Path::new("/srv/agent/../shared"));
    assert_eq!((grants[0].guest.as_str(), grants[0].access), ("/", Access::ReadWrite));
    assert_eq!((grants[1].host.as_path(), grants[1].access), (Path::new("/etc"), Access::ReadOnly));

    let relative = Config::parse("", Path::new("")).unwrap();
    let StoreChoice::Directory(path) = relative.store else { panic!("no directory") };
    assert!(path.is_absolute());
}

#[test]
fn exposing_by_name_keeps_the_order_and_may_be_nothing() {
    let exposed = |list: &str| parse(&format!("[host]\nexpose = {list}")).expose;
    assert_eq!(exposed(r#"["*"]"#), Expose::All);
    assert_eq!(exposed("[]"), Expose::Only(Vec::new()));
    assert_eq!(exposed(r#"["b", "a"]"#), Expose::Only(vec!["b".parse().unwrap(), "a".parse().unwrap()]));
}

#[test]
fn sources_kinds_and_rules_keep_the_order_of_the_file() {
    let config = parse(
        r#"
        [artifact-kinds]
        z = { builtin = "xml", ignore-attributes = true, attribute-prefix = "@" }
        json = { builtin = "json", format = "ndjson" }
        a = { builtin = "toon", strict = false, indent-size = 4 }
        [[sources]]
        id = "second-place"
        kind = "directory"
        path = "z"
        [[sources]]
        id = "First"
        kind = "directory"
        path = "a"
        [gate]
        rules = [{ tool = "a", decision = "deny" }, { decision = "allow" }]
        "#,
    );
    assert_eq!(config.kinds.iter().map(|kind| kind.name.as_str()).collect::<Vec<_>>(), ["z", "json", "a"]);
    assert_eq!(config.kinds[0].options["attribute-prefix"], "@");
    assert_eq!(config.kinds[2].options["indent-size"], 4);
    assert_eq!(
        config.sources.iter().map(|source| source.id.as_str()).collect::<Vec<_>>(),
        ["second-place", "First"]
    );
    assert_eq!(config.gate.rules[1], GateRule { skill: None, tool: None, decision: Decision::Allow });
}

#[test]
fn every_limit_can_be_set_to_its_bounds() {
    for row in crate::limits::LIMITS {
        for value in [row.least, row.default, row.most] {
            let shown = row.limit.show(value);
            let written = match row.unit {
                crate::limits::Unit::Count => shown,
                _ => format!("\"{shown}\""),
            };
            let config = parse(&format!("[skills.a.limits]\n{} = {written}", row.key));
            assert_eq!(config.skills[&"a".parse().unwrap()].limits.get(row.limit), value, "{}", row.key);
        }
    }
}

#[test]
fn quotas_and_ages_mean_what_they_say() {
    let config = parse(
        r#"
        [store]
        stored = "1 GiB"
        records = 10
        stored-per-principal = "1 MiB"
        records-per-principal = 5
        keep = "never"
        keep-retrievables = "1 h"
        [log]
        keep = "7 d"
        size = "1 MiB"
        "#,
    );
    let expected = StoreBounds {
        store: Amount { bytes: 1 << 30, records: 10 },
        principal: Amount { bytes: 1 << 20, records: 5 },
        keep: None,
        keep_retrievables: Some(3_600_000),
    };
    assert_eq!(config.store_bounds, expected);
    assert_eq!(config.log, LogBounds { keep: 7 * 86_400_000, bytes: 1 << 20 });

    // What is not written keeps its default, and an end of the range is in it.
    let config = parse("[store]\nstored = \"1048576 GiB\"\nkeep = \"1 s\"\n[log]\nsize = \"64 GiB\"");
    let StoreBounds { store, principal, keep, keep_retrievables } = config.store_bounds;
    assert_eq!((store, keep), (Amount { bytes: 1 << 50, records: 1_000_000 }, Some(1_000)));
    assert_eq!((principal, keep_retrievables), (StoreBounds::default().principal, None));
    assert_eq!(config.log, LogBounds { bytes: 64 << 30, ..LogBounds::default() });
}

#[test]
fn secrets_stand_in_no_debug_output() {
    let config = parse(
        "[skills.a.grants.env]\nTOKEN = \"hunter2\nis mine\""
            .replace('\n', "\r\n")
            .replace("2\r\n", "2\\n")
            .as_str(),
    );
    let debug = format!("{config:?}");
    assert!(debug.contains("TOKEN") && !debug.contains("hunter2"), "{debug}");
    assert_eq!(config.skills[&"a".parse().unwrap()].grants.env["TOKEN"], "hunter2\nis mine");
}

#[test]
fn files_of_other_editors_read_the_same() {
    let text = "[host]\ninline-limit = \"1 KiB\"\n";
    assert_eq!(parse(&format!("\u{FEFF}{text}")), parse(text));
    assert_eq!(parse(&text.replace('\n', "\r\n")), parse(text));
}
