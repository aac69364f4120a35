//! What loops count with: bounds, strides and powers of two.

use super::constants::{MAX_DEPTH, Scope, is_cast, strip};
use super::conversions::{Mode, is_signed_type, keeps_value};
use super::names::{Names, is_integer, mentions, readable};
use crate::clang::Cursor;
use crate::clang::kinds::*;

/// A parameter that gets what a loop counts with.
pub(super) struct Counter<'u> {
    pub(super) name: String,
    /// What holds in all iterations, whatever the loop's condition is.
    pub(super) fact: Option<String>,
    /// Each value of which that holds comes about, as far as the condition lets it.
    pub(super) is_known: bool,
    /// What it starts with, if that is no constant.
    pub(super) first: Option<Cursor<'u>>,
}

/// A parameter that a loop counts with: `t >= 0` and its stride for `for (t = 0; ...; t += 16)`, if nothing else in the loop changes `t`.
pub(super) fn counter<'u>(
    scope: &Scope<'_, 'u>,
    names: &Names<'u>,
    whole: Cursor<'u>,
    start: Cursor<'u>,
    step: Cursor<'u>,
) -> Option<Counter<'u>> {
    let (variable, first) = begun(start)?;
    let named = |(argument, name): &(Cursor<'u>, Cursor<'u>)| {
        let target = (argument.kind() == CXCursor_DeclRefExpr)
            .then(|| argument.referenced())
            .flatten()?;
        target
            .canonical()
            .same(variable.canonical())
            .then(|| name.spelling())
    };
    let name = names.arguments.iter().find_map(named)?;
    let by = Step::of(scope, step, variable)?;
    if !scope.variables.changes_only_in(variable, whole, &[start, step]) {
        return None;
    }
    let ty = variable.ty().canonical();
    let Some(value) = scope.integer(first) else {
        let is_wide = ty.size() >= Some(4);
        let is_power = is_wide && by.keeps_powers() && is_power(scope, names, first, 0);
        let of_power = || is_power.then(|| format!("{name} >= 0 && ({name} & ({name} - 1)) == 0"));
        let from = || {
            let sign = by
                .sign(is_signed_type(ty))
                .filter(|_| is_wide && is_integer(first))?;
            let first = readable(names.settled(scope, first, Mode::Exact, 0)?)?;
            Some(format!("{name} {sign} {first}"))
        };
        return Some(Counter {
            fact: of_power().or_else(from),
            name,
            is_known: false,
            first: Some(first),
        });
    };
    // What is narrower than `int` wraps.
    let (fact, is_known) = match ty.size() >= Some(4) {
        true => by.from(&name, value, is_signed_type(ty)),
        false => (None, false),
    };
    Some(Counter {
        name,
        fact,
        is_known,
        first: None,
    })
}

fn is_power_of_two(n: i128) -> bool {
    n > 0 && n & (n - 1) == 0
}

/// Whether an expression is a power of two, or 0.
fn is_power<'u>(scope: &Scope<'_, 'u>, names: &Names<'u>, c: Cursor<'u>, depth: u32) -> bool {
    if depth > MAX_DEPTH {
        return false;
    }
    let deeper = |inner: Cursor<'u>| is_power(scope, names, inner, depth + 1);
    let by_power = |by: Cursor<'u>| scope.integer(by).is_some_and(is_power_of_two);
    let parts = c.expressions();
    match (c.kind(), &parts[..]) {
        _ if scope.integer(c).is_some() => by_power(c),
        (CXCursor_ParenExpr, [inner]) => deeper(*inner),
        (kind, [inner]) if is_cast(kind) => keeps_value(inner.ty(), c.ty()) && deeper(*inner),
        (CXCursor_BinaryOperator, [left, right]) => match c.binary_operator() {
            // A shift is defined only within its type.
            CXBinaryOperator_Shl | CXBinaryOperator_Shr => deeper(*left),
            CXBinaryOperator_Div | CXBinaryOperator_Mul => by_power(*right) && deeper(*left),
            _ => false,
        },
        (CXCursor_DeclRefExpr, _) => c.referenced().is_some_and(|variable| {
            let counts = |outer: &Cursor<'u>| counts_powers(scope, names, *outer, variable, depth);
            names.around.iter().any(counts) || scope.variables.value_at(variable, c).is_some_and(deeper)
        }),
        _ => false,
    }
}

/// Whether a loop counts with a variable through powers of two.
fn counts_powers<'u>(
    scope: &Scope<'_, 'u>,
    names: &Names<'u>,
    whole: Cursor<'u>,
    variable: Cursor<'u>,
    depth: u32,
) -> bool {
    let parts = whole.children();
    let (CXCursor_ForStmt, [start, _, step, _]) = (whole.kind(), &parts[..]) else {
        return false;
    };
    let keeps = |by: Step| by.keeps_powers();
    begun(*start).is_some_and(|(begun, first)| {
        begun.canonical().same(variable.canonical())
            && Step::of(scope, *step, variable).is_some_and(keeps)
            && scope.variables.changes_only_in(variable, whole, &[*start, *step])
            && is_power(scope, names, first, depth + 1)
    })
}

