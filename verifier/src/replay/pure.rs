//! Evaluation of pure library functions by their plain C names.

use super::value::{compare, from_float, from_integer, to_float, to_integer, truncate, width};
use kverify_frontend::ir::{CmpOp, FloatKind, TEXEL, Ty};

/// A value with its type.
pub type Typed = (Ty, u128);

/// The function's value as bits of `ty`; `None` if the function is not known for these argument types.
pub fn evaluate(name: &str, ty: Ty, args: &[Typed]) -> Option<u128> {
    if name.starts_with(TEXEL) {
        // The host may have put anything there.
        return Some(stand_in(name, ty, args));
    }
    let float = args.iter().any(|(ty, _)| matches!(ty, Ty::Float(_)));
    let value = if float {
        float_function(name, ty, args)
    } else {
        None
    };
    value
        .or_else(|| find_set_bit(name, ty, args))
        .or_else(|| integer_function(name, ty, args))
        .or_else(|| conversion(name, ty, args))
}

/// A value that stands for the result of an unknown function: the same for the same arguments.
pub fn stand_in(name: &str, ty: Ty, args: &[Typed]) -> u128 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut feed = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    name.bytes().for_each(&mut feed);
    args.iter()
        .flat_map(|(_, bits)| bits.to_le_bytes())
        .for_each(&mut feed);
    // Small, so that an index made of it stays near the arrays.
    from_integer(ty, i128::from((hash >> 32) % 64))
}

/// `fns(mask, base, n)`: the place of the n-th set bit at or above bit `base`, downwards if `n` is negative; all ones if
/// there is none (CUDA's math API, integer intrinsics).
fn find_set_bit(name: &str, ty: Ty, args: &[Typed]) -> Option<u128> {
    let ("fns", &[(_, mask), (_, base), offset]) = (name, args) else {
        return None;
    };
    let base = u32::try_from(base).ok().filter(|base| *base < 32)?;
    let n = to_integer(offset.0, offset.1);
    let is_set = |bit: &u32| mask >> bit & 1 == 1;
    let skip = usize::try_from(n.unsigned_abs().saturating_sub(1)).ok()?;
    let found = match n {
        0 => Some(base).filter(is_set),
        1.. => (base..32).filter(is_set).nth(skip),
        _ => (0..=base).rev().filter(is_set).nth(skip),
    };
    Some(truncate(ty, u128::from(found.unwrap_or(u32::MAX))))
}

fn float_of((ty, bits): Typed) -> f64 {
    match ty {
        Ty::Float(kind) => to_float(kind, bits),
        _ => to_integer(ty, bits) as f64,
    }
}

/// Rounds to the type of the call's result; for predicates (`isnan`) that is an integer.
fn result(ty: Ty, value: f64) -> u128 {
    match ty {
        Ty::Float(kind) => from_float(kind, value),
        _ => super::value::cast(Ty::Float(FloatKind::F64), ty, u128::from(value.to_bits())),
    }
}

fn float_function(name: &str, ty: Ty, args: &[Typed]) -> Option<u128> {
    if let ("fma", Ty::Float(FloatKind::F32), [a, b, c]) = (name, ty, args) {
        // Rounded once: in the wider format, and then narrowed, would be twice.
        let narrow = |x: &Typed| float_of(*x) as f32;
        return Some(u128::from(narrow(a).mul_add(narrow(b), narrow(c)).to_bits()));
    }
    let value = match *args {
        [a] => {
            if let Some(truth) = float_predicate(name, a) {
                return Some(from_integer(ty, i128::from(truth)));
            }
            float_unary(name, float_of(a))?
        }
        [a, b] => float_binary(name, float_of(a), float_of(b))?,
        [a, b, c] => float_ternary(name, float_of(a), float_of(b), float_of(c))?,
        _ => return None,
    };
    Some(result(ty, value))
}

fn float_predicate(name: &str, a: Typed) -> Option<bool> {
    let x = float_of(a);
    Some(match name {
        "isnan" => x.is_nan(),
        "isinf" => x.is_infinite(),
        "isfinite" => x.is_finite(),
        "isnormal" => match a.0 {
            Ty::Float(FloatKind::F32) => (x as f32).is_normal(),
            _ => x.is_normal(),
        },
        "signbit" => x.is_sign_negative(),
        _ => return None,
    })
}

