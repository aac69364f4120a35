//! Between which numbers an expression of host code lies, where it is no constant: `std::min(n, 256)`, `big ? 128 : 64`.

use super::constants::{MAX_DEPTH, Scope, is_cast};
use super::reaching::Definition;
use super::uses::Effect;
use super::variables::start;
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::repair::kernels::is_the_languages;

/// The least and the greatest value, where there is one that is known.
pub(super) type Bounds = (Option<i128>, Option<i128>);

/// Members of tensors and containers that count something.
const COUNTS: [&str; 6] = ["size", "numel", "dim", "ndimension", "element_size", "length"];

const NONE: Bounds = (None, None);

impl<'u> Scope<'_, 'u> {
    /// The bounds of an integer expression.
    pub(super) fn bounds(&self, expression: Cursor<'u>) -> Bounds {
        self.bounds_within(expression, 0)
    }

    fn bounds_within(&self, c: Cursor<'u>, depth: u32) -> Bounds {
        if let Some(value) = self.integer(c) {
            return (Some(value), Some(value));
        }
        if depth > MAX_DEPTH / 4 {
            return NONE;
        }
        let deeper = |c: &Cursor<'u>| self.bounds_within(*c, depth + 1);
        match (c.kind(), &c.expressions()[..]) {
            (CXCursor_ParenExpr, [inner]) => deeper(inner),
            (kind, [inner]) if is_cast(kind) => converted(deeper(inner), c),
            (CXCursor_ConditionalOperator, [_, yes, no]) => either(deeper(yes), deeper(no)),
            (CXCursor_CallExpr, _) if !c.referenced().is_some_and(is_the_languages) => NONE,
            (CXCursor_CallExpr, _) => match (c.spelling().as_str(), &c.arguments()[..]) {
                ("min", [a, b]) => least(deeper(a), deeper(b)),
                ("max", [a, b]) => greatest(deeper(a), deeper(b)),
                _ if is_count(c) => (Some(0), None),
                _ => NONE,
            },
            (CXCursor_BinaryOperator, [a, b]) => {
                let (left, right) = (deeper(a), deeper(b));
                let is_positive = [left.0, right.0]
                    .iter()
                    .all(|low| low.is_some_and(|low| low >= 0));
                match (c.binary_operator(), right) {
                    // Between 0 and the mask; between 0 and the divisor, if the dividend is not negative.
                    (CXBinaryOperator_And, (Some(mask), Some(_))) if mask >= 0 => (Some(0), right.1),
                    (CXBinaryOperator_Rem, (Some(divisor), Some(high))) if divisor > 0 => {
                        (left.0.filter(|low| *low >= 0).map(|_| 0), Some(high - 1))
                    }
                    (CXBinaryOperator_Mul, (Some(b), Some(e))) if b == e && b >= 0 => {
                        scaled(left, |bound| bound.checked_mul(b))
                    }
                    (CXBinaryOperator_Div, (Some(b), Some(e))) if b == e && b > 0 => {
                        scaled(left, |bound| Some(bound / b))
                    }
                    (CXBinaryOperator_Add, (low, high)) => (sum(left.0, low), sum(left.1, high)),
                    (CXBinaryOperator_Mul, (low, high)) if is_positive => {
                        (product(left.0, low), product(left.1, high))
                    }
                    (CXBinaryOperator_Div | CXBinaryOperator_Rem, _) if is_positive => (Some(0), left.1),
                    _ => NONE,
                }
            }
            (CXCursor_DeclRefExpr, _) => self.bounds_of_variable(c, depth),
            _ => NONE,
        }
    }

    fn bounds_of_variable(&self, c: Cursor<'u>, depth: u32) -> Bounds {
        let Some(variable) = c.referenced() else {
            return NONE;
        };
        let of = |value: Cursor<'u>| converted(self.bounds_within(value, depth + 1), c);
        if let Some(value) = self.variables.only_value(variable) {
            return of(value);
        }
        let definitions = self.variables.reaching(variable, None, c);
        let bounds = definitions.iter().map(|definition| {
            if let Some(value) = self.defined(variable, definition, depth) {
                return match value {
                    super::number::Number::Int(value) => (Some(value), Some(value)),
                    super::number::Number::Float(_) => NONE,
                };
            }
            match definition {
                Definition::Start => start(variable).map_or(NONE, of),
                Definition::Change(change) => match change.effect {
                    Effect::Assigned(value) => of(value),
                    Effect::Member(..)
                    | Effect::Updated
                    | Effect::Allocated(_)
                    | Effect::Lent
                    | Effect::Escapes => NONE,
                },
            }
        });
        bounds.reduce(either).unwrap_or(NONE)
    }
}

/// Whether a call says how many there are of something.
pub(super) fn is_count(call: Cursor<'_>) -> bool {
    COUNTS.contains(&call.spelling().as_str()) && call.referenced().is_some_and(is_the_languages)
}

/// The bounds after a conversion. As everywhere in sizes of launches, what is computed fits into `int` and its like; into narrower types
/// it does if both bounds do.
fn converted(bounds: Bounds, c: Cursor<'_>) -> Bounds {
    let ty = c.ty().canonical();
    let Some(bits) = ty.size().map(|size| 8 * size) else {
        return NONE;
    };
    let (low, high) = match ty.kind() {
        CXType_UInt | CXType_ULong | CXType_ULongLong | CXType_Int | CXType_Long | CXType_LongLong => {
            return bounds;
        }
        CXType_UChar | CXType_UShort => (0, (1i128 << bits) - 1),
        CXType_Char_S | CXType_SChar | CXType_Short => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        _ => return NONE,
    };
    let fits = |bound: Option<i128>| bound.is_some_and(|bound| (low..=high).contains(&bound));
    if fits(bounds.0) && fits(bounds.1) {
        bounds
    } else {
        NONE
    }
}

fn either(a: Bounds, b: Bounds) -> Bounds {
    (both(a.0, b.0, i128::min), both(a.1, b.1, i128::max))
}

fn least(a: Bounds, b: Bounds) -> Bounds {
    (both(a.0, b.0, i128::min), any(a.1, b.1, i128::min))
}

fn greatest(a: Bounds, b: Bounds) -> Bounds {
    (any(a.0, b.0, i128::max), both(a.1, b.1, i128::max))
}

fn both(a: Option<i128>, b: Option<i128>, choose: fn(i128, i128) -> i128) -> Option<i128> {
    a.zip(b).map(|(a, b)| choose(a, b))
}

fn any(a: Option<i128>, b: Option<i128>, choose: fn(i128, i128) -> i128) -> Option<i128> {
    both(a, b, choose).or(a).or(b)
}

fn sum(a: Option<i128>, b: Option<i128>) -> Option<i128> {
    a?.checked_add(b?)
}

fn product(a: Option<i128>, b: Option<i128>) -> Option<i128> {
    a?.checked_mul(b?)
}

fn scaled(bounds: Bounds, by: impl Fn(i128) -> Option<i128>) -> Bounds {
    (bounds.0.and_then(&by), bounds.1.and_then(&by))
}
