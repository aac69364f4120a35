//! What stands around a construct and in it that says why it is not read, or not wholly.

use super::constructs::changed_in;
use super::sharing::references_in;
use super::types::{self, Shape};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position};
use crate::directives::Directive;

/// Functions of the library's classes that only look at the object, or give places in it.
const LOOKING: &[&str] = &[
    "operator[]",
    "operator*",
    "operator->",
    "at",
    "data",
    "begin",
    "end",
    "cbegin",
    "cend",
    "size",
    "length",
    "empty",
    "front",
    "back",
    "real",
    "imag",
    "get",
];

/// Functions of the C library that do not return, or check a condition.
const ENDING: &[&str] = &[
    "exit",
    "abort",
    "_Exit",
    "quick_exit",
    "longjmp",
    "assert",
    "__assert_fail",
];

/// What allocates: memory that nothing else leads to.
const ALLOCATORS: &[&str] = &[
    "malloc",
    "calloc",
    "aligned_alloc",
    "valloc",
    "_mm_malloc",
    "mmap",
];

/// Why objects of the library in a statement keep it from being read.
pub(super) fn library_objects(c: Cursor<'_>) -> Option<String> {
    let of_library = |f: Cursor<'_>| {
        let class = f.semantic_parent().filter(|_| f.kind() == CXCursor_CXXMethod);
        class.is_some_and(crate::repair::kernels::is_the_languages)
    };
    let function = (c.kind() == CXCursor_CallExpr).then(|| c.referenced()).flatten();
    if let Some(function) = function.filter(|f| of_library(*f) && !LOOKING.contains(&f.spelling().as_str())) {
        return Some(format!(
            "what `{}` of the library does is not read",
            function.spelling()
        ));
    }
    if c.kind() == CXCursor_CXXDeleteExpr {
        return Some("`delete` is not read here".to_owned());
    }
    // Neighbouring truth values share a word.
    if c.ty().canonical().spelling().contains("vector<bool") {
        return Some("elements of `vector<bool>` are not read".to_owned());
    }
    c.children().into_iter().find_map(library_objects)
}

/// Whether a call gives memory that nothing else leads to, also where C converts what it gives.
pub(super) fn allocates(call: Cursor<'_>) -> bool {
    let name = call.spelling();
    let converts = call
        .referenced()
        .is_some_and(|f| f.kind() == CXCursor_ConversionFunction);
    if converts {
        let mut operands = call.expressions().into_iter().map(super::expr::strip);
        return operands.any(|operand| match operand.kind() {
            CXCursor_CallExpr => allocates(operand),
            CXCursor_MemberRefExpr => operand
                .expressions()
                .into_iter()
                .map(super::expr::strip)
                .any(allocates),
            _ => false,
        });
    }
    let is_method = call.referenced().is_some_and(|f| f.kind() == CXCursor_CXXMethod);
    !is_method
        && (ALLOCATORS.contains(&name.as_str())
            || ["alloc", "memalign"]
                .iter()
                .any(|word| name.to_lowercase().contains(word)))
}

/// Whether a pointer's value leads to memory of its own: an allocation, or nothing.
pub(crate) fn is_new_memory(value: Cursor<'_>) -> bool {
    let inner = super::expr::strip(value);
    match inner.kind() {
        CXCursor_CallExpr => allocates(inner),
        CXCursor_CXXNewExpr
        | CXCursor_CXXNullPtrLiteralExpr
        | CXCursor_GNUNullExpr
        | CXCursor_IntegerLiteral => true,
        CXCursor_CStyleCastExpr
        | CXCursor_CXXStaticCastExpr
        | CXCursor_CXXReinterpretCastExpr
        | CXCursor_ParenExpr
        | CXCursor_UnexposedExpr => inner.expressions().pop().is_some_and(is_new_memory),
        _ => false,
    }
}

/// Whether what stands around a statement may say something of the numbers that it reads: it is in a branch or a loop, something in front
/// of it may leave the function, or a number is no parameter that keeps its value.
pub(super) fn narrows(function: Cursor<'_>, statement: Cursor<'_>) -> bool {
    let Some(start) = statement.range().map(|range| range.start) else {
        return true;
    };
    let mut changed = Vec::new();
    changed_in(function, &mut changed);
    let mut references = Vec::new();
    references_in(statement, &mut references);
    let is_given = |v: Cursor<'_>| {
        v.kind() == CXCursor_ParmDecl && !changed.iter().any(|c| c.canonical().same(v.canonical()))
    };
    let is_number =
        |v: &Cursor<'_>| matches!(types::shape(v.ty()), Shape::Scalar(ty) if ty != crate::ir::Ty::Ptr);
    let read = references.into_iter().filter_map(Cursor::referenced);
    let mut numbers = read.filter(|v| {
        let is_variable = matches!(v.kind(), CXCursor_VarDecl | CXCursor_ParmDecl);
        is_variable && !statement.encloses(*v) && is_number(v)
    });
    numbers.any(|v| !is_given(v)) || is_chosen(function, &start)
}

