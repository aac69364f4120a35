//! Exact machine arithmetic on the bits of scalar values.
//!
//! A value is a `u128` whose low bits are the scalar's bits and whose other bits are zero; the [`Ty`] that comes
//! with every operation says how to read them. Integers wrap, floats are IEEE (the half formats compute in
//! `f32` and round, which is exact for single operations).

use half::{bf16, f16};
use kverify_frontend::ir::{BinOp, CmpOp, FloatKind, Ty, UnOp};

/// What an operation met that C leaves undefined. The value returned beside it is a defined choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// Integer division or remainder by zero; the value is 0.
    DivisionByZero,
    /// A shift by at least the width; the amount is reduced modulo the width.
    WideShift,
    /// A sum, difference or product that its signed type does not hold (undefined: C17 6.5p5); the value wraps.
    SignedOverflow,
}

/// Width of a scalar in bits; `Bool` has one.
pub fn width(ty: Ty) -> u32 {
    match ty {
        Ty::Bool => 1,
        other => other.bytes().saturating_mul(8).min(128),
    }
}

/// The low `width(ty)` bits of `bits`.
pub fn truncate(ty: Ty, bits: u128) -> u128 {
    match width(ty) {
        128 => bits,
        w => bits & ((1u128 << w) - 1),
    }
}

/// The value of an integer, a truth value or a pointer's address. Unsigned 128-bit values keep their bits.
pub fn to_integer(ty: Ty, bits: u128) -> i128 {
    match ty {
        Ty::Int { signed: true, .. } => {
            let unused = 128 - width(ty).clamp(1, 128);
            ((bits << unused) as i128) >> unused
        }
        _ => truncate(ty, bits) as i128,
    }
}

/// The value of a float as `f64` (exact).
pub fn to_float(kind: FloatKind, bits: u128) -> f64 {
    match kind {
        FloatKind::F16 => f16::from_bits(bits as u16).to_f64(),
        FloatKind::BF16 => bf16::from_bits(bits as u16).to_f64(),
        FloatKind::F32 => f64::from(f32::from_bits(bits as u32)),
        FloatKind::F64 => f64::from_bits(bits as u64),
    }
}

/// The bits of `value` rounded to the format.
pub fn from_float(kind: FloatKind, value: f64) -> u128 {
    match kind {
        FloatKind::F16 => u128::from(f16::from_f32(rounded_to_odd(value)).to_bits()),
        FloatKind::BF16 => u128::from(bf16::from_f32(rounded_to_odd(value)).to_bits()),
        FloatKind::F32 => u128::from((value as f32).to_bits()),
        FloatKind::F64 => u128::from(value.to_bits()),
    }
}

/// The number in `f32`, its last bit set if anything was cut off: what is rounded to nearest from there on is rounded as the
/// number itself would be (Boldo and Melquiond, doi 10.1109/TC.2007.70819).
fn rounded_to_odd(value: f64) -> f32 {
    const CUT: u64 = (1 << 29) - 1;
    let bits = value.to_bits();
    let sticky = u64::from(bits & CUT != 0) << 29;
    match value.is_finite() {
        true => f64::from_bits(bits & !CUT | sticky) as f32,
        false => value as f32,
    }
}

/// The bits of an integer constant of type `ty`.
pub fn from_integer(ty: Ty, value: i128) -> u128 {
    match ty {
        Ty::Float(kind) => from_float(kind, value as f64),
        Ty::Bool => u128::from(value != 0),
        _ => truncate(ty, value as u128),
    }
}

/// The bits of a small number of either sign, one of 32.
pub fn bits_of_small(kind: FloatKind, drawn: u64) -> u128 {
    from_float(kind, (drawn % 32) as f64 / 4.0 - 3.0)
}

/// `op a`.
pub fn unary(op: UnOp, ty: Ty, a: u128) -> u128 {
    match (op, ty) {
        (UnOp::Neg, Ty::Float(kind)) => a ^ (1u128 << (Ty::Float(kind).bytes() * 8 - 1)),
        (UnOp::Neg, _) => truncate(ty, a.wrapping_neg()),
        (UnOp::BitNot, _) => truncate(ty, !a),
        (UnOp::Not, _) => u128::from(a == 0),
    }
}

/// `a op b`; the operands have type `ty`, but for shifts, whose amount has type `amount_ty`.
pub fn binary(op: BinOp, ty: Ty, amount_ty: Ty, a: u128, b: u128) -> (u128, Option<Fault>) {
    match (op, ty) {
        (_, Ty::Float(kind)) => (float_binary(op, kind, a, b), None),
        (BinOp::Shl | BinOp::Shr, _) => shift(op, ty, amount_ty, a, b),
        (BinOp::Div | BinOp::Rem, _) => divide(op, ty, a, b),
        _ => (
            truncate(ty, integer_binary(op, ty, a, b)),
            overflows(op, ty, a, b).then_some(Fault::SignedOverflow),
        ),
    }
}

fn overflows(op: BinOp, ty: Ty, a: u128, b: u128) -> bool {
    let wraps = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul)
        && matches!(
            ty,
            Ty::Int {
                bits: 32..=64,
                signed: true
            }
        );
    wraps
        && op
            .exact(to_integer(ty, a), to_integer(ty, b), width(ty))
            .is_none_or(|exact| !ty.holds(exact))
}

