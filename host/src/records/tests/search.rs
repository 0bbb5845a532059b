//! Search: what is found, in which order, what is shown of it, and which queries are none.

use std::time::Instant;

use proptest::prelude::*;

use super::{artifact, expiring_at, for_each_store, open, owned_by, put, retrievable};
use crate::error::{Code, StoreError};
use crate::principal::Principal;
use crate::quota::Quotas;
use crate::records::{
    Detail, Excerpt, FURTHEST, Hit, LONGEST_QUERY, LONGEST_TEXT, MOST_HITS, MOST_TERMS, MOST_WORDS,
    MemoryRecords, NewRecord, Record, Records, Search,
};
use crate::trust::TrustTier;

fn query(text: &str) -> Search {
    Search { text: Some(text.to_owned()), limit: 10, ..Search::default() }
}

fn text(text: &str) -> Record {
    retrievable(None, Some(text))
}

fn from(source: &str, kind: &str, tier: TrustTier, mut record: Record) -> Record {
    record.tier = tier;
    if let Detail::Retrievable(detail) = &mut record.detail {
        detail.source = source.to_owned();
        detail.kind = kind.to_owned();
    }
    record
}

fn search(records: &dyn Records, search: &Search) -> Vec<Hit> {
    records.search(&Principal::local(), search).unwrap()
}

/// The texts of the hits, in their order.
fn texts(hits: &[Hit]) -> Vec<String> {
    let text = |hit: &Hit| match &hit.record.detail {
        Detail::Retrievable(detail) => detail.inline.clone().unwrap_or_default(),
        other => panic!("{other:?}"),
    };
    hits.iter().map(text).collect()
}

#[test]
fn words_phrases_beginnings_and_operators() {
    for_each_store(|records| {
        put(
            records,
            &[text("A rain garden in Zoë's town"), text("garden; rain"), text("raining cats"), artifact()],
        );
        for (words, expected) in [
            ("rain", vec!["garden; rain", "A rain garden in Zoë's town"]),
            ("RAIN zoe", vec!["A rain garden in Zoë's town"]),
            ("\"rain garden\"", vec!["A rain garden in Zoë's town"]),
            ("rain*", vec!["garden; rain", "raining cats", "A rain garden in Zoë's town"]),
            ("rain NOT town", vec!["garden; rain"]),
            ("(cats OR town) AND (rain OR raining)", vec!["raining cats", "A rain garden in Zoë's town"]),
            ("nothing", vec![]),
            ("\"\"", vec![]),
        ] {
            let mut found = texts(&search(records, &query(words)));
            let mut expected = expected;
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{words:?}");
        }
    });
}

#[test]
fn the_best_comes_first_with_what_was_found() {
    for_each_store(|records| {
        put(records, &[text("tea and much else that dilutes it, as it were"), text("tea tea"), text("none")]);
        let hits = search(records, &query("tea"));
        assert_eq!(texts(&hits), ["tea tea", "tea and much else that dilutes it, as it were"]);
        assert!(hits[0].relevance > hits[1].relevance);
        assert_eq!(hits[0].excerpt, Excerpt { text: "tea tea".to_owned(), matches: vec![0..3, 4..7] });
    });
}

#[test]
fn without_words_the_newest_comes_first_with_its_beginning() {
    for_each_store(|records| {
        let long = "word ".repeat(100);
        put(records, &[text("oldest"), text(&long)]);
        let unread = retrievable(None, None);
        records
            .insert(&[NewRecord { record: &unread, text: Some("in the spool") }], &Quotas::UNLIMITED)
            .unwrap();
        put(records, &[retrievable(None, None)]);
        let hits = search(records, &Search { limit: 10, ..Search::default() });
        let excerpts: Vec<&str> = hits.iter().map(|hit| hit.excerpt.text.as_str()).collect();
        assert_eq!(excerpts[0], "");
        assert_eq!(excerpts[1], "in the spool");
        assert!(excerpts[2].ends_with('…') && excerpts[2].chars().count() == 200);
        assert_eq!(excerpts[3], "oldest");
        assert!(hits.iter().all(|hit| hit.relevance.is_none() && hit.excerpt.matches.is_empty()));
        assert_eq!(hits[1].record, unread);
        assert_eq!(search(records, &query("spool"))[0].record, unread);
    });
}

