//! The contract's world `skill`, generated as in the host. Nothing else stands here.

wasmtime::component::bindgen!({
    path: "../../wit",
    world: "skill",
    imports: { default: trappable },
    with: { "skillhost:skill/media.media": super::state::Media },
    require_store_data_send: true,
});
