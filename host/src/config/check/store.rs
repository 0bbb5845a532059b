//! `[store]`.

use crate::limits::Unit;

use super::super::keys::STORE;
use super::super::mistakes::Mistakes;
use super::super::section::Field;
use super::super::store_settings::StoreBounds;
use super::age::age_or_never;
use super::limits::Bounds;

/// 1 PiB, and as many records of a megabyte each: more than one embedded database should be asked to count.
const STORED: Bounds = Bounds { unit: Unit::Bytes, least: 1, most: 1 << 50 };
const RECORDS: Bounds = Bounds { unit: Unit::Count, least: 1, most: 1_000_000_000 };

pub(super) fn check(field: &Field<'_>, mistakes: &mut Mistakes) -> StoreBounds {
    let mut store = StoreBounds::default();
    let Some(table) = field.table(&STORE, mistakes) else {
        return store;
    };
    for (key, bounds, value) in [
        ("stored", STORED, &mut store.store.bytes),
        ("records", RECORDS, &mut store.store.records),
        ("stored-per-principal", STORED, &mut store.principal.bytes),
        ("records-per-principal", RECORDS, &mut store.principal.records),
    ] {
        if let Some(written) = table.field(key).and_then(|field| bounds.check(&field, mistakes)) {
            *value = written;
        }
    }
    for (key, value) in [("keep", &mut store.keep), ("keep-retrievables", &mut store.keep_retrievables)] {
        if let Some(written) = table.field(key).and_then(|field| age_or_never(&field, mistakes)) {
            *value = written;
        }
    }
    store
}
