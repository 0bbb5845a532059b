//! What both measuring programs share: bare wasmtime with the host's settings, batches in turns, the machine's shape.
//!
//! Knows nothing of the host. `call-entry` measures the engine by each way in (decision 50), `call` measures the host over
//! what is here (`cargo xtask bench call`).

mod bindings;
mod state;
pub mod engine;
pub mod guest;
pub mod measure;
pub mod machine;
