//! The contract's text, for skill authors who have the program and not the repository.

/// Every file of `wit/`, world first.
pub const WIT: &str = concat!(
    include_str!("../../wit/world.wit"),
    "\n",
    include_str!("../../wit/types.wit"),
    "\n",
    include_str!("../../wit/output.wit"),
    "\n",
    include_str!("../../wit/media.wit"),
    "\n",
    include_str!("../../wit/log.wit"),
    "\n",
    include_str!("../../wit/tools.wit"),
    "\n",
    include_str!("../../wit/scripts.wit"),
);
