//! `[[sources]]`.

use std::collections::BTreeSet;
use std::path::Path;

use super::super::keys::SOURCE;
use super::super::mistakes::Mistakes;
use super::super::section::Field;
use super::super::settings::{SourceConfig, SourceKind};
use super::names::Name;

pub(super) fn check(field: &Field<'_>, base: &Path, mistakes: &mut Mistakes) -> Vec<SourceConfig> {
    let (mut sources, mut taken) = (Vec::new(), BTreeSet::new());
    for element in field.list(mistakes) {
        let Some(source) = element.table(&SOURCE, mistakes) else {
            continue;
        };
        let id = source.required("id", mistakes).and_then(|field| {
            let Name(id) = field.parsed(mistakes)?;
            if !taken.insert(id.clone()) {
                field.mistake(format!("is `{id}` a second time"), "give each source its own id", mistakes);
            }
            Some(id)
        });
        let kind =
            source.required("kind", mistakes).and_then(|field| field.word(&[("directory", ())], mistakes));
        let path = source.required("path", mistakes).and_then(|field| field.text(mistakes));
        if let (Some(id), Some(()), Some(path)) = (id, kind, path) {
            sources.push(SourceConfig { id, kind: SourceKind::Directory { path: base.join(path) } });
        }
    }
    sources
}
