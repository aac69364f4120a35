//! Arithmetic of host code, where its outcome is certain.

use crate::clang::kinds::*;
use crate::clang::{Cursor, Type};
use crate::ir::BinOp;
use crate::lower::ops::{arithmetic, comparison, plain};

/// A number of host code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Int(i128),
    Float(f64),
}

pub(super) fn float(number: Number) -> f64 {
    match number {
        Number::Int(value) => value as f64,
        Number::Float(value) => value,
    }
}

pub(super) fn truth(number: Number) -> bool {
    match number {
        Number::Int(value) => value != 0,
        Number::Float(value) => value != 0.0,
    }
}

/// The value as another type; `None` where C's conversion would change it by more than rounding.
pub(super) fn convert(number: Number, ty: Type<'_>) -> Option<Number> {
    let ty = ty.canonical();
    let bits = 8 * u32::try_from(ty.size()?).ok()?;
    let (low, high) = match ty.kind() {
        CXType_Bool => return Some(Number::Int(i128::from(truth(number)))),
        CXType_Float => return Some(Number::Float(f64::from(float(number) as f32))),
        CXType_Double => return Some(Number::Float(float(number))),
        CXType_UChar | CXType_UShort | CXType_UInt | CXType_ULong | CXType_ULongLong => {
            (0, (1i128 << bits) - 1)
        }
        CXType_Char_S | CXType_SChar | CXType_Short | CXType_Int | CXType_Long | CXType_LongLong
        | CXType_Enum => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        _ => return None,
    };
    let value = match number {
        Number::Int(value) => value,
        Number::Float(value) if value.is_finite() && value.abs() < 1e30 => value.trunc() as i128,
        Number::Float(_) => return None,
    };
    (low..=high).contains(&value).then_some(Number::Int(value))
}

/// What arithmetic of an unsigned type gives: sums, differences and products count modulo its width (C17 6.2.5p9).
pub(super) fn reduced(operator: CXBinaryOperatorKind, value: Number, ty: Type<'_>) -> Number {
    let ty = ty.canonical();
    let is_unsigned = matches!(ty.kind(), CXType_UInt | CXType_ULong | CXType_ULongLong);
    let is_modular = matches!(
        operator,
        CXBinaryOperator_Add | CXBinaryOperator_Sub | CXBinaryOperator_Mul
    );
    match (value, ty.size().and_then(|bytes| u32::try_from(bytes).ok())) {
        (Number::Int(value), Some(bytes)) if is_unsigned && is_modular => {
            Number::Int(value.rem_euclid(1i128 << (8 * bytes)))
        }
        _ => value,
    }
}

pub(super) fn unary(operator: CXUnaryOperatorKind, operand: Number) -> Option<Number> {
    Some(match (operator, operand) {
        (CXUnaryOperator_Plus, value) => value,
        (CXUnaryOperator_Minus, Number::Int(value)) => Number::Int(-value),
        (CXUnaryOperator_Minus, Number::Float(value)) => Number::Float(-value),
        (CXUnaryOperator_LNot, value) => Number::Int(i128::from(!truth(value))),
        // The complement of an unsigned value depends on its width, which is not known here.
        _ => return None,
    })
}

/// The operator by which an expression changes a variable: `+` in `v += e`, and in `v++` with 1.
pub(super) fn updating(by: Cursor<'_>) -> Option<CXBinaryOperatorKind> {
    if by.kind() != CXCursor_UnaryOperator {
        return Some(plain(by.binary_operator()));
    }
    match by.unary_operator() {
        CXUnaryOperator_PreInc | CXUnaryOperator_PostInc => Some(CXBinaryOperator_Add),
        CXUnaryOperator_PreDec | CXUnaryOperator_PostDec => Some(CXBinaryOperator_Sub),
        _ => None,
    }
}

pub(super) fn binary(operator: CXBinaryOperatorKind, left: Number, right: Number) -> Option<Number> {
    match (left, right) {
        (Number::Int(a), Number::Int(b)) => integers(operator, a, b).map(Number::Int),
        _ => floats(operator, float(left), float(right)),
    }
}

fn integers(operator: CXBinaryOperatorKind, a: i128, b: i128) -> Option<i128> {
    if let Some(op) = arithmetic(operator) {
        return op.exact(a, b, 64);
    }
    if let Some(op) = comparison(operator) {
        return Some(i128::from(op.holds(a, b)));
    }
    match operator {
        CXBinaryOperator_LAnd => Some(i128::from(a != 0 && b != 0)),
        CXBinaryOperator_LOr => Some(i128::from(a != 0 || b != 0)),
        _ => None,
    }
}

fn floats(operator: CXBinaryOperatorKind, a: f64, b: f64) -> Option<Number> {
    if let Some(op) = comparison(operator) {
        return Some(Number::Int(i128::from(op.holds(a, b))));
    }
    Some(Number::Float(match arithmetic(operator)? {
        BinOp::Add => a + b,
        BinOp::Sub => a - b,
        BinOp::Mul => a * b,
        BinOp::Div => a / b,
        _ => return None,
    }))
}
