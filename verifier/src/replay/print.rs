//! `printf`, as devices do it: CUDA C++ Programming Guide, "Formatted Output"; OpenCL C 3.0, section 6.15.14 (with `%v4hlf`
//! for vectors). CUDA formats on the host, so conversions are those of C's `printf` (C17, section 7.21.6.1).
//!
//! A thread's text is kept where it prints, in the order in which threads run. Strings are read where they lie.

mod float;
#[cfg(test)]
mod tests;

use super::context::Context;
use super::memory::Target;
use super::program::Print;
use super::step::read;
use super::thread::Thread;
use super::value::{from_float, to_float, to_integer, truncate};
use kverify_frontend::ir::{FloatKind, Loc, Ty};
use kverify_smt::answer::ThreadAt;

/// What a thread printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Printed {
    /// The thread.
    pub thread: ThreadAt,
    /// Where it did.
    pub loc: Option<Loc>,
    /// What it printed.
    pub text: String,
    /// Nothing that is not modelled had a say in it.
    pub exact: bool,
}

/// Characters of one call, and the widest field; more is cut off.
const MOST_CHARACTERS: usize = 1 << 12;

/// Executes a call, if there is room for what it prints.
pub(super) fn print(thread: &Thread, cx: &mut Context<'_>, print: &Print) {
    if cx.prints_left == 0 {
        cx.prints_lost += 1;
        return;
    }
    cx.prints_left -= 1;
    let exact = !thread.unknown && print.args.iter().all(|(_, arg)| !read(thread, cx, *arg).unknown);
    let printed = Printed {
        thread: thread.describe(cx.program, &[], None),
        loc: cx.program.places.get(print.place as usize).copied(),
        text: text(thread, cx, print),
        exact,
    };
    cx.printed.push(printed);
}

/// What a call prints.
pub(super) fn text(thread: &Thread, cx: &mut Context<'_>, print: &Print) -> String {
    let values: Vec<(Ty, u128)> = print
        .args
        .iter()
        .map(|(ty, arg)| (*ty, read(thread, cx, *arg).bits))
        .collect();
    format(&print.format, &values, &mut |address| string_at(cx, address))
}

/// The characters at an address, up to a zero; `None` if it leads nowhere.
fn string_at(cx: &mut Context<'_>, address: u64) -> Option<String> {
    let byte = Ty::U8;
    let start = cx.memory.target(address)?;
    let mut bytes = Vec::new();
    for n in 0..MOST_CHARACTERS as i64 {
        let at = Target {
            offset: start.offset.saturating_add(n),
            ..start
        };
        let (bits, met) = cx.memory.load(at, byte);
        if bits == 0 || met.out_of_bounds || met.exhausted {
            break;
        }
        bytes.push(bits as u8);
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// A conversion: `%[flags][width][.precision][vn][length]type`.
#[derive(Clone, Debug, Default, PartialEq)]
struct Conversion {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zeros: bool,
    width: usize,
    precision: Option<usize>,
    /// Components of a vector.
    lanes: Option<usize>,
    /// Bits of an integer, as the length modifier says.
    bits: u8,
    letter: char,
}

/// `text` with its conversions replaced by the arguments; `string` reads what `%s` points to.
fn format(text: &str, args: &[(Ty, u128)], string: &mut dyn FnMut(u64) -> Option<String>) -> String {
    let mut out = String::new();
    let mut args = args.iter().copied();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        out.push_str(before);
        if let Some(after) = after.strip_prefix('%') {
            out.push('%');
            rest = after;
        } else {
            let Some((conversion, after)) = parse(after, &mut args) else {
                // Not a conversion: as it is written.
                out.push('%');
                rest = after;
                continue;
            };
            out.push_str(&convert(&conversion, &mut args, string));
            rest = after;
        }
        if out.len() > MOST_CHARACTERS {
            break;
        }
    }
    if out.len() <= MOST_CHARACTERS {
        out.push_str(rest);
    }
    out.chars().take(MOST_CHARACTERS).collect()
}

/// The conversion after a percent sign, and the text after it.
fn parse<'t>(text: &'t str, args: &mut impl Iterator<Item = (Ty, u128)>) -> Option<(Conversion, &'t str)> {
    let mut conversion = Conversion {
        bits: 32,
        ..Conversion::default()
    };
    let mut rest = text;
    while let Some(flag) = rest.chars().next().filter(|c| "-+ #0".contains(*c)) {
        match flag {
            '-' => conversion.left = true,
            '+' => conversion.plus = true,
            ' ' => conversion.space = true,
            '#' => conversion.alternate = true,
            _ => conversion.zeros = true,
        }
        rest = &rest[1..];
    }
    let (width, after) = number(rest, args);
    let width = width.unwrap_or(0);
    conversion.left |= width < 0;
    conversion.width = clipped(width.unsigned_abs());
    rest = after;
    if let Some(after) = rest.strip_prefix('.') {
        let (precision, after) = number(after, args);
        // A negative one counts as none.
        let precision = precision.unwrap_or(0);
        conversion.precision = (precision >= 0).then(|| clipped(precision.unsigned_abs()));
        rest = after;
    }
    if let Some(after) = rest.strip_prefix('v') {
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        conversion.lanes = after[..digits].parse().ok().filter(|n| (2..=16).contains(n));
        rest = &after[digits..];
    }
    for (modifier, bits) in [
        ("hh", 8),
        ("hl", 32),
        ("h", 16),
        ("ll", 64),
        ("l", 64),
        ("j", 64),
        ("z", 64),
        ("t", 64),
    ] {
        if let Some(after) = rest.strip_prefix(modifier) {
            conversion.bits = bits;
            rest = after;
            break;
        }
    }
    conversion.letter = rest.chars().next().filter(|c| "diouxXfFeEgGaAcsp".contains(*c))?;
    Some((conversion, &rest[1..]))
}

