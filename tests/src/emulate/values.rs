//! Random inputs, and how to compare what comes out.

use super::int;
use crate::numbers::Random;
use kverify::answer::Cell;
use kverify_frontend::ir::{FloatKind, ObjectId, Ty};

/// The bits of a random scalar: often small, often at an edge of its type.
pub fn scalar(ty: Ty, random: &mut Random) -> u128 {
    let width = ty.bytes() * 8;
    let wide = u128::from(word(random)) << 64 | u128::from(word(random));
    let bits = match (ty, random.below(8)) {
        (Ty::Bool, _) => wide & 1,
        (Ty::Float(kind), _) => float(kind, random.number(-4096, 4096) as f64 / 8.0),
        (_, 0..=3) => random.number(-3, 40) as u128,
        // The least and the greatest, signed and unsigned.
        (_, 4) => random.pick(&[1, u128::MAX, 1 << (width - 1), (1 << (width - 1)) - 1]),
        _ => wide,
    };
    if width == 128 {
        bits
    } else {
        bits & ((1 << width) - 1)
    }
}

fn word(random: &mut Random) -> u64 {
    (random.below(1 << 31) as u64) << 33 ^ (random.below(1 << 31) as u64) << 16 ^ random.below(1 << 31) as u64
}

fn float(kind: FloatKind, value: f64) -> u128 {
    match kind {
        FloatKind::F32 => u128::from((value as f32).to_bits()),
        FloatKind::F64 => u128::from(value.to_bits()),
        // What has no type of its own in C++ is not compared.
        FloatKind::F16 | FloatKind::BF16 => 0,
    }
}

/// Contents for a buffer of elements of this type.
pub fn buffer(elem: Ty, bytes: u32, random: &mut Random) -> Vec<u8> {
    let size = elem.bytes().max(1);
    (0..bytes / size)
        .flat_map(|_| scalar(elem, random).to_le_bytes().into_iter().take(size as usize))
        .collect()
}

/// The buffer as the interpreter takes it.
pub fn cells(object: ObjectId, bytes: &[u8]) -> impl Iterator<Item = Cell> {
    bytes.iter().enumerate().map(move |(offset, byte)| Cell {
        object,
        row: 0,
        offset: offset as i128,
        ty: int(8, false),
        bits: u128::from(*byte),
    })
}

/// The number of the first element that differs. All NaN are alike: which one an operation gives is the machine's choice.
pub fn first_difference(elem: Ty, expected: &[u8], found: &[u8]) -> Option<usize> {
    let size = elem.bytes().max(1) as usize;
    if found.len() != expected.len() {
        return Some(0);
    }
    let pairs = expected.chunks(size).zip(found.chunks(size));
    pairs.enumerate().find_map(|(n, (a, b))| {
        let same = a == b || is_nan(elem, a) && is_nan(elem, b);
        (!same).then_some(n)
    })
}

fn is_nan(ty: Ty, bytes: &[u8]) -> bool {
    match (ty, bytes) {
        (Ty::Float(FloatKind::F32), &[a, b, c, d]) => f32::from_le_bytes([a, b, c, d]).is_nan(),
        (Ty::Float(FloatKind::F64), &[a, b, c, d, e, f, g, h]) => {
            f64::from_le_bytes([a, b, c, d, e, f, g, h]).is_nan()
        }
        _ => false,
    }
}

/// A value in words.
pub fn show(ty: Ty, bytes: &[u8]) -> String {
    let raw = bytes
        .iter()
        .rev()
        .fold(0u128, |all, byte| all << 8 | u128::from(*byte));
    match ty {
        Ty::Float(FloatKind::F32) => f32::from_bits(raw as u32).to_string(),
        Ty::Float(FloatKind::F64) => f64::from_bits(raw as u64).to_string(),
        Ty::Int { bits, signed: true } if bits < 128 => {
            let unused = 128 - u32::from(bits);
            ((raw << unused) as i128 >> unused).to_string()
        }
        _ => raw.to_string(),
    }
}
