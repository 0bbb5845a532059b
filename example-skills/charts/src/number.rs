//! Numbers as people read them on an axis. Used by `frame`.

/// With separators for thousands and no more decimals than the step between two labels needs.
pub(crate) fn label(number: f64, step: f64) -> String {
    if number != 0.0 && !(1e-4..1e12).contains(&number.abs()) {
        return format!("{number:e}").split_once('e').map_or_else(String::new, |(digits, exponent)| {
            let digits: f64 = digits.parse().unwrap_or(0.0);
            format!("{}e{exponent}", (digits * 100.0).round() / 100.0)
        });
    }
    let decimals = (-step.log10().floor()).clamp(0.0, 6.0) as usize;
    let text = format!("{:.decimals$}", number.abs());
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let mut grouped = String::new();
    for (position, digit) in whole.chars().enumerate() {
        if position > 0 && (whole.len() - position).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if !fraction.is_empty() {
        grouped.push('.');
        grouped.push_str(fraction);
    }
    match number < 0.0 && grouped.contains(|digit| ('1'..='9').contains(&digit)) {
        true => format!("−{grouped}"),
        false => grouped,
    }
}
