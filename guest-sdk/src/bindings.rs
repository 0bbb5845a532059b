//! What the contract's world `skill` generates, and nothing else. Called by the modules that cross the
//! boundary (`media`, `log`, `component`); everything that authors touch is re-exported by name.

wit_bindgen::generate!({
    path: "../wit",
    world: "skill",
    default_bindings_module: "skillhost_guest::bindings",
    pub_export_macro: true,
});
