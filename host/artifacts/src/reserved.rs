//! The names that belong to built-in readers, built in yet or not.
//!
//! Refuses nothing itself: the host refuses skill tools that bear one of these names.

use std::collections::BTreeSet;

use crate::descriptor::BUILT_IN;

/// Names of all built-in readers, derived from the tables of the kinds.
pub fn reserved_names() -> BTreeSet<&'static str> {
    BUILT_IN
        .iter()
        .flat_map(|row| {
            let built_in = row.readers.iter().map(|reader| reader.name);
            built_in.chain(row.not_built_in.iter().copied())
        })
        .collect()
}
