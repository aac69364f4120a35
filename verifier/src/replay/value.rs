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
mod tests {
    use super::*;
    use proptest::prelude::*;

    const F32: Ty = Ty::Float(FloatKind::F32);
    const F64: Ty = Ty::Float(FloatKind::F64);

    fn int(op: BinOp, ty: Ty, a: u128, b: u128) -> u128 {
        binary(op, ty, ty, truncate(ty, a), truncate(ty, b)).0
    }

    proptest! {
        #[test]
        fn i32_arithmetic_is_rusts(a: i32, b: i32) {
            let bits = |v: i32| u128::from(v as u32);
            let ty = Ty::I32;
            prop_assert_eq!(int(BinOp::Add, ty, bits(a), bits(b)), bits(a.wrapping_add(b)));
            prop_assert_eq!(int(BinOp::Sub, ty, bits(a), bits(b)), bits(a.wrapping_sub(b)));
            prop_assert_eq!(int(BinOp::Mul, ty, bits(a), bits(b)), bits(a.wrapping_mul(b)));
            prop_assert_eq!(int(BinOp::Min, ty, bits(a), bits(b)), bits(a.min(b)));
            prop_assert_eq!(int(BinOp::Max, ty, bits(a), bits(b)), bits(a.max(b)));
            if b != 0 {
                prop_assert_eq!(int(BinOp::Div, ty, bits(a), bits(b)), bits(a.wrapping_div(b)));
                prop_assert_eq!(int(BinOp::Rem, ty, bits(a), bits(b)), bits(a.wrapping_rem(b)));
            }
            prop_assert_eq!(int(BinOp::Shr, ty, bits(a), bits(b & 31)), bits(a >> (b & 31)));
            prop_assert_eq!(int(BinOp::Shl, ty, bits(a), bits(b & 31)), bits(a << (b & 31)));
            prop_assert_eq!(compare(CmpOp::Lt, ty, bits(a), bits(b)), a < b);
            prop_assert_eq!(unary(UnOp::Neg, ty, bits(a)), bits(a.wrapping_neg()));
            prop_assert_eq!(unary(UnOp::BitNot, ty, bits(a)), bits(!a));
        }

        #[test]
        fn u64_arithmetic_is_rusts(a: u64, b: u64) {
            let ty = Ty::U64;
            prop_assert_eq!(int(BinOp::Mul, ty, a.into(), b.into()), u128::from(a.wrapping_mul(b)));
            prop_assert_eq!(int(BinOp::Sub, ty, a.into(), b.into()), u128::from(a.wrapping_sub(b)));
            prop_assert_eq!(int(BinOp::Shr, ty, a.into(), u128::from(b & 63)), u128::from(a >> (b & 63)));
            if b != 0 {
                prop_assert_eq!(int(BinOp::Div, ty, a.into(), b.into()), u128::from(a / b));
                prop_assert_eq!(int(BinOp::Rem, ty, a.into(), b.into()), u128::from(a % b));
            }
            prop_assert_eq!(compare(CmpOp::Ge, ty, a.into(), b.into()), a >= b);
        }

        #[test]
        fn i128_arithmetic_is_rusts(a: i128, b: i128) {
            let ty = Ty::I128;
            prop_assert_eq!(int(BinOp::Mul, ty, a as u128, b as u128), a.wrapping_mul(b) as u128);
            prop_assert_eq!(int(BinOp::Shr, ty, a as u128, 77), (a >> 77) as u128);
            if b != 0 {
                prop_assert_eq!(int(BinOp::Div, ty, a as u128, b as u128), a.wrapping_div(b) as u128);
            }
        }

        #[test]
        fn casts_are_rusts(a: i64, f: f32, d: f64) {
            let bits = u128::from(a as u64);
            prop_assert_eq!(cast(Ty::I64, Ty::I8, bits), u128::from(a as i8 as u8));
            prop_assert_eq!(cast(Ty::I8, Ty::U32, u128::from(a as i8 as u8)), u128::from(a as i8 as u32));
            prop_assert_eq!(cast(Ty::I64, F32, bits), u128::from((a as f32).to_bits()));
            prop_assert_eq!(cast(Ty::I64, F64, bits), u128::from((a as f64).to_bits()));
            prop_assert_eq!(cast(F32, Ty::I32, f.to_bits().into()), u128::from(f as i32 as u32));
            prop_assert_eq!(cast(F64, Ty::U32, d.to_bits().into()), u128::from(d as u32));
            prop_assert_eq!(cast(F64, F32, d.to_bits().into()), u128::from((d as f32).to_bits()));
            prop_assert_eq!(cast(Ty::I64, Ty::Bool, bits), u128::from(a != 0));
        }

        #[test]
        fn floats_are_rusts(a: f32, b: f32) {
            let run = |op| f32::from_bits(binary(op, F32, F32, a.to_bits().into(), b.to_bits().into()).0 as u32);
            let same = |x: f32, y: f32| x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan());
            prop_assert!(same(run(BinOp::Add), a + b));
            prop_assert!(same(run(BinOp::Mul), a * b));
            prop_assert!(same(run(BinOp::Div), a / b));
            prop_assert_eq!(compare(CmpOp::Lt, F32, a.to_bits().into(), b.to_bits().into()), a < b);
        }

