//! Numbers in arrays that a construct finds its places by, and that host code has put there.

use super::canonical::bare;
use super::sharing::{Sharing, is_loop, references_in};
use super::types::{self, Shape};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::Ty;
use crate::launch::strip;

impl<'u> Sharing<'_, '_, 'u> {
    /// Why what is found may not come about: what is in an array of indices may not be anything.
    pub fn doubt_of_contents(&self) -> Option<String> {
        let construct = self.work.statement;
        let mut arrays = Vec::new();
        let mut heads = Vec::new();
        places(construct, &mut heads);
        for value in deciding(construct, heads) {
            elements_in(value, &mut arrays);
        }
        let found = arrays
            .into_iter()
            .find(|array| self.is_outside(*array) && is_filled(self.work.function, *array, construct))?;
        Some(format!(
            "what host code puts into `{}` is not followed",
            found.spelling()
        ))
    }

    /// Whether a variable has a say in which places the construct touches, and whether it does.
    pub fn decides(&self, variable: Cursor<'u>) -> bool {
        let mut references = Vec::new();
        self.deciding_values()
            .into_iter()
            .for_each(|value| references_in(value, &mut references));
        let mut named = references.into_iter().filter_map(Cursor::referenced);
        named.any(|v| v.canonical().same(variable.canonical()))
    }

    /// The expressions that have a say in which places the construct touches, and whether it does.
    pub fn deciding_values(&self) -> Vec<Cursor<'u>> {
        let construct = self.work.statement;
        let mut heads = Vec::new();
        places(construct, &mut heads);
        conditions(construct, &mut heads);
        deciding(construct, heads)
    }
}

/// What decides on the values of expressions: these, and what goes into numbers that are named there.
fn deciding<'u>(construct: Cursor<'u>, mut found: Vec<Cursor<'u>>) -> Vec<Cursor<'u>> {
    let mut seen: Vec<Cursor<'u>> = Vec::new();
    let mut known = 0;
    while known < found.len() {
        let value = found[known];
        known += 1;
        let mut references = Vec::new();
        references_in(value, &mut references);
        for variable in references.into_iter().filter_map(Cursor::referenced) {
            let is_number = matches!(types::scalar(variable.ty()), Some(Ty::Int { .. }));
            let is_new = is_number && !seen.iter().any(|v| v.same(variable));
            if is_new {
                seen.push(variable);
                values_of(construct, variable, &mut found);
            }
        }
    }
    found
}

/// Indices, and the heads of loops.
fn places<'u>(c: Cursor<'u>, found: &mut Vec<Cursor<'u>>) {
    let children = c.children();
    match (c.kind(), &c.expressions()[..]) {
        (CXCursor_ArraySubscriptExpr, [_, index]) => found.push(*index),
        (CXCursor_CallExpr, _) if c.spelling() == "operator[]" => found.extend(c.arguments().pop()),
        (CXCursor_BinaryOperator, parts) if types::scalar(c.ty()) == Some(Ty::Ptr) => found.extend(parts),
        _ if is_loop(c) => found.extend(children.iter().rev().skip(1)),
        _ => {}
    }
    children.into_iter().for_each(|child| places(child, found));
}

/// Conditions, and what functions are handed.
fn conditions<'u>(c: Cursor<'u>, found: &mut Vec<Cursor<'u>>) {
    let parts = c.expressions();
    match c.kind() {
        CXCursor_IfStmt | CXCursor_SwitchStmt | CXCursor_ConditionalOperator => found.extend(parts.first()),
        CXCursor_CallExpr => found.extend(c.arguments()),
        _ => {}
    }
    c.children()
        .into_iter()
        .for_each(|child| conditions(child, found));
}

/// What a variable of a statement is set to in it.
fn values_of<'u>(c: Cursor<'u>, variable: Cursor<'u>, found: &mut Vec<Cursor<'u>>) {
    let value = match c.kind() {
        CXCursor_VarDecl if c.same(variable) => c.initializer(),
        CXCursor_BinaryOperator | CXCursor_CompoundAssignOperator => match c.expressions()[..] {
            [target, value] if bare(target).referenced().is_some_and(|v| v.same(variable)) => Some(value),
            _ => None,
        },
        _ => None,
    };
    found.extend(value);
    c.children()
        .into_iter()
        .for_each(|child| values_of(child, variable, found));
}

/// The arrays of whole numbers that elements are read of under a node.
fn elements_in<'u>(c: Cursor<'u>, found: &mut Vec<Cursor<'u>>) {
    let is_number = matches!(types::scalar(value_type(c)), Some(Ty::Int { .. }));
    found.extend(array_of(c).filter(|_| is_number));
    c.children()
        .into_iter()
        .for_each(|child| elements_in(child, found));
}

fn value_type(c: Cursor<'_>) -> crate::clang::Type<'_> {
    match types::shape(c.ty()) {
        Shape::Reference(target) => target,
        _ => c.ty(),
    }
}

/// The variable whose element, or whose member, an expression is.
fn array_of(c: Cursor<'_>) -> Option<Cursor<'_>> {
    let first = || c.expressions().first().copied();
    let base = match c.kind() {
        CXCursor_ArraySubscriptExpr | CXCursor_MemberRefExpr => first(),
        CXCursor_UnaryOperator if c.unary_operator() == CXUnaryOperator_Deref => first(),
        CXCursor_CallExpr if c.spelling() == "operator[]" => c.arguments().first().copied().or_else(first),
        _ => None,
    };
    named_in(strip(base?))
}

fn named_in(c: Cursor<'_>) -> Option<Cursor<'_>> {
    match c.kind() {
        CXCursor_DeclRefExpr => c
            .referenced()
            .filter(|v| matches!(v.kind(), CXCursor_VarDecl | CXCursor_ParmDecl)),
        CXCursor_BinaryOperator => c.expressions().into_iter().map(strip).find_map(named_in),
        _ => array_of(c),
    }
}

/// Whether code outside of the construct may put something into an array: it does, or hands it over.
fn is_filled(c: Cursor<'_>, array: Cursor<'_>, construct: Cursor<'_>) -> bool {
    if c.same(construct) {
        return false;
    }
    let is_it = |part: Cursor<'_>| {
        let named = array_of(part).or_else(|| named_in(part));
        named.is_some_and(|v| v.canonical().same(array.canonical()))
    };
    let parts = c.expressions();
    let fills = match c.kind() {
        CXCursor_BinaryOperator if c.binary_operator() == CXBinaryOperator_Assign => {
            array_of(bare(parts[0])).is_some_and(|v| v.canonical().same(array.canonical()))
        }
        CXCursor_CompoundAssignOperator => parts.first().is_some_and(|target| is_it(bare(*target))),
        CXCursor_UnaryOperator => {
            super::atomic_constructs::is_update(c) && array_of(bare(parts[0])).is_some_and(|v| v.same(array))
        }
        CXCursor_CallExpr if !c.spelling().starts_with("operator") && c.spelling() != "free" => {
            let is_handed = |argument: &Cursor<'_>| {
                let ty = argument.ty();
                let may_write = match types::shape(ty) {
                    Shape::Scalar(scalar) => scalar == Ty::Ptr && !ty.canonical().pointee().is_const(),
                    _ => true,
                };
                may_write && is_it(strip(*argument))
            };
            c.arguments().iter().any(is_handed)
        }
        _ => false,
    };
    fills
        || c.children()
            .into_iter()
            .any(|child| is_filled(child, array, construct))
}
