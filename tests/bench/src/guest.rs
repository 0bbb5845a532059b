//! The two guests, and one call of either: a fresh store, an instance, the call, the answer lifted, all of it
//! dropped. Once on the caller's own stack, once on a fibre; nothing else differs between the two. On the caller's stack it
//! is the floor that the host's calls are compared with.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;
use std::time::{Duration, Instant};

use wasmtime::component::{Component, ComponentExportIndex, HasSelf, InstancePre, Linker};
use wasmtime::error::Context as _;
use wasmtime::{Engine, Store, UpdateDeadline, bail};

use crate::bindings::skillhost::skill::output::{Failure, Response};
use crate::bindings::skillhost::skill::{log, media, output, types};
use crate::state::State;

/// How long a call may take; all but those that compute for ever take milliseconds.
pub const DEADLINE: Duration = Duration::from_secs(2);
/// What lifting an answer may cost, as in the host: an output of 16 MiB and what stands around it.
const LIFTING_BYTES: usize = 17 << 20;
/// Handles of resources that one call may hold, as in the host.
const HANDLES: usize = 10_000;

/// A component's bytes and its name in the tables.
pub struct Guest {
    /// What the tables call it.
    pub name: &'static str,
    bytes: Vec<u8>,
}

impl Guest {
    /// A std guest in Rust, built by `cargo xtask guests`: parses its arguments and answers as its tools do.
    ///
    /// # Errors
    /// When it was not built.
    pub fn rust(root: &Path) -> wasmtime::Result<Self> {
        let path = root.join("target/guests/fixture.wasm");
        let bytes = std::fs::read(&path)
            .with_context(|| format!("no guest at `{}`: run `cargo xtask guests`", path.display()))?;
        Ok(Self { name: "Rust", bytes })
    }

    /// Hand-written: 18 pages of memory, answers with its arguments without looking at them.
    ///
    /// # Errors
    /// When its text cannot be read.
    pub fn text(root: &Path) -> wasmtime::Result<Self> {
        let shell = std::fs::read_to_string(root.join("tests/guests/shell.wat"))?;
        let text = shell.replacen("  ;; (the guest)\n", include_str!("echo.wat"), 1);
        Ok(Self { name: "text", bytes: wat::parse_str(text)? })
    }
}

/// What a guest finds at `/data`, and on which thread the system's calls for it are made.
pub enum Files {
    /// Nothing.
    None,
    /// On the thread that runs the guest.
    Inline(PathBuf),
    /// Each on a thread that may block, while the guest's fibre is suspended.
    HandedOff(PathBuf),
}

/// A guest compiled and linked.
pub struct Prepared {
    engine: Engine,
    files: Files,
    direct: InstancePre<State>,
    fibre: InstancePre<State>,
    call: ComponentExportIndex,
}

type Arguments<'a> = (&'a str, &'a str);
type Answer = (Result<Response, Failure>,);

/// What a call came to.
pub struct Outcome {
    /// The answer, a text or bytes, lifted into the host's memory.
    pub answer: Vec<u8>,
    /// The peak of the guest's memory, in bytes.
    pub memory: usize,
}

impl Prepared {
    /// Compiles for this engine; the two linkers differ in WASI alone, which waits or suspends.
    ///
    /// # Errors
    /// The engine's.
    pub fn new(engine: &Engine, guest: &Guest, files: Files) -> wasmtime::Result<Self> {
        let component = Component::new(engine, &guest.bytes)?;
        let tools = component
            .get_export_index(None, "skillhost:skill/tools@0.1.0")
            .context("the guest exports no tools")?;
        let call = component.get_export_index(Some(&tools), "call").context("the guest exports no `call`")?;
        let mut direct = linker(engine)?;
        wasmtime_wasi::p2::add_to_linker_sync(&mut direct)?;
        let mut fibre = linker(engine)?;
        wasmtime_wasi::p2::add_to_linker_async(&mut fibre)?;
        Ok(Self {
            engine: engine.clone(),
            files,
            direct: direct.instantiate_pre(&component)?,
            fibre: fibre.instantiate_pre(&component)?,
            call,
        })
    }

    /// On this thread, which waits with the guest.
    ///
    /// # Errors
    /// The engine's, or an answer that is neither text nor bytes.
    pub fn call(&self, tool: &str, arguments: &str) -> wasmtime::Result<Outcome> {
        let mut store = self.store(UpdateDeadline::Continue)?;
        let instance = self.direct.instantiate(&mut store)?;
        let call = instance.get_typed_func::<Arguments<'_>, Answer>(&mut store, &self.call)?;
        let (answer,) = call.call(&mut store, (tool, arguments))?;
        outcome(&store, answer)
    }

    /// On a fibre, which yields to the executor at each tick and wherever the guest waits.
    ///
    /// # Errors
    /// As [`Self::call`].
    pub async fn call_on_fibre(&self, tool: &str, arguments: &str) -> wasmtime::Result<Outcome> {
        let mut store = self.store(UpdateDeadline::Yield)?;
        let instance = self.fibre.instantiate_async(&mut store).await?;
        let call = instance.get_typed_func::<Arguments<'_>, Answer>(&mut store, &self.call)?;
        let (answer,) = call.call_async(&mut store, (tool, arguments)).await?;
        outcome(&store, answer)
    }

    fn store(&self, go_on: fn(u64) -> UpdateDeadline) -> wasmtime::Result<Store<State>> {
        let mut store = Store::new(&self.engine, State::new(&self.files)?);
        store.limiter(|state| &mut state.limiter);
        store.set_hostcall_fuel(LIFTING_BYTES);
        store.set_max_component_handles(HANDLES);
        store.set_epoch_deadline(1);
        store.epoch_deadline_callback(move |store| {
            let over = Instant::now() >= store.data().deadline;
            Ok(if over { UpdateDeadline::Interrupt } else { go_on(1) })
        });
        Ok(store)
    }
}

fn linker(engine: &Engine) -> wasmtime::Result<Linker<State>> {
    let mut linker = Linker::new(engine);
    types::add_to_linker::<State, HasSelf<State>>(&mut linker, |state| state)?;
    media::add_to_linker::<State, HasSelf<State>>(&mut linker, |state| state)?;
    log::add_to_linker::<State, HasSelf<State>>(&mut linker, |state| state)?;
    output::add_to_linker::<State, HasSelf<State>>(&mut linker, |state| state)?;
    Ok(linker)
}

fn outcome(store: &Store<State>, answer: Result<Response, Failure>) -> wasmtime::Result<Outcome> {
    let answer = match answer {
        Ok(Response::String(text)) => text.into_bytes(),
        Ok(Response::Bytes(bytes)) => bytes,
        other => bail!("the guest answered {other:?}"),
    };
    Ok(Outcome { answer, memory: store.data().limiter.memory })
}

/// Drives a future on this thread, without any executor.
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(done) => return done,
            Poll::Pending => std::thread::park(),
        }
    }
}
