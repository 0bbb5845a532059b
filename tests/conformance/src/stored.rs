//! Whether a refused call left anything behind: every record of the store and every file below the spool, before
//! and after (invariant 2).

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;
use serde_json::Value;

use crate::door::{Door, Outcome};
use crate::library::Library;
use crate::stage::files_below;
use crate::step::Class;

/// Everything that is stored, in a form that can be compared.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Inventory(BTreeSet<String>);

impl Inventory {
    /// Takes stock through the library, whichever door the case goes through. A store that does not open has
    /// nothing to show.
    pub(crate) fn take(library: &mut Library, directory: &Path) -> Result<Self> {
        let spool = directory.join("data/spool");
        let files = files_below(&spool)?;
        let mut found: BTreeSet<_> = files
            .iter()
            .map(|file| format!("file {}", file.strip_prefix(&spool).unwrap_or(file).display()))
            .collect();
        let mut bodies = Vec::new();
        for class in [Class::Artifacts, Class::Media, Class::Retrievables] {
            let Outcome::Done(Value::Array(list)) = library.stored(class)? else {
                continue;
            };
            for record in list {
                let word = |key: &str| record.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
                found.insert(format!("{class:?} {}", word("handle")));
                if word("role") == "body" {
                    bodies.push(word("handle"));
                }
            }
        }
        // A body is stored by the load, which the call's refusal does not undo.
        found.retain(|thing| !bodies.iter().any(|body| thing.contains(body)));
        Ok(Self(found))
    }

    /// What is here and was not there before.
    pub(crate) fn beyond(&self, before: &Self) -> Vec<String> {
        self.0.difference(&before.0).cloned().collect()
    }
}
