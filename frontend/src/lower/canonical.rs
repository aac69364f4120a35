//! Loops in the form that directives ask for (OpenMP 5.2, section 4.4.1).

use super::Lowerer;
use super::sharing::references_in;
use super::types;
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::directives::only_statement;
use crate::directives::words::{Effect, Parsed};
use crate::ir::{CmpOp, Ty};

/// The part of a loop that counts.
const COUNTER: &str = "counter";

/// Most loops that are one.
const MOST_LOOPS: usize = 3;

/// A loop in the canonical form of OpenMP 5.2, section 4.4.1.
pub(crate) struct Canonical<'u> {
    pub statement: Cursor<'u>,
    pub variable: Cursor<'u>,
    pub first: Cursor<'u>,
    pub compare: CmpOp,
    pub bound: Cursor<'u>,
    /// The step, without its sign; 1 if there is none.
    pub step: Option<Cursor<'u>>,
    pub downwards: bool,
    pub body: Cursor<'u>,
}

impl<'u> Lowerer<'u, '_> {
    /// The loops that are one, by `collapse` and `tile`.
    pub(super) fn nest(
        &mut self,
        statement: Cursor<'u>,
        clauses: &Parsed,
    ) -> Result<Vec<Canonical<'u>>, String> {
        let mut depth = 1;
        for clause in &clauses.clauses {
            let arguments = clause.arguments.as_deref().unwrap_or_default();
            match clause.effect {
                Some(Effect::Collapse) => {
                    depth = arguments
                        .parse()
                        .map_err(|_| "the number in `collapse` is not read".to_owned())?;
                }
                Some(Effect::Tile) => depth = arguments.split(',').count(),
                _ => {}
            }
        }
        if !(1..=MOST_LOOPS).contains(&depth) {
            return Err(format!("at most {MOST_LOOPS} loops are read as one"));
        }
        let mut loops = vec![self.canonical(statement)?];
        while loops.len() < depth {
            let body = loops.last().map(|one: &Canonical<'u>| one.body);
            let next = body
                .and_then(only_statement)
                .filter(|s| s.kind() == CXCursor_ForStmt)
                .ok_or("other statements stand between the loops that are to be one")?;
            loops.push(self.canonical(next)?);
        }
        Ok(loops)
    }

    fn canonical(&mut self, statement: Cursor<'u>) -> Result<Canonical<'u>, String> {
        let parts = self.for_parts(statement);
        let odd = |what: &str| format!("the {what} of its loop is not in the form that directives ask for");
        let found = of_parts(statement, [parts.init, parts.cond, parts.step, parts.body]);
        let found = found.map_err(|part| match part {
            COUNTER => "its loop does not count by an integer".to_owned(),
            part => odd(part),
        })?;
        if leaves(found.body, 0) {
            return Err("`break`, `return` or `goto` may leave its loop".to_owned());
        }
        Ok(found)
    }
}

