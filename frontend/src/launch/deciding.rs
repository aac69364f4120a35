//! The tests that decide whether a launch is reached: those around it, and those in front of it that may leave.

use super::conditions::{LEAVERS, has_other_entry};
use super::surroundings::ASSERT;
use super::variables::Variables;
use crate::clang::kinds::*;
use crate::clang::{Cursor, body};

/// Deepest call that is looked into.
const MOST_CALLS: u32 = 3;

/// All tests on the way to the last of `around`.
pub(super) fn tests<'u>(variables: &Variables<'u>, around: &[Cursor<'u>]) -> Vec<Cursor<'u>> {
    let mut found = Vec::new();
    if has_other_entry(variables, around) {
        // Any way may lead here.
        around
            .first()
            .iter()
            .for_each(|whole| all_tests(**whole, &mut found));
        return found;
    }
    for (outer, inner) in around.iter().zip(around.iter().skip(1)) {
        let parts = outer.children();
        match outer.kind() {
            CXCursor_CompoundStmt => {
                let before = parts.iter().take_while(|c| !c.same(*inner));
                before.for_each(|c| leaving(*c, MOST_CALLS, &mut found));
            }
            // A `do` is entered without a test.
            CXCursor_DoStmt => {}
            _ => found.extend(test_of(*outer).filter(|test| !test.same(*inner))),
        }
    }
    found
}

/// What a statement or an operator asks before it does one thing or another.
fn test_of(c: Cursor<'_>) -> Option<Cursor<'_>> {
    let parts = c.children();
    match (c.kind(), &parts[..]) {
        (CXCursor_IfStmt | CXCursor_SwitchStmt | CXCursor_WhileStmt | CXCursor_ConditionalOperator, _) => {
            parts.iter().copied().find(|part| part.is_expression())
        }
        (CXCursor_DoStmt, _) => parts.last().copied(),
        // Which parts a `for` lacks is not said; its body is the last.
        (CXCursor_ForStmt, [heads @ .., _]) => heads.iter().copied().find(|head| is_comparison(*head)),
        _ => None,
    }
}

/// The comparison that a `for` ends by.
pub(super) fn end_of_loop<'u>(c: &Cursor<'u>) -> Option<Cursor<'u>> {
    let test = test_of(*c).filter(|_| c.kind() == CXCursor_ForStmt)?;
    let compares = matches!(
        test.binary_operator(),
        CXBinaryOperator_LT
            | CXBinaryOperator_LE
            | CXBinaryOperator_GT
            | CXBinaryOperator_GE
            | CXBinaryOperator_NE
    );
    (test.kind() == CXCursor_BinaryOperator && compares).then_some(test)
}

fn is_comparison(c: Cursor<'_>) -> bool {
    let is_change = c.kind() == CXCursor_BinaryOperator && c.binary_operator() == CXBinaryOperator_Assign;
    c.is_expression() && !is_change && c.kind() != CXCursor_CompoundAssignOperator
}

/// The tests of a statement and all in it.
pub(super) fn all_tests<'u>(c: Cursor<'u>, found: &mut Vec<Cursor<'u>>) {
    found.extend(test_of(c));
    c.children().into_iter().for_each(|part| all_tests(part, found));
}

/// The comparisons that the `for` loops in a statement end by.
pub(super) fn ends_of_loops<'u>(c: Cursor<'u>, found: &mut Vec<Cursor<'u>>) {
    found.extend(end_of_loop(&c));
    c.children()
        .into_iter()
        .for_each(|part| ends_of_loops(part, found));
}

/// The tests in a statement, where control may leave it otherwise than at its end.
fn leaving<'u>(c: Cursor<'u>, calls: u32, found: &mut Vec<Cursor<'u>>) {
    if !may_leave(c, (false, false), calls) {
        return;
    }
    found.extend(test_of(c));
    if c.kind() == CXCursor_CallExpr {
        found.extend(c.arguments());
    }
    c.children()
        .into_iter()
        .for_each(|part| leaving(part, calls, found));
}

/// Whether control may go from a statement elsewhere than to its end; a loop or a `switch` inside is what `break` and `continue` are of.
fn may_leave(c: Cursor<'_>, (in_loop, in_switch): (bool, bool), calls: u32) -> bool {
    let deeper = |inside: (bool, bool)| {
        let mut parts = c.children().into_iter();
        parts.any(|part| may_leave(part, inside, calls))
    };
    match c.kind() {
        CXCursor_ReturnStmt | CXCursor_CXXThrowExpr | CXCursor_GotoStmt | CXCursor_IndirectGotoStmt => true,
        CXCursor_BreakStmt => !in_loop && !in_switch,
        CXCursor_ContinueStmt => !in_loop,
        CXCursor_ForStmt | CXCursor_WhileStmt | CXCursor_DoStmt | CXCursor_CXXForRangeStmt => {
            deeper((true, in_switch))
        }
        CXCursor_SwitchStmt => deeper((in_loop, true)),
        CXCursor_LambdaExpr => false,
        CXCursor_CallExpr => {
            let name = c.spelling();
            let ends = LEAVERS.contains(&name.as_str()) || name == ASSERT;
            let body = body_called(c).filter(|_| calls > 0);
            ends || body.is_some_and(|body| ends_program(body, calls - 1)) || deeper((in_loop, in_switch))
        }
        _ => deeper((in_loop, in_switch)),
    }
}

fn body_called(call: Cursor<'_>) -> Option<Cursor<'_>> {
    let function = call.referenced()?;
    body(function.definition().unwrap_or(function))
}

/// Whether control may never come back from a body.
fn ends_program(c: Cursor<'_>, calls: u32) -> bool {
    match c.kind() {
        CXCursor_CXXThrowExpr => true,
        CXCursor_CallExpr if LEAVERS.contains(&c.spelling().as_str()) || c.spelling() == ASSERT => true,
        CXCursor_CallExpr
            if calls > 0 && body_called(c).is_some_and(|body| ends_program(body, calls - 1)) =>
        {
            true
        }
        CXCursor_LambdaExpr => false,
        _ => c.children().into_iter().any(|part| ends_program(part, calls)),
    }
}
