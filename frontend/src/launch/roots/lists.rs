//! Lists in braces, and what members start with that these leave out.

use super::super::members::{is_made_by_braces, stands_for};
use super::calls::is_of_std;
use super::walk::{anything, nothing};
use super::*;

/// The part of a list in braces that a member or an element starts with, if that is sure.
pub(super) fn which_of(list: Cursor<'_>, parts: &[Cursor<'_>], step: &Step) -> Option<usize> {
    let ty = list.ty().canonical();
    match step {
        Step::Field(name) => {
            let fields = ty.fields();
            let fits = parts
                .iter()
                .zip(&fields)
                .all(|(part, field)| stands_for(*part, *field));
            let n = fields.iter().position(|field| field.spelling() == *name)?;
            (fits && is_made_by_braces(ty)).then_some(n)
        }
        Step::Element(Ok(n)) => {
            let is_flat = !matches!(
                ty.element().canonical().kind(),
                CXType_Record | CXType_ConstantArray
            );
            let is_list = |part: &Cursor<'_>| strip(*part).kind() == CXCursor_InitListExpr;
            let fits = match ty.kind() {
                CXType_ConstantArray => is_flat || parts.iter().all(is_list),
                // The elements of a container.
                CXType_Record => is_of_std(list) && !parts.iter().any(is_list),
                _ => true,
            };
            usize::try_from(*n).ok().filter(|_| fits)
        }
        Step::Element(Err(_)) => None,
    }
}

/// What a member holds that nothing else is put into.
pub(super) fn by_default(field: Cursor<'_>) -> Found {
    match field.expressions().last().map(|value| strip(*value)) {
        Some(value) if !is_null(value) => anything(),
        Some(_) | None => nothing(),
    }
}

pub(super) fn is_null(c: Cursor<'_>) -> bool {
    let is_empty = c.kind() == CXCursor_InitListExpr && c.expressions().is_empty();
    let kinds = [
        CXCursor_GNUNullExpr,
        CXCursor_CXXNullPtrLiteralExpr,
        CXCursor_IntegerLiteral,
    ];
    is_empty || kinds.contains(&c.kind())
}
