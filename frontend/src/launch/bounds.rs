//! Between which numbers an expression of host code lies, where it is no constant: `std::min(n, 256)`, `big ? 128 : 64`.

use super::constants::{MAX_DEPTH, Scope, is_cast, strip};
use super::conversions::{handed_over, is_signed, is_signed_type, keeps_value};
use super::number::Number;
use super::reaching::{Definition, Reached};
use super::surroundings::sign;
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
        if depth > MAX_DEPTH / 4 || !self.variables.steps.take() {
            return NONE;
        }
        let deeper = |c: &Cursor<'u>| self.bounds_within(*c, depth + 1);
        match (c.kind(), &c.expressions()[..]) {
            (CXCursor_ParenExpr, [inner]) => deeper(inner),
            (kind, [inner]) if is_cast(kind) => self.converted(deeper(inner), *inner, c),
            (CXCursor_ConditionalOperator, [condition, yes, no]) => {
                let told = |c: &Cursor<'u>, holds: bool| {
                    let of = |asked: Cursor<'u>| is_same(asked, *c);
                    within(deeper(c), self.told(*condition, holds, &of))
                };
                either(told(yes, true), told(no, false))
            }
            (CXCursor_CallExpr, _) if !c.referenced().is_some_and(is_the_languages) => {
                let Some((inside, ways, last)) = self.inlined_ways(c) else {
                    return NONE;
                };
                let told = |value: Cursor<'u>, test: Cursor<'u>, holds: bool| {
                    inside.told(test, holds, &|asked| is_same(asked, value))
                };
                let of = |value: Cursor<'u>| inside.bounds_within(value, depth + 1);
                let behind_all = ways.iter().fold(of(last), |bounds, (test, _)| {
                    within(bounds, told(last, *test, false))
                });
                ways.iter().fold(behind_all, |bounds, (test, value)| {
                    either(bounds, within(of(*value), told(*value, *test, true)))
                })
            }
            (CXCursor_CallExpr, _) => match (c.spelling().as_str(), &c.arguments()[..]) {
                ("min", [a, b]) => least(deeper(a), deeper(b)),
                ("max", [a, b]) => greatest(deeper(a), deeper(b)),
                ("clamp", [value, low, high]) => least(greatest(deeper(value), deeper(low)), deeper(high)),
                // The least number has no absolute value (C17, 7.22.6.1).
                ("abs" | "labs" | "llabs", [_]) => (Some(0), None),
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
            (CXCursor_ArraySubscriptExpr, _) => self.element(c).map_or(NONE, |value| deeper(&value)),
            _ => NONE,
        }
    }

    fn bounds_of_variable(&self, c: Cursor<'u>, depth: u32) -> Bounds {
        let Some(variable) = c.referenced() else {
            return NONE;
        };
        if let Some(argument) = self.bound(variable) {
            return self.converted(self.bounds_within(argument, depth + 1), argument, c);
        }
        within(self.bounds_by_value(variable, c, depth), of_type(c))
    }

    fn bounds_by_value(&self, variable: Cursor<'u>, c: Cursor<'u>, depth: u32) -> Bounds {
        let of = |value: Cursor<'u>| self.converted(self.bounds_within(value, depth + 1), value, c);
        let by_value = self.variables.only_value(variable).map_or(NONE, of);
        let reaching = self.variables.reaching_by(variable, c);
        let bounds = reaching
            .iter()
            .map(|reached| self.bounds_behind(variable, reached, depth));
        within(by_value, bounds.reduce(either).unwrap_or(NONE))
    }

    /// The bounds of what a definition gives a variable, where it comes to a place.
    pub(super) fn bounds_behind(&self, variable: Cursor<'u>, reached: &Reached<'u>, depth: u32) -> Bounds {
        let of = |value: Cursor<'u>| within(self.bounds_within(value, depth + 1), of_type(variable));
        let by_definition = match (
            self.defined(variable, &reached.definition, depth),
            reached.definition,
        ) {
            (Some(Number::Int(value)), _) => (Some(value), Some(value)),
            (Some(Number::Float(_)), _) => NONE,
            (None, Definition::Start) if variable.kind() == CXCursor_ParmDecl => {
                let handed = self.variables.handed(variable).into_iter();
                let bounds = handed.map(|argument| {
                    let of_argument = self.bounds_within(argument, depth + 1);
                    within(self.converted(of_argument, argument, variable), of_type(variable))
                });
                bounds.reduce(either).unwrap_or(NONE)
            }
            (None, Definition::Start) => start(variable).map_or(NONE, of),
            (None, Definition::Change(change)) => change.effect.assigned().map_or(NONE, of),
        };
        let itself = |asked: Cursor<'u>| names(asked, variable);
        let tests = reached.tests.iter();
        tests.fold(by_definition, |bounds, (test, holds)| {
            within(bounds, self.told(*test, *holds, &itself))
        })
    }

    /// The bounds of an expression that a condition chooses.
    pub(super) fn within_told(
        &self,
        c: Cursor<'u>,
        condition: Cursor<'u>,
        holds: bool,
        of: &dyn Fn(Cursor<'u>) -> bool,
    ) -> Bounds {
        within(self.bounds(c), self.told(condition, holds, of))
    }

    /// The number that a definition gives a variable.
    pub(super) fn constant(&self, variable: Cursor<'u>, definition: &Definition<'u>) -> Option<i128> {
        match self.defined(variable, definition, 0)? {
            Number::Int(value) => Some(value),
            Number::Float(_) => None,
        }
    }
}

