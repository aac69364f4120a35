//! Evaluation of pure functions.

use super::value::{compare, from_float, from_integer, to_float, to_integer, truncate, width};
use kverify_frontend::ir::{CmpOp, FloatKind, Function, PureFn, Ty};

/// A value with its type.
pub type Typed = (Ty, u128);

/// The function's value as bits of `ty`; `None` if the function is not known for these argument types.
pub fn evaluate(function: &PureFn, ty: Ty, args: &[Typed]) -> Option<u128> {
    match function {
        PureFn::Library(function) => library(*function, ty, args),
        // The host may have put anything there.
        PureFn::Texel(_) => Some(stand_in(function, ty, args)),
        PureFn::Sampled(_) | PureFn::Written | PureFn::Assembly(_) => None,
    }
}

fn library(name: Function, ty: Ty, args: &[Typed]) -> Option<u128> {
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
pub fn stand_in(function: &PureFn, ty: Ty, args: &[Typed]) -> u128 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut feed = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    function.name().bytes().for_each(&mut feed);
    args.iter()
        .flat_map(|(_, bits)| bits.to_le_bytes())
        .for_each(&mut feed);
    // Small, so that an index made of it stays near the arrays.
    from_integer(ty, i128::from((hash >> 32) % 64))
}

/// `fns(mask, base, n)`: the place of the n-th set bit at or above bit `base`, downwards if `n` is negative; all ones if
/// there is none (CUDA's math API, integer intrinsics).
fn find_set_bit(name: Function, ty: Ty, args: &[Typed]) -> Option<u128> {
    let (Function::fns, &[(_, mask), (_, base), offset]) = (name, args) else {
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

fn float_function(name: Function, ty: Ty, args: &[Typed]) -> Option<u128> {
    if let (Function::fma, Ty::Float(FloatKind::F32), [a, b, c]) = (name, ty, args) {
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

fn float_predicate(name: Function, a: Typed) -> Option<bool> {
    let x = float_of(a);
    Some(match name {
        Function::isnan => x.is_nan(),
        Function::isinf => x.is_infinite(),
        Function::isfinite => x.is_finite(),
        Function::isnormal => match a.0 {
            Ty::Float(FloatKind::F32) => (x as f32).is_normal(),
            _ => x.is_normal(),
        },
        Function::signbit => x.is_sign_negative(),
        _ => return None,
    })
}

fn float_unary(name: Function, x: f64) -> Option<f64> {
    use std::f64::consts::PI;
    Some(match name {
        Function::sqrt => x.sqrt(),
        Function::rsqrt => 1.0 / x.sqrt(),
        Function::cbrt => x.cbrt(),
        Function::rcbrt => 1.0 / x.cbrt(),
        Function::recip => 1.0 / x,
        Function::sin => x.sin(),
        Function::cos => x.cos(),
        Function::tan => x.tan(),
        Function::asin => x.asin(),
        Function::acos => x.acos(),
        Function::atan => x.atan(),
        Function::sinh => x.sinh(),
        Function::cosh => x.cosh(),
        Function::tanh => x.tanh(),
        Function::asinh => x.asinh(),
        Function::acosh => x.acosh(),
        Function::atanh => x.atanh(),
        Function::sinpi => (x * PI).sin(),
        Function::cospi => (x * PI).cos(),
        Function::tanpi => (x * PI).tan(),
        Function::asinpi => x.asin() / PI,
        Function::acospi => x.acos() / PI,
        Function::atanpi => x.atan() / PI,
        Function::exp => x.exp(),
        Function::exp2 => x.exp2(),
        Function::exp10 => 10f64.powf(x),
        Function::expm1 => x.exp_m1(),
        Function::log => x.ln(),
        Function::log2 => x.log2(),
        Function::log10 => x.log10(),
        Function::log1p => x.ln_1p(),
        Function::fabs => x.abs(),
        Function::floor => x.floor(),
        Function::ceil => x.ceil(),
        Function::trunc => x.trunc(),
        Function::round => x.round(),
        Function::rint | Function::nearbyint => x.round_ties_even(),
        Function::lround | Function::llround => x.round(),
        Function::lrint | Function::llrint => x.round_ties_even(),
        Function::saturate => x.clamp(0.0, 1.0),
        Function::sign => match x {
            x if x.is_nan() => 0.0,
            x if x > 0.0 => 1.0,
            x if x < 0.0 => -1.0,
            x => x,
        },
        Function::degrees => x.to_degrees(),
        Function::radians => x.to_radians(),
        _ => return None,
    })
}

fn float_binary(name: Function, x: f64, y: f64) -> Option<f64> {
    Some(match name {
        Function::pow | Function::powr | Function::pown => x.powf(y),
        Function::rootn => x.powf(1.0 / y),
        Function::atan2 => x.atan2(y),
        Function::atan2pi => x.atan2(y) / std::f64::consts::PI,
        Function::fmod => x % y,
        Function::remainder => x - y * (x / y).round_ties_even(),
        Function::minmag if x.abs() != y.abs() => [x, y][usize::from(y.abs() < x.abs())],
        Function::maxmag if x.abs() != y.abs() => [x, y][usize::from(y.abs() > x.abs())],
        Function::minmag => x.min(y),
        Function::maxmag => x.max(y),
        Function::fdim => (x - y).max(0.0),
        Function::hypot => x.hypot(y),
        Function::rhypot => 1.0 / x.hypot(y),
        Function::copysign => x.copysign(y),
        Function::ldexp | Function::scalbn | Function::scalbln => x * y.clamp(-1100.0, 1100.0).exp2(),
        Function::step => f64::from(u8::from(y >= x)),
        _ => return None,
    })
}

fn float_ternary(name: Function, x: f64, y: f64, z: f64) -> Option<f64> {
    Some(match name {
        Function::fma => x.mul_add(y, z),
        Function::mad => x * y + z,
        Function::mix => x + (y - x) * z,
        Function::smoothstep => {
            let t = ((z - x) / (y - x)).clamp(0.0, 1.0);
            t * t * (3.0 - 2.0 * t)
        }
        _ => return None,
    })
}

fn integer_function(name: Function, ty: Ty, args: &[Typed]) -> Option<u128> {
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

fn integer_unary(name: Function, ty: Ty, (from, bits): Typed) -> Option<u128> {
    match (name.of_bits(truncate(from, bits), width(from)), ty) {
        (Some(value), _) => Some(truncate(ty, value)),
        // A float function of an integer that clang converted inside the call.
        (None, Ty::Float(_)) => Some(result(ty, float_unary(name, float_of((from, bits)))?)),
        (None, _) => None,
    }
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

fn integer_binary(name: Function, ty: Ty, a: Typed, b: Typed) -> Option<u128> {
    let (x, y) = (to_integer(a.0, a.1), to_integer(b.0, b.1));
    let width = width(a.0).max(1);
    let value = match name {
        Function::mulhi if width <= 64 => x.wrapping_mul(y) >> width,
        Function::hadd => x.wrapping_add(y) >> 1,
        Function::rhadd => x.wrapping_add(y).wrapping_add(1) >> 1,
        Function::add_sat => return Some(saturate(ty, x.saturating_add(y))),
        Function::sub_sat => return Some(saturate(ty, x.saturating_sub(y))),
        Function::abs_diff => x.abs_diff(y) as i128,
        Function::rotate => rotate_left(a, y) as i128,
        Function::upsample if width <= 64 => (x << width) | (truncate(b.0, b.1) as i128),
        _ if matches!(ty, Ty::Float(_)) => return Some(result(ty, float_binary(name, x as f64, y as f64)?)),
        _ => return None,
    };
    Some(truncate(ty, value as u128))
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

fn integer_ternary(name: Function, ty: Ty, a: Typed, b: Typed, c: Typed) -> Option<u128> {
    let (x, y, z) = (to_integer(a.0, a.1), to_integer(b.0, b.1), to_integer(c.0, c.1));
    let value = match name {
        Function::mad_hi => (x.wrapping_mul(y) >> width(a.0).min(127)).wrapping_add(z),
        Function::fma => x.wrapping_mul(y).wrapping_add(z),
        Function::mad_sat => return Some(saturate(ty, x.saturating_mul(y).saturating_add(z))),
        Function::bitselect => (x & !z) | (y & z),
        Function::byte_perm => byte_perm(a.1 as u32, b.1 as u32, c.1 as u32) as i128,
        Function::funnelshift_l => funnel(a.1, b.1, (c.1 & 31) as u32) >> 32,
        Function::funnelshift_lc => funnel(a.1, b.1, truncate(c.0, c.1).min(32) as u32) >> 32,
        Function::funnelshift_r => (funnel(a.1, b.1, 0) & i128::from(u64::MAX)) >> (c.1 & 31),
        Function::funnelshift_rc => {
            (funnel(a.1, b.1, 0) & i128::from(u64::MAX)) >> truncate(c.0, c.1).min(32)
        }
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
fn conversion(name: Function, ty: Ty, args: &[Typed]) -> Option<u128> {
    match (name, args) {
        (Function::double2hiint, &[(_, bits)]) => Some(truncate(ty, bits >> 32)),
        (Function::double2loint, &[(_, bits)]) => Some(truncate(ty, bits)),
        (Function::hiloint2double, &[high, low]) => {
            Some(truncate(Ty::U32, high.1) << 32 | truncate(Ty::U32, low.1))
        }
        (Function::isless, &[a, b]) => Some(truth(ty, compare(CmpOp::Lt, a.0, a.1, b.1))),
        (Function::isgreater, &[a, b]) => Some(truth(ty, compare(CmpOp::Gt, a.0, a.1, b.1))),
        (Function::islessequal, &[a, b]) => Some(truth(ty, compare(CmpOp::Le, a.0, a.1, b.1))),
        (Function::isgreaterequal, &[a, b]) => Some(truth(ty, compare(CmpOp::Ge, a.0, a.1, b.1))),
        (Function::isequal, &[a, b]) => Some(truth(ty, compare(CmpOp::Eq, a.0, a.1, b.1))),
        (Function::isnotequal, &[a, b]) => Some(truth(ty, compare(CmpOp::Ne, a.0, a.1, b.1))),
        _ => None,
    }
}

fn truth(ty: Ty, value: bool) -> u128 {
    from_integer(ty, i128::from(value))
}

#[cfg(test)]
mod tests;
