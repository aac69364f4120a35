//! What must hold where a launch stands: the tests and cases around it.

use super::constants::Scope;
use super::surroundings::ASSERT;
use super::variables::Variables;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Value};
use crate::repair::kernels::is_the_languages;

/// What is known of variables at the last of `around`, the statements and expressions that stand inside one another, and
/// whether it is ever reached; if not, what would hold if it were.
pub(super) fn scope<'v, 'u>(variables: &'v Variables<'u>, around: &[Cursor<'u>]) -> (Scope<'v, 'u>, bool) {
    let mut scope = Scope::new(variables);
    let mut reached = true;
    if has_other_entry(variables, around) {
        return (scope, reached);
    }
    for (outer, inner) in around.iter().zip(&around[1..]) {
        let parts = outer.children();
        match outer.kind() {
            CXCursor_IfStmt => reached &= enter_branch(&mut scope, &parts, *inner),
            CXCursor_CompoundStmt => {
                let at = parts.iter().position(|c| c.same(*inner)).unwrap_or(0);
                // Control may come from a `switch` to each label in front of it.
                let label = parts.iter().take(at + 1).rposition(|c| is_label(*c));
                let before = parts.iter().take(at).skip(label.map_or(0, |label| label + 1));
                before.for_each(|c| reached &= get_past(&mut scope, *c));
            }
            CXCursor_SwitchStmt => {
                let inside = around.iter().position(|c| c.same(*inner)).unwrap_or(0);
                let case = only_case(&around[inside..]).and_then(|case| scope.integer(case));
                if let (Some(value), Some(case)) = (parts.first(), case) {
                    reached &= scope.integer(*value).is_none_or(|value| value == case);
                    scope.assume(*value, case);
                }
            }
            _ => reached &= !keeps_out(&scope, *outer, *inner),
        }
    }
    (scope, reached)
}

/// Whether a jump may lead to the last of `around` otherwise than past the conditions that it stands inside, or back to it: a label before
/// it, or a `case` of a switch further out.
pub(super) fn has_other_entry<'u>(variables: &Variables<'u>, around: &[Cursor<'u>]) -> bool {
    let (Some(whole), Some(at)) = (around.first(), around.last().and_then(|c| c.position())) else {
        return true;
    };
    let is_guard =
        |c: &Cursor<'_>| matches!(c.kind(), CXCursor_IfStmt | CXCursor_WhileStmt | CXCursor_ForStmt);
    variables.has_label(*whole, &at) || around.iter().any(|c| is_guard(c) && has_case(*c))
}

/// Whether a `case` of a switch around `c` stands in it.
pub(super) fn has_case(c: Cursor<'_>) -> bool {
    is_label(c) || c.kind() != CXCursor_SwitchStmt && c.children().into_iter().any(has_case)
}

/// Goes into `inner`, a part of `if (condition) yes else no`; whether that ever happens.
fn enter_branch<'u>(scope: &mut Scope<'_, 'u>, parts: &[Cursor<'u>], inner: Cursor<'u>) -> bool {
    // An `if` with an initialiser has more parts, and is left alone.
    let (condition, branch) = match parts {
        [condition, yes] if inner.same(*yes) => (condition, true),
        [condition, yes, _] if inner.same(*yes) && condition.is_expression() => (condition, true),
        [condition, yes, no] if inner.same(*no) && condition.is_expression() && is_branch(*yes) => {
            (condition, false)
        }
        _ => return true,
    };
    let reached = scope.holds(*condition).is_none_or(|holds| holds == branch);
    assume(scope, *condition, branch);
    reached
}

/// Whether the second part of an `if` is a branch, and not the condition behind an initialiser: one without a value is no condition.
pub(super) fn is_branch(part: Cursor<'_>) -> bool {
    part.is_statement() || part.ty().canonical().kind() == CXType_Void
}

/// Whether a loop, or an operator that need not evaluate it, never comes to a part: `while (false)`, `0 && go()`.
fn keeps_out<'u>(scope: &Scope<'_, 'u>, outer: Cursor<'u>, inner: Cursor<'u>) -> bool {
    let parts = outer.children();
    let fails = |condition: Cursor<'u>| scope.holds(condition) == Some(false);
    match (outer.kind(), &parts[..]) {
        (CXCursor_WhileStmt, [condition, body]) => body.same(inner) && fails(*condition),
        (CXCursor_ForStmt, [.., body]) if body.same(inner) => {
            super::deciding::end_of_loop(&outer).is_some_and(fails)
        }
        (CXCursor_ConditionalOperator, [condition, yes, no]) => match scope.holds(*condition) {
            Some(true) => no.same(inner),
            Some(false) => yes.same(inner),
            None => false,
        },
        (CXCursor_BinaryOperator, [left, right]) if right.same(inner) => match outer.binary_operator() {
            CXBinaryOperator_LAnd => fails(*left),
            CXBinaryOperator_LOr => scope.holds(*left) == Some(true),
            _ => false,
        },
        _ => false,
    }
}

