//! Where objects and names stand, and who gets hold of them there.

use super::super::constants::{is_cast, strip};
use super::super::variables::Variables;
use super::{classes, collect, is_function, is_of_interface, is_of_library};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::repair::kernels::is_the_languages;

/// An expression, and what it stands inside, outermost first.
#[derive(Clone)]
pub(super) struct Place<'u> {
    pub(super) cursor: Cursor<'u>,
    pub(super) around: Vec<Cursor<'u>>,
}

/// Methods of a kernel object that give it to nobody.
const METHODS: [&str; 4] = ["setArg", "setArgs", "getInfo", "getWorkGroupInfo"];

/// Whether what stands at a place is only handed to a function of the language's that makes no other kernel object of it, or compared.
pub(super) fn is_harmless(place: &Place<'_>) -> bool {
    let mut outer = place.around.iter().rev();
    let outer = outer.find(|c| c.kind() != CXCursor_ParenExpr && !is_cast(c.kind()));
    let is_text = place.cursor.kind() == CXCursor_StringLiteral;
    outer.is_some_and(|outer| match outer.kind() {
        CXCursor_CallExpr if is_text => is_of_library(*outer) && outer.referenced().is_some_and(is_function),
        CXCursor_CallExpr if classes::class_of(place.cursor.ty()).is_some() => {
            let is_functor = outer.spelling() == "operator()" && collect::is_functor(place.cursor);
            classes::only_uses(*outer) && (outer.spelling().starts_with("enqueue") || is_functor)
        }
        CXCursor_CallExpr => is_of_interface(*outer) && outer.spelling() != "clCloneKernel",
        CXCursor_MemberRefExpr => METHODS.contains(&outer.spelling().as_str()),
        CXCursor_BinaryOperator => matches!(
            outer.binary_operator(),
            CXBinaryOperator_EQ | CXBinaryOperator_NE | CXBinaryOperator_LAnd | CXBinaryOperator_LOr
        ),
        CXCursor_UnaryOperator => outer.unary_operator() == CXUnaryOperator_LNot,
        CXCursor_IfStmt | CXCursor_UnaryExpr => true,
        _ => false,
    })
}

/// The parameter of a function of the file that gets what stands at a place, if all calls of it are known.
pub(super) fn handed_to<'u>(variables: &Variables<'u>, place: &Place<'u>) -> Option<Cursor<'u>> {
    let is_copy = |c: &Cursor<'u>| classes::made(*c).same(place.cursor);
    let mut outer = place.around.iter().rev();
    let call = *outer.find(|c| c.kind() != CXCursor_ParenExpr && !is_cast(c.kind()) && !is_copy(c))?;
    let function = call
        .referenced()
        .filter(|f| is_function(*f) && call.kind() == CXCursor_CallExpr)?;
    let definition = function.definition().filter(|f| !is_the_languages(*f))?;
    variables.calls_if_all_are_known(function)?;
    let arguments = call.arguments();
    let n = arguments
        .iter()
        .position(|argument| classes::made(*argument).same(place.cursor))?;
    let parameter = *definition.arguments().get(n)?;
    let is_kept = variables.changes(parameter).is_empty() || classes::class_of(parameter.ty()).is_some();
    is_kept.then_some(parameter)
}

/// Whether the variable at a place is given a value there.
pub(super) fn is_assigned(place: &Place<'_>) -> bool {
    let mut outer = place.around.iter().rev();
    let outer = outer.find(|c| c.kind() != CXCursor_ParenExpr);
    outer.is_some_and(|outer| match outer.kind() {
        CXCursor_BinaryOperator => {
            let left = outer.expressions().first().copied();
            let is_left = left.is_some_and(|left| strip(left).same(place.cursor));
            is_left && outer.binary_operator() == CXBinaryOperator_Assign
        }
        CXCursor_CallExpr if outer.spelling() == "operator=" => {
            let left = outer.arguments().first().copied();
            left.is_some_and(|left| strip(left).same(place.cursor))
        }
        _ => false,
    })
}
