//! Objects of libraries that hold a buffer: containers, tensors, views.

use super::lambda::copied;
use super::stmt::Scope;
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::host::{HostExpr, HostExprKind, HostPlace, HostStmt};
use crate::repair::kernels::is_the_languages;

/// Methods that give where the buffer of an object starts.
const STARTS: [&str; 5] = ["data", "get", "data_ptr", "mutable_data_ptr", "const_data_ptr"];

/// Methods of tensors that give a tensor with the same buffer from its start; `contiguous` does so for what is contiguous (PyTorch,
/// "Tensor Views").
const SHARING: [&str; 15] = [
    "expand",
    "expand_as",
    "permute",
    "t",
    "transpose",
    "view_as",
    "unflatten",
    "contiguous",
    "view",
    "reshape",
    "flatten",
    "squeeze",
    "unsqueeze",
    "detach",
    "alias",
];

/// Methods of tensors that give a tensor with a part of the buffer (ibid.).
const PARTS: [&str; 5] = ["select", "narrow", "slice", "operator[]", "diagonal"];

/// The member that stands for where the buffer starts.
const START: &str = "data()";

impl<'u> Scope<'u, '_, '_> {
    /// Where the buffer of an object starts, if a call asks for that: it is the same while nothing changes the object.
    pub(super) fn start_of_buffer(&mut self, c: Cursor<'u>, function: Cursor<'u>) -> Option<HostExpr> {
        let asks = function.kind() == CXCursor_CXXMethod
            && is_the_languages(function)
            && c.arguments().is_empty()
            && c.ty().canonical().kind() == CXType_Pointer
            && STARTS.contains(&c.spelling().as_str());
        let start = self.start(object_of_call(c).filter(|_| asks)?)?;
        Some(self.at(c, HostExprKind::Read(Box::new(start), true)))
    }

    /// A new tensor has the buffer of the one that it is made from.
    pub(super) fn share_buffer(
        &mut self,
        c: Cursor<'u>,
        number: usize,
        value: Cursor<'u>,
        out: &mut Vec<HostStmt>,
    ) {
        let value = copied(value);
        let name = value.spelling();
        let is_part = PARTS.contains(&name.as_str());
        let object = match value.kind() {
            CXCursor_DeclRefExpr => Some(value),
            CXCursor_CallExpr if name == "operator[]" => value.arguments().first().copied(),
            CXCursor_CallExpr if is_part || SHARING.contains(&name.as_str()) => object_of_call(value),
            _ => None,
        };
        let is_tensor = |object: &Cursor<'u>| {
            let record = object.ty().canonical().declaration();
            record.is_some_and(|record| record.spelling() == "Tensor" && is_the_languages(record))
        };
        let Some(from) = object.filter(is_tensor).and_then(|object| self.start(object)) else {
            return;
        };
        let to = HostPlace::Field(Box::new(HostPlace::Local(number)), START.to_owned());
        let mut start = self.at(value, HostExprKind::Read(Box::new(from), true));
        if is_part {
            let somewhere = self.opaque(value, Vec::new());
            start = self.at(
                value,
                HostExprKind::Move(Box::new(start), Box::new(somewhere), None),
            );
        }
        out.push(self.assignment(c, to, start));
    }

    fn start(&mut self, object: Cursor<'u>) -> Option<HostPlace> {
        let place = self.place(object);
        let is_followed = matches!(
            place,
            HostPlace::Local(_) | HostPlace::Global(_) | HostPlace::Field(..)
        );
        is_followed.then(|| HostPlace::Field(Box::new(place), START.to_owned()))
    }
}

/// The object that a method is called on.
pub(super) fn object_of_call(c: Cursor<'_>) -> Option<Cursor<'_>> {
    let callee = c.children().into_iter().next()?;
    let callee = match (callee.kind(), callee.expressions().first()) {
        (CXCursor_UnexposedExpr | CXCursor_ParenExpr, Some(inner)) => *inner,
        _ => callee,
    };
    match callee.kind() {
        CXCursor_MemberRefExpr => callee.expressions().first().copied(),
        _ => None,
    }
}