/// Goes past a statement that is left early if a condition holds, `if (n % 256) return;`; whether that ever happens.
fn get_past<'u>(scope: &mut Scope<'_, 'u>, statement: Cursor<'u>) -> bool {
    let parts = statement.children();
    let (condition, leaves_if) = match parts[..] {
        _ if statement.kind() != CXCursor_IfStmt => return !leaves(statement),
        [condition, yes] if leaves(yes) => (condition, true),
        [condition, yes, no] if condition.is_expression() && is_branch(yes) && leaves(yes) != leaves(no) => {
            (condition, leaves(yes))
        }
        _ => return true,
    };
    let reached = scope.holds(condition).is_none_or(|holds| holds != leaves_if);
    assume(scope, condition, !leaves_if);
    reached
}

/// Takes for granted that a condition holds, or does not: equalities that it is a conjunction of.
fn assume<'u>(scope: &mut Scope<'_, 'u>, condition: Cursor<'u>, holds: bool) {
    let (all, same) = match holds {
        true => (CXBinaryOperator_LAnd, CXBinaryOperator_EQ),
        false => (CXBinaryOperator_LOr, CXBinaryOperator_NE),
    };
    let parts = condition.expressions();
    match (condition.kind(), &parts[..]) {
        (CXCursor_ParenExpr | CXCursor_UnexposedExpr, [inner]) => assume(scope, *inner, holds),
        (CXCursor_UnaryOperator, [inner]) if condition.unary_operator() == CXUnaryOperator_LNot => {
            assume(scope, *inner, !holds);
        }
        (CXCursor_BinaryOperator, [left, right]) => match condition.binary_operator() {
            operator if operator == all => {
                assume(scope, *left, holds);
                assume(scope, *right, holds);
            }
            operator if operator == same => {
                if let Some(value) = scope.integer(*right) {
                    scope.assume(*left, value);
                } else if let Some(value) = scope.integer(*left) {
                    scope.assume(*right, value);
                }
            }
            _ => {}
        },
        _ => {}
    }
}

/// The value of the one `case` through which the last of `around` is reached, the first being a switch's body.
fn only_case<'u>(around: &[Cursor<'u>]) -> Option<Cursor<'u>> {
    let [body, statement, rest @ ..] = around else {
        return None;
    };
    let siblings = body.children();
    let at = siblings.iter().position(|c| c.same(*statement))?;
    let label = (0..=at).rev().find(|n| is_label(siblings[*n]))?;
    let closed = label == 0 || leaves(siblings[label - 1]);
    let case = siblings[label];
    let stacked = case.children().last().is_some_and(|inner| is_label(*inner));
    // A label further in, as in Duff's device, is another way here.
    let inner_label = rest.iter().any(|c| is_label(*c));
    (closed && !stacked && !inner_label && case.kind() == CXCursor_CaseStmt)
        .then(|| case.children().first().copied())
        .flatten()
}

fn is_label(c: Cursor<'_>) -> bool {
    matches!(c.kind(), CXCursor_CaseStmt | CXCursor_DefaultStmt)
}

/// The C library's functions that never return (C17, 7.22.4).
pub(super) const LEAVERS: [&str; 4] = ["exit", "abort", "_Exit", "quick_exit"];

/// Whether control never goes on after a statement.
pub(super) fn leaves(c: Cursor<'_>) -> bool {
    match c.kind() {
        CXCursor_BreakStmt | CXCursor_ContinueStmt | CXCursor_ReturnStmt => true,
        CXCursor_CXXThrowExpr => true,
        // A function of the user's by the same name may return.
        CXCursor_CallExpr if c.spelling() == ASSERT => {
            let never = |c: &Cursor<'_>| matches!(c.evaluate(), Some(Value::Int(0)));
            c.arguments().first().is_some_and(never)
        }
        CXCursor_CallExpr => {
            LEAVERS.contains(&c.spelling().as_str()) && c.referenced().is_none_or(is_the_languages)
        }
        CXCursor_BinaryOperator if c.binary_operator() == CXBinaryOperator_Comma => {
            c.children().into_iter().any(leaves)
        }
        CXCursor_UnexposedExpr => c.children().first().is_some_and(|inner| leaves(*inner)),
        CXCursor_CompoundStmt | CXCursor_CaseStmt | CXCursor_DefaultStmt => {
            c.children().last().is_some_and(|last| leaves(*last))
        }
        _ => false,
    }
}
