//! A moment as people write it, in UTC and without leap seconds, as the system counts. Knows no time zones.

const SECONDS_OF_DAY: u64 = 86_400;
/// The calendar repeats itself every 400 years.
const DAYS_OF_400_YEARS: u64 = 146_097;

/// Milliseconds since the Unix epoch as `2026-12-01T04:03:33Z`.
pub(super) fn show(milliseconds: u64) -> String {
    let seconds = milliseconds / 1_000;
    let (year, month, day) = date(seconds / SECONDS_OF_DAY);
    let second = seconds % SECONDS_OF_DAY;
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Year, month and day, so many days after 1 January 1970. Whole cycles first, so that the rest is at most 400 steps.
fn date(days: u64) -> (u64, u64, u64) {
    let mut year = 1970 + 400 * (days / DAYS_OF_400_YEARS);
    let mut left = days % DAYS_OF_400_YEARS;
    while left >= days_of_year(year) {
        left -= days_of_year(year);
        year += 1;
    }
    let mut month = 1;
    for length in months(year) {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    (year, month, left + 1)
}

fn days_of_year(year: u64) -> u64 {
    if is_leap(year) { 366 } else { 365 }
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn months(year: u64) -> [u64; 12] {
    [31, if is_leap(year) { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_that_are_known() {
        for (milliseconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (999, "1970-01-01T00:00:00Z"),
            (86_399_999, "1970-01-01T23:59:59Z"),
            (951_782_400_000, "2000-02-29T00:00:00Z"),
            (951_868_800_000, "2000-03-01T00:00:00Z"),
            (1_000_000_000_000, "2001-09-09T01:46:40Z"),
            (1_709_164_800_000, "2024-02-29T00:00:00Z"),
            (1_796_097_813_999, "2026-12-01T04:03:33Z"),
            (4_107_542_399_000, "2100-02-28T23:59:59Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00Z"),
            (253_402_300_799_000, "9999-12-31T23:59:59Z"),
            (253_402_300_800_000, "10000-01-01T00:00:00Z"),
        ] {
            assert_eq!(show(milliseconds), expected);
        }
        // Nonsense is shown, and at once.
        assert!(show(u64::MAX).ends_with('Z'));
    }

    #[test]
    fn each_day_of_a_cycle_follows_the_one_before() {
        let mut before = (1969, 12, 31);
        for day in 0..DAYS_OF_400_YEARS + 800 {
            let (year, month, of_month) = date(day);
            let follows = match before {
                (last, 12, 31) => (year, month, of_month) == (last + 1, 1, 1),
                (last, 4 | 6 | 9 | 11, 30) | (last, _, 31) => {
                    (year, of_month) == (last, 1) && month == before.1 + 1
                }
                (last, 2, 29) => (year, month, of_month) == (last, 3, 1),
                (last, 2, 28) if month == 3 => (year, of_month) == (last, 1) && !is_leap(year),
                _ => (year, month, of_month) == (before.0, before.1, before.2 + 1),
            };
            assert!(follows, "{before:?} {:?}", date(day));
            before = date(day);
        }
        assert_eq!(date(DAYS_OF_400_YEARS), (2370, 1, 1));
    }
}
