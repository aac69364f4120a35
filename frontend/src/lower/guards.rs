//! What host code checks in front of a construct: it holds in there, for numbers that keep their values.

use super::Lowerer;
use super::canonical::bare;
use super::sharing::{Class, Sharing, references_in};
use super::types;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position};
use crate::ir::{Expr, Loc, StmtKind, TermKind, Ty, UnOp, build};
use crate::launch::is_cast;

/// Functions that do not return.
const ENDING: &[&str] = &[
    "exit",
    "abort",
    "_Exit",
    "quick_exit",
    "__builtin_unreachable",
    "__builtin_trap",
];

/// A condition that holds, or does not.
struct Guard<'u> {
    condition: Cursor<'u>,
    holds: bool,
    /// It is one of the values of a switch, or otherwise not followed.
    is_open: bool,
}

impl<'u> Sharing<'_, '_, 'u> {
    /// Takes for granted what host code has checked; gives why what is found may not come about, if it is not followed.
    pub fn guards(&mut self, lowerer: &mut Lowerer<'u, '_>) -> Option<String> {
        let mut found = Vec::new();
        around(self.work.function, &self.range.start, &mut found);
        // A jump may lead past a check.
        let jumps = has_labels(self.work.function);
        let mut doubt = None;
        for guard in found {
            if !jumps && self.takes(lowerer, &guard) {
                continue;
            }
            let line = guard.condition.position().map_or(0, |at| at.line);
            let reads = self.reads_numbers_of(guard.condition);
            doubt =
                doubt.or(reads.then(|| format!("what line {line} checks in front of it is not followed")));
        }
        doubt
    }

    /// Takes a condition for granted, if it is of numbers that keep their values.
    fn takes(&mut self, lowerer: &mut Lowerer<'u, '_>, guard: &Guard<'u>) -> bool {
        let Some(from) = guard.condition.position().filter(|_| !guard.is_open) else {
            return false;
        };
        if !self.is_settled_number(guard.condition, &from) {
            return false;
        }
        let mut references = Vec::new();
        references_in(guard.condition, &mut references);
        for reference in references {
            let Some(variable) = reference.referenced().filter(|v| self.is_outside(*v)) else {
                continue;
            };
            if self.bind(lowerer, variable, reference, 0).is_err() {
                return false;
            }
        }
        let loc = lowerer.loc(guard.condition);
        let holds = lowerer.truth_of(guard.condition);
        let holds = match guard.holds {
            true => holds,
            false => build::unary(UnOp::Not, holds),
        };
        // Where it never holds, nothing runs; a team meets at barriers, and is not reached else.
        match self.work.is_team {
            true => lowerer.b.emit(loc, StmtKind::Assume(holds)),
            false => lowerer.only_if(loc, holds),
        }
        true
    }

    /// Whether a value is computed from numbers that the construct has as they were there.
    fn is_settled_number(&self, value: Cursor<'u>, from: &Position) -> bool {
        let is_plain = match value.kind() {
            CXCursor_DeclRefExpr => value.referenced().is_some_and(|variable| {
                let is_number = matches!(types::scalar(variable.ty()), Some(Ty::Int { .. } | Ty::Bool));
                variable.kind() == CXCursor_EnumConstantDecl
                    || is_number
                        && self.is_outside(variable)
                        && self.facts.is_settled(variable, Some(from))
                        && matches!(self.class(variable), Ok(Class::Value))
            }),
            CXCursor_BinaryOperator => !matches!(
                value.binary_operator(),
                CXBinaryOperator_Assign
                    | CXBinaryOperator_Comma
                    | CXBinaryOperator_Div
                    | CXBinaryOperator_Rem
            ),
            CXCursor_UnaryOperator => matches!(
                value.unary_operator(),
                CXUnaryOperator_Minus | CXUnaryOperator_Plus | CXUnaryOperator_LNot | CXUnaryOperator_Not
            ),
            CXCursor_ParenExpr | CXCursor_IntegerLiteral | CXCursor_CXXBoolLiteralExpr => true,
            kind => is_cast(kind),
        };
        is_plain
            && value
                .expressions()
                .into_iter()
                .all(|part| self.is_settled_number(part, from))
    }

    /// Whether a condition is of a number that the construct reads and does not change.
    fn reads_numbers_of(&self, condition: Cursor<'u>) -> bool {
        let mut references = Vec::new();
        references_in(condition, &mut references);
        let mut named = references.into_iter().filter_map(Cursor::referenced);
        named.any(|variable| {
            let is_number = types::scalar(variable.ty()).is_some_and(|ty| ty != Ty::Ptr);
            is_number
                && self.known.contains(&variable.canonical().identity())
                && self.decides(variable)
                && matches!(self.class(variable), Ok(Class::Value))
        })
    }
}

