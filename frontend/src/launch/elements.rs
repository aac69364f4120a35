//! What the elements of a function's own arrays hold: `size_t local[2]; local[0] = 16; kernel<<<grid, dim3(local[0], local[1])>>>()`.

use super::constants::{Scope, strip};
use super::reaching::Definition;
use super::uses::{element_set, part_name, takes_to_change};
use super::variables::{is_local, start};
use crate::clang::Cursor;
use crate::clang::kinds::*;

impl<'u> Scope<'_, 'u> {
    /// The expression that gives an element of an array its value where it is read, where one is sure to.
    pub(super) fn element(&self, c: Cursor<'u>) -> Option<Cursor<'u>> {
        let array = own_array(c)?;
        let part = part_name(c)?;
        let value = match self.variables.only_reaching(array, Some(&part), c)? {
            Definition::Start => {
                let n = part.trim_matches(['[', ']']).parse::<usize>().ok()?;
                let list = start(array).map(strip);
                let list = list.filter(|list| list.kind() == CXCursor_InitListExpr)?;
                // `[2] = 16` has its number beside the value.
                let is_plain = |value: &Cursor<'u>| {
                    let is_numbered = value.kind() == CXCursor_UnexposedExpr && value.expressions().len() > 1;
                    value.kind() != CXCursor_InitListExpr && !is_numbered
                };
                let all = list.expressions();
                all.iter().all(is_plain).then(|| all.get(n).copied()).flatten()
            }
            Definition::Change(change) => change.effect.put(),
        };
        let function = array.semantic_parent()?;
        let body = crate::clang::body(function.definition().unwrap_or(function))?;
        value.filter(|_| is_of_elements(body, array, true, &mut Vec::new()))
    }
}

/// The array of a function that an expression names an element of.
pub(super) fn own_array(c: Cursor<'_>) -> Option<Cursor<'_>> {
    let array = match (c.kind(), &c.expressions()[..]) {
        (CXCursor_ArraySubscriptExpr, [array, _]) => strip(*array),
        _ => return None,
    };
    let variable = array
        .referenced()
        .filter(|_| array.kind() == CXCursor_DeclRefExpr)?;
    let is_array = variable.ty().canonical().kind() == CXType_ConstantArray;
    (is_array && variable.kind() == CXCursor_VarDecl && is_local(variable)).then_some(variable)
}

/// Whether each name of an array in `c` stands for the value of an element, for its size, for the range of a loop that writes none, or,
/// if it `may_set` them, for an element that is set.
pub(super) fn is_of_elements<'u>(
    c: Cursor<'u>,
    array: Cursor<'u>,
    may_set: bool,
    around: &mut Vec<Cursor<'u>>,
) -> bool {
    if c.kind() == CXCursor_DeclRefExpr && c.referenced().is_some_and(|v| v.same(array)) {
        let outer: Vec<Cursor<'u>> = (around.iter().rev())
            .filter(|c| c.kind() != CXCursor_ParenExpr)
            .copied()
            .collect();
        let kinds: Vec<CXCursorKind> = outer.iter().map(|c| c.kind()).collect();
        return match kinds[..] {
            [CXCursor_UnaryExpr, ..]
            | [
                CXCursor_UnexposedExpr,
                CXCursor_ArraySubscriptExpr,
                CXCursor_UnexposedExpr | CXCursor_UnaryExpr,
                ..,
            ] => true,
            [
                CXCursor_UnexposedExpr,
                CXCursor_ArraySubscriptExpr,
                CXCursor_BinaryOperator,
                ..,
            ] => {
                may_set && element_set(c, around).is_some_and(|(element, _, _)| part_name(element).is_some())
            }
            [CXCursor_CXXForRangeStmt, ..] => around.last().is_some_and(|range| {
                let variable = range
                    .children()
                    .into_iter()
                    .find(|c| c.kind() == CXCursor_VarDecl);
                variable.is_some_and(|variable| !takes_to_change(variable))
            }),
            _ => false,
        };
    }
    around.push(c);
    let all = c
        .children()
        .into_iter()
        .all(|child| is_of_elements(child, array, may_set, around));
    around.pop();
    all
}
