//! What functions do that host code calls.

use crate::clang::kinds::*;
use crate::clang::{Cursor, body};
use crate::directives::Directive;
use crate::launch::strip;
use crate::lower::is_new_memory;
use crate::prelude;

/// Whether an expression is new memory, or that of an object that is used by its elements alone.
pub(super) fn allocates(c: Cursor<'_>) -> bool {
    is_new_memory(c) || strip(c).kind() == CXCursor_CallExpr && strip(c).spelling() == "data"
}

/// Whether a function is the language's.
pub(super) fn is_library(function: Cursor<'_>) -> bool {
    let at = function.position();
    at.is_none_or(|at| prelude::is_the_languages(&at.file))
}

/// Whether a function neither moves data nor keeps pointers: it is the library's, or calls only such ones and stores no pointer.
pub(super) fn is_harmless(function: Cursor<'_>, directives: &[&Directive<'_>]) -> bool {
    if is_library(function) {
        return true;
    }
    let Some(body) = function.definition().and_then(body) else {
        return false;
    };
    let holds = |d: &&Directive<'_>| body.range().is_some_and(|range| range.holds(&d.range.start));
    !directives.iter().any(holds) && calls_only_library(body)
}

fn calls_only_library(c: Cursor<'_>) -> bool {
    let own = match c.kind() {
        CXCursor_CallExpr => c.referenced().is_some_and(is_library),
        CXCursor_BinaryOperator if c.binary_operator() == CXBinaryOperator_Assign => {
            c.ty().canonical().kind() != CXType_Pointer
        }
        CXCursor_LambdaExpr => false,
        _ => true,
    };
    own && c.children().into_iter().all(calls_only_library)
}
