//! skillhost: runs third-party agent skills as WebAssembly components in a hard sandbox, decides what of their answers is
//! acceptable and how far it is trusted, and keeps the answers behind handles that a model reads with reader tools.
//!
//! ```no_run
//! use serde_json::json;
//! use skillhost::{Config, Host, Principal};
//!
//! # fn main() -> Result<(), skillhost::Error> {
//! let config = Config::load("skillhost.toml".as_ref())?;
//! let session = Host::builder(config).build()?.session(Principal::local());
//! session.load_blocking("tables")?;
//! let result = session.call_blocking("table_columns", json!({ "csv": "name,age\nAda,36\n" }))?;
//! println!("{}", session.read(&result.call_id.to_string(), "artifact_head", &Default::default())?.text);
//! # Ok(())
//! # }
//! ```
//!
//! Everything that can be called is here; the modules below are in the order of their layers, each naming only those above
//! it in this list.

// vocabulary
pub mod ids;
pub mod trust;
pub mod limits;
pub mod quota;
pub mod clock;
pub mod error;
pub mod text;
pub mod progress;
mod sqlite;

// inputs
pub mod config;
pub mod source;

// data
pub mod principal;
pub mod spool;
pub mod media;
pub mod records;
pub mod kinds;
pub mod call_log;
pub mod store;
pub mod maintenance;

// running guests
pub mod sandbox;
pub mod response;

// skills
pub mod gate;
pub mod skill;
mod registry;

// the host
pub mod session;
pub mod host;
pub mod catalog;
mod contract;

// doors
#[cfg(feature = "cli")]
pub mod cli;

pub use config::Config;
pub use contract::WIT;
pub use error::Error;
pub use host::{Host, HostBuilder};
pub use principal::Principal;
pub use sandbox::Cancellation;
pub use session::{Output, Reading, Session, ToolDescription, ToolResult};
pub use skill::{Loaded, NativeAnswer, NativeMedia, NativeSkill};
pub use skillhost_artifacts::{BuiltinKind, Kind};
