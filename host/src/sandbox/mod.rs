//! The only module that runs guests, and the only one that names the engine.
//!
//! One engine and one linker for the whole host; one prepared component per digest; a fresh store and
//! instance for every call (decision 11). Calls are synchronous: a guest runs on the thread that asked, or on
//! one of a bounded pool of workers, and every place where it could wait is bounded by its deadline
//! (`imports/`). Why not fibres: `docs/decisions/50-synchronous-calls.md` has the figures.
//!
//! What a call hands back is an allegation ([`crate::response::Alleged`]); nothing here judges it.

mod bindings;
mod engine;
mod ticker;
mod inspect;
mod instances;
mod cache;
mod component;
mod linker;
mod stop;
mod limiter;
mod cancellation;
mod state;
mod imports;
mod call;
mod descriptor;
mod workers;

pub use call::{Call, Ended, Finished, Report};
pub(crate) use cancellation::CancelOnDrop;
pub use cancellation::Cancellation;
pub use component::{Origin, Prepared};
pub use descriptor::{AllegedDescriptor, AllegedTool, Annotations, OutputKind};
pub use engine::{Allocator, CONCURRENT_CALLS, Sandbox, SandboxOptions};
pub use imports::log::{LogLevel, LogLine};
pub use inspect::{COMPONENT_BYTES, FUNCTIONS, Inspection, Refusal, inspect};
pub use workers::{LOADS, READERS, SetAfter, Workers};
