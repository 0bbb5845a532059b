//! The macro that makes a crate a component. Does nothing outside WebAssembly, where there is nobody to export
//! to. Called once by each skill.

/// Exports the skill that this function builds. Once in a crate, which must be a `cdylib`:
/// `skillhost_guest::export!(skill);`
///
/// The function is called for each description and each call.
#[macro_export]
macro_rules! export {
    ($skill:path) => {
        #[cfg(target_family = "wasm")]
        const _: () = {
            struct Component;

            impl $crate::component::SkillComponent for Component {
                fn skill() -> $crate::Skill {
                    $skill()
                }
            }

    $crate::bindings::export!(Component with_types_in $crate::bindings);
        };
    };
}