/// A number that is written out, or a star that takes an argument.
fn number<'t>(text: &'t str, args: &mut impl Iterator<Item = (Ty, u128)>) -> (Option<i64>, &'t str) {
    if let Some(after) = text.strip_prefix('*') {
        let value = args.next().map(|(ty, bits)| to_integer(ty, bits) as i64);
        return (value, after);
    }
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    (text[..digits].parse().ok(), &text[digits..])
}

fn clipped(n: u64) -> usize {
    n.min(MOST_CHARACTERS as u64) as usize
}

/// What a conversion makes of the next arguments.
fn convert(
    conversion: &Conversion,
    args: &mut impl Iterator<Item = (Ty, u128)>,
    string: &mut dyn FnMut(u64) -> Option<String>,
) -> String {
    let lanes = conversion.lanes.unwrap_or(1);
    let parts: Vec<String> = (0..lanes)
        .map(|_| match args.next() {
            Some(arg) => one(conversion, arg, string),
            None => "(no argument)".to_owned(),
        })
        .collect();
    parts.join(",")
}

fn one(
    conversion: &Conversion,
    (ty, bits): (Ty, u128),
    string: &mut dyn FnMut(u64) -> Option<String>,
) -> String {
    match conversion.letter {
        'd' | 'i' => signed(conversion, slot(ty, bits)),
        'o' | 'u' | 'x' | 'X' => unsigned(conversion, slot(ty, bits)),
        'c' => {
            let char = char::from(slot(ty, bits) as u8);
            pad(conversion, "", &char.to_string(), false)
        }
        'p' => pad(conversion, "", &format!("{:#x}", slot(ty, bits)), false),
        's' => {
            let text = string(slot(ty, bits)).unwrap_or_else(|| "(null)".to_owned());
            let most = conversion.precision.unwrap_or(usize::MAX);
            let text: String = text.chars().take(most).collect();
            pad(conversion, "", &text, false)
        }
        _ => {
            let value = match ty {
                Ty::Float(kind) => to_float(kind, bits),
                // What lies in the argument's place is read as a double.
                _ => f64::from_bits(slot(ty, bits)),
            };
            let (sign, digits) = float::digits(conversion, value);
            let zeros = conversion.zeros && value.is_finite();
            let (prefix, digits) = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
                Some(hex) => (format!("{sign}{}", &digits[..2]), hex),
                None => (sign.to_owned(), digits.as_str()),
            };
            pad(conversion, &prefix, digits, zeros)
        }
    }
}

/// The eight bytes in which an argument is handed over: integers sign- or zero-extended, floats as doubles.
fn slot(ty: Ty, bits: u128) -> u64 {
    match ty {
        Ty::Float(kind) => from_float(FloatKind::F64, to_float(kind, bits)) as u64,
        _ => to_integer(ty, bits) as u64,
    }
}

fn signed(conversion: &Conversion, slot: u64) -> String {
    let ty = Ty::Int {
        bits: conversion.bits,
        signed: true,
    };
    let value = to_integer(ty, truncate(ty, slot.into()));
    let digits = with_precision(conversion, value.unsigned_abs().to_string());
    let sign = sign(conversion, value < 0);
    pad(conversion, sign, &digits, fills_with_zeros(conversion))
}

fn unsigned(conversion: &Conversion, slot: u64) -> String {
    let ty = Ty::Int {
        bits: conversion.bits,
        signed: false,
    };
    let value = truncate(ty, slot.into());
    let digits = match conversion.letter {
        'o' => format!("{value:o}"),
        'x' => format!("{value:x}"),
        'X' => format!("{value:X}"),
        _ => value.to_string(),
    };
    let mut digits = with_precision(conversion, digits);
    let prefix = match (conversion.letter, conversion.alternate) {
        ('x', true) if value != 0 => "0x",
        ('X', true) if value != 0 => "0X",
        ('o', true) if !digits.starts_with('0') => {
            digits.insert(0, '0');
            ""
        }
        _ => "",
    };
    pad(conversion, prefix, &digits, fills_with_zeros(conversion))
}

/// At least as many digits as the precision says; zero with precision 0 has none.
fn with_precision(conversion: &Conversion, digits: String) -> String {
    match conversion.precision {
        Some(0) if digits == "0" => String::new(),
        Some(least) => "0".repeat(least.saturating_sub(digits.len())) + &digits,
        None => digits,
    }
}

/// Of integers, a precision makes the flag `0` count for nothing.
fn fills_with_zeros(conversion: &Conversion) -> bool {
    conversion.zeros && conversion.precision.is_none()
}

fn sign(conversion: &Conversion, negative: bool) -> &'static str {
    match (negative, conversion.plus, conversion.space) {
        (true, ..) => "-",
        (_, true, _) => "+",
        (_, _, true) => " ",
        _ => "",
    }
}

/// Fills up to the width.
fn pad(conversion: &Conversion, prefix: &str, digits: &str, zeros: bool) -> String {
    let missing = conversion
        .width
        .saturating_sub(prefix.chars().count() + digits.chars().count());
    match (conversion.left, zeros) {
        (true, _) => format!("{prefix}{digits}{}", " ".repeat(missing)),
        (_, true) => format!("{prefix}{}{digits}", "0".repeat(missing)),
        _ => format!("{}{prefix}{digits}", " ".repeat(missing)),
    }
}
