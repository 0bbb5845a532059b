//! Mistakes: their lines, keys, words and hints, all of a file at once.

use std::path::Path;

use crate::config::Config;
use crate::error::{Error, Mistake};

fn mistakes(text: &str) -> Vec<Mistake> {
    match Config::parse(text, Path::new("/srv")) {
        Ok(_) => Vec::new(),
        Err(Error::InvalidConfig { mistakes }) => mistakes,
        Err(other) => panic!("{other}"),
    }
}

/// Each expected line is `line: key: problem | hint`.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let found: Vec<_> = mistakes(text)
        .into_iter()
        .map(|mistake| {
            let line = mistake.line.map_or_else(|| "-".to_owned(), |line| line.to_string());
            format!("{line}: {}: {} | {}", mistake.key, mistake.problem, mistake.hint.unwrap_or_default())
        })
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn all_mistakes_of_a_file_come_at_once_in_its_order() {
    check(
        r#"
[host]
data_dir = "x"
inline-limit = "9 GiB"
default-channel = inline

[gate]
default = "maybe"

[skills.My_Skill]
[skills.a]
trust = "trusted"
[skills.a.limits]
memory = "1 KiB"
"#,
        &[
            "3: host.data_dir: is not a key | did you mean `data-dir`?",
            "4: host.inline-limit: cannot be `9 GiB` | between 0 B and 1 MiB",
            "5: : string values must be quoted | expected literal string",
            "8: gate.default: cannot be \"maybe\" | one of \"allow\", \"deny\"",
            "10: skills.My_Skill: has a name that is not lower-case letters and digits joined by single hyphens, at most 64 characters | choose another name",
            "12: skills.a.trust: value `trusted` is not a trust tier (first-party, third-party-public, third-party-private) | such as `trust = \"third-party-public\"`",
            "14: skills.a.limits.memory: cannot be `1 KiB` | between 64 KiB and 4 GiB",
        ],
    );
}

#[test]
fn broken_syntax() {
    for (text, expected) in [
        ("[host", "1: : unclosed table | expected `]`"),
        ("\nfoo\n", "2: : key with no value | expected `=`"),
        ("\n\n[gate]\ndefault = \"deny\"\ndefault = \"allow\"", "5: : duplicate key | "),
        ("[gate]\n[gate]", "2: : duplicate key | "),
        (
            "a.b.c.d.e.f.g.h.i.j = 1",
            "1: : a key here has more than 8 dots | no key of this file is that deep",
        ),
    ] {
        check(text, &[expected]);
    }
}

#[test]
fn unknown_keys() {
    for (text, expected) in [
        ("hosts.x = 1", "1: hosts: is not a key | did you mean `host`?"),
        (
            "[zzz]",
            "1: zzz: is not a key | keys here: host, store, log, sources, artifact-kinds, artifact-bindings, skills, gate",
        ),
        ("[skills.a]\nlimit = {}", "2: skills.a.limit: is not a key | did you mean `limits`?"),
        ("[skills.a.limits]\nMemory = 1", "2: skills.a.limits.Memory: is not a key | did you mean `memory`?"),
        (
            "[gate]\nrules = [{decision=\"deny\", tools=\"x\"}]",
            "2: gate.rules[0].tools: is not a key | did you mean `tool`?",
        ),
        (
            "[skills.a]\n\"a b\" = 1",
            "2: skills.a.\"a b\": is not a key | keys here: trust, digest, channel, rename, limits, grants",
        ),
        (
            "[skills.a]\n\"\\u202E\\n\" = 1",
            "2: skills.a.\"\\u{202e}\\n\": is not a key | keys here: trust, digest, channel, rename, limits, grants",
        ),
    ] {
        check(text, &[expected]);
    }
}

#[test]
fn keys_of_later_versions_say_so() {
    for (text, line, key) in [
        ("[host]\nresults = \"inline\"", 2, "host.results"),
        ("[skills.a.grants]\nhttp = []", 2, "skills.a.grants.http"),
        ("[gate]\nlifecycle = \"deny\"", 2, "gate.lifecycle"),
        ("[gate]\ndefault = \"ask\"", 2, "gate.default"),
        ("[[gate.rules]]\ndecision = \"ask\"", 2, "gate.rules[0].decision"),
    ] {
        let [mistake] = mistakes(text).try_into().unwrap();
        assert_eq!((mistake.line, mistake.key.as_str()), (Some(line), key));
        assert!(mistake.problem.contains("in this version"), "{}", mistake.problem);
        assert!(mistake.hint.unwrap().contains("this version does not have it"), "{key}");
    }
}