impl<'u> Lowerer<'u, '_> {
    /// Goes on if a condition holds.
    pub(super) fn only_if(&mut self, loc: Loc, holds: Expr) {
        let (inside, out) = (self.b.block(), self.b.block());
        self.b.branch(loc, holds, inside, out);
        self.b.enter(out);
        self.b.end(loc, TermKind::Return);
        self.b.enter(inside);
    }

    fn truth_of(&mut self, condition: Cursor<'u>) -> Expr {
        build::cast(self.scalar(condition), Ty::Bool)
    }
}

/// What is checked on the way to a place: by branches around it, and by those in front of it that end the way.
fn around<'u>(c: Cursor<'u>, at: &Position, found: &mut Vec<Guard<'u>>) {
    let children = c.children();
    let holds = |child: &Cursor<'u>| child.range().is_some_and(|range| range.holds(at));
    let Some(place) = children.iter().position(holds) else {
        return;
    };
    match c.kind() {
        CXCursor_IfStmt => in_branch(&children, place, found),
        CXCursor_CompoundStmt => {
            let is_case = |c: &Cursor<'u>| matches!(c.kind(), CXCursor_CaseStmt | CXCursor_DefaultStmt);
            let from = children[..=place]
                .iter()
                .rposition(is_case)
                .unwrap_or(0)
                .min(place);
            children[from..place]
                .iter()
                .for_each(|before| in_front(*before, found));
        }
        CXCursor_SwitchStmt if place > 0 => found.extend(children.first().map(|condition| Guard {
            condition: *condition,
            holds: true,
            is_open: true,
        })),
        CXCursor_WhileStmt if place > 0 => found.extend(children.first().map(|condition| Guard {
            condition: *condition,
            holds: true,
            is_open: false,
        })),
        _ => {}
    }
    if children[place].range().is_none_or(|range| range.start != *at) {
        around(children[place], at, found);
    }
}

/// In a branch of an `if`.
fn in_branch<'u>(children: &[Cursor<'u>], place: usize, found: &mut Vec<Guard<'u>>) {
    let conditions: Vec<Cursor<'u>> = children.iter().copied().filter(|c| c.is_expression()).collect();
    let Some(condition) = conditions.first().copied().filter(|c| !c.same(children[place])) else {
        return;
    };
    let is_first = children
        .get(place - 1)
        .is_some_and(|before| before.same(condition));
    split(condition, is_first, found);
}

/// Behind a statement: `if (c) return;`, `assert(c);`
fn in_front<'u>(before: Cursor<'u>, found: &mut Vec<Guard<'u>>) {
    match (before.kind(), &before.children()[..]) {
        (CXCursor_IfStmt, &[condition, branch]) if condition.is_expression() && ends(branch) => {
            split(condition, false, found);
        }
        (CXCursor_CallExpr, _) if ["assert", "__kv_assert"].contains(&before.spelling().as_str()) => {
            before.arguments().into_iter().for_each(|c| split(c, true, found));
        }
        _ => {}
    }
}

/// Whether what comes behind a statement is not reached through it.
fn ends(c: Cursor<'_>) -> bool {
    match c.kind() {
        CXCursor_ReturnStmt | CXCursor_BreakStmt | CXCursor_ContinueStmt | CXCursor_CXXThrowExpr => true,
        CXCursor_CallExpr => ENDING.contains(&c.spelling().as_str()),
        CXCursor_UnexposedExpr => c.expressions().into_iter().any(ends),
        CXCursor_CompoundStmt => c.children().last().is_some_and(|last| ends(*last)),
        _ => false,
    }
}

fn has_labels(c: Cursor<'_>) -> bool {
    c.kind() == CXCursor_LabelStmt || c.children().into_iter().any(has_labels)
}

/// The conditions that hold together if one does.
fn split<'u>(condition: Cursor<'u>, holds: bool, found: &mut Vec<Guard<'u>>) {
    let inner = bare(condition);
    let joins = match holds {
        true => CXBinaryOperator_LAnd,
        false => CXBinaryOperator_LOr,
    };
    match &inner.expressions()[..] {
        [left, right] if inner.binary_operator() == joins => {
            split(*left, holds, found);
            split(*right, holds, found);
        }
        [operand] if inner.unary_operator() == CXUnaryOperator_LNot => split(*operand, !holds, found),
        _ => found.push(Guard {
            condition,
            holds,
            is_open: false,
        }),
    }
}
