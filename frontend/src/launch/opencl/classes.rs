//! The classes of OpenCL's C++ bindings.

use super::super::constants::{is_constructor, strip};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type};
use crate::repair::kernels::is_the_languages;

/// The name of a class of the bindings.
pub(super) fn class_of(ty: Type<'_>) -> Option<String> {
    let ty = ty.canonical();
    let ty = match ty.kind() {
        CXType_LValueReference | CXType_RValueReference => ty.pointee().canonical(),
        _ => ty,
    };
    let spelling = ty.spelling();
    let name = spelling.trim_start_matches("const ").strip_prefix("cl::")?;
    Some(name.split('<').next().unwrap_or(name).to_owned())
}

/// The class whose constructor a call is, and the parameters and arguments, those left out that have defaults.
pub(super) fn constructed(c: Cursor<'_>) -> Option<(String, Vec<(String, Cursor<'_>)>)> {
    let constructor = c
        .referenced()
        .filter(|f| is_constructor(c) && is_the_languages(*f))?;
    let parameters = constructor.arguments().into_iter().map(Cursor::spelling);
    let given = parameters
        .zip(c.arguments())
        .filter(|(_, argument)| !is_default(*argument));
    Some((class_of(c.ty())?, given.collect()))
}

fn is_default(c: Cursor<'_>) -> bool {
    c.kind() == CXCursor_UnexposedExpr && c.expressions().is_empty()
}

/// The construction of an object, behind copies and conversions of it.
pub(super) fn made(c: Cursor<'_>) -> Cursor<'_> {
    let c = strip(c);
    let is_made = c.kind() == CXCursor_CallExpr && is_constructor(c);
    match c.arguments()[..] {
        [only] if is_made && class_of(only.ty()).is_some_and(|class| class_of(c.ty()) == Some(class)) => {
            made(only)
        }
        _ => c,
    }
}

/// What a method is called on.
pub(super) fn object_of_call(call: Cursor<'_>) -> Option<Cursor<'_>> {
    let callee = call.children().into_iter().next()?;
    match callee.kind() {
        CXCursor_MemberRefExpr => callee.expressions().first().copied(),
        _ => None,
    }
}

/// Whether a variable is a buffer object.
pub(in crate::launch) fn is_buffer(variable: Cursor<'_>) -> bool {
    variable.ty().canonical().kind() == CXType_Record && class_of(variable.ty()).as_deref() == Some("Buffer")
}

/// The bytes that a constructor of a buffer is asked for.
pub(in crate::launch) fn bytes_of_buffer(c: Cursor<'_>) -> Option<Cursor<'_>> {
    let (class, given) = constructed(c)?;
    let mut given = given.into_iter().filter(|_| class == "Buffer");
    given.find(|(name, _)| name == "bytes").map(|(_, bytes)| bytes)
}

/// Whether a constructor makes a buffer of its own.
pub(in crate::launch) fn is_new_buffer(c: Cursor<'_>) -> bool {
    constructed(c).is_some_and(|(class, given)| {
        let own = |(name, _): &(String, Cursor<'_>)| ["bytes", "begin", "width"].contains(&name.as_str());
        matches!(class.as_str(), "Buffer" | "Image1D" | "Image2D" | "Image3D") && given.iter().any(own)
    })
}

/// Whether a call leaves an object of the bindings as it is, that it is handed, or is a copy.
pub(in crate::launch) fn only_reads(call: Cursor<'_>) -> bool {
    let is_copy = is_constructor(call)
        && matches!(call.arguments()[..], [only] if class_of(only.ty()) == class_of(call.ty()));
    is_copy || only_uses(call)
}

/// Whether a call leaves an object of the bindings as it is, that it is handed.
pub(in crate::launch) fn only_uses(call: Cursor<'_>) -> bool {
    let name = call.spelling();
    let is_known =
        name.starts_with("enqueue") || ["setArg", "setArgs", "copy", "operator()"].contains(&name.as_str());
    is_known
        && call
            .referenced()
            .is_some_and(|f| is_the_languages(f) && is_of_bindings(f))
}

fn is_of_bindings(function: Cursor<'_>) -> bool {
    let mut scope = function.semantic_parent();
    while let Some(c) = scope {
        if c.kind() == CXCursor_Namespace && c.spelling() == "cl" {
            return true;
        }
        scope = c.semantic_parent();
    }
    false
}
