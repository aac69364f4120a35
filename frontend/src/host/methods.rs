//! Methods of plain structures: functions whose first parameter is a reference to the object.
//!
//! Followed are those that use the object by its members alone: `struct Pair { float *in, *out; void swap() { std::swap(in, out); } };`.

use super::Reader;
use super::holders::object_of_call;
use super::place::is_plain;
use super::stmt::Scope;
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::host::{HostExpr, HostExprKind};
use crate::launch::strip;

impl Reader<'_, '_> {
    /// Whether a function is a method that is followed: each is looked at once, however often it is called.
    pub(super) fn follows_method(&mut self, function: Cursor<'_>) -> bool {
        let key = function.canonical().identity();
        *self.methods.entry(key).or_insert_with(|| is_followed(function))
    }
}

fn is_followed(function: Cursor<'_>) -> bool {
    let definition = function.definition().unwrap_or(function);
    let is_of_object = function.kind() == CXCursor_CXXMethod
        && !function.is_static()
        && !function.is_virtual()
        && !function.spelling().starts_with("operator");
    let class = function.semantic_parent().filter(|_| is_of_object);
    class.is_some_and(is_plain) && crate::clang::body(definition).is_some_and(uses_members_alone)
}

/// Whether what a body does with the object around it is to name its members.
fn uses_members_alone(c: Cursor<'_>) -> bool {
    let is_field = || {
        c.referenced()
            .is_some_and(|target| target.kind() == CXCursor_FieldDecl)
    };
    match (c.kind(), &c.expressions()[..]) {
        (CXCursor_CXXThisExpr | CXCursor_LambdaExpr, _) => false,
        (CXCursor_MemberRefExpr, []) => is_field(),
        (CXCursor_MemberRefExpr, [base]) if is_object(*base) => is_field(),
        _ => c.children().into_iter().all(uses_members_alone),
    }
}

/// Whether an expression is `this`.
pub(super) fn is_object(c: Cursor<'_>) -> bool {
    strip(c).kind() == CXCursor_CXXThisExpr
}

impl<'u> Scope<'u, '_, '_> {
    /// The object that a method is called on, as its function gets it.
    pub(super) fn object(&mut self, call: Cursor<'u>) -> Option<HostExpr> {
        let object = object_of_call(call)?;
        if object.ty().canonical().kind() == CXType_Pointer {
            return Some(self.expression(object)).filter(|_| !is_object(object));
        }
        let place = self.place(object);
        Some(self.at(object, HostExprKind::Address(Box::new(place))))
    }
}