/// Whether a place in a function is in a branch or loop, or something in front of it may leave the function.
fn is_chosen(c: Cursor<'_>, at: &Position) -> bool {
    let holds = |c: &Cursor<'_>| c.range().is_some_and(|range| range.holds(at));
    c.children().into_iter().any(|child| {
        let chooses = matches!(
            child.kind(),
            CXCursor_IfStmt
                | CXCursor_ForStmt
                | CXCursor_WhileStmt
                | CXCursor_DoStmt
                | CXCursor_SwitchStmt
                | CXCursor_CXXForRangeStmt
                | CXCursor_CXXTryStmt
        );
        let is_before = child.range().is_some_and(|range| range.end.offset <= at.offset);
        match holds(&child) {
            true => chooses && child.range().is_some_and(|range| range.start != *at) || is_chosen(child, at),
            false => is_before && leaves(child),
        }
    })
}

/// Whether a statement may leave the function, or check what it goes on with.
fn leaves(c: Cursor<'_>) -> bool {
    let may_end = match c.kind() {
        CXCursor_ReturnStmt | CXCursor_GotoStmt | CXCursor_CXXThrowExpr => true,
        CXCursor_CallExpr => {
            let is_theirs = c
                .referenced()
                .is_some_and(crate::repair::kernels::is_the_languages);
            !is_theirs || ENDING.contains(&c.spelling().as_str())
        }
        _ => false,
    };
    may_end || c.children().into_iter().any(leaves)
}

/// Why a number that a construct reads may hold less than any value: a loop around it changes it, and nothing says how far.
pub(super) fn changed_around(
    function: Cursor<'_>,
    statement: Cursor<'_>,
    directives: &[Directive<'_>],
) -> Option<String> {
    let start = statement.range()?.start;
    let around = loop_around(function, &start)?;
    // The iterations of that one are any.
    let is_shared_out = |d: &Directive<'_>| {
        d.statement
            .is_some_and(|s| s.statement_identity() == around.statement_identity())
    };
    if directives.iter().any(is_shared_out) {
        return None;
    }
    let mut changed = Vec::new();
    changed_in(around, &mut changed);
    let mut references = Vec::new();
    references_in(statement, &mut references);
    let is_outside = |v: &Cursor<'_>| v.position().is_some() && !statement.encloses(*v);
    let is_number =
        |v: &Cursor<'_>| matches!(types::shape(v.ty()), Shape::Scalar(ty) if ty != crate::ir::Ty::Ptr);
    let read = references.into_iter().filter_map(Cursor::referenced);
    let mut read = read.filter(|v| is_outside(v) && is_number(v));
    let found = read.find(|v| changed.iter().any(|c| c.canonical().same(v.canonical())))?;
    Some(format!(
        "what `{}` may be in the loop around this is not known",
        found.spelling()
    ))
}

/// Whether the head of a loop around a place changes a variable.
pub(super) fn counts_around(c: Cursor<'_>, at: &Position, variable: Cursor<'_>) -> bool {
    let around = |child: &Cursor<'_>| child.range().is_some_and(|range| range.holds(at));
    let Some(child) = c.children().into_iter().find(around) else {
        return false;
    };
    let mut changed = Vec::new();
    if child.kind() == CXCursor_ForStmt {
        let parts = child.children();
        let head = parts.iter().take(parts.len().saturating_sub(1));
        head.for_each(|part| changed_in(*part, &mut changed));
    }
    changed.iter().any(|v| v.canonical().same(variable.canonical())) || counts_around(child, at, variable)
}

/// The outermost loop around a place: the others are in it.
fn loop_around<'u>(c: Cursor<'u>, at: &Position) -> Option<Cursor<'u>> {
    let around = |child: &Cursor<'_>| child.range().is_some_and(|range| range.holds(at));
    let child = c.children().into_iter().find(around)?;
    // The statement itself.
    if child.range().is_some_and(|range| range.start == *at) {
        return None;
    }
    let is_loop = matches!(
        child.kind(),
        CXCursor_ForStmt | CXCursor_WhileStmt | CXCursor_DoStmt | CXCursor_CXXForRangeStmt
    );
    if is_loop {
        Some(child)
    } else {
        loop_around(child, at)
    }
}
