//! Sizes, durations and ages as text: a whole number and a unit, with at most one space between.
//!
//! No fractions, no signs, no decimal `MB`, no bare numbers: each quantity has one reading.

/// Units of sizes, in bytes.
pub(super) const SIZES: &[(&str, u64)] = &[("B", 1), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)];

/// Units of durations, in milliseconds.
pub(super) const DURATIONS: &[(&str, u64)] = &[("ms", 1), ("s", 1_000), ("min", 60_000)];

/// Units of ages, in milliseconds.
const AGES: &[(&str, u64)] = &[("s", 1_000), ("min", 60_000), ("h", 3_600_000), ("d", 86_400_000)];

/// A hundred years: what is kept for longer is kept for ever.
const LONGEST_AGE: u64 = 36_500 * 86_400_000;

/// Why a text is not a quantity. `Display` is a fragment that stands after the offending text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum QuantityError {
    #[error("is not a whole number with a unit")]
    Form,
    #[error("has a unit that does not exist here")]
    Unit,
    #[error("is too large to count")]
    TooLarge,
}

/// The quantity in the smallest of the units.
pub(super) fn parse(text: &str, units: &[(&str, u64)]) -> Result<u64, QuantityError> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at_checked(digits).ok_or(QuantityError::Form)?;
    let unit = unit.strip_prefix(' ').unwrap_or(unit);
    if number.is_empty() || unit.is_empty() || !unit.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return Err(QuantityError::Form);
    }
    let (_, factor) = units.iter().find(|(name, _)| *name == unit).ok_or(QuantityError::Unit)?;
    // The text is digits only, so a number that does not parse is one that does not fit.
    let number: u64 = number.parse().map_err(|_| QuantityError::TooLarge)?;
    number.checked_mul(*factor).ok_or(QuantityError::TooLarge)
}

/// Why a text is not an age. `Display` is a fragment that stands after the offending text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AgeError {
    #[error("{0}; units: {units}", units = Self::UNITS)]
    Quantity(QuantityError),
    #[error("is not {bounds}", bounds = Self::BOUNDS)]
    Bounds,
}

impl AgeError {
    /// What an age has to be.
    pub(super) const BOUNDS: &'static str = "between 1 s and 36500 d";
    /// In which units it is written.
    pub(super) const UNITS: &'static str = "s, min, h, d";
}

/// How old something may be, in milliseconds, such as `90 d` or `1h`. The command line takes it too.
pub(crate) fn parse_age(text: &str) -> Result<u64, AgeError> {
    match parse(text, AGES) {
        Ok(age @ 1_000..=LONGEST_AGE) => Ok(age),
        Ok(_) | Err(QuantityError::TooLarge) => Err(AgeError::Bounds),
        Err(error) => Err(AgeError::Quantity(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_have_one_reading() {
        for (text, units, expected) in [
            ("64 MiB", SIZES, Ok(64 << 20)),
            ("64MiB", SIZES, Ok(64 << 20)),
            ("0 B", SIZES, Ok(0)),
            ("007 KiB", SIZES, Ok(7 << 10)),
            ("250 ms", DURATIONS, Ok(250)),
            ("5 s", DURATIONS, Ok(5_000)),
            ("2 min", DURATIONS, Ok(120_000)),
            ("", SIZES, Err(QuantityError::Form)),
            ("64", SIZES, Err(QuantityError::Form)),
            ("MiB", SIZES, Err(QuantityError::Form)),
            ("1.5 GiB", SIZES, Err(QuantityError::Form)),
            ("-1 B", SIZES, Err(QuantityError::Form)),
            ("1  B", SIZES, Err(QuantityError::Form)),
            (" 1 B", SIZES, Err(QuantityError::Form)),
            ("1 B ", SIZES, Err(QuantityError::Form)),
            ("1_000 B", SIZES, Err(QuantityError::Form)),
            ("٣ B", SIZES, Err(QuantityError::Form)),
            ("10 MB", SIZES, Err(QuantityError::Unit)),
            ("10 mib", SIZES, Err(QuantityError::Unit)),
            ("5 s", SIZES, Err(QuantityError::Unit)),
            ("1 h", DURATIONS, Err(QuantityError::Unit)),
            ("18446744073709551615 B", SIZES, Ok(u64::MAX)),
            ("18446744073709551616 B", SIZES, Err(QuantityError::TooLarge)),
            ("18446744073709551615 KiB", SIZES, Err(QuantityError::TooLarge)),
        ] {
            assert_eq!(parse(text, units), expected, "{text:?}");
        }
    }
    #[test]
    fn ages_go_from_a_second_to_a_hundred_years() {
        for (text, expected) in [
            ("1 s", Ok(1_000)),
            ("5min", Ok(300_000)),
            ("1h", Ok(3_600_000)),
            ("90 d", Ok(90 * 86_400_000)),
            ("36500 d", Ok(36_500 * 86_400_000)),
            ("36501 d", Err(AgeError::Bounds)),
            ("0 d", Err(AgeError::Bounds)),
            ("18446744073709551615 d", Err(AgeError::Bounds)),
            ("250 ms", Err(AgeError::Quantity(QuantityError::Unit))),
            ("1 w", Err(AgeError::Quantity(QuantityError::Unit))),
            ("-1 d", Err(AgeError::Quantity(QuantityError::Form))),
            ("7", Err(AgeError::Quantity(QuantityError::Form))),
            ("never", Err(AgeError::Quantity(QuantityError::Form))),
        ] {
            assert_eq!(parse_age(text), expected, "{text:?}");
        }
        let told = parse_age("7").unwrap_err().to_string();
        assert_eq!(told, "is not a whole number with a unit; units: s, min, h, d");
        assert_eq!(parse_age("0 s").unwrap_err().to_string(), "is not between 1 s and 36500 d");
    }
}
