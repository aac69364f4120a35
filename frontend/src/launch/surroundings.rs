//! What the tests and loops around a launch say of what it hands over.

use super::conditions::{has_case, leaves};
use super::constants::{MAX_DEPTH, Scope, is_cast, strip};
use super::conversions::{Mode, is_signed, is_signed_type, keeps_value};
use super::names::{MOST, Names, is_integer, mentions};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position};

/// What the tests and loops around a launch say of its arguments, and those in front of it that leave: `for (int t = 0; t < n - 1; t++)
/// kernel<<<...>>>(t, n)`, `if (n <= 0) return; kernel<<<...>>>(n)`.
pub(super) fn of_surroundings<'u>(scope: &Scope<'_, 'u>, names: &Names<'u>) -> Said<'u> {
    let mut said = Said::default();
    for (outer, inner) in names.around.iter().zip(names.around.iter().skip(1)) {
        let (parts, Some(from)) = (outer.children(), inner.range().map(|range| range.start)) else {
            continue;
        };
        let mut test = |condition: Cursor<'u>, holds: bool, from: &Position| {
            let test = Test {
                whole: condition,
                condition,
                holds,
                from,
                depth: MOST_HELD,
            };
            if conjuncts(scope, names, &test, &mut said.facts) {
                said.tests.push(condition);
            }
        };
        match (outer.kind(), &parts[..]) {
            (CXCursor_IfStmt, [condition, yes, ..]) if inner.same(*yes) => test(*condition, true, &from),
            (CXCursor_IfStmt, [condition, yes, no]) if inner.same(*no) && yes.is_statement() => {
                test(*condition, false, &from);
            }
            (CXCursor_WhileStmt, [condition, body]) if inner.same(*body) => test(*condition, true, &from),
            (CXCursor_ForStmt, [start, condition, step, body]) if inner.same(*body) => {
                test(*condition, true, &from);
                let counter = counter(scope, names, *outer, *start, *step);
                said.facts
                    .extend(counter.iter().filter_map(|counter| counter.fact.clone()));
                said.counters.extend(counter);
            }
            (CXCursor_CompoundStmt, statements) => {
                let in_switch = names.around.iter().any(|c| c.kind() == CXCursor_SwitchStmt);
                for (condition, holds, end) in passed(statements, *inner, in_switch) {
                    test(condition, holds, &end);
                }
            }
            _ => {}
        }
    }
    said
}

/// What tests and loops say.
#[derive(Default)]
pub(super) struct Said<'u> {
    pub(super) facts: Vec<String>,
    /// The tests of which all is said.
    pub(super) tests: Vec<Cursor<'u>>,
    pub(super) counters: Vec<Counter<'u>>,
}

/// A parameter that gets what a loop counts with.
pub(super) struct Counter<'u> {
    pub(super) name: String,
    /// What holds in all iterations, whatever the loop's condition is.
    fact: Option<String>,
    /// Each value of which that holds comes about, as far as the condition lets it.
    pub(super) is_known: bool,
    /// What it starts with, if that is no constant.
    pub(super) first: Option<Cursor<'u>>,
}

/// Most variables through which a condition is followed.
const MOST_HELD: u32 = 3;

/// Most conditions in front of a launch that are looked at, the nearest ones.
const MOST_PASSED: usize = 16;

/// The conditions that decided, in statements of a block before one of them, that it is reached: whether each holds from which place on.
fn passed<'u>(
    statements: &[Cursor<'u>],
    inner: Cursor<'u>,
    in_switch: bool,
) -> Vec<(Cursor<'u>, bool, Position)> {
    let before = statements.iter().position(|c| c.same(inner)).unwrap_or(0);
    let decided = |c: &Cursor<'u>| {
        let end = c.range()?.end;
        let (condition, holds) = match (c.kind(), &c.children()[..]) {
            (CXCursor_IfStmt, [condition, yes]) if leaves(*yes) => (*condition, false),
            (CXCursor_IfStmt, [condition, yes, no]) if yes.is_statement() && leaves(*no) => {
                (*condition, true)
            }
            (CXCursor_CallExpr, _) if c.spelling() == ASSERT => (*c.arguments().first()?, true),
            _ => return None,
        };
        condition.is_expression().then_some((condition, holds, end))
    };
    // Behind a `case` control may come from elsewhere.
    let is_case = |c: &Cursor<'u>| in_switch && has_case(*c);
    let near = statements.get(..before).unwrap_or_default().iter().rev();
    let passed = near.take_while(|c| !is_case(c)).filter_map(decided);
    let mut passed: Vec<_> = match is_case(&inner) {
        true => Vec::new(),
        false => passed.take(MOST_PASSED).collect(),
    };
    passed.reverse();
    passed
}

/// What `assert(e)` calls.
pub(super) const ASSERT: &str = "__kv_assert";

/// A condition that holds, or does not, just before a place.
struct Test<'t, 'u> {
    /// What it is a part of.
    whole: Cursor<'u>,
    condition: Cursor<'u>,
    holds: bool,
    from: &'t Position,
    /// How many variables that hold conditions are looked into.
    depth: u32,
}