#[test]
fn every_part_of_a_search_has_to_hold() {
    use TrustTier::{ThirdPartyPrivate, ThirdPartyPublic};
    for_each_store(|records| {
        put(
            records,
            &[
                from("https://a.example/1", "web", ThirdPartyPublic, text("tea 1")),
                from("https://a.example/2", "web", ThirdPartyPrivate, text("tea 2")),
                from("https://b.example/%_", "note", ThirdPartyPublic, text("tea 3")),
                from("%_*?[a]", "we%", ThirdPartyPublic, text("tea 4")),
                from("nul\0b", "\0", ThirdPartyPublic, text("tea 5")),
            ],
        );
        let part = |kind: Option<&str>, source: Option<&str>, tier| Search {
            kind: kind.map(str::to_owned),
            source: source.map(str::to_owned),
            tier,
            limit: 10,
            ..Search::default()
        };
        for (search_for, expected) in [
            (part(None, None, None), vec![1, 2, 3, 4, 5]),
            (part(Some("web"), None, None), vec![1, 2]),
            (part(Some("we%"), None, None), vec![4]),
            (part(Some("WEB"), None, None), vec![]),
            (part(Some("\0"), None, None), vec![5]),
            (part(None, Some("https://a.example/1"), None), vec![1]),
            (part(None, Some("https://a.example/*"), None), vec![1, 2]),
            (part(None, Some("https://a.example/%"), None), vec![]),
            (part(None, Some("%_*"), None), vec![4]),
            (part(None, Some("%_*?[a]"), None), vec![4]),
            (part(None, Some("nul\0b"), None), vec![5]),
            (part(None, Some("nul\0*"), None), vec![5]),
            (part(None, Some("nul\0c*"), None), vec![]),
            (part(None, Some("*"), None), vec![1, 2, 3, 4, 5]),
            (part(None, None, Some(ThirdPartyPrivate)), vec![2]),
            (part(Some("web"), Some("https://*"), Some(ThirdPartyPublic)), vec![1]),
        ] {
            for words in [None, Some("tea".to_owned())] {
                let search_for = Search { text: words, ..search_for.clone() };
                let mut found = texts(&search(records, &search_for));
                found.sort();
                let expected: Vec<String> = expected.iter().map(|number| format!("tea {number}")).collect();
                assert_eq!(found, expected, "{search_for:?}");
            }
        }
    });
}

#[test]
fn no_one_finds_what_is_anothers_or_gone() {
    for_each_store(|records| {
        let (deleted, kept) = (text("tea deleted"), text("tea kept"));
        put(
            records,
            &[
                kept.clone(),
                deleted.clone(),
                owned_by("x", text("tea theirs")),
                expiring_at(1, text("tea over")),
            ],
        );
        records.delete(&deleted.principal, deleted.handle).unwrap();
        for search_for in [query("tea"), Search { limit: 10, ..Search::default() }] {
            assert_eq!(texts(&search(records, &search_for)), ["tea kept"]);
        }
        records.expire(&crate::records::Expiry::Due, 9).unwrap();
        records.delete(&kept.principal, kept.handle).unwrap();
        assert_eq!(search(records, &query("tea")), []);
    });
}

#[test]
fn hits_come_in_pages() {
    for_each_store(|records| {
        let all: Vec<Record> = (0..7).map(|number| text(&format!("tea {number}"))).collect();
        put(records, &all);
        for words in [None, Some("tea".to_owned())] {
            let page = |offset, limit| {
                texts(&search(records, &Search { text: words.clone(), offset, limit, ..Search::default() }))
            };
            let paged = [page(0, 3), page(3, 3), page(6, 3)].concat();
            // All fit the same: the newest first.
            let expected: Vec<String> = (0..7).rev().map(|number| format!("tea {number}")).collect();
            assert_eq!(paged, expected);
            assert_eq!(page(0, 0), Vec::<String>::new());
            assert_eq!(page(FURTHEST, MOST_HITS), Vec::<String>::new());
        }
    });
}

#[track_caller]
fn check_mistake(search_for: &Search, expected: &str) {
    for_each_store(|records| {
        put(records, &[text("tea")]);
        match records.search(&Principal::local(), search_for) {
            Err(error @ StoreError::Search { .. }) => {
                assert_eq!(error.to_string(), expected);
                assert_eq!(error.code(), Code::SearchInvalid);
                assert!(!error.hint().is_empty());
            }
            other => panic!("{expected}: {other:?}"),
        }
        assert_eq!(search(records, &query("tea")).len(), 1);
    });
}

#[test]
fn what_is_no_query_is_said_to_be_none() {
    let deep = format!("{}tea{}", "(".repeat(1_000), ")".repeat(1_000));
    for (words, expected) in [
        ("", "there are no words to look for"),
        (" \n", "there are no words to look for"),
        ("tea\0", "it has a NUL character"),
        ("*reads", "`*` stands behind the beginning of a word, as in tea*"),
        ("rain-garden", "`garden` is taken for a column, by the colon behind it or the hyphen before it"),
        ("http://a", "`http` is taken for a column, by the colon behind it or the hyphen before it"),
        ("a.example", "syntax error near \".\""),
        ("\"tea", "unterminated string"),
        ("(tea", "it ends where something has to follow"),
        ("tea AND", "it ends where something has to follow"),
        ("NEAR(tea", "it ends where something has to follow"),
        ("tea \u{1b}[31m'", "syntax error near \"\\u{1b}\""),
        (&deep, "its parentheses are nested too deeply"),
    ] {
        check_mistake(&query(words), expected);
    }
}

