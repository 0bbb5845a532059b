//! Whose a handle is: to anyone else it does not exist, in the very words of a handle that never was (decision 29).

use std::sync::Arc;

use serde_json::{Map, json};
use skillhost::config::Config;
use skillhost::ids::Handle;
use skillhost::records::Page;
use skillhost::source::DirectorySource;
use skillhost::{Error, Host, Principal, Session};

use crate::guests;

fn session_of(host: &Host, name: &str) -> Session {
    host.session(name.parse().expect("a principal"))
}

#[test]
fn another_principals_handle_does_not_exist() {
    let host = guests::builder(Config::in_memory()).build().expect("a host");
    let (mine, theirs) = (session_of(&host, "mine"), session_of(&host, "theirs"));
    mine.load_blocking(guests::ID).expect("loads");
    let handle = mine.call_blocking("echo", json!({ "word": "secret" })).expect("an answer").call_id;
    let read =
        |session: &Session, handle: Handle| session.read(&handle.to_string(), "artifact_cat", &Map::new());
    assert!(read(&mine, handle).is_ok());
    let never = Handle::new();
    let expected = read(&theirs, never).expect_err("unknown").to_string();
    let found = read(&theirs, handle).expect_err("another's").to_string();
    assert_eq!(found.replace(&handle.to_string(), "…"), expected.replace(&never.to_string(), "…"));
    assert_eq!(theirs.artifacts(Page::first(10)).expect("a list").len(), 0);
    assert!(matches!(theirs.delete(&handle.to_string()), Err(Error::ArtifactNotFound { .. })));
    assert!(read(&mine, handle).is_ok(), "deleting is the owner's");
    mine.delete(&handle.to_string()).expect("deleted");
    assert!(read(&mine, handle).is_err());
}

/// Two hosts over one directory stand for two processes: a handle of one is read by the other.
#[test]
fn handles_are_read_by_the_next_host() {
    let directory = tempfile::tempdir().expect("a directory");
    let data = directory.path().join("data");
    let handle = {
        let session = guests::builder(Config::at(&data)).build().expect("a host").session(Principal::local());
        session.load_blocking(guests::ID).expect("loads");
        session.call_blocking("echo", json!({ "word": "kept" })).expect("an answer").call_id
    };
    let next = Host::builder(Config::at(&data)).build().expect("a host without any skill");
    let answer = next.session(Principal::local()).read(&handle.to_string(), "artifact_cat", &Map::new());
    assert!(answer.expect("the answer").text.contains("kept"));
}

/// A load writes a skill's instructions once for a principal, however often it is repeated.
#[test]
fn instructions_are_stored_once() {
    let directory = tempfile::tempdir().expect("a directory");
    let bodies: Vec<_> = (0..3)
        .map(|_| {
            let mut config = Config::at(&directory.path().join("data"));
            config.cache_directory = Some(guests::shared_cache());
            let source =
                DirectorySource::open("examples", &guests::example_skills()).expect("the example skills");
            let host = Host::builder(config).source(Arc::new(source)).build().expect("a host");
            host.session(Principal::local()).load_blocking("tables").expect("loads").body
        })
        .collect();
    assert!(bodies[0].is_some());
    assert!(bodies.iter().all(|body| *body == bodies[0]), "{bodies:?}");
}
