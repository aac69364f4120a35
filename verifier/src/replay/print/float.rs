//! The digits of floats under `%f`, `%e`, `%g` and `%a`, as the GNU C library writes them.

use super::{Conversion, sign};

/// The sign and the digits of a value.
pub(super) fn digits(conversion: &Conversion, value: f64) -> (&'static str, String) {
    let sign = sign(conversion, value.is_sign_negative());
    let size = value.abs();
    let text = match conversion.letter.to_ascii_lowercase() {
        _ if size.is_nan() => "nan".to_owned(),
        _ if size.is_infinite() => "inf".to_owned(),
        'f' => fixed(size, conversion.precision.unwrap_or(6), conversion.alternate),
        'e' => exponential(size, conversion.precision.unwrap_or(6), conversion.alternate),
        'g' => shorter(
            size,
            conversion.precision.unwrap_or(6).max(1),
            conversion.alternate,
        ),
        _ => hexadecimal(size, conversion.precision, conversion.alternate),
    };
    let text = match conversion.letter.is_ascii_uppercase() {
        true => text.to_ascii_uppercase(),
        false => text,
    };
    (sign, text)
}

fn fixed(size: f64, precision: usize, point: bool) -> String {
    let point = if point && precision == 0 { "." } else { "" };
    format!("{size:.precision$}{point}")
}

/// Mantissa and exponent to base 10.
fn scientific(size: f64, precision: usize) -> (String, i32) {
    let text = format!("{size:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (mantissa.to_owned(), exponent.parse().unwrap_or(0))
}

fn exponent(of: i32) -> String {
    let sign = if of < 0 { '-' } else { '+' };
    format!("e{sign}{:02}", of.unsigned_abs())
}

fn exponential(size: f64, precision: usize, point: bool) -> String {
    let (mantissa, power) = scientific(size, precision);
    let point = if point && precision == 0 { "." } else { "" };
    format!("{mantissa}{point}{}", exponent(power))
}

/// `%g`: as many digits in all, the exponent only where the number is very small or large, no zeros at the end.
fn shorter(size: f64, digits: usize, keeps_zeros: bool) -> String {
    let (mantissa, power) = scientific(size, digits - 1);
    let trimmed = |text: String| match text.contains('.') && !keeps_zeros {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    };
    if power < -4 || power >= digits as i32 {
        let point = if keeps_zeros && digits == 1 { "." } else { "" };
        return trimmed(mantissa + point) + &exponent(power);
    }
    let precision = usize::try_from(digits as i32 - 1 - power).unwrap_or(0);
    trimmed(fixed(size, precision, keeps_zeros))
}

/// `%a`: the bits of the mantissa, rounded to even.
fn hexadecimal(size: f64, precision: Option<usize>, point: bool) -> String {
    const MANTISSA_BITS: u32 = 52;
    let bits = size.to_bits();
    let stored = (bits >> MANTISSA_BITS) as i32;
    let fraction = bits & ((1 << MANTISSA_BITS) - 1);
    let (mut whole, power) = match (stored, fraction) {
        (0, 0) => (0, 0),
        (0, _) => (0, -1022),
        _ => (1, stored - 1023),
    };
    let mut fraction = fraction;
    let mut hex = match precision {
        Some(n) if n < 13 => {
            let dropped = MANTISSA_BITS - 4 * n as u32;
            let all = (whole << MANTISSA_BITS) | fraction;
            let (kept, rest) = (all >> dropped, all & ((1 << dropped) - 1));
            let half = 1 << (dropped - 1);
            let up = rest > half || rest == half && kept & 1 == 1;
            let rounded = (kept + u64::from(up)) << dropped;
            whole = rounded >> MANTISSA_BITS;
            fraction = rounded & ((1 << MANTISSA_BITS) - 1);
            let hex = format!("{fraction:013x}");
            hex[..n].to_owned()
        }
        _ => format!("{fraction:013x}"),
    };
    match precision {
        None => hex.truncate(hex.trim_end_matches('0').len()),
        Some(n) => hex.push_str(&"0".repeat(n.saturating_sub(hex.len()))),
    }
    let dot = if hex.is_empty() && !point { "" } else { "." };
    let sign = if power < 0 { '-' } else { '+' };
    format!("0x{whole}{dot}{hex}p{sign}{}", power.unsigned_abs())
}
