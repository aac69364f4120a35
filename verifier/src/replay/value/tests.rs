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
