//! Interfaces that a component may import but that this skill was not granted: `wasi:sockets`, `wasi:http`. They
//! link, so that a component that never calls them runs; a call ends the guest and names the interface.

use wasmtime::component::types::ComponentItem;
use wasmtime::component::{Component, Linker, ResourceType};
use wasmtime_wasi::p2::{DynInputStream, DynOutputStream, DynPollable, IoError};

use crate::sandbox::inspect::is_trapping;
use crate::sandbox::state::State;
use crate::sandbox::stop::Stop;

/// The host's type for a resource of such an interface. What it borrows from `wasi:io` is the type that the linker has
/// for that; its own resources never come to exist, so that one type serves them all.
fn resource_type(name: &str) -> ResourceType {
    match name {
        "pollable" => ResourceType::host::<DynPollable>(),
        "input-stream" => ResourceType::host::<DynInputStream>(),
        "output-stream" => ResourceType::host::<DynOutputStream>(),
        "error" | "io-error" => ResourceType::host::<IoError>(),
        _ => ResourceType::host::<()>(),
    }
}

/// Defines the component's own imports of such interfaces.
pub(in crate::sandbox) fn define(linker: &mut Linker<State>, component: &Component) -> wasmtime::Result<()> {
    let engine = component.engine();
    for (interface, item) in component.component_type().imports(engine) {
        let ComponentItem::ComponentInstance(instance) = item.ty else { continue };
        if !is_trapping(interface) {
            continue;
        }
        let mut target = linker.instance(interface)?;
        for (name, item) in instance.exports(engine) {
            match item.ty {
                ComponentItem::ComponentFunc(_) => {
                    let interface = interface.to_owned();
                    target.func_new(name, move |store, _, _, _| {
                        Err(store.data().stop.end(Stop::NotGranted(interface.clone())))
                    })?;
                }
                ComponentItem::Resource(_) => {
                    target.resource(name, resource_type(name), |_, _| Ok(()))?;
                }
                _ => {}
            }
        }
    }
    Ok(())
}