fn float_unary(name: &str, x: f64) -> Option<f64> {
    use std::f64::consts::PI;
    Some(match name {
        "sqrt" => x.sqrt(),
        "rsqrt" => 1.0 / x.sqrt(),
        "cbrt" => x.cbrt(),
        "rcbrt" => 1.0 / x.cbrt(),
        "rcp" | "recip" => 1.0 / x,
        "sin" => x.sin(),
        "cos" => x.cos(),
        "tan" => x.tan(),
        "asin" => x.asin(),
        "acos" => x.acos(),
        "atan" => x.atan(),
        "sinh" => x.sinh(),
        "cosh" => x.cosh(),
        "tanh" => x.tanh(),
        "asinh" => x.asinh(),
        "acosh" => x.acosh(),
        "atanh" => x.atanh(),
        "sinpi" => (x * PI).sin(),
        "cospi" => (x * PI).cos(),
        "tanpi" => (x * PI).tan(),
        "asinpi" => x.asin() / PI,
        "acospi" => x.acos() / PI,
        "atanpi" => x.atan() / PI,
        "exp" => x.exp(),
        "exp2" => x.exp2(),
        "exp10" => 10f64.powf(x),
        "expm1" => x.exp_m1(),
        "log" => x.ln(),
        "log2" => x.log2(),
        "log10" => x.log10(),
        "log1p" => x.ln_1p(),
        "fabs" | "abs" => x.abs(),
        "floor" => x.floor(),
        "ceil" => x.ceil(),
        "trunc" => x.trunc(),
        "round" => x.round(),
        "rint" | "nearbyint" => x.round_ties_even(),
        "lround" | "llround" => x.round(),
        "lrint" | "llrint" => x.round_ties_even(),
        "saturate" => x.clamp(0.0, 1.0),
        "sign" => match x {
            x if x.is_nan() => 0.0,
            x if x > 0.0 => 1.0,
            x if x < 0.0 => -1.0,
            x => x,
        },
        "degrees" => x.to_degrees(),
        "radians" => x.to_radians(),
        _ => return None,
    })
}

fn float_binary(name: &str, x: f64, y: f64) -> Option<f64> {
    Some(match name {
        "pow" | "powr" | "pown" => x.powf(y),
        "rootn" => x.powf(1.0 / y),
        "atan2" => x.atan2(y),
        "atan2pi" => x.atan2(y) / std::f64::consts::PI,
        "fmod" => x % y,
        "remainder" => x - y * (x / y).round_ties_even(),
        "fmin" | "min" => x.min(y),
        "fmax" | "max" => x.max(y),
        "minmag" if x.abs() != y.abs() => [x, y][usize::from(y.abs() < x.abs())],
        "maxmag" if x.abs() != y.abs() => [x, y][usize::from(y.abs() > x.abs())],
        "minmag" => x.min(y),
        "maxmag" => x.max(y),
        "fdim" => (x - y).max(0.0),
        "hypot" => x.hypot(y),
        "rhypot" => 1.0 / x.hypot(y),
        "copysign" => x.copysign(y),
        "ldexp" | "scalbn" | "scalbln" => x * y.clamp(-1100.0, 1100.0).exp2(),
        "step" => f64::from(u8::from(y >= x)),
        "divide" | "fdividef" | "fdivide" | "div" => x / y,
        "add" => x + y,
        "sub" => x - y,
        "mul" => x * y,
        _ => return None,
    })
}

fn float_ternary(name: &str, x: f64, y: f64, z: f64) -> Option<f64> {
    Some(match name {
        "fma" => x.mul_add(y, z),
        "mad" => x * y + z,
        "clamp" => x.max(y).min(z),
        "mix" | "lerp" => x + (y - x) * z,
        "smoothstep" => {
            let t = ((z - x) / (y - x)).clamp(0.0, 1.0);
            t * t * (3.0 - 2.0 * t)
        }
        _ => return None,
    })
}

