//! What every log does: keeps an entry as it was, tells it to its owner alone, newest first.

use proptest::prelude::*;

use super::*;
use crate::call_log::{LONGEST_TOOL, MOST_IN_MEMORY};
use crate::text::is_commanding;

#[test]
fn an_entry_reads_back_field_by_field() {
    let (_folder, logs) = logs();
    for log in logs {
        let whole = CallEntry {
            principal: "auth0|Zoë".parse().unwrap(),
            outcome: Outcome::Failed,
            code: Some("E_SKILL_TOOL_FAILED".to_owned()),
            ..call(1)
        };
        // A tool that no one has: nothing is known but who asked, for what, when.
        let bare = CallEntry {
            principal: whole.principal.clone(),
            at: whole.at + 1,
            skill: None,
            digest: None,
            outcome: Outcome::Refused,
            arguments_hash: String::new(),
            stages: Stages::default(),
            memory_bytes: 0,
            bytes_in: 0,
            bytes_out: 0,
            handle: None,
            ..call(2)
        };
        log.append(&whole).unwrap();
        log.append(&bare).unwrap();
        let found = log.list(&whole.principal, &LogQuery::newest(10)).unwrap();
        assert_eq!(found, [bare, whole]);
    }
}

#[test]
fn numbers_past_what_a_database_counts_are_as_large_as_it_can() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path());
    let most = u64::MAX;
    let stages = Stages {
        check_microseconds: most,
        gate_microseconds: most,
        wait_microseconds: most,
        guest_microseconds: most,
        store_microseconds: most,
    };
    let huge = CallEntry { at: most, stages, memory_bytes: most, bytes_in: most, bytes_out: most, ..call(1) };
    log.append(&huge).unwrap();
    let [found] = all(&log).try_into().unwrap();
    assert_eq!((found.at, found.bytes_in, found.stages.total()), (most >> 1, most >> 1, most));
}

#[test]
fn calls_are_listed_from_the_last_to_end() {
    let (_folder, logs) = logs();
    let start = now();
    for log in logs {
        // A long call ends after one that began later.
        for (number, at) in [(1, start), (2, start + 9), (3, start + 5), (4, start + 9)] {
            log.append(&CallEntry { at, ..call(number) }).unwrap();
        }
        let order = |query| -> Vec<u64> {
            let found = log.list(&Principal::local(), &query).unwrap();
            found.iter().map(|entry| entry.bytes_in).collect()
        };
        assert_eq!(order(LogQuery::newest(10)), [4, 3, 2, 1]);
        assert_eq!(order(LogQuery::newest(2)), [4, 3]);
        assert_eq!(order(LogQuery::newest(0)), [0; 0]);
        assert_eq!(order(LogQuery { since: Some(start + 5), ..LogQuery::newest(10) }), [4, 3, 2]);
        assert_eq!(order(LogQuery { since: Some(u64::MAX), ..LogQuery::newest(10) }), [0; 0]);
    }
}

#[test]
fn every_part_of_a_query_has_to_hold() {
    let (_folder, logs) = logs();
    for log in logs {
        let other = CallEntry { skill: Some("charts".parse().unwrap()), tool: "draw".to_owned(), ..call(2) };
        let failed = CallEntry { outcome: Outcome::Failed, ..call(3) };
        let unknown =
            CallEntry { skill: None, tool: "draw".to_owned(), outcome: Outcome::Refused, ..call(4) };
        for entry in [&call(1), &other, &failed, &unknown] {
            log.append(entry).unwrap();
        }
        let any = LogQuery::newest(10);
        for (query, expected) in [
            (any.clone(), vec![1, 2, 3, 4]),
            (LogQuery { skill: Some("tables".parse().unwrap()), ..any.clone() }, vec![1, 3]),
            (LogQuery { tool: Some("draw".to_owned()), ..any.clone() }, vec![2, 4]),
            (LogQuery { outcome: Some(Outcome::Stored), ..any.clone() }, vec![1, 2]),
            (
                LogQuery {
                    skill: Some("tables".parse().unwrap()),
                    outcome: Some(Outcome::Failed),
                    ..any.clone()
                },
                vec![3],
            ),
            (
                LogQuery { tool: Some("draw".to_owned()), outcome: Some(Outcome::Failed), ..any.clone() },
                vec![],
            ),
            // Words of a query are no patterns.
            (LogQuery { tool: Some("dra%".to_owned()), ..any.clone() }, vec![]),
        ] {
            let found = log.list(&Principal::local(), &query).unwrap();
            let mut found: Vec<u64> = found.iter().map(|entry| entry.bytes_in).collect();
            found.sort_unstable();
            assert_eq!(found, expected, "{query:?}");
        }
    }
}

