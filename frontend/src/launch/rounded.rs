//! Sizes of launches that floating-point numbers round up: `ceil(n / 256.0)`, `(int)ceilf((float)n / 256)`.
//!
//! With a quotient of type `double` that is `⌈n / b⌉`: `n` is exact up to 2⁵³, and a quotient that is no whole number is at least
//! `1 / b` from one, which is more than it is rounded by. With one of type `float` an `n` of 32 bits is rounded to a multiple of
//! 2⁸ at most; where `b` is a power of two that these multiples divide, no rounding passes a multiple of `b`, and what comes out is
//! `⌈n / b⌉` or one less (IEEE 754, round to nearest).

use super::constants::{MAX_DEPTH, Scope, is_cast};
use super::conversions::{Mode, is_signed_type, is_unsigned_type};
use super::names::{Names, readable};
use super::variables::referent;
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::repair::kernels::is_the_languages;

/// Largest divisor: a grid of so many blocks cannot be launched for an `n` that is not exact.
const MOST: i128 = 1 << 20;
/// Least divisors that a rounded `n` of 32 bits does not pass, of a signed and an unsigned one.
const LEAST: [i128; 2] = [1 << 7, 1 << 8];

impl<'u> Names<'u> {
    /// What is known of a size that is rounded up: launched is only what is at least one block.
    pub(super) fn of_rounded(&self, scope: &Scope<'_, 'u>, size: Cursor<'u>, name: &str) -> Option<String> {
        let Ceiling { quotient, of_float } = self.rounded_up(scope, size, 0)?;
        let ty = quotient.ty().canonical();
        let [left, right] = quotient.expressions()[..] else {
            return None;
        };
        let by = scope.whole(right).filter(|by| (1..=MOST).contains(by))?;
        let (number, is_rounded) = whole(scope, left)?;
        let of = number.ty().canonical();
        let is_exact = match ty.kind() {
            CXType_Double if !is_rounded && !of_float => true,
            CXType_Double | CXType_Float if of.size() == Some(4) && by.count_ones() == 1 => {
                let least = LEAST[usize::from(is_unsigned_type(of))];
                (by >= least).then_some(())?;
                false
            }
            _ => return None,
        };
        let number = readable(self.render(scope, number, Mode::Exact, 0)?)?;
        let last = format!("(({number}) - 1) / {by}");
        Some(match is_exact {
            true => format!("{number} >= 1 && {name} == {last} + 1"),
            false => format!("{number} >= 1 && {name} <= {last} + 1 && {name} >= {last}"),
        })
    }

    /// The quotient that a size rounds up, where all that it names is what it was when it was computed.
    fn rounded_up(&self, scope: &Scope<'_, 'u>, c: Cursor<'u>, depth: u32) -> Option<Ceiling<'u>> {
        if depth > MAX_DEPTH || !self.is_settled(scope, c) {
            return None;
        }
        let ty = c.ty().canonical();
        let is_whole = is_signed_type(ty) || is_unsigned_type(ty);
        let is_wide = is_whole && ty.size() >= Some(4);
        match (c.kind(), &c.expressions()[..]) {
            (CXCursor_ParenExpr, [inner]) => self.rounded_up(scope, *inner, depth + 1),
            (kind, [inner]) if is_cast(kind) => {
                let keeps = is_wide || ty.kind() == CXType_Double;
                self.rounded_up(scope, *inner, depth + 1).filter(|_| keeps)
            }
            (CXCursor_DeclRefExpr, _) => {
                let variable = c.referenced()?;
                let value = match scope.bound(variable) {
                    Some(argument) => argument,
                    None => scope
                        .variables
                        .value_at(referent(variable).unwrap_or(variable), c)?,
                };
                self.rounded_up(scope, value, depth + 1).filter(|_| is_wide)
            }
            (CXCursor_CallExpr, _) if c.referenced().is_some_and(is_the_languages) => {
                let (argument, of_float) = match (c.spelling().as_str(), &c.arguments()[..]) {
                    ("ceil", [argument]) => (*argument, false),
                    ("ceilf", [argument]) => (*argument, true),
                    _ => return None,
                };
                let quotient = unbracketed(argument);
                let is_quotient = quotient.kind() == CXCursor_BinaryOperator
                    && quotient.binary_operator() == CXBinaryOperator_Div;
                is_quotient.then_some(Ceiling { quotient, of_float })
            }
            _ => None,
        }
    }
}

/// `ceil(quotient)`
struct Ceiling<'u> {
    quotient: Cursor<'u>,
    /// It takes a `float`: between two whole numbers below 2²⁴ no quotient is rounded beyond either.
    of_float: bool,
}

/// The whole number that a floating-point one is (`(float)n`, `1.0 * n`), and whether it is a `float` on the way.
fn whole<'u>(scope: &Scope<'_, 'u>, c: Cursor<'u>) -> Option<(Cursor<'u>, bool)> {
    let ty = c.ty().canonical();
    if is_signed_type(ty) || is_unsigned_type(ty) {
        return Some((c, false));
    }
    let is_rounded = match ty.kind() {
        CXType_Double => false,
        CXType_Float => true,
        _ => return None,
    };
    let (number, before) = match (c.kind(), &c.expressions()[..]) {
        (CXCursor_ParenExpr, [inner]) => whole(scope, *inner),
        (kind, [inner]) if is_cast(kind) => whole(scope, *inner),
        (CXCursor_BinaryOperator, [left, right]) if c.binary_operator() == CXBinaryOperator_Mul => {
            match (scope.whole(*left), scope.whole(*right)) {
                (Some(1), _) => whole(scope, *right),
                (_, Some(1)) => whole(scope, *left),
                _ => None,
            }
        }
        _ => None,
    }?;
    Some((number, before || is_rounded))
}

fn unbracketed(mut c: Cursor<'_>) -> Cursor<'_> {
    while c.kind() == CXCursor_ParenExpr || is_cast(c.kind()) && c.ty().canonical().kind() == CXType_Double {
        let [inner] = c.expressions()[..] else { break };
        c = inner;
    }
    c
}

#[cfg(test)]
mod tests {
    use super::{LEAST, MOST};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn quotients_of_doubles_are_rounded_up(n in 1..=i64::from(u32::MAX), by in 1..=MOST as i64, near in -1..=1_i64) {
            for n in [n, (n / by * by + near).max(1)] {
                let blocks = (n as f64 / by as f64).ceil() as i64;
                prop_assert_eq!(blocks, (n - 1) / by + 1);
            }
        }

        #[test]
        fn quotients_of_floats_are_that_or_one_less(n in 1..=u32::MAX, power in 7..=20_u32, near in -1..=1_i64) {
            let by = 1_i64 << power;
            let signed = n >> 1;
            for (n, least) in [(signed, LEAST[0]), (n, LEAST[1])] {
                let n = i64::from(n);
                for n in [n, n / by * by + near].into_iter().filter(|n| *n > 0 && i128::from(by) >= least) {
                    let blocks = (n as f32 / by as f32).ceil() as i64;
                    let last = (n - 1) / by;
                    prop_assert!(blocks == last || blocks == last + 1, "{} of {}: {}", n, by, blocks);
                }
            }
        }
    }
}