fn integer_function(name: &str, ty: Ty, args: &[Typed]) -> Option<u128> {
    if args.iter().any(|(ty, _)| matches!(ty, Ty::Float(_))) {
        return None;
    }
    match *args {
        [a] => integer_unary(name, ty, a),
        [a, b] => integer_binary(name, ty, a, b),
        [a, b, c] => integer_ternary(name, ty, a, b, c),
        _ => None,
    }
}

fn integer_unary(name: &str, ty: Ty, (from, bits): Typed) -> Option<u128> {
    let width = width(from);
    let bits = truncate(from, bits);
    let leading = bits.leading_zeros().saturating_sub(128 - width);
    let value = match name {
        "clz" => u128::from(leading),
        "ctz" => u128::from(bits.trailing_zeros().min(width)),
        "popc" | "popcount" | "popcll" => u128::from(bits.count_ones()),
        "ffs" if bits == 0 => 0,
        "ffs" => u128::from(bits.trailing_zeros()) + 1,
        "brev" => bits.reverse_bits() >> (128 - width.max(1)),
        "abs" => to_integer(from, bits).unsigned_abs(),
        "bswap" => bits.swap_bytes() >> (128 - width.max(8)),
        // A float function of an integer that clang converted inside the call.
        _ if matches!(ty, Ty::Float(_)) => {
            return Some(result(ty, float_unary(name, float_of((from, bits)))?));
        }
        _ => return None,
    };
    Some(truncate(ty, value))
}

/// Clamps an exact integer result to what `ty` holds.
fn saturate(ty: Ty, value: i128) -> u128 {
    let unused = 128 - width(ty).clamp(1, 128);
    let (low, high) = match ty {
        Ty::Int { signed: true, .. } => (i128::MIN >> unused, i128::MAX >> unused),
        _ => (0, (u128::MAX >> unused).min(i128::MAX as u128) as i128),
    };
    truncate(ty, value.clamp(low, high) as u128)
}

fn integer_binary(name: &str, ty: Ty, a: Typed, b: Typed) -> Option<u128> {
    let (x, y) = (to_integer(a.0, a.1), to_integer(b.0, b.1));
    let width = width(a.0).max(1);
    let value = match name {
        "min" => x.min(y),
        "max" => x.max(y),
        "mulhi" | "mul_hi" if width <= 64 => x.wrapping_mul(y) >> width,
        "mul24" => sign24(x, a.0).wrapping_mul(sign24(y, b.0)),
        "mul64hi" => x.wrapping_mul(y) >> 64,
        "hadd" => x.wrapping_add(y) >> 1,
        "rhadd" => x.wrapping_add(y).wrapping_add(1) >> 1,
        "add_sat" => return Some(saturate(ty, x.saturating_add(y))),
        "sub_sat" => return Some(saturate(ty, x.saturating_sub(y))),
        "mul_sat" => return Some(saturate(ty, x.saturating_mul(y))),
        "abs_diff" => x.abs_diff(y) as i128,
        "rotate" | "rotl" => rotate_left(a, y) as i128,
        "rotr" => rotate_left(a, -(y % i128::from(width))) as i128,
        "upsample" if width <= 64 => (x << width) | (truncate(b.0, b.1) as i128),
        "div" if y != 0 => x.wrapping_div(y),
        _ if matches!(ty, Ty::Float(_)) => return Some(result(ty, float_binary(name, x as f64, y as f64)?)),
        _ => return None,
    };
    Some(truncate(ty, value as u128))
}

/// The low 24 bits, sign- or zero-extended as the type asks.
fn sign24(value: i128, ty: Ty) -> i128 {
    let low = value & 0xff_ffff;
    let negative = matches!(ty, Ty::Int { signed: true, .. }) && low & 0x80_0000 != 0;
    if negative { low - 0x100_0000 } else { low }
}

fn rotate_left((ty, bits): Typed, by: i128) -> u128 {
    let width = width(ty).max(1);
    let bits = truncate(ty, bits);
    let by = by.rem_euclid(i128::from(width)) as u32;
    if by == 0 {
        bits
    } else {
        truncate(ty, (bits << by) | (bits >> (width - by)))
    }
}

