//! The functions that a loop over a range calls without naming them.

use super::super::expr::{same_record, strip};
use super::super::layout;
use super::super::special::members;
use super::super::types::{self, Shape};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type};

/// The variable that the compiler adds to a loop, by the beginning of its name, where an expression names it.
pub(super) fn implicit_variable<'u>(c: Cursor<'u>, name: &str) -> Option<Cursor<'u>> {
    if c.kind() == CXCursor_DeclRefExpr
        && let Some(variable) = c.referenced()
        && variable.kind() == CXCursor_VarDecl
        && variable.spelling().starts_with(name)
    {
        return Some(variable);
    }
    c.children()
        .into_iter()
        .find_map(|child| implicit_variable(child, name))
}

/// The function whose result an initialiser is.
pub(super) fn made_by(init: Cursor<'_>) -> Option<Cursor<'_>> {
    let call = strip(init);
    let function = call.referenced().filter(|_| call.kind() == CXCursor_CallExpr)?;
    match function.kind() {
        CXCursor_CXXMethod | CXCursor_FunctionDecl => Some(function),
        // A copy that is left out.
        CXCursor_Constructor => made_by(call.arguments().first().copied()?),
        _ => None,
    }
}

/// The function `end` for a function `begin`: the one of the same scope that takes the same.
pub(super) fn beside(begin: Cursor<'_>) -> Option<Cursor<'_>> {
    let scope = begin.semantic_parent()?;
    let parameter = |f: Cursor<'_>| f.arguments().first().map(|p| p.ty().canonical().spelling());
    let fits = |f: &Cursor<'_>| {
        f.kind() == begin.kind()
            && f.spelling() == "end"
            && parameter(*f) == parameter(begin)
            && f.is_const() == begin.is_const()
            && f.arguments().len() == begin.arguments().len()
    };
    let mut found = scope
        .definition()
        .unwrap_or(scope)
        .children()
        .into_iter()
        .filter(fits);
    found
        .next()
        .filter(|only| found.all(|other| other.canonical().same(only.canonical())))
}

/// Whether a class that is derived from another, or one between them, may have a member of this name.
pub(super) fn hides(class: Type<'_>, base: Type<'_>, name: &str) -> bool {
    if same_record(class, base) {
        return false;
    }
    let (own, _) = members(class.canonical());
    own.iter().any(|member| member.spelling() == name)
        || layout::base_types(class).is_none_or(|bases| bases.into_iter().any(|of| hides(of, base, name)))
}

/// The only operator of this name of a class that takes so many operands beside the object: its method, or a function around it.
pub(super) fn named<'u>(class: Type<'u>, name: &str, arguments: usize) -> Option<Cursor<'u>> {
    let declaration = class.canonical().declaration()?;
    let (own, instantiated) = members(class.canonical());
    if instantiated {
        return None;
    }
    let is_method = |m: &Cursor<'u>| {
        m.kind() == CXCursor_CXXMethod && m.spelling() == name && m.arguments().len() == arguments
    };
    let takes_it = |f: &Cursor<'u>| {
        let first = f.arguments().first().map(|p| p.ty().canonical());
        let target = first.map(|ty| match types::shape(ty) {
            Shape::Reference(target) => target,
            _ => ty,
        });
        matches!(f.kind(), CXCursor_FunctionDecl)
            && f.spelling() == name
            && f.arguments().len() == arguments + 1
            && target.is_some_and(|ty| same_record(ty, class))
    };
    let around = declaration
        .semantic_parent()
        .map(|scope| scope.children())
        .unwrap_or_default();
    let friends = own
        .iter()
        .filter(|m| m.kind() == CXCursor_FriendDecl)
        .flat_map(|m| m.children());
    let methods: Vec<Cursor<'u>> = own.iter().copied().filter(is_method).collect();
    let mut found: Vec<Cursor<'u>> = around.into_iter().chain(friends).filter(takes_it).collect();
    found.extend(methods);
    let only = found.first().copied()?;
    found
        .iter()
        .all(|other| other.canonical().same(only.canonical()))
        .then_some(only)
}
