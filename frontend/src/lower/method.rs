//! The object of a method in which a construct stands: one for all threads.

use super::sharing::{self, Sharing, calls_bodies, references_in};
use super::types::{self, Shape};
use super::{Lowerer, This, written};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type};
use crate::ir::Ty;
use crate::ir::build;

impl<'u> Sharing<'_, '_, 'u> {
    /// Gives the object its place, where the construct uses nothing of it but numbers that decide no place. What members
    /// that only other methods set hold may not be anything, so of those that do nothing is said.
    pub fn object_of_method(&mut self, lowerer: &mut Lowerer<'u, '_>) {
        let function = self.work.function;
        let class = function
            .semantic_parent()
            .filter(|_| function.kind() == CXCursor_CXXMethod && !function.is_static());
        let Some(class) = class.map(Cursor::ty).filter(|class| class.size().is_some()) else {
            return;
        };
        let mut members = Vec::new();
        let is_plain = plain_members(self.work.statement, false, &mut members);
        let is_named = |member: &Member<'u>| {
            let mut clauses = self.work.clauses.iter().flat_map(|d| &d.parsed.clauses);
            let name = member.field.spelling();
            clauses.any(|clause| clause.variables().unwrap_or_default().contains(&name))
        };
        let is_written = |field: Cursor<'u>| members.iter().any(|m| m.is_written && m.field.same(field));
        let is_fine = |member: &Member<'u>| is_value(member.field.ty()) || is_written(member.field);
        if !is_plain || members.is_empty() || members.iter().any(is_named) || !members.iter().all(is_fine) {
            return;
        }
        // By another name the object may be used as well.
        let mut references = Vec::new();
        references_in(self.work.statement, &mut references);
        let is_alike = |reference: &Cursor<'u>| leads_to(reference.ty(), class);
        if calls_bodies(self.work.statement) || references.iter().any(is_alike) {
            return;
        }
        self.open_start.get_or_insert_with(|| "*this".to_owned());
        let span = lowerer.loc(function).span;
        let object = sharing::memory("*this".to_owned(), class, span);
        let addr = build::object(lowerer.b.object(object, None));
        lowerer.frame().this = Some(This { addr, class });
    }
}

/// A member of the object that is used by its name.
struct Member<'u> {
    field: Cursor<'u>,
    is_written: bool,
}

/// Whether all that a statement uses of the object are members that are numbers; and which.
fn plain_members<'u>(c: Cursor<'u>, is_written: bool, found: &mut Vec<Member<'u>>) -> bool {
    match c.kind() {
        CXCursor_LambdaExpr | CXCursor_CXXThisExpr => return false,
        CXCursor_MemberRefExpr if c.expressions().is_empty() => {
            let field = c.referenced().filter(|field| field.kind() == CXCursor_FieldDecl);
            let field = field.filter(|field| matches!(types::scalar(field.ty()), Some(ty) if ty != Ty::Ptr));
            found.extend(field.map(|field| Member { field, is_written }));
            return field.is_some();
        }
        _ => {}
    }
    let target = written(c);
    let is_target =
        |part: Cursor<'u>| target.is_some_and(|t| t.statement_identity() == part.statement_identity());
    let mut parts = c.children().into_iter();
    parts.all(|part| plain_members(part, is_target(part), found))
}

/// Whether values of a type decide no place.
fn is_value(ty: Type<'_>) -> bool {
    matches!(types::shape(ty), Shape::Scalar(ty) if !matches!(ty, Ty::Int { .. } | Ty::Ptr | Ty::Bool))
}

/// Whether a type is a class, or a pointer or reference to it.
fn leads_to(ty: Type<'_>, class: Type<'_>) -> bool {
    let ty = match types::shape(ty) {
        Shape::Reference(target) => target,
        Shape::Scalar(Ty::Ptr) => ty.canonical().pointee(),
        _ => ty,
    };
    let record = |ty: Type<'_>| ty.canonical().declaration().map(|c| c.canonical().identity());
    matches!(types::shape(ty), Shape::Record(_)) && record(ty) == record(class)
}
