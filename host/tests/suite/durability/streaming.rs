//! Contents that are larger than memory should be: written by a guest, copied out, put into the store chunk by chunk, read by
//! readers. Each happens in a process of its own, which says how much memory it took at the most.

use std::io::Write;
use std::path::Path;

use serde_json::{Map, Value, json};
use skillhost::clock::now;
use skillhost::config::Config;
use skillhost::error::Code;
use skillhost::ids::Handle;
use skillhost::limits::Limit;
use skillhost::quota::Quotas;
use skillhost::records::{
    ArtifactDetail, ArtifactRole, Detail, Encoding, NewRecord, Origin, Record, Records as _, open_directory,
};
use skillhost::spool::Spool as _;
use skillhost::trust::TrustTier;
use skillhost::{BuiltinKind, Host, Kind as _, Output, Principal};

use super::child::{Child, Line, Stored, number, say};
use super::task::Task;
use crate::guests;

const MIB: u64 = 1 << 20;
/// How many MiB are written and read; said by `cargo xtask kill`, which has the time for a gibibyte.
const SIZE: &str = "SKILLHOST_STREAM_MIB";
const SIZE_OF_THE_SUITE: u64 = 256;
/// What that may take, whatever its size.
const MOST_MEMORY: u64 = 64 * MIB;
/// What stands at the end of the text.
const END: &str = "here it ends";
/// The length of a line of the text, its end included.
const LINE: u64 = 1 << 10;

/// What is written and read, in bytes.
fn large() -> u64 {
    number(SIZE).unwrap_or(SIZE_OF_THE_SUITE) * MIB
}

#[test]
fn a_media_is_never_whole_in_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let handle = written(&Task::WriteMedia { data: data.clone(), bytes: large() });
    flat(&Child::start(&Task::Read { data, handle, readers: false }).end());
}

#[test]
fn a_text_is_never_whole_in_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let handle = written(&Task::WriteText { data: data.clone(), bytes: large() });
    flat(&Child::start(&Task::Read { data, handle, readers: true }).end());
}

/// Has it written; gives its handle.
fn written(task: &Task) -> String {
    let lines = Child::start(task).end();
    flat(&lines);
    let handle = lines.iter().find_map(|line| match line {
        Line::Stored(stored) => stored.first().map(|stored| stored.handle.to_string()),
        _ => None,
    });
    handle.expect("it was stored")
}

/// None of it took much memory.
fn flat(lines: &[Line]) {
    let mut said = 0;
    for line in lines {
        if let Line::Memory { what, bytes } = line {
            assert!(*bytes < MOST_MEMORY, "{what} took {} MiB", bytes / MIB);
            said += 1;
        }
    }
    assert!(said > 0, "{lines:?}");
}

/// The most memory that this process has had since it was last [`forgotten`], in bytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("what the system says");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the peak");
    let kib = line.trim().strip_suffix(" kB").expect("a unit");
    kib.trim().parse::<u64>().expect("a number") << 10
}

/// From here on the peak is that of what follows. Where the system does not know how, it is that of everything, and the tests
/// see less.
fn forgotten() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// Does something and says what memory it took; `others` is what of that was not the host's.
fn measured<T>(what: &str, others: impl FnOnce(&T) -> u64, work: impl FnOnce() -> T) -> T {
    forgotten();
    let before = peak();
    let done = work();
    let bytes = peak().saturating_sub(before).saturating_sub(others(&done));
    say(&Line::Memory { what: what.to_owned(), bytes });
    done
}

fn host(data: &Path) -> Host {
    let mut config = Config::at(data);
    let settings = config.skills.entry(guests::ID.parse().expect("an id")).or_default();
    for (limit, value) in
        [(Limit::Memory, large() + 64 * MIB), (Limit::Output, 2 << 30), (Limit::Deadline, 60_000)]
    {
        settings.limits = settings.limits.with(limit, value);
    }
    guests::builder(config).build().expect("a host")
}