impl<'u> Scope<'_, 'u> {
    /// The bounds that a condition sets to what it asks of, if it compares that with constants.
    fn told(&self, condition: Cursor<'u>, holds: bool, of: &dyn Fn(Cursor<'u>) -> bool) -> Bounds {
        let c = strip(condition);
        match (c.kind(), &c.expressions()[..]) {
            (CXCursor_UnaryOperator, [inner]) if c.unary_operator() == CXUnaryOperator_LNot => {
                self.told(*inner, !holds, of)
            }
            (CXCursor_BinaryOperator, [left, right]) => {
                let operator = c.binary_operator();
                let joins = [CXBinaryOperator_LOr, CXBinaryOperator_LAnd][usize::from(holds)];
                if operator == joins {
                    return within(self.told(*left, holds, of), self.told(*right, holds, of));
                }
                // Converted to unsigned, a negative number compares as another.
                let sides = [*left, *right].map(|side| self.integer(side));
                let is_whole = |side: &Cursor<'u>| handed_over(*side, *side, keeps_value);
                let Some(sign) = sign(operator, holds).filter(|_| is_whole(left) && is_whole(right)) else {
                    return NONE;
                };
                match sides {
                    [None, Some(n)] if of(strip(*left)) => compared(sign, n),
                    [Some(n), None] if of(strip(*right)) => compared(mirrored(sign), n),
                    _ => NONE,
                }
            }
            _ => NONE,
        }
    }

    /// Whether a condition says bounds of what it asks, and nothing else.
    pub(super) fn is_told(
        &self,
        condition: Cursor<'u>,
        holds: bool,
        of: &dyn Fn(Cursor<'u>) -> bool,
    ) -> bool {
        self.told(condition, holds, of) != NONE && self.is_of_bounds(condition, of)
    }

    fn is_of_bounds(&self, condition: Cursor<'u>, of: &dyn Fn(Cursor<'u>) -> bool) -> bool {
        let c = strip(condition);
        let deeper = |c: &Cursor<'u>| self.is_of_bounds(*c, of);
        match (c.kind(), &c.expressions()[..]) {
            (CXCursor_UnaryOperator, [inner]) => c.unary_operator() == CXUnaryOperator_LNot && deeper(inner),
            (CXCursor_BinaryOperator, [left, right]) => match c.binary_operator() {
                CXBinaryOperator_LAnd | CXBinaryOperator_LOr => deeper(left) && deeper(right),
                CXBinaryOperator_LT | CXBinaryOperator_LE | CXBinaryOperator_GT | CXBinaryOperator_GE => {
                    self.told(c, true, of) != NONE
                }
                _ => false,
            },
            _ => false,
        }
    }
}