/// The variable that a loop starts with, and its value.
fn begun(start: Cursor<'_>) -> Option<(Cursor<'_>, Cursor<'_>)> {
    match (start.kind(), &start.children()[..]) {
        (CXCursor_DeclStmt, [variable]) => Some((*variable, variable.initializer()?)),
        (CXCursor_BinaryOperator, [left, value]) if start.binary_operator() == CXBinaryOperator_Assign => {
            Some((strip(*left).referenced()?, *value))
        }
        _ => None,
    }
}

/// What a loop does to its counter.
#[derive(Clone, Copy)]
enum Step {
    Add(i128),
    Subtract(i128),
    Multiply(i128),
    Divide(i128),
}

impl Step {
    fn of<'u>(scope: &Scope<'_, 'u>, step: Cursor<'u>, variable: Cursor<'u>) -> Option<Step> {
        let parts = step.expressions();
        let operand = || scope.integer(*parts.get(1)?);
        let factor = || operand().filter(|by| *by > 1);
        let shift = || operand().filter(|by| (1..31).contains(by)).map(|by| 1 << by);
        let by = match step.kind() {
            CXCursor_UnaryOperator => match step.unary_operator() {
                CXUnaryOperator_PreInc | CXUnaryOperator_PostInc => Step::Add(1),
                CXUnaryOperator_PreDec | CXUnaryOperator_PostDec => Step::Subtract(1),
                _ => return None,
            },
            CXCursor_CompoundAssignOperator => match step.binary_operator() {
                CXBinaryOperator_AddAssign => Step::Add(operand().filter(|by| *by > 0)?),
                CXBinaryOperator_SubAssign => Step::Subtract(operand().filter(|by| *by > 0)?),
                CXBinaryOperator_MulAssign => Step::Multiply(factor()?),
                CXBinaryOperator_ShlAssign => Step::Multiply(shift()?),
                CXBinaryOperator_DivAssign => Step::Divide(factor()?),
                CXBinaryOperator_ShrAssign => Step::Divide(shift()?),
                _ => return None,
            },
            _ => return None,
        };
        mentions(*parts.first()?, variable).then_some(by)
    }

    /// How a counter compares with what it starts with; unsigned numbers wrap below 0.
    fn sign(self, is_signed: bool) -> Option<&'static str> {
        match self {
            Step::Add(_) => Some(">="),
            Step::Subtract(_) if is_signed => Some("<="),
            Step::Subtract(_) | Step::Multiply(_) | Step::Divide(_) => None,
        }
    }

    /// Whether a power of two stays one, or becomes 0.
    fn keeps_powers(self) -> bool {
        match self {
            Step::Multiply(by) | Step::Divide(by) => is_power_of_two(by),
            Step::Add(_) | Step::Subtract(_) => false,
        }
    }

    /// What holds of a counter that starts with a number, and whether that is all there is to say.
    fn from(self, name: &str, first: i128, is_signed: bool) -> (Option<String>, bool) {
        let stride = |by: i128, apart: String| match by {
            1 => String::new(),
            _ => format!(" && ({apart}) % {by} == 0"),
        };
        let powers = |by: i128| match is_power_of_two(first) && is_power_of_two(by) {
            true => format!(" && ({name} & ({name} - 1)) == 0"),
            false => String::new(),
        };
        match self {
            Step::Add(by) => {
                let stride = stride(by, format!("{name} - {first}"));
                (Some(format!("{name} >= {first}{stride}")), true)
            }
            // Unsigned numbers wrap.
            Step::Subtract(by) if is_signed => {
                let stride = stride(by, format!("{first} - {name}"));
                (Some(format!("{name} <= {first}{stride}")), true)
            }
            Step::Multiply(by) if first > 0 => {
                // Unsigned numbers wrap: doubled often enough, they are 0.
                let least = if is_signed { first } else { 0 };
                let powers = powers(by);
                let says = is_signed || !powers.is_empty();
                let fact = says.then(|| format!("{name} >= {least}{powers}"));
                (fact, is_signed && by == 2 && is_power_of_two(first))
            }
            Step::Divide(by) if first > 0 => {
                let fact = format!("{name} >= 0 && {name} <= {first}{}", powers(by));
                (Some(fact), by == 2 && is_power_of_two(first))
            }
            Step::Subtract(_) | Step::Multiply(_) | Step::Divide(_) => (None, false),
        }
    }
}
