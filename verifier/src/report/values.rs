//! Values of witnesses: bits and a type to what a person reads.

use half::{bf16, f16};
use kverify_frontend::ir::{FloatKind, Ty};

/// A scalar value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Of an integer type, a truth value, or an address.
    Integer(i128),
    /// Unsigned and too large for an `i128`.
    Unsigned(u128),
    /// Of a floating-point type.
    Float(f64),
}

/// What the bits of a value of type `ty` stand for.
pub fn value(ty: Ty, bits: u128) -> Value {
    match ty {
        Ty::Bool => Value::Integer(i128::from(bits & 1 != 0)),
        Ty::Ptr => Value::Integer(i128::from(truncated::<u64>(bits))),
        Ty::Float(FloatKind::F16) => Value::Float(f16::from_bits(truncated(bits)).to_f64()),
        Ty::Float(FloatKind::BF16) => Value::Float(bf16::from_bits(truncated(bits)).to_f64()),
        Ty::Float(FloatKind::F32) => Value::Float(f64::from(f32::from_bits(truncated(bits)))),
        Ty::Float(FloatKind::F64) => Value::Float(f64::from_bits(truncated(bits))),
        Ty::Int { bits: width, signed } => integer(u32::from(width.clamp(1, 128)), signed, bits),
    }
}

fn integer(width: u32, signed: bool, bits: u128) -> Value {
    let shift = 128 - width;
    let raised = bits << shift;
    if signed {
        return Value::Integer(raised.cast_signed() >> shift);
    }
    let unsigned = raised >> shift;
    i128::try_from(unsigned).map_or(Value::Unsigned(unsigned), Value::Integer)
}

/// The low bits that fit `T`; masks first, so the conversion cannot fail.
fn truncated<T: TryFrom<u128> + Default>(bits: u128) -> T {
    let width = 8 * size_of::<T>();
    T::try_from(bits & (u128::MAX >> (128 - width))).unwrap_or_default()
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Integer(n) => n.fmt(f),
            Value::Unsigned(n) => n.fmt(f),
            Value::Float(x) => write!(f, "{x:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_become_the_values_that_c_would_print() {
        assert_eq!(value(Ty::I32, 0xffff_ffff), Value::Integer(-1));
        assert_eq!(value(Ty::U32, 0xffff_ffff), Value::Integer(0xffff_ffff));
        assert_eq!(
            value(Ty::U64, u128::from(u64::MAX)),
            Value::Integer(i128::from(u64::MAX))
        );
        assert_eq!(value(Ty::U128, u128::MAX), Value::Unsigned(u128::MAX));
        assert_eq!(value(Ty::Float(FloatKind::F32), 0x3f80_0000), Value::Float(1.0));
        assert_eq!(value(Ty::Float(FloatKind::F16), 0x3c00), Value::Float(1.0));
        assert_eq!(value(Ty::Bool, 3), Value::Integer(1));
        assert_eq!(value(Ty::Float(FloatKind::F64), 0).to_string(), "0.0");
    }
}
