//! Functions: their bodies and names.

use super::Cursor;
use super::kinds::*;

/// The body of a function's definition; none of what the compiler writes itself, of which libclang hides parts.
pub fn body(function: Cursor<'_>) -> Option<Cursor<'_>> {
    if function.is_defaulted() {
        return None;
    }
    function
        .children()
        .into_iter()
        .find(|child| child.kind() == CXCursor_CompoundStmt)
}

/// A function's name with its namespaces and classes.
pub fn qualified_name(function: Cursor<'_>) -> String {
    let mut name = function.spelling();
    let mut parent = function.semantic_parent();
    while let Some(scope) = parent {
        if !matches!(
            scope.kind(),
            CXCursor_Namespace
                | CXCursor_StructDecl
                | CXCursor_ClassDecl
                | CXCursor_ClassTemplate
                | CXCursor_UnionDecl
        ) {
            break;
        }
        let outer = scope.spelling();
        if !outer.is_empty() {
            name = format!("{outer}::{name}");
        }
        parent = scope.semantic_parent();
    }
    name
}