/// A loop that counts, if all parts of its header are there.
pub(crate) fn counted(statement: Cursor<'_>) -> Option<Canonical<'_>> {
    match statement.children()[..] {
        [init, cond, step, body] if statement.kind() == CXCursor_ForStmt => {
            of_parts(statement, [init, cond, step, body].map(Some)).ok()
        }
        _ => None,
    }
}

/// The loop of a start, a condition, a step and a body; else which of them is odd.
fn of_parts<'u>(
    statement: Cursor<'u>,
    [init, cond, step, body]: [Option<Cursor<'u>>; 4],
) -> Result<Canonical<'u>, &'static str> {
    let (variable, first) = init.and_then(first_value).ok_or("start")?;
    if !matches!(types::scalar(variable.ty()), Some(Ty::Int { .. })) {
        return Err(COUNTER);
    }
    let (compare, bound) = cond.and_then(|c| bound_of(c, variable)).ok_or("condition")?;
    let (step, downwards) = step.and_then(|c| step_of(c, variable)).ok_or("step")?;
    let compare = match (compare, downwards, step) {
        (CmpOp::Ne, false, None) => CmpOp::Lt,
        (CmpOp::Ne, true, None) => CmpOp::Gt,
        (CmpOp::Lt | CmpOp::Le, false, _) | (CmpOp::Gt | CmpOp::Ge, true, _) => compare,
        _ => return Err("condition"),
    };
    let body = body.ok_or("body")?;
    let mut references = Vec::new();
    [Some(bound), step]
        .into_iter()
        .flatten()
        .for_each(|c| references_in(c, &mut references));
    if references
        .iter()
        .any(|r| r.referenced().is_some_and(|v| v.same(variable)))
    {
        return Err("condition");
    }
    Ok(Canonical {
        statement,
        variable,
        first,
        compare,
        bound,
        step,
        downwards,
        body,
    })
}

/// The variable that a loop counts by, and its first value.
fn first_value(init: Cursor<'_>) -> Option<(Cursor<'_>, Cursor<'_>)> {
    match init.kind() {
        CXCursor_DeclStmt => match init.children()[..] {
            [variable] if variable.kind() == CXCursor_VarDecl => Some((variable, variable.initializer()?)),
            _ => None,
        },
        CXCursor_BinaryOperator if init.binary_operator() == CXBinaryOperator_Assign => {
            let &[target, value] = &init.expressions()[..] else {
                return None;
            };
            Some((variable_of(target)?, value))
        }
        _ => None,
    }
}

/// The variable that an expression is.
fn variable_of(c: Cursor<'_>) -> Option<Cursor<'_>> {
    let inner = bare(c);
    let variable = inner
        .referenced()
        .filter(|_| inner.kind() == CXCursor_DeclRefExpr)?;
    matches!(variable.kind(), CXCursor_VarDecl | CXCursor_ParmDecl).then_some(variable)
}

/// An expression without parentheses and implicit conversions.
pub(super) fn bare(c: Cursor<'_>) -> Cursor<'_> {
    match (c.kind(), &c.expressions()[..]) {
        (CXCursor_ParenExpr | CXCursor_UnexposedExpr, [inner]) => bare(*inner),
        _ => c,
    }
}

fn is_variable(c: Cursor<'_>, variable: Cursor<'_>) -> bool {
    variable_of(c).is_some_and(|v| v.same(variable))
}

/// `i < n` or `n > i`.
fn bound_of<'u>(condition: Cursor<'u>, variable: Cursor<'u>) -> Option<(CmpOp, Cursor<'u>)> {
    let condition = bare(condition);
    let &[left, right] = &condition.expressions()[..] else {
        return None;
    };
    let (op, flipped) = match (condition.kind(), condition.binary_operator()) {
        (CXCursor_BinaryOperator, CXBinaryOperator_LT) => (CmpOp::Lt, CmpOp::Gt),
        (CXCursor_BinaryOperator, CXBinaryOperator_LE) => (CmpOp::Le, CmpOp::Ge),
        (CXCursor_BinaryOperator, CXBinaryOperator_GT) => (CmpOp::Gt, CmpOp::Lt),
        (CXCursor_BinaryOperator, CXBinaryOperator_GE) => (CmpOp::Ge, CmpOp::Le),
        (CXCursor_BinaryOperator, CXBinaryOperator_NE) => (CmpOp::Ne, CmpOp::Ne),
        _ => return None,
    };
    match (is_variable(left, variable), is_variable(right, variable)) {
        (true, false) => Some((op, right)),
        (false, true) => Some((flipped, left)),
        _ => None,
    }
}

/// `i++`, `i += s`, `i = i - s`: the step, `None` for 1, and whether it goes downwards.
fn step_of<'u>(step: Cursor<'u>, variable: Cursor<'u>) -> Option<(Option<Cursor<'u>>, bool)> {
    let step = bare(step);
    let parts = step.expressions();
    match (step.kind(), &parts[..]) {
        (CXCursor_UnaryOperator, [operand]) if is_variable(*operand, variable) => match step.unary_operator()
        {
            CXUnaryOperator_PreInc | CXUnaryOperator_PostInc => Some((None, false)),
            CXUnaryOperator_PreDec | CXUnaryOperator_PostDec => Some((None, true)),
            _ => None,
        },
        (CXCursor_CompoundAssignOperator, [target, by]) if is_variable(*target, variable) => {
            match step.binary_operator() {
                CXBinaryOperator_AddAssign => Some((Some(*by), false)),
                CXBinaryOperator_SubAssign => Some((Some(*by), true)),
                _ => None,
            }
        }
        (CXCursor_BinaryOperator, [target, value])
            if step.binary_operator() == CXBinaryOperator_Assign && is_variable(*target, variable) =>
        {
            let sum = bare(*value);
            let &[left, right] = &sum.expressions()[..] else {
                return None;
            };
            match (
                sum.binary_operator(),
                is_variable(left, variable),
                is_variable(right, variable),
            ) {
                (CXBinaryOperator_Add, true, false) => Some((Some(right), false)),
                (CXBinaryOperator_Add, false, true) => Some((Some(left), false)),
                (CXBinaryOperator_Sub, true, false) => Some((Some(right), true)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether a statement may leave the loop whose body it is in. `breakable` counts the loops and switches between.
fn leaves(c: Cursor<'_>, breakable: u32) -> bool {
    let deeper = match c.kind() {
        CXCursor_ReturnStmt | CXCursor_GotoStmt | CXCursor_IndirectGotoStmt => return true,
        CXCursor_BreakStmt => return breakable == 0,
        CXCursor_LambdaExpr => return false,
        CXCursor_ForStmt
        | CXCursor_WhileStmt
        | CXCursor_DoStmt
        | CXCursor_SwitchStmt
        | CXCursor_CXXForRangeStmt => breakable + 1,
        _ => breakable,
    };
    c.children().into_iter().any(|child| leaves(child, deeper))
}