#[test]
fn wrong_types() {
    for (text, expected) in [
        ("host = 1", "1: host: is an integer, where a table belongs | write a table"),
        ("sources = {}", "1: sources: is a table, where an array belongs | write an array"),
        ("skills = []", "1: skills: is an array, where a table belongs | write a table"),
        ("skills.a = true", "1: skills.a: is a boolean, where a table belongs | write a table"),
        ("artifact-kinds.a = 1.5", "1: artifact-kinds.a: is a float, where a table belongs | write a table"),
        (
            "[host]\ndata-dir = 2020-01-01",
            "2: host.data-dir: is a date or time, where a string belongs | such as `data-dir = \".skillhost\"`",
        ),
        ("[host]\ndata-dir = \"\"", "2: host.data-dir: is empty | write a value, or leave the key out"),
        (
            "[host]\ndata-dir = \"a\\nb\"",
            "2: host.data-dir: holds a control character | write it on one line",
        ),
        (
            "[host]\nexpose = \"*\"",
            "2: host.expose: is a string, where an array belongs | such as `expose = [\"*\"]`",
        ),
        (
            "[skills.a.limits]\nmemory = 64",
            "2: skills.a.limits.memory: is an integer, where a string belongs | such as `memory = \"64 MiB\"`",
        ),
        (
            "[skills.a.limits]\nconcurrency = \"2\"",
            "2: skills.a.limits.concurrency: is a string, where a whole number belongs | such as `concurrency = 4`",
        ),
        (
            "[skills.a.limits]\nconcurrency = 99999999999999999999",
            "2: skills.a.limits.concurrency: is an integer that is out of range, where a whole number belongs | such as `concurrency = 4`",
        ),
    ] {
        check(text, &[expected]);
    }
}

#[test]
fn limits_out_of_their_bounds() {
    for (line, expected) in [
        ("memory = \"5 GiB\"", "memory: cannot be `5 GiB` | between 64 KiB and 4 GiB"),
        (
            "memory = \"64\"",
            "memory: value `64` is not a whole number with a unit | between 64 KiB and 4 GiB; units: B, KiB, MiB, GiB",
        ),
        (
            "memory = \"10 MB\"",
            "memory: value `10 MB` has a unit that does not exist here | between 64 KiB and 4 GiB; units: B, KiB, MiB, GiB",
        ),
        (
            "memory = \"99999999999999999999 GiB\"",
            "memory: value `99999999999999999999 GiB` is too large to count | between 64 KiB and 4 GiB; units: B, KiB, MiB, GiB",
        ),
        ("deadline = \"0 ms\"", "deadline: cannot be `0 ms` | between 1 ms and 3600 s"),
        ("deadline = \"61 min\"", "deadline: cannot be `61 min` | between 1 ms and 3600 s"),
        ("concurrency = 0", "concurrency: cannot be 0 | between 1 and 256"),
        ("concurrency = -1", "concurrency: cannot be -1 | between 1 and 256"),
    ] {
        check(&format!("[skills.a.limits]\n{line}"), &[&format!("2: skills.a.limits.{expected}")]);
    }
}