#[test]
fn another_principal_sees_nothing() {
    let (_folder, logs) = logs();
    let (own, other): (Principal, Principal) = ("own".parse().unwrap(), "other".parse().unwrap());
    for log in logs {
        log.append(&CallEntry { principal: own.clone(), ..call(1) }).unwrap();
        assert_eq!(log.list(&own, &LogQuery::newest(10)).unwrap().len(), 1);
        assert_eq!(log.list(&other, &LogQuery::newest(10)).unwrap(), []);
        assert_eq!(all(log.as_ref()), []);
    }
}

#[test]
fn memory_remembers_the_last_calls() {
    let log = MemoryCallLog::default();
    for number in 0..MOST_IN_MEMORY as u64 + 5 {
        log.append(&call(number)).unwrap();
    }
    let numbers = numbers(&log);
    assert_eq!((numbers.len(), numbers[0]), (MOST_IN_MEMORY, 5));
}

#[test]
fn an_entry_is_shown_under_stable_names() {
    let entry = CallEntry { at: 5, handle: None, digest: None, ..call(1) };
    let shown = serde_json::to_value(&entry).unwrap();
    let expected = serde_json::json!({
        "at": 5,
        "principal": "local",
        "skill": "tables",
        "tool": "table_columns",
        "argumentsHash": format!("{:064x}", 1),
        "outcome": "stored",
        "stages": {
            "checkMicroseconds": 1,
            "gateMicroseconds": 2,
            "waitMicroseconds": 3,
            "guestMicroseconds": 4,
            "storeMicroseconds": 5,
        },
        "memoryBytes": 1 << 20,
        "bytesIn": 1,
        "bytesOut": 7,
    });
    assert_eq!(shown, expected);
}

#[test]
fn outcomes_read_back_what_they_print() {
    for outcome in Outcome::ALL {
        assert_eq!(outcome.to_string().parse(), Ok(outcome));
        assert_eq!(serde_json::to_value(outcome).unwrap(), outcome.as_str());
    }
    assert!("Stored".parse::<Outcome>().is_err());
}

#[test]
fn the_name_of_a_tool_is_cut_and_obeyed_by_no_terminal() {
    let (_folder, logs) = logs();
    for log in logs {
        for (name, expected) in [
            ("a\u{1b}[2Jb\nc\td", "a\\u{1b}[2Jb c d".to_owned()),
            (&"x".repeat(LONGEST_TOOL), "x".repeat(LONGEST_TOOL)),
            (&"x".repeat(1 << 20), format!("{}…", "x".repeat(LONGEST_TOOL - 3))),
            ("tøol; DROP TABLE calls --", "tøol; DROP TABLE calls --".to_owned()),
        ] {
            log.append(&CallEntry { tool: name.to_owned(), ..call(1) }).unwrap();
            let newest = all(log.as_ref()).into_iter().next().unwrap();
            assert_eq!(newest.tool, expected);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn whatever_a_caller_names_is_kept_in_bounds(name in any::<String>(), code in any::<Option<String>>(), at in any::<u64>()) {
        let (_folder, logs) = logs();
        for log in logs {
            // Nothing of it is too old.
            let at = at.max(now());
            log.append(&CallEntry { tool: name.clone(), code: code.clone(), at, ..call(1) }).unwrap();
            let [found] = all(log.as_ref()).try_into().unwrap();
            prop_assert!(found.tool.len() <= LONGEST_TOOL && !found.tool.chars().any(is_commanding));
            prop_assert_eq!(&found.code, &code);
        }
    }
}
