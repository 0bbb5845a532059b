//! Ages: for how long something is kept.

use super::super::mistakes::{Mistakes, shown};
use super::super::quantity::{AgeError, parse_age};
use super::super::section::Field;

/// The word in the file for what is kept until someone deletes it.
const NEVER: &str = "never";

/// In milliseconds.
pub(super) fn age(field: &Field<'_>, mistakes: &mut Mistakes) -> Option<u64> {
    bounded(field, "", mistakes)
}

/// An age in milliseconds, or nothing where the file says `never`; nothing at all for a mistake.
pub(super) fn age_or_never(field: &Field<'_>, mistakes: &mut Mistakes) -> Option<Option<u64>> {
    if field.is(NEVER) {
        return Some(None);
    }
    bounded(field, ", or \"never\"", mistakes).map(Some)
}

fn bounded(field: &Field<'_>, otherwise: &str, mistakes: &mut Mistakes) -> Option<u64> {
    let text = field.string(mistakes)?;
    match parse_age(text) {
        Ok(age) => return Some(age),
        Err(AgeError::Bounds) => {
            let hint = format!("{}{otherwise}", AgeError::BOUNDS);
            field.mistake(format!("cannot be `{}`", shown(text)), hint, mistakes);
        }
        Err(AgeError::Quantity(error)) => {
            let hint = format!("{}{otherwise}; units: {}", AgeError::BOUNDS, AgeError::UNITS);
            field.mistake(format!("value `{}` {error}", shown(text)), hint, mistakes);
        }
    }
    None
}
