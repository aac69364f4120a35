//! What a source runs: its declarations, and the instantiations that only exist where they are used.
//!
//! libclang does not visit instantiations of templates; the reference to one leads to it, with its arguments
//! substituted. Host code such as `template <int B> void run() { kernel<B><<<n, B>>>(); }` launches kernels only there.

use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::clang::linked::stands_elsewhere;
use crate::prelude;
use std::collections::HashSet;

/// Most instantiations that are followed: recursive templates may have no end.
const MOST: usize = 4096;

/// The top-level declarations outside the prelude, and all instantiated functions and methods that they lead to.
pub(crate) fn reached(root: Cursor<'_>) -> Vec<Cursor<'_>> {
    reached_in(&[root])
}

/// The same of several units that are one program: what they share counts once.
pub(crate) fn reached_in<'u>(roots: &[Cursor<'u>]) -> Vec<Cursor<'u>> {
    let mut found: Vec<Cursor<'u>> = Vec::new();
    for (n, root) in roots.iter().enumerate() {
        match n {
            0 => found.extend(root.children().into_iter().filter(|c| is_users(*c))),
            _ => own_declarations(*root, &mut found),
        }
    }
    let mut known = HashSet::new();
    let mut next = 0;
    while next < found.len() && found.len() < MOST {
        let mut uses = Vec::new();
        instantiations(found[next], &mut uses);
        for function in uses {
            if known.insert(function.canonical().identity()) {
                found.push(function);
            }
        }
        next += 1;
    }
    found
}

/// The declarations of scopes in a unit for which nothing of another unit stands.
fn own_declarations<'u>(scope: Cursor<'u>, found: &mut Vec<Cursor<'u>>) {
    for child in scope.children().into_iter().filter(|c| is_users(*c)) {
        match child.kind() {
            CXCursor_Namespace | CXCursor_LinkageSpec | CXCursor_UnexposedDecl => {
                own_declarations(child, found);
            }
            _ if stands_elsewhere(child) => {}
            _ => found.push(child),
        }
    }
}

/// Definitions of instantiated functions and of static members that a subtree refers to.
fn instantiations<'u>(c: Cursor<'u>, found: &mut Vec<Cursor<'u>>) {
    if matches!(
        c.kind(),
        CXCursor_DeclRefExpr | CXCursor_MemberRefExpr | CXCursor_CallExpr
    ) && let Some(function) = c.referenced()
        && is_instantiated(function)
        && let Some(definition) = function.definition()
        && is_users(definition)
    {
        found.push(definition);
    }
    c.children()
        .into_iter()
        .for_each(|child| instantiations(child, found));
}

/// Whether a function is an instantiation, or a member of one; whether a variable is.
fn is_instantiated(function: Cursor<'_>) -> bool {
    match function.kind() {
        CXCursor_FunctionDecl => function.template().is_some(),
        CXCursor_VarDecl => function.semantic_parent().is_some_and(|class| {
            matches!(class.kind(), CXCursor_StructDecl | CXCursor_ClassDecl) && class.template().is_some()
        }),
        CXCursor_CXXMethod | CXCursor_Constructor | CXCursor_Destructor => {
            function.template().is_some()
                || function
                    .semantic_parent()
                    .is_some_and(|class| class.template().is_some())
        }
        _ => false,
    }
}

fn is_users(c: Cursor<'_>) -> bool {
    c.position().is_none_or(|at| !prelude::is_the_languages(&at.file))
}