fn integer_ternary(name: &str, ty: Ty, a: Typed, b: Typed, c: Typed) -> Option<u128> {
    let (x, y, z) = (to_integer(a.0, a.1), to_integer(b.0, b.1), to_integer(c.0, c.1));
    let value = match name {
        "mad24" => sign24(x, a.0).wrapping_mul(sign24(y, b.0)).wrapping_add(z),
        "mad_hi" => (x.wrapping_mul(y) >> width(a.0).min(127)).wrapping_add(z),
        "mad" | "fma" => x.wrapping_mul(y).wrapping_add(z),
        "mad_sat" => return Some(saturate(ty, x.saturating_mul(y).saturating_add(z))),
        "clamp" => x.max(y).min(z),
        "sad" | "usad" => (x.abs_diff(y) as i128).wrapping_add(z),
        "bitselect" => (x & !z) | (y & z),
        "byte_perm" => byte_perm(a.1 as u32, b.1 as u32, c.1 as u32) as i128,
        "funnelshift_l" => funnel(a.1, b.1, (c.1 & 31) as u32) >> 32,
        "funnelshift_lc" => funnel(a.1, b.1, truncate(c.0, c.1).min(32) as u32) >> 32,
        "funnelshift_r" => (funnel(a.1, b.1, 0) & i128::from(u64::MAX)) >> (c.1 & 31),
        "funnelshift_rc" => (funnel(a.1, b.1, 0) & i128::from(u64::MAX)) >> truncate(c.0, c.1).min(32),
        "bfe" if y >= 0 && z >= 0 => to_integer(Ty::U64, a.1) >> y.min(64) & ((1i128 << z.min(64)) - 1),
        _ => return None,
    };
    Some(truncate(ty, value as u128))
}

/// `hi:lo << by`, not cut to 64 bits.
fn funnel(lo: u128, hi: u128, by: u32) -> i128 {
    ((((hi as u32 as u64) << 32) | u64::from(lo as u32)) as i128) << by
}

/// `__byte_perm`: each selector nibble picks a byte of `y:x`.
fn byte_perm(x: u32, y: u32, selector: u32) -> u32 {
    let bytes = ((u64::from(y) << 32) | u64::from(x)).to_le_bytes();
    (0..4).fold(0, |acc, n| {
        let nibble = (selector >> (4 * n)) as usize;
        let byte = bytes[nibble & 7];
        // Bit 3 of a nibble replicates the byte's sign.
        let byte = if nibble & 8 != 0 {
            if byte & 0x80 != 0 { 0xff } else { 0 }
        } else {
            byte
        };
        acc | u32::from(byte) << (8 * n)
    })
}

/// Names that only convert (`float2int`), or select by a comparison.
fn conversion(name: &str, ty: Ty, args: &[Typed]) -> Option<u128> {
    match (name, args) {
        ("double2hiint", &[(_, bits)]) => Some(truncate(ty, bits >> 32)),
        ("double2loint", &[(_, bits)]) => Some(truncate(ty, bits)),
        ("hiloint2double", &[high, low]) => Some(truncate(Ty::U32, high.1) << 32 | truncate(Ty::U32, low.1)),
        ("isless", &[a, b]) => Some(truth(ty, compare(CmpOp::Lt, a.0, a.1, b.1))),
        ("isgreater", &[a, b]) => Some(truth(ty, compare(CmpOp::Gt, a.0, a.1, b.1))),
        ("islessequal", &[a, b]) => Some(truth(ty, compare(CmpOp::Le, a.0, a.1, b.1))),
        ("isgreaterequal", &[a, b]) => Some(truth(ty, compare(CmpOp::Ge, a.0, a.1, b.1))),
        ("isequal", &[a, b]) => Some(truth(ty, compare(CmpOp::Eq, a.0, a.1, b.1))),
        ("isnotequal", &[a, b]) => Some(truth(ty, compare(CmpOp::Ne, a.0, a.1, b.1))),
        ("select", &[a, b, c]) => Some(truncate(ty, if truncate(c.0, c.1) != 0 { b.1 } else { a.1 })),
        _ => None,
    }
}

