//! What the deployer wrote, made true: TOML text in, [`Config`] or every mistake at once out.
//!
//! Text becomes spanned raw values (`raw`), those are checked table by table against one list of keys
//! (`keys`, `check`), and what is left is [`Config`]. Nothing here opens a source, a data directory or a
//! component. The command line and embedders call [`Config::load`]; embedders without a file start from
//! [`Config::in_memory`] or [`Config::at`].

// as true
mod settings;
mod skill_settings;
mod store_settings;

// as written
mod load;
mod raw;

// from one to the other
mod check;
mod keys;
mod mistakes;
mod quantity;
mod section;

// for people
mod reference;

#[cfg(test)]
mod tests;

pub use load::MOST_BYTES;
#[cfg(feature = "cli")]
pub(crate) use quantity::parse_age;
pub use reference::reference;
pub use settings::{
    Channel, Config, Decision, Expose, GateConfig, GateRule, KindConfig, SourceConfig, SourceKind,
    StoreChoice,
};
pub use skill_settings::{Access, FileGrant, Grants, SkillConfig};
pub use store_settings::{LogBounds, StoreBounds};
