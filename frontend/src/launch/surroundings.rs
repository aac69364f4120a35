//! What the tests and loops around a launch say of what it hands over.

use super::conditions::{has_case, leaves};
use super::constants::{Scope, strip};
use super::conversions::{Mode, is_signed};
use super::relations::{MOST, Names, mentions};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position};

/// What the tests and loops around a launch say of its arguments, and those in front of it that leave: `for (int t = 0; t < n - 1; t++)
/// kernel<<<...>>>(t, n)`, `if (n <= 0) return; kernel<<<...>>>(n)`.
pub(super) fn of_surroundings<'u>(scope: &Scope<'_, 'u>, names: &Names<'u>) -> Vec<String> {
    let mut found = Vec::new();
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
            conjuncts(scope, names, &test, &mut found);
        };
        match (outer.kind(), &parts[..]) {
            (CXCursor_IfStmt, [condition, yes, ..]) if inner.same(*yes) => test(*condition, true, &from),
            (CXCursor_IfStmt, [condition, yes, no]) if inner.same(*no) && yes.is_statement() => {
                test(*condition, false, &from);
            }
            (CXCursor_WhileStmt, [condition, body]) if inner.same(*body) => test(*condition, true, &from),
            (CXCursor_ForStmt, [start, condition, step, body]) if inner.same(*body) => {
                test(*condition, true, &from);
                found.extend(first_value(scope, names, *outer, *start, *step));
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
    found
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
const ASSERT: &str = "__kv_assert";

/// A condition that holds, or does not, just before a place.
struct Test<'t, 'u> {
    /// What it is a part of.
    whole: Cursor<'u>,
    condition: Cursor<'u>,
    holds: bool,
    from: &'t Position,
}

/// The comparisons that a test is a conjunction of.
fn conjuncts<'u>(scope: &Scope<'_, 'u>, names: &Names<'u>, test: &Test<'_, 'u>, found: &mut Vec<String>) {
    let mut part = |condition: Cursor<'u>, holds: bool| {
        let from = test.from;
        let part = Test {
            whole: test.whole,
            condition,
            holds,
            from,
        };
        conjuncts(scope, names, &part, found);
    };
    let condition = test.condition;
    match (condition.kind(), &condition.expressions()[..]) {
        (CXCursor_ParenExpr | CXCursor_UnexposedExpr | CXCursor_CXXStaticCastExpr, [inner])
            if condition.ty().canonical().kind() == inner.ty().canonical().kind() =>
        {
            part(*inner, test.holds);
        }
        (CXCursor_UnaryOperator, [inner]) if condition.unary_operator() == CXUnaryOperator_LNot => {
            part(*inner, !test.holds);
        }
        (CXCursor_BinaryOperator, [left, right]) => {
            let operator = condition.binary_operator();
            let joins = if test.holds {
                CXBinaryOperator_LAnd
            } else {
                CXBinaryOperator_LOr
            };
            if operator == joins {
                part(*left, test.holds);
                return part(*right, test.holds);
            }
            let Some(sign) = sign(operator, test.holds) else {
                return;
            };
            if !names.is_settled_from(scope, condition, test.from)
                || names.changes(scope, condition, test.whole)
            {
                return;
            }
            let whole = |side: Cursor<'u>| {
                let rendered = names.render(scope, side, Mode::Exact, 0)?;
                (is_signed(side) || !rendered.compound).then_some(rendered)
            };
            if let (Some(a), Some(b)) = (whole(*left), whole(*right))
                && (a.depends || b.depends)
                && a.text.len() + b.text.len() <= MOST
            {
                found.push(format!("{} {sign} {}", a.text, b.text));
            }
        }
        _ => {}
    }
}

/// A comparison as it is written, or its contrary.
fn sign(operator: CXBinaryOperatorKind, holds: bool) -> Option<&'static str> {
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

/// `t >= 0` and its stride for `for (t = 0; ...; t += 16)`, if nothing else in the loop changes `t`.
fn first_value<'u>(
    scope: &Scope<'_, 'u>,
    names: &Names<'u>,
    whole: Cursor<'u>,
    start: Cursor<'u>,
    step: Cursor<'u>,
) -> Option<String> {
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
    let first = scope.integer(first)?;
    let operand = step.expressions();
    let by = match step.kind() {
        CXCursor_UnaryOperator => match step.unary_operator() {
            CXUnaryOperator_PreInc | CXUnaryOperator_PostInc => 1,
            _ => return None,
        },
        CXCursor_CompoundAssignOperator if step.binary_operator() == CXBinaryOperator_AddAssign => {
            scope.integer(*operand.get(1)?).filter(|by| *by > 0)?
        }
        _ => return None,
    };
    let steps_it = mentions(*operand.first()?, variable);
    let only_there = scope.variables.changes_only_in(variable, whole, &[start, step]);
    let stride = if by == 1 {
        String::new()
    } else {
        format!(" && ({name} - {first}) % {by} == 0")
    };
    (steps_it && only_there).then(|| format!("{name} >= {first}{stride}"))
}