fn truth(ty: Ty, value: bool) -> u128 {
    from_integer(ty, i128::from(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn u(name: &str, args: &[u32]) -> Option<u128> {
        let args: Vec<Typed> = args.iter().map(|&v| (Ty::U32, u128::from(v))).collect();
        evaluate(name, Ty::U32, &args)
    }

    proptest! {
        #[test]
        fn bit_functions_are_rusts(a: u32, b: u32) {
            prop_assert_eq!(u("clz", &[a]), Some(a.leading_zeros().into()));
            prop_assert_eq!(u("popc", &[a]), Some(a.count_ones().into()));
            prop_assert_eq!(u("brev", &[a]), Some(a.reverse_bits().into()));
            prop_assert_eq!(u("rotate", &[a, b % 64]), Some(a.rotate_left(b % 32).into()));
            prop_assert_eq!(u("mulhi", &[a, b]), Some((u64::from(a) * u64::from(b)) as u128 >> 32));
            prop_assert_eq!(u("add_sat", &[a, b]), Some(a.saturating_add(b).into()));
            prop_assert_eq!(u("sub_sat", &[a, b]), Some(a.saturating_sub(b).into()));
            prop_assert_eq!(u("abs_diff", &[a, b]), Some(a.abs_diff(b).into()));
        }

        #[test]
        fn signed_saturation_is_rusts(a: i32, b: i32) {
            let args = [(Ty::I32, u128::from(a as u32)), (Ty::I32, u128::from(b as u32))];
            let want = u128::from(a.saturating_add(b) as u32);
            prop_assert_eq!(evaluate("add_sat", Ty::I32, &args), Some(want));
            let want = u128::from(((i64::from(a) * i64::from(b)) >> 32) as u32);
            prop_assert_eq!(evaluate("mulhi", Ty::I32, &args), Some(want));
        }

        #[test]
        fn square_roots_are_rusts(a: f32) {
            let ty = Ty::Float(FloatKind::F32);
            let got = evaluate("sqrt", ty, &[(ty, a.to_bits().into())]).unwrap() as u32;
            prop_assert!(f32::from_bits(got).is_nan() == a.sqrt().is_nan());
            prop_assert!(a.sqrt().is_nan() || got == a.sqrt().to_bits());
        }

        #[test]
        fn nothing_panics(name in "[a-z_]{1,8}|mad_hi|mul24|mad24|byte_perm|upsample|bfe|funnelshift_l|abs", a: u128, b: u128, c: u128, bits in 0u8..=130) {
            for ty in [Ty::Int { bits, signed: true }, Ty::Bool, Ty::Ptr, Ty::Float(FloatKind::F16)] {
                let args = [(ty, a), (ty, b), (ty, c)];
                for n in 0..=3 {
                    let _ = evaluate(&name, ty, &args[..n]);
                    let _ = stand_in(&name, ty, &args[..n]);
                }
            }
        }
    }

    #[test]
    fn byte_perm_picks_and_replicates() {
        assert_eq!(byte_perm(0x3322_1100, 0x7766_5544, 0x7531), 0x7755_3311);
        assert_eq!(byte_perm(0x0000_0080, 0, 0x8888), 0xffff_ffff);
    }

    #[test]
    fn small_multiplies_extend() {
        assert_eq!(u("mul24", &[0x0100_0003, 2]), Some(6));
        let args = [(Ty::I32, 0xff_ffff), (Ty::I32, 2)];
        assert_eq!(evaluate("mul24", Ty::I32, &args), Some(u128::from(-2i32 as u32)));
    }

    #[test]
    fn set_bits_are_found_both_ways() {
        let fns = |mask, base, n: i32| {
            let args = [(Ty::U32, mask), (Ty::U32, base), (Ty::I32, u128::from(n as u32))];
            evaluate("fns", Ty::U32, &args)
        };
        assert_eq!(fns(0b1011_0000, 0, 1), Some(4));
        assert_eq!(fns(0b1011_0000, 0, 3), Some(7));
        assert_eq!(fns(0b1011_0000, 6, -2), Some(4));
        assert_eq!(fns(0b1011_0000, 0, 4), Some(0xffff_ffff));
        assert_eq!(fns(0b1011_0000, 5, 0), Some(5));
    }

    #[test]
    fn unknown_functions_are_not_guessed() {
        assert_eq!(u("frobnicate", &[1]), None);
        assert_eq!(
            stand_in("f", Ty::U32, &[(Ty::U32, 3)]),
            stand_in("f", Ty::U32, &[(Ty::U32, 3)])
        );
    }
}