#[test]
fn a_search_that_is_too_large_is_none() {
    let (many, words) = (["tea"; MOST_TERMS + 1].join(" "), ["tea"; MOST_WORDS].join(" "));
    let long = "t".repeat(LONGEST_QUERY + 1);
    check_mistake(&query(&many), "it has more than 16 words and phrases");
    check_mistake(&query(&format!("\"{words}\" tea")), "it has more than 64 words");
    check_mistake(&query(&format!("\"{words} tea\"")), "it has more than 64 words");
    check_mistake(&query(&long), "it is longer than 4096 bytes");
    check_mistake(&Search { kind: Some(long.clone()), ..Search::default() }, "it is longer than 4096 bytes");
    check_mistake(&Search { source: Some(long), ..Search::default() }, "it is longer than 4096 bytes");
    check_mistake(&Search { limit: MOST_HITS + 1, ..query("tea") }, "1000 hits are the most at once");
    check_mistake(
        &Search { offset: FURTHEST + 1, ..query("tea") },
        "only the first 10000 hits can be paged through; narrow it",
    );
}

#[test]
fn a_search_ends_when_its_time_is_over() {
    let disk = tempfile::tempdir().unwrap();
    let records = open(disk.path());
    let many: Vec<Record> = (0..300).map(|number| text(&format!("tea {number}"))).collect();
    put(&records, &many);
    let ended = records.lock_searcher().search(&Principal::local(), &query("tea"), Instant::now());
    assert_eq!(ended.unwrap_err().to_string(), "it took longer than 5 s");
    assert_eq!(search(&records, &query("tea")).len(), 10);
}

/// A search holds nothing that an insert needs.
#[test]
fn inserts_go_on_beside_a_search() {
    let disk = tempfile::tempdir().unwrap();
    let records = open(disk.path());
    let searching = records.lock_searcher();
    put(&records, &[text("tea")]);
    drop(searching);
    assert_eq!(search(&records, &query("tea")).len(), 1);
}

#[test]
fn only_the_beginning_of_a_very_long_text_is_searched() {
    for_each_store(|records| {
        let record = retrievable(None, None);
        let long = format!("{} end {}ä last", "x ".repeat(LONGEST_TEXT / 2 - 4), "y".repeat(20));
        records.insert(&[NewRecord { record: &record, text: Some(&long) }], &Quotas::UNLIMITED).unwrap();
        let hits = search(records, &query("end"));
        assert_eq!(hits.len(), 1);
        assert_eq!(&hits[0].excerpt.text[hits[0].excerpt.matches[0].clone()], "end");
        assert_eq!(search(records, &query("last")), []);
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever is asked over whatever text: hits or a mistake, never a failure, and ranges that stand in the excerpt.
    #[test]
    fn any_query_over_any_text(
        words in prop_oneof![
            any::<String>(),
            "[a-c\"*()^+:{}\\-., ]{0,40}",
            "(tea|a|AND|OR|NOT|NEAR|\\(|\\)|\"|\\*|text|:| ){0,20}",
        ],
        indexed in prop_oneof![any::<String>(), "(tea|a|b|c|é|\0|\u{fdd0}| ){0,60}"],
        kind in proptest::option::of(any::<String>()),
        source in proptest::option::of("[a'%_*?]{0,4}"),
    ) {
        let records = MemoryRecords::new();
        put(&records, &[text(&indexed)]);
        let search_for = Search { text: Some(words), kind, source, limit: 5, ..Search::default() };
        match records.search(&Principal::local(), &search_for) {
            Ok(hits) => for Hit { excerpt, .. } in hits {
                for range in excerpt.matches {
                    prop_assert!(excerpt.text.get(range).is_some());
                }
            },
            Err(StoreError::Search { problem }) => prop_assert!(!problem.is_empty() && !problem.contains('\0')),
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        }
    }
}

/// A word that stands everywhere, asked for as often as is allowed.
#[test]
fn a_hostile_text_is_answered() {
    let records = MemoryRecords::new();
    put(&records, &[text(&"a ".repeat(1 << 14))]);
    let words = ["a*"; MOST_TERMS].join(" OR ");
    let hits = records.search(&Principal::local(), &query(&words)).unwrap();
    assert!(!hits[0].excerpt.matches.is_empty());
}
