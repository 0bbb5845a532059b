//! Sizes and durations as text: a whole number and a unit, with at most one space between.
//!
//! No fractions, no signs, no decimal `MB`, no bare numbers: each quantity has one reading.

/// Units of sizes, in bytes.
pub(super) const SIZES: &[(&str, u64)] = &[("B", 1), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)];

/// Units of durations, in milliseconds.
pub(super) const DURATIONS: &[(&str, u64)] = &[("ms", 1), ("s", 1_000), ("min", 60_000)];

/// Why a text is not a quantity. `Display` is a fragment that stands after the offending text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum QuantityError {
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
}
