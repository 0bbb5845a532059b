//! `[log]`.

use crate::limits::Unit;

use super::super::keys::LOG;
use super::super::mistakes::Mistakes;
use super::super::section::Field;
use super::super::store_settings::LogBounds;
use super::age::age;
use super::limits::Bounds;

/// A smaller log forgets the calls of the same minute.
const SIZE: Bounds = Bounds { unit: Unit::Bytes, least: 1 << 20, most: 64 << 30 };

pub(super) fn check(field: &Field<'_>, mistakes: &mut Mistakes) -> LogBounds {
    let mut log = LogBounds::default();
    let Some(table) = field.table(&LOG, mistakes) else {
        return log;
    };
    if let Some(keep) = table.field("keep").and_then(|field| age(&field, mistakes)) {
        log.keep = keep;
    }
    if let Some(bytes) = table.field("size").and_then(|field| SIZE.check(&field, mistakes)) {
        log.bytes = bytes;
    }
    log
}