/// The guest writes a media in chunks of 64 KiB; that it makes them all at once is its own affair.
pub(super) fn write_media(data: &Path, bytes: u64) {
    let session = host(data).session(Principal::local());
    session.load_blocking(guests::ID).expect("the fixture loads");
    // The first call pays for what is made once.
    let arguments = |length: u64| json!({ "length": length, "mime_type": "application/octet-stream" });
    session.call_blocking("media", arguments(1)).expect("a first one");
    let result = measured(
        "writing a media",
        |result: &skillhost::ToolResult| result.usage.memory_bytes,
        || session.call_blocking("media", arguments(bytes)).expect("a media"),
    );
    let Output::Media { media } = result.output else { panic!("{:?}", result.output) };
    let [media] = media.as_slice() else { panic!("{media:?}") };
    assert_eq!(media.bytes, bytes);
    say_stored(media.handle, bytes);
}

/// A text comes into the store as anything does: staged, sealed, committed, and then its record.
pub(super) fn write_text(data: &Path, bytes: u64) {
    let store = open_directory(data).expect("a data directory");
    let handle = Handle::new();
    let chunk = format!("{:>width$}\n", "line", width = usize::try_from(LINE - 1).expect("a width"));
    let chunk = chunk.repeat(usize::try_from(MIB / LINE).expect("a count"));
    measured(
        "writing a text",
        |()| 0,
        || {
            let mut writer = store.spool.create(handle).expect("staged");
            for _ in 0..bytes / MIB {
                writer.write(chunk.as_bytes()).expect("written");
            }
            writer.write(END.as_bytes()).expect("written");
            let sealed = writer.seal().expect("sealed");
            store.spool.commit(&[handle]).expect("committed");
            let record = Record {
                handle,
                principal: Principal::local(),
                origin: Origin {
                    skill: guests::ID.parse().expect("an id"),
                    version: "1.0.0".to_owned(),
                    digest: None,
                    tool: None,
                },
                tier: TrustTier::ThirdPartyPublic,
                created_at: now(),
                expires_at: None,
                bytes: sealed.bytes,
                lines: sealed.lines,
                detail: Detail::Artifact(ArtifactDetail {
                    role: ArtifactRole::ToolResult,
                    kind: BuiltinKind::SpooledArtifact.name().to_owned(),
                    builtin: Some(BuiltinKind::SpooledArtifact.name().to_owned()),
                    options: Value::Null,
                    encoding: Encoding::Text,
                }),
            };
            let new = NewRecord { record: &record, text: None };
            store.records.insert(&[new], &Quotas::UNLIMITED).expect("inserted");
        },
    );
    say_stored(handle, bytes + END.len() as u64);
}

fn say_stored(handle: Handle, bytes: u64) {
    let principal = Principal::local().as_str().to_owned();
    say(&Line::Stored(vec![Stored { handle, principal, bytes, hash: String::new(), expires_at: None }]));
}

/// Copies a content to nowhere, and reads it where it is a text.
pub(super) fn read(data: &Path, handle: &str, readers: bool) {
    let session = host(data).session(Principal::local());
    let bytes = measured("copying", |_| 0, || session.copy_to(handle, &mut Nowhere).expect("copied"));
    assert!(bytes >= large());
    if !readers {
        return;
    }
    let middle = large() / LINE / 2;
    for (reader, arguments, expected) in [
        ("artifact_cat", json!({ "start": middle, "end": middle + 100 }), "line\n"),
        ("artifact_cat", json!({}), "line\n"),
        ("artifact_tail", json!({ "n": 2 }), END),
        ("artifact_grep", json!({ "pattern": "^here" }), END),
    ] {
        let arguments: Map<String, Value> = arguments.as_object().expect("arguments").clone();
        match measured(reader, |_| 0, || session.read(handle, reader, &arguments)) {
            Ok(reading) => assert!(reading.text.contains(expected), "{reader}: {}", reading.text),
            // A reading ends after some seconds, and a build that is not optimised may not be through by then.
            Err(error) => assert_eq!(error.code(), Code::ToolDownstream, "{reader}: {error:?}"),
        }
    }
}

/// Where bytes go that no one needs.
struct Nowhere;

impl Write for Nowhere {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