/// Adds the comparisons that a test is a conjunction of; whether it is known by them.
fn conjuncts<'u>(
    scope: &Scope<'_, 'u>,
    names: &Names<'u>,
    test: &Test<'_, 'u>,
    found: &mut Vec<String>,
) -> bool {
    let mut part = |condition: Cursor<'u>, holds: bool| {
        let from = test.from;
        let part = Test {
            whole: test.whole,
            condition,
            holds,
            from,
            depth: test.depth,
        };
        conjuncts(scope, names, &part, found)
    };
    let condition = test.condition;
    match (condition.kind(), &condition.expressions()[..]) {
        (CXCursor_ParenExpr | CXCursor_UnexposedExpr | CXCursor_CXXStaticCastExpr, [inner])
            if condition.ty().canonical().kind() == inner.ty().canonical().kind() =>
        {
            part(*inner, test.holds)
        }
        (CXCursor_UnaryOperator, [inner]) if condition.unary_operator() == CXUnaryOperator_LNot => {
            part(*inner, !test.holds)
        }
        // A number is asked whether it is 0.
        (kind, [number]) if is_cast(kind) && is_integer(*number) => {
            compares(scope, names, test, (*number, CXBinaryOperator_NE, None), found)
        }
        (CXCursor_DeclRefExpr, _) if condition.ty().canonical().kind() == CXType_Bool => {
            let variable = condition.referenced();
            let value = variable.and_then(|variable| scope.variables.value_at(variable, condition));
            let start = value.and_then(|value| value.range()).map(|range| range.start);
            let (Some(value), Some(from), Some(depth)) = (value, start, test.depth.checked_sub(1)) else {
                return false;
            };
            let of_value = Test {
                whole: value,
                condition: value,
                holds: test.holds,
                from: &from,
                depth,
            };
            conjuncts(scope, names, &of_value, found)
        }
        (CXCursor_BinaryOperator, [left, right]) => {
            let operator = condition.binary_operator();
            let joins = if test.holds {
                CXBinaryOperator_LAnd
            } else {
                CXBinaryOperator_LOr
            };
            if operator == joins {
                let of_left = part(*left, test.holds);
                return part(*right, test.holds) && of_left;
            }
            match sign(operator, true) {
                Some(_) => compares(scope, names, test, (*left, operator, Some(*right)), found),
                None => compares(scope, names, test, (condition, CXBinaryOperator_NE, None), found),
            }
        }
        _ => false,
    }
}

/// Adds a comparison of two numbers, or of one with 0; whether it says something.
fn compares<'u>(
    scope: &Scope<'_, 'u>,
    names: &Names<'u>,
    test: &Test<'_, 'u>,
    (left, operator, right): (Cursor<'u>, CXBinaryOperatorKind, Option<Cursor<'u>>),
    found: &mut Vec<String>,
) -> bool {
    let is_settled = names.is_settled_from(scope, test.condition, test.from)
        && !names.changes(scope, test.condition, test.whole);
    let whole = |side: Cursor<'u>| {
        let rendered = names.render(scope, side, Mode::Exact, 0)?;
        let is_exact = is_signed(side) || !rendered.compound || never_wraps(scope, names, strip(side));
        is_exact.then_some(rendered)
    };
    let text = |side: Option<Cursor<'u>>| match side {
        Some(side) => whole(side).map(|one| (one.text, one.depends)),
        None => Some(("0".to_owned(), false)),
    };
    let (Some(sign), Some((a, a_depends)), Some((b, b_depends)), true) = (
        sign(operator, test.holds),
        text(Some(left)),
        text(right),
        is_settled,
    ) else {
        return false;
    };
    let says = (a_depends || b_depends) && a.len() + b.len() <= MOST;
    if says {
        found.push(format!("{a} {sign} {b}"));
    }
    says
}

/// Whether unsigned arithmetic gives what it gives on whole numbers: a part of one, or what remains.
fn never_wraps<'u>(scope: &Scope<'_, 'u>, names: &Names<'u>, c: Cursor<'u>) -> bool {
    let divides = matches!(
        c.binary_operator(),
        CXBinaryOperator_Div | CXBinaryOperator_Rem | CXBinaryOperator_Shr
    );
    let mut parts = c.expressions().into_iter();
    let is_plain = |part: Cursor<'u>| {
        let rendered = names.render(scope, part, Mode::Exact, 0);
        rendered.is_some_and(|rendered| !rendered.compound)
    };
    c.kind() == CXCursor_BinaryOperator && divides && parts.all(is_plain)
}

/// A comparison as it is written, or its contrary.
pub(super) fn sign(operator: CXBinaryOperatorKind, holds: bool) -> Option<&'static str> {
    let (sign, contrary) = match operator {
        CXBinaryOperator_LT => ("<", ">="),
        CXBinaryOperator_LE => ("<=", ">"),
        CXBinaryOperator_GT => (">", "<="),
        CXBinaryOperator_GE => (">=", "<"),
        CXBinaryOperator_EQ => ("==", "!="),
        CXBinaryOperator_NE => ("!=", "=="),
        _ => return None,
    };
    Some(if holds { sign } else { contrary })
}

/// A parameter that a loop counts with: `t >= 0` and its stride for `for (t = 0; ...; t += 16)`, if nothing else in the loop changes `t`.
fn counter<'u>(
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
        let is_power = ty.size() >= Some(4) && by.keeps_powers() && is_power(scope, names, first, 0);
        return Some(Counter {
            fact: is_power.then(|| format!("{name} >= 0 && ({name} & ({name} - 1)) == 0")),
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
