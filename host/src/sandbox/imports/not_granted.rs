//! Interfaces that a component may import but that this skill was not granted: `wasi:sockets`, `wasi:http`. They
//! link, so that a component that never calls them runs; a call ends the guest and names the interface.

use wasmtime::component::types::ComponentItem;
use wasmtime::component::{Component, Linker, ResourceType};

use crate::sandbox::inspect::is_trapping;
use crate::sandbox::state::State;
use crate::sandbox::stop::Stop;

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
                    target.resource(name, ResourceType::host::<()>(), |_, _| Ok(()))?;
                }
                _ => {}
            }
        }
    }
    Ok(())
}
