//! A fresh call through the library over the floor: bare wasmtime with the same guest, arguments, limits and pool.
//!
//! The tool makes its answer in one piece and looks at none of it, so that a large answer's time is not the guest's.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use skillhost::config::{SourceConfig, SourceKind};
use skillhost::records::{ArtifactRole, Page};
use skillhost::{Config, Host, Output, Principal, Session, ToolResult};
use skillhost_bench::engine;
use skillhost_bench::guest::{Files, Guest, Prepared};
use skillhost_bench::machine;
use skillhost_bench::measure::{Samples, Work};
use tokio::runtime::Builder;
use wasmtime::{bail, ensure};

use crate::Setting;
use crate::figure::{Aim, Figure, Unit};
use crate::places::Places;

const BATCHES: usize = 31;
const BATCH: Duration = Duration::from_millis(25);
/// So many small answers are in the store before they are deleted: it is seldom empty.
pub(crate) const SMALL_KEPT: u32 = 256;
/// A large answer is deleted before the next call, as the floor drops its own: else this would measure how fast the
/// kernel hands out and clears the pages of a growing heap. What the host copies more than once still counts.
const LARGE_KEPT: u32 = 1;
const TOOL: &str = "fill";
const FLOOR: &str = "bare wasmtime: InstancePre, pool, limits, answer lifted and dropped";

/// An answer of 100 bytes, by both entries.
pub(crate) fn small(setting: &Setting) -> wasmtime::Result<Vec<Figure>> {
    const SIZE: usize = 100;
    let host = session(&setting.places, Config::in_memory())?;
    let executor = Builder::new_multi_thread().enable_time().build()?;
    let works = vec![floor(SIZE)?, blocking(&host, SIZE, SMALL_KEPT), awaited(&executor, &host, SIZE)];
    let samples = setting.turns(BATCHES, BATCH).measure(works)?;
    let [floor, blocking, awaited] = samples.as_slice() else { bail!("not all three were measured") };
    Ok(vec![
        figure("call-sync-100b", blocking, floor, Some(Aim::AtMost(1.5))),
        figure("call-async-100b", awaited, floor, None),
    ])
}

/// An answer of 1 MiB.
pub(crate) fn large(setting: &Setting) -> wasmtime::Result<Vec<Figure>> {
    const SIZE: usize = 1 << 20;
    let host = session(&setting.places, Config::in_memory())?;
    let samples =
        setting.turns(BATCHES, BATCH).measure(vec![floor(SIZE)?, blocking(&host, SIZE, LARGE_KEPT)])?;
    let [floor, blocking] = samples.as_slice() else { bail!("not both were measured") };
    Ok(vec![figure("call-sync-1mib", blocking, floor, Some(Aim::AtMost(1.25)))])
}

fn figure(id: &'static str, samples: &Samples, floor: &Samples, aim: Option<Aim>) -> Figure {
    Figure::absolute(id, Unit::Microseconds, samples, aim).over(FLOOR, samples, floor)
}

/// A conversation that has loaded the suite's guest.
pub(crate) fn session(places: &Places, config: Config) -> wasmtime::Result<Session> {
    let path = places.guests();
    let source = SourceConfig { id: "guests".to_owned(), kind: SourceKind::Directory { path } };
    let config = Config { sources: vec![source], cache_directory: Some(places.cache()), ..config };
    let session = Host::builder(config).build()?.session(Principal::local());
    session.load_blocking("fixture")?;
    Ok(session)
}

/// What makes the tool answer with this many bytes.
pub(crate) fn arguments(size: usize) -> Value {
    json!({ "length": size })
}

fn floor(size: usize) -> wasmtime::Result<Work<'static>> {
    let guest = Guest::rust(&machine::root())?;
    let guest = Prepared::new(&engine::start(engine::Settings::default())?, &guest, Files::None)?;
    let arguments = arguments(size).to_string();
    Ok(Work::new(move |rounds| {
        for _ in 0..rounds {
            let answered = guest.call(TOOL, &arguments)?.answer.len();
            ensure!(answered == size, "the answer has {answered} bytes");
        }
        Ok(())
    }))
}

/// Calls on this thread. At most `kept` answers are in the store.
pub(crate) fn blocking(session: &Session, size: usize, kept: u32) -> Work<'_> {
    let arguments = arguments(size);
    let calls = move |rounds| {
        for _ in 0..rounds {
            check(&session.call_blocking(TOOL, arguments.clone())?, size)?;
        }
        Ok(())
    };
    Work::new(calls).putting_away(kept, || delete_answers(session))
}

/// Calls of a task of this executor.
fn awaited<'a>(executor: &'a tokio::runtime::Runtime, session: &'a Session, size: usize) -> Work<'a> {
    let arguments = Arc::new(arguments(size));
    let calls = move |rounds| {
        let (session, arguments) = (session.clone(), Arc::clone(&arguments));
        executor.block_on(executor.spawn(async move {
            for _ in 0..rounds {
                check(&session.call(TOOL, Value::clone(&arguments)).await?, size)?;
            }
            Ok(())
        }))?
    };
    Work::new(calls).putting_away(SMALL_KEPT, || delete_answers(session))
}

fn check(result: &ToolResult, size: usize) -> wasmtime::Result<()> {
    match &result.output {
        Output::Artifact(artifact) if artifact.bytes == size as u64 => Ok(()),
        other => bail!("the answer is {other:?}"),
    }
}

fn delete_answers(session: &Session) -> wasmtime::Result<()> {
    for artifact in session.artifacts(Page::first(usize::MAX))? {
        if artifact.role == ArtifactRole::ToolResult {
            session.delete(&artifact.handle.to_string())?;
        }
    }
    Ok(())
}