#[test]
fn quotas_and_ages_out_of_their_bounds() {
    for (text, expected) in [
        ("[store]\nstored = \"0 B\"", "store.stored: cannot be `0 B` | between 1 B and 1048576 GiB"),
        (
            "[store]\nstored-per-principal = \"1048577 GiB\"",
            "store.stored-per-principal: cannot be `1048577 GiB` | between 1 B and 1048576 GiB",
        ),
        ("[store]\nrecords = 0", "store.records: cannot be 0 | between 1 and 1000000000"),
        (
            "[store]\nrecords-per-principal = \"many\"",
            "store.records-per-principal: is a string, where a whole number belongs | such as `records-per-principal = 500000`",
        ),
        ("[store]\nkeep = \"0 s\"", "store.keep: cannot be `0 s` | between 1 s and 36500 d, or \"never\""),
        (
            "[store]\nkeep-retrievables = \"ever\"",
            "store.keep-retrievables: value `ever` is not a whole number with a unit | between 1 s and 36500 d, or \"never\"; units: s, min, h, d",
        ),
        (
            "[store]\nkeep = 90",
            "store.keep: is an integer, where a string belongs | such as `keep = \"90 d\"`",
        ),
        ("[store]\nkeeps = \"1 d\"", "store.keeps: is not a key | did you mean `keep`?"),
        (
            "[log]\nkeep = \"never\"",
            "log.keep: value `never` is not a whole number with a unit | between 1 s and 36500 d; units: s, min, h, d",
        ),
        ("[log]\nkeep = \"36501 d\"", "log.keep: cannot be `36501 d` | between 1 s and 36500 d"),
        (
            "[log]\nkeep = \"2 weeks\"",
            "log.keep: value `2 weeks` has a unit that does not exist here | between 1 s and 36500 d; units: s, min, h, d",
        ),
        ("[log]\nsize = \"1 KiB\"", "log.size: cannot be `1 KiB` | between 1 MiB and 64 GiB"),
        ("[log]\nsize = \"65 GiB\"", "log.size: cannot be `65 GiB` | between 1 MiB and 64 GiB"),
    ] {
        check(text, &[&format!("2: {expected}")]);
    }
    check("log = 1", &["1: log: is an integer, where a table belongs | write a table"]);
    check("store = []", &["1: store: is an array, where a table belongs | write a table"]);
}

#[test]
fn sources() {
    let sound = "id = \"a\"\nkind = \"directory\"\npath = \"a\"\n";
    check(
        &format!("[[sources]]\n{sound}[[sources]]\n{sound}"),
        &["6: sources[1].id: is `a` a second time | give each source its own id"],
    );
    check(
        "[[sources]]\nkind = \"http\"\n",
        &[
            "1: sources[0].id: is missing | such as `id = \"local\"`",
            "1: sources[0].path: is missing | such as `path = \"skills\"`",
            "2: sources[0].kind: cannot be \"http\" | one of \"directory\"",
        ],
    );
    check(
        "sources = [{ id = \"a b\", kind = \"directory\", path = \"a\" }, 1]",
        &[
            "1: sources[0].id: value `a b` does not match `[A-Za-z][A-Za-z0-9_-]{0,63}` | such as `id = \"local\"`",
            "1: sources[1]: is an integer, where a table belongs | write a table",
        ],
    );
}

#[test]
fn kinds() {
    for (line, expected) in [
        ("a = {}", "a.builtin: is missing | such as `builtin = \"markdown\"`"),
        (
            "a = { builtin = \"csv\" }",
            "a.builtin: cannot be \"csv\" | one of \"SpooledArtifact\", \"json\", \"markdown\", \"toon\", \"yaml\", \"xml\", \"ecmascript\"",
        ),
        (
            "a = { builtin = \"json\", format = \"yaml\" }",
            "a.format: cannot be \"yaml\" | one of \"json\", \"json5\", \"jsonl\", \"ndjson\"",
        ),
        ("a = { builtin = \"markdown\", format = \"json\" }", "a.format: is not a key | keys here: builtin"),
        (
            "a = { builtin = \"SpooledArtifact\", strict = true }",
            "a.strict: is not a key | keys here: builtin",
        ),
        ("a = { builtin = \"toon\", indent-size = 0 }", "a.indent-size: cannot be 0 | between 1 and 16"),
        (
            "a = { builtin = \"toon\", strict = 1 }",
            "a.strict: is an integer, where a boolean belongs | such as `strict = true`",
        ),
        (
            "a = { builtin = \"yaml\", multi_document = true }",
            "a.multi_document: is not a key | did you mean `multi-document`?",
        ),
        (
            "a = { builtin = \"xml\", attribute-prefix = \"12345678901234567\" }",
            "a.attribute-prefix: is too long | at most 16 bytes, such as `_`",
        ),
        (
            "a = { builtin = \"ecmascript\", script-kind = \"mjs\" }",
            "a.script-kind: cannot be \"mjs\" | one of \"js\", \"jsx\", \"ts\", \"tsx\"",
        ),
        (
            "9a = { builtin = \"json\" }",
            "9a: has a name that does not match `[A-Za-z][A-Za-z0-9_-]{0,63}` | choose another name",
        ),
    ] {
        check(&format!("[artifact-kinds]\n{line}"), &[&format!("2: artifact-kinds.{expected}")]);
    }
}

