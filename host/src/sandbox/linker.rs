//! Which imports exist: `skillhost:skill/*`, and WASI as decision 5 lists it. Built once per host.

use wasmtime::Engine;
use wasmtime::component::{HasData, HasSelf, Linker, ResourceTable};
use wasmtime_wasi::cli::{WasiCli, WasiCliView as _};
use wasmtime_wasi::clocks::{WasiClocks, WasiClocksView as _};
use wasmtime_wasi::filesystem::{WasiFilesystem, WasiFilesystemView as _};
use wasmtime_wasi::p2::bindings::sync::{filesystem as sync_filesystem, io as sync_io};
use wasmtime_wasi::p2::bindings::{cli, clocks, filesystem, io, random};

use super::bindings::skillhost::skill;
use super::imports;
use super::state::State;

// Vocabulary alone: these interfaces have no functions.
impl skill::types::Host for State {}
impl skill::output::Host for State {}

/// Names the resource table to the linker.
struct HasTable;

impl HasData for HasTable {
    type Data<'a> = &'a mut ResourceTable;
}

/// The linker that serves every component. Nothing in it depends on a grant: grants are in each call's state.
pub(super) fn link(engine: &Engine) -> wasmtime::Result<Linker<State>> {
    let mut linker = Linker::new(engine);
    let l = &mut linker;

    skill::types::add_to_linker::<State, HasSelf<State>>(l, |state| state)?;
    skill::media::add_to_linker::<State, HasSelf<State>>(l, |state| state)?;
    skill::log::add_to_linker::<State, HasSelf<State>>(l, |state| state)?;
    skill::output::add_to_linker::<State, HasSelf<State>>(l, |state| state)?;

    io::error::add_to_linker::<State, HasTable>(l, |state| &mut state.table)?;
    sync_io::poll::add_to_linker::<State, imports::io::HasIo>(l, |state| imports::io::Bounded(state))?;
    sync_io::streams::add_to_linker::<State, imports::io::HasIo>(l, |state| imports::io::Bounded(state))?;

    random::random::add_to_linker::<State, imports::random::HasRandom>(l, |state| {
        imports::random::Bounded(state)
    })?;
    random::insecure::add_to_linker::<State, imports::random::HasRandom>(l, |state| {
        imports::random::Bounded(state)
    })?;
    random::insecure_seed::add_to_linker::<State, imports::random::HasRandom>(l, |state| {
        imports::random::Bounded(state)
    })?;

    clocks::wall_clock::add_to_linker::<State, WasiClocks>(l, State::clocks)?;
    clocks::monotonic_clock::add_to_linker::<State, WasiClocks>(l, State::clocks)?;

    cli::environment::add_to_linker::<State, WasiCli>(l, State::cli)?;
    cli::exit::add_to_linker::<State, WasiCli>(l, State::cli)?;
    cli::stdin::add_to_linker::<State, WasiCli>(l, State::cli)?;
    cli::stdout::add_to_linker::<State, WasiCli>(l, State::cli)?;
    cli::stderr::add_to_linker::<State, WasiCli>(l, State::cli)?;
    cli::terminal_input::add_to_linker::<State, WasiCli>(l, State::cli)?;
    cli::terminal_output::add_to_linker::<State, WasiCli>(l, State::cli)?;
    cli::terminal_stdin::add_to_linker::<State, WasiCli>(l, State::cli)?;
    cli::terminal_stdout::add_to_linker::<State, WasiCli>(l, State::cli)?;
    cli::terminal_stderr::add_to_linker::<State, WasiCli>(l, State::cli)?;

    filesystem::preopens::add_to_linker::<State, WasiFilesystem>(l, State::filesystem)?;
    sync_filesystem::types::add_to_linker::<State, WasiFilesystem>(l, State::filesystem)?;
    l.allow_shadowing(true);
    imports::files::narrow(l, "wasi:filesystem/types@0.2.12")?;
    l.allow_shadowing(false);
    Ok(linker)
}
