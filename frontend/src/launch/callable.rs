//! Objects that are called, lambdas and others with `operator()`: which of them are kept where nobody sees the calls.

use super::constants::{is_cast, is_constructor, strip};
use super::roots::object_of;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type};

/// The class of an object that can be called, by its spelling; of what a pointer or a reference leads to, and of an array's elements.
pub(super) fn callable(ty: Type<'_>) -> Option<String> {
    let ty = ty.canonical();
    match ty.kind() {
        CXType_Pointer | CXType_LValueReference | CXType_RValueReference => callable(ty.pointee()),
        _ if ty.is_array() => callable(ty.element()),
        CXType_Record => {
            let is_one = ty.spelling().contains("(lambda") || has_call(ty.declaration()?);
            is_one.then(|| ty.declaration().map(|class| class.ty().canonical().spelling()))?
        }
        _ => None,
    }
}

fn has_call(class: Cursor<'_>) -> bool {
    let class = class.definition().unwrap_or(class);
    class.children().into_iter().any(|part| match part.kind() {
        CXCursor_CXXMethod | CXCursor_FunctionTemplate => part.spelling() == "operator()",
        CXCursor_CXXBaseSpecifier => part.ty().canonical().declaration().is_some_and(has_call),
        _ => false,
    })
}

/// Whether an object of a class that stands inside `around` goes where its calls are not seen: into an object of another class, to a
/// template, or to a function that is not defined here.
pub(super) fn is_kept_elsewhere<'u>(object: Cursor<'u>, class: &str, around: &[Cursor<'u>]) -> bool {
    let mut inner = object;
    for outer in around.iter().rev().copied() {
        let is_its = || callable(outer.ty()).is_some_and(|other| other == class);
        match outer.kind() {
            kind if is_cast(kind) => {}
            CXCursor_ParenExpr
            | CXCursor_UnexposedExpr
            | CXCursor_UnaryOperator
            | CXCursor_ArraySubscriptExpr => {}
            CXCursor_CallExpr if is_constructor(outer) && is_its() => {}
            CXCursor_CallExpr if is_constructor(outer) => return true,
            CXCursor_CallExpr => {
                let is_called = outer.spelling() == "operator()"
                    && object_of(outer).is_some_and(|called| strip(called).same(strip(inner)));
                let function = outer.referenced();
                let is_seen = function.is_some_and(|f| f.template().is_none() && f.definition().is_some());
                return !is_called && !is_seen;
            }
            // A copy or a reference has calls of its own.
            CXCursor_VarDecl => return !is_its() || object.kind() == CXCursor_DeclRefExpr,
            CXCursor_DeclStmt | CXCursor_CompoundStmt | CXCursor_MemberRefExpr | CXCursor_LambdaExpr => {
                return false;
            }
            _ => return true,
        }
        inner = outer;
    }
    false
}
