//! The cache of compiled code: a second start compiles nothing, and nothing that is not ours is ever loaded.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Barrier, Mutex};

use serde_json::json;
use skillhost::config::Config;
use skillhost::error::Code;
use skillhost::progress::Progress;
use skillhost::{Host, Principal};

use crate::guests;

/// Starts a host over this cache, loads the fixture, calls it; what the host told of compiling.
fn start(cache: &Path) -> Vec<Progress> {
    let told = Arc::new(Mutex::new(Vec::new()));
    let mut config = Config::in_memory();
    config.cache_directory = Some(cache.to_owned());
    let sink = Arc::clone(&told);
    let host = guests::builder(config)
        .progress(move |step| sink.lock().expect("a lock").push(step))
        .build()
        .expect("a host");
    let session = host.session(Principal::local());
    session.load_blocking(guests::ID).expect("the fixture loads");
    session.call_blocking("echo", json!({ "word": "x" })).expect("and works");
    drop((session, host));
    Arc::into_inner(told).expect("no one else has it").into_inner().expect("a lock")
}

fn entries(cache: &Path, ending: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(cache).expect("the cache").map(|entry| entry.expect("an entry").path());
    files.filter(|path| path.to_string_lossy().ends_with(ending)).collect()
}

#[test]
fn a_second_start_compiles_nothing_and_altered_entries_are_never_loaded() {
    let directory = tempfile::tempdir().expect("a directory");
    let cache = directory.path().join("cache");
    let first = start(&cache);
    assert!(matches!(first.as_slice(), [Progress::Compiling { .. }, Progress::Compiled { .. }]), "{first:?}");
    assert_eq!(start(&cache), [], "the second start");

    let [code] = entries(&cache, ".code").try_into().expect("one entry");
    let [descriptor] = entries(&cache, ".descriptor").try_into().expect("one entry");
    let whole = fs::read(&code).expect("an entry");
    let flipped = |place: usize| {
        let mut bytes = whole.clone();
        bytes[place] ^= 1;
        bytes
    };
    for (name, bytes) in [
        ("empty", Vec::new()),
        ("shorter than a tag", whole[..16].to_vec()),
        ("truncated", whole[..whole.len() - 1].to_vec()),
        ("longer", [whole.as_slice(), b"x"].concat()),
        ("flipped in its tag", flipped(0)),
        ("flipped in its code", flipped(whole.len() / 2)),
        ("another's entry", fs::read(&descriptor).expect("an entry")),
    ] {
        fs::write(&code, bytes).expect("written");
        let told = start(&cache);
        assert!(told.iter().any(|step| matches!(step, Progress::CacheRejected { .. })), "{name}: {told:?}");
        assert_eq!(start(&cache), [], "{name}: mended");
    }

    // Code of another installation: genuine, but tagged with a key that is not ours.
    fs::write(cache.join("key"), [7; 32]).expect("written");
    let told = start(&cache);
    assert!(told.iter().any(|step| matches!(step, Progress::CacheRejected { .. })), "another key: {told:?}");
}

#[test]
fn an_altered_descriptor_is_asked_for_again() {
    let directory = tempfile::tempdir().expect("a directory");
    let cache = directory.path().join("cache");
    start(&cache);
    let [descriptor] = entries(&cache, ".descriptor").try_into().expect("one entry");
    let mut bytes = fs::read(&descriptor).expect("an entry");
    let name = bytes.windows(4).position(|part| part == b"echo").expect("a tool's name");
    bytes[name] = b'3';
    fs::write(&descriptor, bytes).expect("written");
    start(&cache);
}

#[test]
fn a_cache_that_others_can_write_is_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let cache = directory.path().join("cache");
    fs::create_dir(&cache).expect("made");
    fs::set_permissions(&cache, fs::Permissions::from_mode(0o770)).expect("set");
    let mut config = Config::in_memory();
    config.cache_directory = Some(cache);
    let error = Host::builder(config).build().err().expect("refused");
    assert_eq!(error.code(), Code::DataDirectoryUnusable);
    assert!(error.hint().is_some_and(|hint| hint.contains("chmod go-w")), "{error}");
}

/// Only root can give a folder away; for anyone else there is nothing to see here but their own folder.
#[test]
fn a_cache_of_another_user_is_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let cache = directory.path().join("cache");
    fs::create_dir(&cache).expect("made");
    let given_away = std::os::unix::fs::chown(&cache, Some(12_345), None).is_ok();
    let mut config = Config::in_memory();
    config.cache_directory = Some(cache);
    let outcome = Host::builder(config).build();
    assert_eq!(outcome.is_err(), given_away);
}

/// Compiling is announced and then held up; meanwhile another skill answers. No clock decides.
#[test]
fn compiling_holds_up_no_other_skill() {
    let directory = tempfile::tempdir().expect("a directory");
    let (compiling, answered) = (Arc::new(Barrier::new(2)), Arc::new(Barrier::new(2)));
    let mut config = Config::in_memory();
    config.cache_directory = Some(directory.path().join("cache"));
    let (begun, go_on) = (Arc::clone(&compiling), Arc::clone(&answered));
    let native = skillhost::NativeSkill::new("native", "1.0.0", "Answers at once.").tool(
        "answer",
        "Answers.",
        "{}",
        None,
        |_| Ok(skillhost::NativeAnswer::String("here".to_owned())),
    );
    let host = guests::builder(config)
        .native_skill(native)
        .progress(move |step| {
            if matches!(step, Progress::Compiling { .. }) {
                begun.wait();
                go_on.wait();
            }
        })
        .build()
        .expect("a host");
    std::thread::scope(|scope| {
        let loading = scope.spawn(|| host.session(Principal::local()).load_blocking(guests::ID));
        compiling.wait();
        let session = host.session(Principal::local());
        session.load_blocking("native").expect("another skill loads");
        session.call_blocking("answer", json!({})).expect("and answers");
        answered.wait();
        loading.join().expect("no panic").expect("the fixture loads at last");
    });
}