        #[test]
        fn doubles_are_rusts(a: f64, b: f64) {
            let run = |op| f64::from_bits(binary(op, F64, F64, a.to_bits().into(), b.to_bits().into()).0 as u64);
            let same = |x: f64, y: f64| x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan());
            prop_assert!(same(run(BinOp::Add), a + b));
            prop_assert!(same(run(BinOp::Sub), a - b));
            prop_assert!(same(run(BinOp::Mul), a * b));
            prop_assert!(same(run(BinOp::Div), a / b));
            prop_assert_eq!(compare(CmpOp::Le, F64, a.to_bits().into(), b.to_bits().into()), a <= b);
        }

        /// Each operation is rounded once, to nearest even; the crate computes in `f32` and rounds that, which is the same.
        #[test]
        fn short_floats_are_the_half_crates(a: u16, b: u16) {
            let run = |kind, op| binary(op, Ty::Float(kind), Ty::Float(kind), a.into(), b.into()).0 as u16;
            let (x, y) = (f16::from_bits(a), f16::from_bits(b));
            for (op, right) in [(BinOp::Add, x + y), (BinOp::Sub, x - y), (BinOp::Mul, x * y), (BinOp::Div, x / y)] {
                let got = f16::from_bits(run(FloatKind::F16, op));
                prop_assert!(got.to_bits() == right.to_bits() || (got.is_nan() && right.is_nan()), "{x} {op:?} {y}: {got}");
            }
            let (x, y) = (bf16::from_bits(a), bf16::from_bits(b));
            for (op, right) in [(BinOp::Add, x + y), (BinOp::Sub, x - y), (BinOp::Mul, x * y), (BinOp::Div, x / y)] {
                let got = bf16::from_bits(run(FloatKind::BF16, op));
                prop_assert!(got.to_bits() == right.to_bits() || (got.is_nan() && right.is_nan()), "{x} {op:?} {y}: {got}");
            }
        }

        #[test]
        fn nothing_panics(op in 0usize..12, bits in 0u8..=136, signed: bool, a: u128, b: u128) {
            use BinOp::*;
            let op = [Add, Sub, Mul, Div, Rem, Shl, Shr, And, Or, Xor, Min, Max][op];
            for ty in [Ty::Int { bits, signed }, Ty::Bool, Ty::Ptr, F32, F64, Ty::Float(FloatKind::BF16)] {
                let _ = binary(op, ty, ty, a, b);
                let _ = unary(UnOp::Neg, ty, a);
                let _ = cast(ty, Ty::I32, a);
                let _ = cast(Ty::I64, ty, b);
                let _ = compare(CmpOp::Le, ty, a, b);
            }
        }
    }

    #[test]
    fn division_by_zero_is_noticed() {
        assert_eq!(
            binary(BinOp::Div, Ty::I32, Ty::I32, 7, 0),
            (0, Some(Fault::DivisionByZero))
        );
        assert_eq!(
            binary(BinOp::Rem, Ty::U64, Ty::U64, 7, 0),
            (0, Some(Fault::DivisionByZero))
        );
    }

    #[test]
    fn wide_shifts_are_noticed() {
        assert_eq!(
            binary(BinOp::Shl, Ty::I32, Ty::I32, 1, 33),
            (2, Some(Fault::WideShift))
        );
        assert_eq!(binary(BinOp::Shr, Ty::U32, Ty::U32, 8, 3), (1, None));
    }

    #[test]
    fn half_formats_round_once() {
        // Just above the middle between two numbers: cut off, or rounded on the way, it would be the middle.
        let above = 1.0 + 2f64.powi(-11) + 2f64.powi(-45);
        assert_eq!(
            to_float(FloatKind::F16, from_float(FloatKind::F16, above)),
            1.0 + 2f64.powi(-10)
        );
        let above = 1.0 + 2f64.powi(-8) + 2f64.powi(-45);
        assert_eq!(
            to_float(FloatKind::BF16, from_float(FloatKind::BF16, above)),
            1.0 + 2f64.powi(-7)
        );
    }

    #[test]
    fn half_formats_round() {
        let one = from_float(FloatKind::F16, 1.0);
        let ty = Ty::Float(FloatKind::F16);
        assert_eq!(
            to_float(FloatKind::F16, binary(BinOp::Add, ty, ty, one, one).0),
            2.0
        );
        assert_eq!(unary(UnOp::Neg, ty, one), from_float(FloatKind::F16, -1.0));
    }
}
