//! Write agent skills for skillhost: what a skill author sees of the contract, and all of it.
//!
//! A skill is a component that describes itself and answers tool calls. Here it is a [`Skill`]: the text of
//! its SKILL.md and a function per tool. The arguments of each function are a struct of your own, whose JSON
//! Schema the model sees; what the function returns is anything that is an [`IntoResponse`]; and `?` works on
//! ordinary errors.
//!
//! ```
//! use schemars::JsonSchema;
//! use serde::Deserialize;
//! use skillhost_guest::{Failure, Skill, Tool};
//!
//! #[derive(Deserialize, JsonSchema)]
//! struct Sum {
//!     /// Whole numbers, separated by commas.
//!     numbers: String,
//! }
//!
//! fn sum(arguments: Sum) -> Result<String, Failure> {
//!     let mut total: i64 = 0;
//!     for number in arguments.numbers.split(',') {
//!         total += number.trim().parse::<i64>()?;
//!     }
//!     Ok(total.to_string())
//! }
//!
//! const MANUAL: &str = "---\nname: adder\ndescription: Adds numbers.\n---\n# Adder\n\nCall `sum`.\n";
//!
//! pub fn skill() -> Skill {
//!     Skill::new(MANUAL, "1.0.0").tool(Tool::new("sum", "Adds the numbers.", sum))
//! }
//!
//! skillhost_guest::export!(skill);
//! # fn main() {
//! // Without WebAssembly, in the skill's own tests:
//! # #[cfg(not(target_family = "wasm"))] {
//! use skillhost_guest::testing::TestResponse;
//!
//! let answer = skill().test().call("sum", serde_json::json!({ "numbers": "1, 2" }));
//! assert_eq!(answer, Ok(TestResponse::Text("3".to_owned())));
//! # }
//! # }
//! ```
//!
//! In a crate of its own the text is `include_str!("../SKILL.md")` and the version
//! `env!("CARGO_PKG_VERSION")`; the crate is a `cdylib` built for `wasm32-wasip2`.
//!
//! Apart from reading SKILL.md, the crate checks nothing that the host checks: tools' names, sizes, MIME types
//! and claims are the host's to refuse, and a copy of its rules here would only grow stale. It keeps no state:
//! every call runs in a fresh instance.

mod export;
mod failure;
mod frontmatter;
pub mod log;
mod manifest;
pub mod media;
mod response;
mod schema;
mod skill;
#[cfg(not(target_family = "wasm"))]
pub mod testing;
mod tool;

#[doc(hidden)]
pub mod bindings;
#[cfg(target_family = "wasm")]
#[doc(hidden)]
pub mod component;

pub use bindings::exports::skillhost::skill::tools::{Annotations, Descriptor, Tool as ToolDescriptor};
pub use bindings::skillhost::skill::types::{ModalityHazard, OutputKind, TrustTier};
pub use failure::Failure;
pub use manifest::ManifestError;
pub use media::Media;
pub use response::{IntoResponse, Response, Retrievable, TypedBinary};
pub use skill::Skill;
pub use tool::Tool;
