//! Plain old data, as C++03 has it.

use super::super::fields::default_initialiser;
use super::super::special::members;
use super::super::types::{self, Shape};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type};

/// Whether a class is a POD as C++03 has it (clause 9, paragraph 4), which is what the ABI asks for: padding at its end stays padding.
pub(super) fn is_pod(class: Type<'_>) -> bool {
    let Some(declaration) = class.declaration() else {
        return false;
    };
    let (members, _) = members(class);
    let own = |member: &Cursor<'_>| !member.is_defaulted() && !member.is_deleted();
    let spoils = |member: &Cursor<'_>| match member.kind() {
        CXCursor_CXXBaseSpecifier => true,
        CXCursor_Constructor | CXCursor_Destructor => own(member) || member.is_virtual(),
        CXCursor_FunctionTemplate => member.templated_kind() == CXCursor_Constructor,
        CXCursor_CXXMethod => member.is_virtual() || own(member) && copies(*member, declaration),
        CXCursor_ConversionFunction => member.is_virtual(),
        CXCursor_FieldDecl => default_initialiser(*member).is_some(),
        _ => false,
    };
    !members.iter().any(spoils)
        && class
            .all_fields()
            .into_iter()
            .all(|field| field.is_public() && is_pod_type(field.ty()))
}

fn is_pod_type(ty: Type<'_>) -> bool {
    match types::shape(ty) {
        Shape::Record(class) => is_pod(class),
        Shape::Array(element, _) => is_pod_type(element),
        Shape::Reference(_) => false,
        Shape::Void | Shape::Scalar(_) | Shape::Vector(..) | Shape::Opaque => true,
    }
}

/// Whether a method is a copy assignment operator.
fn copies(method: Cursor<'_>, class: Cursor<'_>) -> bool {
    let arguments = method.arguments();
    let &[other] = &arguments[..] else { return false };
    let ty = other.ty().canonical();
    let target = match ty.kind() {
        CXType_RValueReference => return false,
        CXType_LValueReference => ty.pointee(),
        _ => ty,
    };
    let is_class = |d: Cursor<'_>| d.canonical().same(class.canonical()) || d.spelling() == class.spelling();
    method.spelling() == "operator=" && target.declaration().is_some_and(is_class)
}
