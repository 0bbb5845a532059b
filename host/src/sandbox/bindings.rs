//! The host's side of `wit/`, generated. Nothing else stands here.

wasmtime::component::bindgen!({
    path: "../wit",
    world: "skill",
    imports: { default: trappable },
    with: {
        "skillhost:skill/media.media": super::imports::media::StagedMedia,
    },
    require_store_data_send: true,
});