#[test]
fn names_and_bindings() {
    for (text, expected) in [
        (
            "[host]\nexpose = [\"*\", \"a\"]",
            "2: host.expose[0]: is \"*\" beside other entries | \"*\" means every skill and stands alone",
        ),
        (
            "[host]\nexpose = [\"a\", \"a\"]",
            "2: host.expose[1]: names `a` a second time | name each skill once",
        ),
        (
            "[artifact-bindings.Reports]",
            "1: artifact-bindings.Reports: has a name that is not lower-case letters and digits joined by single hyphens, at most 64 characters | choose another name",
        ),
        (
            "[artifact-bindings.a]\nt = \"\"",
            "2: artifact-bindings.a.t: is empty | write a value, or leave the key out",
        ),
        (
            "[skills.a.rename]\nt = \"x y\"",
            "2: skills.a.rename.t: value `x y` does not match `[A-Za-z_][A-Za-z0-9_-]{0,63}` | such as `search = \"reports_search\"`",
        ),
        (
            "[skills.a.rename]\nt = \"x\"\nu = \"x\"",
            "3: skills.a.rename.u: is `x` a second time | give each tool its own name",
        ),
        (
            "[skills.a]\ndigest = \"sha256:00\"",
            "2: skills.a.digest: value `sha256:00` is not `sha256:` followed by 64 hexadecimal digits | such as `digest = \"sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"`",
        ),
        (
            "[[gate.rules]]\ntool = \"a\"",
            "1: gate.rules[0].decision: is missing | such as `decision = \"deny\"`",
        ),
        (
            "[[gate.rules]]\ndecision = \"deny\"\nskill = \"A\"",
            "3: gate.rules[0].skill: value `A` is not lower-case letters and digits joined by single hyphens, at most 64 characters | such as `skill = \"reports\"`",
        ),
    ] {
        check(text, &[expected]);
    }
}

#[test]
fn file_grants() {
    let hint = "start with `/`; no `.`, `..`, `\\` or empty name in it, no `/` at its end, such as `/data`";
    for guest in ["data", "./data", "/data/", "//data", "/data/../etc", "/.", "/a/./b", "/a\\b", "C:/a"] {
        let text = format!("[skills.a.grants]\nfiles = [{{ host = 'data', guest = '{guest}' }}]");
        let key = "2: skills.a.grants.files[0].guest";
        check(&text, &[&format!("{key}: is not an absolute, normalised path | {hint}")]);
    }
    check(
        "[[skills.a.grants.files]]\nhost = \"a\"\nguest = \"/a\"\n[[skills.a.grants.files]]\nguest = \"/a\"\naccess = \"write\"",
        &[
            "4: skills.a.grants.files[1].host: is missing | such as `host = \"data\"`",
            "5: skills.a.grants.files[1].guest: is `/a` a second time | give each folder its own place",
            "6: skills.a.grants.files[1].access: cannot be \"write\" | one of \"read-only\", \"read-write\"",
        ],
    );
}

#[test]
fn no_secret_stands_in_a_mistake() {
    for text in [
        "[skills.a.grants.env]\n\"A B\" = \"hunter2\"",
        "[skills.a.grants.env]\nA = \"hunter2\\u0000\"",
        "[skills.a.grants.env]\nA = [\"hunter2\"]",
        "[skills.a.grants.env]\nA = hunter2",
        "[skills.a.grants.env]\nA = \"hunter2",
        "[skills.a.grants.env]\nA = \"hunter2\" \"hunter2\"",
        "[skills.a.grants.env]\nA.B = \"hunter2\"",
        "[skills.a.grants]\nenv = \"A=hunter2\"",
        "[skills.a.grants]\nenvironment = { A = \"hunter2\" }",
        "[skills.a]\nenv = { A = \"hunter2\" }",
    ] {
        let found = mistakes(text);
        assert!(!found.is_empty(), "{text}");
        assert!(!format!("{found:?}").contains("hunter2"), "{found:?}");
    }
}

#[test]
fn a_wall_of_mistakes_is_cut_and_counted() {
    let found = mistakes(&"[x]\n".repeat(1_001));
    assert_eq!(found.len(), 101);
    assert_eq!(found.last().unwrap().problem, "there are 900 more mistakes");
    let found = mistakes(&format!("{} = 1", "k".repeat(10_000)));
    assert!(found[0].key.len() < 100, "{}", found[0].key.len());
}
