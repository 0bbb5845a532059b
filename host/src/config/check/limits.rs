//! `[skills.<id>.limits]`: quantities inside the bounds of the table in `limits`.

use crate::limits::{LIMITS, Limit, Limits, Unit};

use super::super::keys::LIMIT_VALUES;
use super::super::mistakes::{Mistakes, shown};
use super::super::quantity::{self, DURATIONS, SIZES};
use super::super::section::Field;

pub(super) fn check(field: &Field<'_>, mistakes: &mut Mistakes) -> Limits {
    let mut limits = Limits::default();
    let Some(table) = field.table(&LIMIT_VALUES, mistakes) else {
        return limits;
    };
    for row in &LIMITS {
        let bounds = Bounds { unit: row.unit, least: row.least, most: row.most };
        if let Some(value) = table.field(row.key).and_then(|field| bounds.check(&field, mistakes)) {
            limits = limits.with(row.limit, value);
        }
    }
    limits
}

/// What a quantity counts, and between which values it has to be.
pub(super) struct Bounds {
    pub unit: Unit,
    pub least: u64,
    pub most: u64,
}

impl Bounds {
    /// The quantity in its unit.
    pub(super) fn check(&self, field: &Field<'_>, mistakes: &mut Mistakes) -> Option<u64> {
        let range = || format!("between {} and {}", self.show(self.least), self.show(self.most));
        let units = match self.unit {
            Unit::Bytes => SIZES,
            Unit::Milliseconds => DURATIONS,
            Unit::Count => return field.count(self.least..=self.most, mistakes),
        };
        let text = field.string(mistakes)?;
        match quantity::parse(text, units) {
            Ok(value) if (self.least..=self.most).contains(&value) => return Some(value),
            Ok(_) => field.mistake(format!("cannot be `{}`", shown(text)), range(), mistakes),
            Err(error) => {
                let names: Vec<_> = units.iter().map(|(name, _)| *name).collect();
                let hint = format!("{}; units: {}", range(), names.join(", "));
                field.mistake(format!("value `{}` {error}", shown(text)), hint, mistakes);
            }
        }
        None
    }

    /// As the deployer would write it: the limits know how, and any limit of the same unit does.
    fn show(&self, value: u64) -> String {
        let like = LIMITS.iter().find(|row| row.unit == self.unit).map_or(Limit::Memory, |row| row.limit);
        like.show(value)
    }
}