impl<'u> Scope<'_, 'u> {
    /// The bounds after a conversion. As everywhere in sizes of launches, what is computed fits into `int` and its like; into narrower types
    /// it does if both bounds do.
    fn converted(&self, bounds: Bounds, from: Cursor<'u>, c: Cursor<'u>) -> Bounds {
        let ty = c.ty().canonical();
        let Some(bits) = ty.size().map(|size| 8 * size) else {
            return NONE;
        };
        // A size that is negative before is none behind it; anything else becomes large.
        let is_unsigned = matches!(ty.kind(), CXType_UInt | CXType_ULong | CXType_ULongLong);
        let may_wrap = is_signed(from) && bounds.0.is_none_or(|low| low < 0);
        if is_unsigned && may_wrap && !self.of_sizes {
            return NONE;
        }
        let (low, high) = match ty.kind() {
            CXType_UInt | CXType_ULong | CXType_ULongLong | CXType_Int | CXType_Long | CXType_LongLong => {
                return bounds;
            }
            CXType_UChar | CXType_UShort => (0, (1i128 << bits) - 1),
            CXType_Char_S | CXType_SChar | CXType_Short => {
                (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
            }
            _ => return NONE,
        };
        let fits = |bound: Option<i128>| bound.is_some_and(|bound| (low..=high).contains(&bound));
        match fits(bounds.0) && fits(bounds.1) {
            true => bounds,
            false => of_type(c),
        }
    }

    /// A number that divides an integer expression.
    pub(super) fn divisor(&self, expression: Cursor<'u>) -> i128 {
        self.divisor_within(expression, 0)
    }

    fn divisor_within(&self, c: Cursor<'u>, depth: u32) -> i128 {
        if let Some(value) = self.integer(c) {
            return value.checked_abs().unwrap_or(1);
        }
        if depth > MAX_DEPTH / 4 || !self.variables.steps.take() {
            return 1;
        }
        let deeper = |c: &Cursor<'u>| self.divisor_within(*c, depth + 1);
        let found = match (c.kind(), &c.expressions()[..]) {
            (CXCursor_ParenExpr, [inner]) => deeper(inner),
            (kind, [inner]) if is_cast(kind) && of_type(c) == NONE && is_whole_type(*inner) => deeper(inner),
            (CXCursor_ConditionalOperator, [_, yes, no]) => common(deeper(yes), deeper(no)),
            (CXCursor_BinaryOperator, [a, b]) => match (c.binary_operator(), self.integer(*b)) {
                (CXBinaryOperator_Add | CXBinaryOperator_Sub, _) => common(deeper(a), deeper(b)),
                (CXBinaryOperator_Mul, _) => deeper(a).checked_mul(deeper(b)).unwrap_or(1),
                (CXBinaryOperator_Shl, Some(by)) if (0..31).contains(&by) => {
                    deeper(a).checked_mul(1 << by).unwrap_or(1)
                }
                (CXBinaryOperator_And, Some(mask)) if mask != 0 => mask & mask.wrapping_neg(),
                _ => 1,
            },
            (CXCursor_DeclRefExpr, _) if of_type(c) == NONE => {
                let value = c.referenced().and_then(|variable| {
                    let argument = self.bound(variable);
                    argument.or_else(|| self.variables.value_at(variable, c))
                });
                value.map_or(1, |value| deeper(&value))
            }
            (CXCursor_ArraySubscriptExpr, _) => self.element(c).map_or(1, |value| deeper(&value)),
            (CXCursor_CallExpr, _) => {
                let Some((inside, ways, last)) = self.inlined_ways(c) else {
                    return 1;
                };
                let of = |value: Cursor<'u>| inside.divisor_within(value, depth + 1);
                ways.iter()
                    .fold(of(last), |found, (_, value)| common(found, of(*value)))
            }
            _ => 1,
        };
        // Of what wraps, only powers of two stay divisors.
        match is_signed(c) {
            true => found,
            false => found & found.wrapping_neg(),
        }
    }
}

fn common(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { common(b, a % b) }
}

fn is_whole_type(c: Cursor<'_>) -> bool {
    let ty = c.ty().canonical();
    is_signed_type(ty)
        || matches!(
            ty.kind(),
            CXType_UInt | CXType_ULong | CXType_ULongLong | CXType_UShort | CXType_UChar
        )
}

/// What compares so with a number.
fn compared(sign: &str, n: i128) -> Bounds {
    match sign {
        "<" => (None, Some(n - 1)),
        "<=" => (None, Some(n)),
        ">" => (Some(n + 1), None),
        ">=" => (Some(n), None),
        "==" => (Some(n), Some(n)),
        _ => NONE,
    }
}

fn mirrored(sign: &'static str) -> &'static str {
    match sign {
        "<" => ">",
        "<=" => ">=",
        ">" => "<",
        ">=" => "<=",
        other => other,
    }
}

/// Whether an expression is the name of a variable.
pub(super) fn names(c: Cursor<'_>, variable: Cursor<'_>) -> bool {
    let target = c.referenced().filter(|_| c.kind() == CXCursor_DeclRefExpr);
    target.is_some_and(|target| target.canonical().same(variable.canonical()))
}

/// Whether both are the name of one variable.
pub(super) fn is_same(a: Cursor<'_>, b: Cursor<'_>) -> bool {
    let b = strip(b);
    let variable = b.referenced().filter(|_| b.kind() == CXCursor_DeclRefExpr);
    variable.is_some_and(|variable| names(strip(a), variable))
}

/// What values of a narrow type lie between.
fn of_type(c: Cursor<'_>) -> Bounds {
    let ty = c.ty().canonical();
    match (ty.kind(), ty.size()) {
        (CXType_Bool, _) => (Some(0), Some(1)),
        (CXType_UChar | CXType_UShort, Some(size)) => (Some(0), Some((1i128 << (8 * size)) - 1)),
        (CXType_Char_S | CXType_SChar | CXType_Short, Some(size)) => {
            let half = 1i128 << (8 * size - 1);
            (Some(-half), Some(half - 1))
        }
        _ => NONE,
    }
}

/// Within both.
pub(super) fn within(a: Bounds, b: Bounds) -> Bounds {
    (any(a.0, b.0, i128::max), any(a.1, b.1, i128::min))
}

/// Whether a call says how many there are of something.
pub(super) fn is_count(call: Cursor<'_>) -> bool {
    COUNTS.contains(&call.spelling().as_str()) && call.referenced().is_some_and(is_the_languages)
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