fn integer_binary(op: BinOp, ty: Ty, a: u128, b: u128) -> u128 {
    match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Min if compare(CmpOp::Le, ty, a, b) => a,
        BinOp::Max if compare(CmpOp::Ge, ty, a, b) => a,
        BinOp::Min | BinOp::Max => b,
        // Dispatched before; the arms keep the function total.
        BinOp::Div | BinOp::Rem | BinOp::Shl | BinOp::Shr => a,
    }
}

fn shift(op: BinOp, ty: Ty, amount_ty: Ty, a: u128, b: u128) -> (u128, Option<Fault>) {
    let width = width(ty).max(1);
    let wide = truncate(amount_ty, b) >= u128::from(width);
    let amount = (b % u128::from(width)) as u32;
    let value = match (op, ty) {
        (BinOp::Shl, _) => a << amount,
        (_, Ty::Int { signed: true, .. }) => (to_integer(ty, a) >> amount) as u128,
        _ => truncate(ty, a) >> amount,
    };
    (truncate(ty, value), wide.then_some(Fault::WideShift))
}

fn divide(op: BinOp, ty: Ty, a: u128, b: u128) -> (u128, Option<Fault>) {
    let (a, b) = (truncate(ty, a), truncate(ty, b));
    if b == 0 {
        return (0, Some(Fault::DivisionByZero));
    }
    let value = match (op, ty) {
        (BinOp::Div, Ty::Int { signed: true, .. }) => {
            to_integer(ty, a).wrapping_div(to_integer(ty, b)) as u128
        }
        (_, Ty::Int { signed: true, .. }) => to_integer(ty, a).wrapping_rem(to_integer(ty, b)) as u128,
        (BinOp::Div, _) => a / b,
        _ => a % b,
    };
    (truncate(ty, value), None)
}

fn float_binary(op: BinOp, kind: FloatKind, a: u128, b: u128) -> u128 {
    if kind == FloatKind::F64 {
        let (a, b) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
        let value = match op {
            BinOp::Add => a + b,
            BinOp::Sub => a - b,
            BinOp::Mul => a * b,
            BinOp::Div => a / b,
            BinOp::Rem => a % b,
            BinOp::Min => a.min(b),
            BinOp::Max => a.max(b),
            BinOp::Shl | BinOp::Shr | BinOp::And | BinOp::Or | BinOp::Xor => f64::NAN,
        };
        return u128::from(value.to_bits());
    }
    let (a, b) = (to_float(kind, a) as f32, to_float(kind, b) as f32);
    let value = match op {
        BinOp::Add => a + b,
        BinOp::Sub => a - b,
        BinOp::Mul => a * b,
        BinOp::Div => a / b,
        BinOp::Rem => a % b,
        BinOp::Min => a.min(b),
        BinOp::Max => a.max(b),
        BinOp::Shl | BinOp::Shr | BinOp::And | BinOp::Or | BinOp::Xor => f32::NAN,
    };
    from_float(kind, f64::from(value))
}

/// `a op b` on operands of type `ty`.
pub fn compare(op: CmpOp, ty: Ty, a: u128, b: u128) -> bool {
    match ty {
        Ty::Float(kind) => op.holds(to_float(kind, a), to_float(kind, b)),
        Ty::Int { signed: true, .. } => op.holds(to_integer(ty, a), to_integer(ty, b)),
        _ => op.holds(truncate(ty, a), truncate(ty, b)),
    }
}

/// The C conversion of `bits` from type `from` to type `to`.
pub fn cast(from: Ty, to: Ty, bits: u128) -> u128 {
    match (from, to) {
        (Ty::Float(kind), Ty::Bool) => u128::from(to_float(kind, bits) != 0.0),
        (_, Ty::Bool) => u128::from(truncate(from, bits) != 0),
        (Ty::Float(a), Ty::Float(b)) => {
            if a == b {
                bits
            } else {
                from_float(b, to_float(a, bits))
            }
        }
        (Ty::Float(kind), _) => float_to_integer(to, to_float(kind, bits)),
        (_, Ty::Float(kind)) => integer_to_float(from, kind, bits),
        _ => truncate(to, to_integer(from, bits) as u128),
    }
}

/// Truncates toward zero and saturates, as the conversion instructions of GPUs do; NaN is 0.
fn float_to_integer(to: Ty, value: f64) -> u128 {
    match to {
        Ty::Int { bits, signed: true } => {
            let unused = 128 - u32::from(bits).clamp(1, 128);
            let (low, high) = (i128::MIN >> unused, i128::MAX >> unused);
            truncate(to, (value as i128).clamp(low, high) as u128)
        }
        _ => (value as u128).min(truncate(to, u128::MAX)),
    }
}

fn integer_to_float(from: Ty, kind: FloatKind, bits: u128) -> u128 {
    let signed = matches!(from, Ty::Int { signed: true, .. });
    let value = to_integer(from, bits);
    match kind {
        // Straight to the format where Rust can: two roundings could differ.
        FloatKind::F32 if signed => u128::from((value as f32).to_bits()),
        FloatKind::F32 => u128::from((value as u128 as f32).to_bits()),
        _ if signed => from_float(kind, value as f64),
        _ => from_float(kind, value as u128 as f64),
    }
}

#[cfg(test)]
mod tests;
