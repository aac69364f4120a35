//! The pointers that a construct reads from memory.

use super::types::{self, Shape};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type};
use crate::ir::Ty;
use crate::launch::strip;
use crate::repair::kernels::is_the_languages;

/// Where a pointer is put, or read from.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Place {
    /// A member.
    Member(usize),
    /// A member of this class, whichever.
    Class(usize),
    /// An element that is a pointer of this type.
    Element(String),
}

/// A pointer that is read from memory.
pub(super) struct Read<'u> {
    pub place: Place,
    /// The variable whose memory it is in.
    pub object: Option<Cursor<'u>>,
    /// The classes whose member it is.
    pub classes: Vec<usize>,
    /// The expression that reads it.
    pub at: Cursor<'u>,
}

/// The pointers that a statement, and the functions that it calls, read from memory that is not made there.
pub(super) fn reads<'u>(statement: Cursor<'u>) -> Vec<Read<'u>> {
    let mut found = Vec::new();
    collect(statement, statement, &mut Vec::new(), &mut found);
    found
}

fn collect<'u>(c: Cursor<'u>, construct: Cursor<'u>, seen: &mut Vec<usize>, found: &mut Vec<Read<'u>>) {
    if let Some(place) = place_of(c).filter(|_| is_pointer(c.ty()))
        && !base_of(c).is_some_and(|variable| is_made_in(variable, construct))
    {
        let object = base_of(c);
        let member = c.referenced().filter(|_| c.kind() == CXCursor_MemberRefExpr);
        let class = member.and_then(Cursor::semantic_parent);
        let mut classes: Vec<usize> = class
            .map(|class| class.canonical().identity())
            .into_iter()
            .collect();
        let of_object = c.expressions().first().and_then(|object| class_of(object.ty()));
        classes.extend(of_object);
        found.push(Read {
            place,
            object,
            classes,
            at: c,
        });
    }
    let called = (c.kind() == CXCursor_CallExpr).then(|| c.referenced()).flatten();
    let called = called
        .and_then(Cursor::definition)
        .filter(|f| !is_the_languages(*f) && !construct.encloses(*f) && !seen.contains(&f.identity()));
    if let Some(function) = called {
        seen.push(function.identity());
        collect(function, construct, seen, found);
    }
    c.children()
        .into_iter()
        .for_each(|child| collect(child, construct, seen, found));
}

/// Whether a statement, or a function that it calls, names a variable.
pub(super) fn mentions<'u>(c: Cursor<'u>, variable: Cursor<'u>, seen: &mut Vec<usize>) -> bool {
    let named = c.referenced().filter(|_| c.kind() == CXCursor_DeclRefExpr);
    let called = named.filter(|f| f.is_function()).and_then(Cursor::definition);
    let called = called.filter(|f| !is_the_languages(*f) && !seen.contains(&f.identity()));
    if let Some(function) = called {
        seen.push(function.identity());
        if mentions(function, variable, seen) {
            return true;
        }
    }
    named.is_some_and(|v| v.canonical().same(variable.canonical()))
        || c.children()
            .into_iter()
            .any(|child| mentions(child, variable, seen))
}

/// Whether a variable comes to be in a construct, or in a function that it calls.
fn is_made_in(variable: Cursor<'_>, construct: Cursor<'_>) -> bool {
    let own = super::lvalue::is_in_function(variable) && !variable.is_static();
    let function = variable.semantic_parent().and_then(Cursor::definition);
    let is_called = function.is_some_and(|f| !f.encloses(construct));
    own && (construct.encloses(variable) || is_called)
}

/// The variable whose memory a place is a part of, without following a pointer.
pub(super) fn base_of(c: Cursor<'_>) -> Option<Cursor<'_>> {
    let c = strip(c);
    let first = c.expressions().first().copied();
    match c.kind() {
        CXCursor_DeclRefExpr => c.referenced(),
        CXCursor_MemberRefExpr => first.filter(|object| !is_pointer(object.ty())).and_then(base_of),
        CXCursor_ArraySubscriptExpr => {
            let array = first.map(strip)?;
            matches!(types::shape(array.ty()), Shape::Array(..))
                .then(|| base_of(array))
                .flatten()
        }
        _ => None,
    }
}

/// The place in memory that an expression names, but for variables.
pub(super) fn place_of(c: Cursor<'_>) -> Option<Place> {
    let is_element = match c.kind() {
        CXCursor_MemberRefExpr => {
            let member = c.referenced().filter(|m| m.kind() == CXCursor_FieldDecl)?;
            return Some(Place::Member(member.canonical().identity()));
        }
        CXCursor_ArraySubscriptExpr => true,
        CXCursor_UnaryOperator => c.unary_operator() == CXUnaryOperator_Deref,
        CXCursor_CallExpr => {
            ["operator[]", "operator*", "at", "front", "back"].contains(&c.spelling().as_str())
        }
        _ => false,
    };
    is_element.then(|| Place::Element(element_name(c.ty())))
}

pub(super) fn element_name(ty: Type<'_>) -> String {
    let ty = match types::shape(ty) {
        Shape::Reference(target) => target,
        _ => ty,
    };
    let name = ty.canonical().pointee().canonical().spelling();
    name.replace("const ", "")
}

/// Whether an expression is an object that is copied, and none that a function gives.
pub(super) fn is_copied(value: Cursor<'_>) -> bool {
    match value.kind() {
        CXCursor_DeclRefExpr
        | CXCursor_MemberRefExpr
        | CXCursor_ArraySubscriptExpr
        | CXCursor_UnaryOperator => true,
        CXCursor_CallExpr => {
            let makes = value
                .referenced()
                .is_some_and(|f| f.kind() == CXCursor_Constructor);
            let arguments = value.arguments();
            let [from] = arguments[..] else { return false };
            makes && class_of(from.ty()) == class_of(value.ty()) && is_copied(strip(from))
        }
        _ => false,
    }
}

pub(super) fn is_pointer(ty: Type<'_>) -> bool {
    match types::shape(ty) {
        Shape::Reference(target) => is_pointer(target),
        _ => types::scalar(ty) == Some(Ty::Ptr) && !types::is_function_pointer(ty),
    }
}

/// A class whose objects hold pointers.
pub(super) fn class_of(ty: Type<'_>) -> Option<usize> {
    match types::shape(ty) {
        Shape::Reference(target) => class_of(target),
        Shape::Record(record) if types::holds_pointers(record) => {
            Some(record.canonical().declaration()?.canonical().identity())
        }
        _ => None,
    }
}
