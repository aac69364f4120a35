//! Sizes in variables and arrays whose address an enqueue is handed.

use super::super::constants::{Scope, addressed, strip};
use super::super::variables::{is_local, start};
use super::ranges::Size;
use super::{Enqueued, Place};
use crate::clang::kinds::*;
use crate::clang::{Cursor, body};

impl<'u> Enqueued<'u> {
    /// The `n`th number that a pointer leads to.
    pub(super) fn element(
        &self,
        scope: &Scope<'_, 'u>,
        pointer: Cursor<'u>,
        n: usize,
        launch: Cursor<'u>,
    ) -> Size<'u> {
        let c = strip(pointer);
        if scope.variables.is_null(c, 0) == Some(true) {
            return Size::Free;
        }
        let target = addressed(c).unwrap_or(c);
        let is_variable = target.kind() == CXCursor_DeclRefExpr;
        let of_array = |c: Cursor<'u>| {
            let array = c
                .referenced()
                .filter(|v| v.ty().canonical().kind() == CXType_ConstantArray)?;
            self.element_of(scope, array, n, launch)
        };
        let number = |c: Cursor<'u>| n == 0 && c.ty().canonical().size() == Some(8);
        let found = match (target.kind(), &target.expressions()[..]) {
            _ if is_variable && target.same(c) => of_array(target),
            _ if is_variable && number(target) => Some(target),
            // `&sizes[0]`
            (CXCursor_ArraySubscriptExpr, [array, first]) if scope.integer(*first) == Some(0) => {
                of_array(strip(*array))
            }
            _ => None,
        };
        found.map_or(Size::Unknown, Size::Of)
    }

    /// What an element of an array was given that reaches a launch, if the array is changed in no other way than by such elements.
    fn element_of(
        &self,
        scope: &Scope<'_, 'u>,
        array: Cursor<'u>,
        n: usize,
        launch: Cursor<'u>,
    ) -> Option<Cursor<'u>> {
        let variables = scope.variables;
        let is_plain =
            variables.is_seen(array) && (is_local(array) || array.is_static() || array.ty().is_const());
        if !is_plain || array.kind() != CXCursor_VarDecl {
            return None;
        }
        let mut given: Vec<Cursor<'u>> = Vec::new();
        for place in self.commands.places(array) {
            match element_at(place) {
                Use::Read => {}
                Use::Given(by, index) => {
                    if scope.integer(index)? == n as i128 {
                        given.push(by);
                    }
                }
                Use::Other => return None,
            }
        }
        if given.is_empty() {
            let list = start(array)
                .map(strip)
                .filter(|list| list.kind() == CXCursor_InitListExpr)?;
            return list.expressions().get(n).copied();
        }
        let function = array.semantic_parent()?;
        let body = body(function.definition().unwrap_or(function)).filter(|_| is_local(array))?;
        match variables.reaching_calls((array, body), &given, launch)[..] {
            [only] => only.expressions().get(1).copied(),
            _ => None,
        }
    }
}

/// What is done with an array where it is named.
enum Use<'u> {
    /// A function that only reads it is handed it, or an element is read.
    Read,
    /// An element is given a value: what does so, and its index.
    Given(Cursor<'u>, Cursor<'u>),
    Other,
}

fn element_at<'u>(place: &Place<'u>) -> Use<'u> {
    let mut outer = place
        .around
        .iter()
        .rev()
        .copied()
        .filter(|c| c.kind() != CXCursor_ParenExpr);
    let mut next = || outer.next();
    // The array becomes a pointer.
    let mut parent = next();
    while parent.is_some_and(|c| c.kind() == CXCursor_UnexposedExpr) {
        parent = next();
    }
    let Some(parent) = parent else {
        return Use::Other;
    };
    match (parent.kind(), &parent.expressions()[..]) {
        (CXCursor_CallExpr, _) if is_read_by(parent, place.cursor) => Use::Read,
        (CXCursor_UnaryExpr, _) => Use::Read,
        (CXCursor_ArraySubscriptExpr, [array, index]) if strip(*array).same(place.cursor) => match next() {
            Some(reader) if reader.kind() == CXCursor_UnexposedExpr => Use::Read,
            Some(by) if by.kind() == CXCursor_BinaryOperator => {
                let is_left = by
                    .expressions()
                    .first()
                    .is_some_and(|left| strip(*left).same(parent));
                match is_left && by.binary_operator() == CXBinaryOperator_Assign {
                    true => Use::Given(by, *index),
                    false => Use::Other,
                }
            }
            Some(address) if address.kind() == CXCursor_UnaryOperator => {
                let is_address = address.unary_operator() == CXUnaryOperator_AddrOf;
                let call = outer.find(|c| c.kind() != CXCursor_UnexposedExpr);
                let reads =
                    call.is_some_and(|call| call.kind() == CXCursor_CallExpr && is_read_by(call, address));
                match is_address && reads {
                    true => Use::Read,
                    false => Use::Other,
                }
            }
            _ => Use::Other,
        },
        _ => Use::Other,
    }
}

/// Whether a call of the interface reads what a pointer leads to that it is handed.
fn is_read_by(call: Cursor<'_>, pointer: Cursor<'_>) -> bool {
    let parameters = call.referenced().map(Cursor::arguments).unwrap_or_default();
    let mut handed = call.arguments().into_iter().zip(parameters);
    let is_const = |parameter: Cursor<'_>| {
        let ty = parameter.ty().canonical();
        ty.kind() == CXType_Pointer && ty.pointee().is_const()
    };
    super::is_of_interface(call)
        && handed.any(|(argument, parameter)| strip(argument).same(pointer) && is_const(parameter))
}
