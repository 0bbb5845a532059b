//! A child's work: a skill without WebAssembly that answers in every form, and threads that call it and delete some of what
//! it answered. Each says what was acknowledged, as soon as it is.

use std::path::Path;
use std::sync::atomic::Ordering;

use serde_json::{Value, json};
use skillhost::config::Config;
use skillhost::error::Code;
use skillhost::ids::Handle;
use skillhost::response::AllegedRetrievable;
use skillhost::{Error, Host, NativeAnswer, NativeMedia, NativeSkill, Output, Session};

use super::chance::Chance;
use super::child::{Line, Stored, say, say_refused, told_to_end};
use super::content;

/// Whose answers they are.
pub(super) const PRINCIPALS: [&str; 2] = ["ada", "grace"];
/// How many threads work in one process.
pub(super) const THREADS: usize = 3;
/// The most records that one call makes.
pub(super) const MOST_AT_ONCE: usize = 4;
/// For how many milliseconds answers are kept that expire at once.
pub(super) const AT_ONCE: u64 = 1;
/// The skill's name.
pub(super) const SKILL: &str = "writer";

/// More than fits into the small files of [`Child`](super::child::Child).
const TOO_LARGE: u64 = 4 << 20;
/// The tools that are asked for so much.
pub(super) const TOO_LARGE_FOR: [&str; 5] = ["text", "bytes", "media", "note", "first_small_then_large"];

/// A host over this directory, with the skill, that keeps artifacts and media for so many milliseconds.
pub(super) fn host(data: &Path, keep: Option<u64>) -> Host {
    open(data, keep).expect("a host")
}

/// The same, where it may be refused.
pub(super) fn open(data: &Path, keep: Option<u64>) -> Result<Host, Error> {
    let mut config = Config::at(data);
    config.store_bounds.keep = keep.or(config.store_bounds.keep);
    Host::builder(config).native_skill(skill()).build()
}

/// A conversation with the skill loaded.
pub(super) fn session(host: &Host, principal: &str) -> Session {
    let session = host.session(principal.parse().expect("a principal"));
    session.load_blocking(SKILL).expect("the skill loads");
    session
}

/// Works in several threads until this process is told to end; meanwhile, `beside` is repeated.
pub(super) fn work(data: &Path, seed: u64, keep: Option<u64>, beside: Option<&dyn Fn()>) {
    let host = host(data, keep);
    let mut seeds = Chance::new(seed);
    std::thread::scope(|scope| {
        for principal in PRINCIPALS.iter().cycle().take(THREADS) {
            let session = session(&host, principal);
            let chance = Chance::new(seeds.next());
            scope.spawn(move || work_in(&session, chance));
        }
        say(&Line::Ready);
        while let Some(beside) = beside
            && !told_to_end().load(Ordering::Relaxed)
        {
            beside();
        }
    });
}

fn work_in(session: &Session, mut chance: Chance) {
    let mut mine: Vec<Handle> = Vec::new();
    while !told_to_end().load(Ordering::Relaxed) {
        if mine.len() > 2 && chance.below(4) == 0 {
            let place = usize::try_from(chance.below(mine.len() as u64)).expect("a place");
            delete(session, mine.swap_remove(place));
            continue;
        }
        let stored = store_something(session, &mut chance).expect("stored");
        mine.extend(stored.iter().map(|stored| stored.handle));
        say(&Line::Stored(stored));
    }
}

fn delete(session: &Session, handle: Handle) {
    say(&Line::Deleting(handle));
    match session.delete(&handle.to_string()) {
        Ok(()) => say(&Line::Deleted(handle)),
        // Its time may be over before its owner gives it up.
        Err(error) => assert_eq!(error.code(), Code::ArtifactExpired, "{handle}: {error}"),
    }
}

fn store_something(session: &Session, chance: &mut Chance) -> Result<Vec<Stored>, Error> {
    let number = chance.next() >> 11;
    match chance.below(8) {
        0..=2 => store_text(session, number, 1 + chance.below(2_000)),
        3 => store(session, "bytes", number, 64 << 10, 1),
        4 => store(session, "media", number, 1 + chance.below(5_000), 1 + chance.below(MOST_AT_ONCE as u64)),
        5 | 6 => store(session, "inline_note", number, 20 + chance.below(200), 1),
        _ => store(session, "note", number, 20 + chance.below(10_000), 1),
    }
}

/// Has a text of so many bytes stored.
pub(super) fn store_text(session: &Session, number: u64, bytes: u64) -> Result<Vec<Stored>, Error> {
    store(session, "text", number, bytes, 1)
}

