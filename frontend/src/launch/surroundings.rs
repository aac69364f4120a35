//! What the tests and loops around a launch say of what it hands over.

use super::conditions::{has_case, leaves};
use super::constants::{Scope, strip};
use super::conversions::{Mode, is_signed, is_signed_type};
use super::names::{MOST, Names, mentions};
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
            let Some(sign) = sign(operator, test.holds) else {
                return false;
            };
            if !names.is_settled_from(scope, condition, test.from)
                || names.changes(scope, condition, test.whole)
            {
                return false;
            }
            let whole = |side: Cursor<'u>| {
                let rendered = names.render(scope, side, Mode::Exact, 0)?;
                (is_signed(side) || !rendered.compound).then_some(rendered)
            };
            let (Some(a), Some(b)) = (whole(*left), whole(*right)) else {
                return false;
            };
            let says = (a.depends || b.depends) && a.text.len() + b.text.len() <= MOST;
            if says {
                found.push(format!("{} {sign} {}", a.text, b.text));
            }
            says
        }
        _ => false,
    }
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
    let (variable, first) = match (start.kind(), &start.children()[..]) {
        (CXCursor_DeclStmt, [variable]) => (*variable, variable.initializer()?),
        (CXCursor_BinaryOperator, [left, value]) if start.binary_operator() == CXBinaryOperator_Assign => {
            (strip(*left).referenced()?, *value)
        }
        _ => return None,
    };
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
    let Some(value) = scope.integer(first) else {
        let first = Some(first);
        return Some(Counter {
            name,
            fact: None,
            is_known: false,
            first,
        });
    };
    let ty = variable.ty().canonical();
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

    /// What holds of a counter that starts with a number, and whether that is all there is to say.
    fn from(self, name: &str, first: i128, is_signed: bool) -> (Option<String>, bool) {
        let stride = |by: i128, apart: String| match by {
            1 => String::new(),
            _ => format!(" && ({apart}) % {by} == 0"),
        };
        let is_power = |n: i128| n > 0 && n & (n - 1) == 0;
        let powers = |by: i128| match is_power(first) && is_power(by) {
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
            Step::Multiply(by) if is_signed && first > 0 => {
                let fact = format!("{name} >= {first}{}", powers(by));
                (Some(fact), by == 2 && is_power(first))
            }
            Step::Divide(by) if first > 0 => {
                let fact = format!("{name} >= 0 && {name} <= {first}{}", powers(by));
                (Some(fact), by == 2 && is_power(first))
            }
            Step::Subtract(_) | Step::Multiply(_) | Step::Divide(_) => (None, false),
        }
    }
}