/// Has something stored, and gives what was acknowledged.
pub(super) fn store(
    session: &Session,
    tool: &str,
    number: u64,
    bytes: u64,
    count: u64,
) -> Result<Vec<Stored>, Error> {
    let arguments = json!({ "number": number, "bytes": bytes, "count": count });
    let result = session.call_blocking(tool, arguments)?;
    let stored = |handle, content: &[u8], expires_at| Stored {
        handle,
        principal: session.principal().as_str().to_owned(),
        bytes: content.len() as u64,
        hash: content::hash(content),
        expires_at,
    };
    let length = usize::try_from(bytes).expect("a length");
    Ok(match result.output {
        Output::Artifact(artifact) if tool == "bytes" => {
            vec![stored(artifact.handle, &content::bytes(number, length), artifact.expires_at)]
        }
        Output::Artifact(artifact) => {
            vec![stored(artifact.handle, content::text(number, length).as_bytes(), artifact.expires_at)]
        }
        Output::Media { media } => (number..)
            .zip(media)
            .map(|(number, media)| stored(media.handle, &content::bytes(number, length), media.expires_at))
            .collect(),
        Output::Retrievable { record, acknowledgement } => {
            let words = format!("Retrievable {} added ({bytes} bytes)", record.handle);
            vec![
                stored(record.handle, content::text(number, length).as_bytes(), record.expires_at),
                stored(acknowledgement.handle, words.as_bytes(), acknowledgement.expires_at),
            ]
        }
        Output::Text { .. } => panic!("`{tool}` is no reader"),
    })
}

/// Stores what fits into small files, between answers that do not, and then records until they do not fit either.
pub(super) fn fill(data: &Path) {
    let session = session(&host(data, None), PRINCIPALS[0]);
    say(&Line::Ready);
    let attempt = |tool, number, bytes, count| match store(&session, tool, number, bytes, count) {
        Ok(stored) => {
            say(&Line::Stored(stored));
            true
        }
        Err(error) => {
            say_refused(&error);
            false
        }
    };
    assert!(attempt("text", 1, 100, 1), "there is room for little");
    for tool in TOO_LARGE_FOR {
        assert!(!attempt(tool, 2, TOO_LARGE, 2), "there is no room for `{tool}`");
    }
    assert!(attempt("media", 3, 1_000, MOST_AT_ONCE as u64), "there is still room for little");
    assert!((4..5_000).any(|number| !attempt("inline_note", number, 8_000, 1)), "the records fit for ever");
}

fn skill() -> NativeSkill {
    NativeSkill::new(SKILL, "1.0.0", "Answers by number.")
        .tool("text", "A text.", "{}", None, |asked| Ok(NativeAnswer::String(text(asked))))
        .tool("bytes", "Bytes.", "{}", None, |asked| Ok(NativeAnswer::Bytes(bytes(asked, 0))))
        .tool("media", "Media.", "{}", None, |asked| {
            Ok(NativeAnswer::Media(
                (0..number(asked, "count")).map(|place| media(bytes(asked, place))).collect(),
            ))
        })
        .tool("first_small_then_large", "Media.", "{}", None, |asked| {
            Ok(NativeAnswer::Media(vec![media(vec![0]), media(bytes(asked, 0))]))
        })
        .tool("note", "A text to cite.", "{}", None, |asked| Ok(note(asked, false)))
        .tool("inline_note", "A text to cite.", "{}", None, |asked| Ok(note(asked, true)))
}

fn number(asked: &Value, name: &str) -> u64 {
    asked.get(name).and_then(Value::as_u64).expect("a number")
}

fn length(asked: &Value) -> usize {
    usize::try_from(number(asked, "bytes")).expect("a length")
}

fn text(asked: &Value) -> String {
    content::text(number(asked, "number"), length(asked))
}

fn bytes(asked: &Value, place: u64) -> Vec<u8> {
    content::bytes(number(asked, "number") + place, length(asked))
}

fn media(bytes: Vec<u8>) -> NativeMedia {
    NativeMedia {
        bytes,
        mime_type: "application/octet-stream".to_owned(),
        filename: None,
        trust_tier: None,
        hazard: None,
    }
}

fn note(asked: &Value, inline: bool) -> NativeAnswer {
    NativeAnswer::Retrievable(AllegedRetrievable {
        content: text(asked),
        source: None,
        kind: None,
        score: None,
        inline,
    })
}
