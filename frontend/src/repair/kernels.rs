//! The kernels of a translation unit.

use super::input::KERNEL_MARK;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Unit, body, qualified_name};
use crate::entries::Wish;
use crate::{prelude, reach};

/// Visits the declarations of namespaces and linkage blocks.
pub fn declarations<'u>(c: Cursor<'u>, visit: &mut impl FnMut(Cursor<'u>)) {
    for child in c.children() {
        visit(child);
        if matches!(
            child.kind(),
            CXCursor_Namespace | CXCursor_LinkageSpec | CXCursor_UnexposedDecl
        ) {
            declarations(child, visit);
        }
    }
}

/// Whether a declaration is a kernel's.
pub fn is_kernel(c: Cursor<'_>) -> bool {
    c.children().iter().any(|child| {
        child.kind() == CXCursor_CUDAGlobalAttr
            || child.kind() == CXCursor_AnnotateAttr && child.spelling() == KERNEL_MARK
    })
}

/// Whether a declaration stands in a header of the language's, whose kernels are none of the user's.
pub fn is_the_languages(c: Cursor<'_>) -> bool {
    c.position().is_some_and(|at| prelude::is_the_languages(&at.file))
}

/// Kernel templates.
pub fn kernel_templates(unit: &Unit) -> Vec<Cursor<'_>> {
    let mut found = Vec::new();
    declarations(unit.root(), &mut |c| {
        if c.kind() == CXCursor_FunctionTemplate && is_kernel(c) && body(c).is_some() && !is_the_languages(c)
        {
            found.push(c);
        }
    });
    found
}

/// Templates of functions that are asked for and are no kernels.
pub fn entry_templates<'u>(unit: &'u Unit, wishes: &[Wish]) -> Vec<Cursor<'u>> {
    let mut found = Vec::new();
    if wishes.is_empty() {
        return found;
    }
    declarations(unit.root(), &mut |c| {
        let is_asked = || wishes.iter().any(|wish| wish.is_called(&qualified_name(c)));
        if c.kind() == CXCursor_FunctionTemplate
            && body(c).is_some()
            && !is_kernel(c)
            && !is_the_languages(c)
            && is_asked()
        {
            found.push(c);
        }
    });
    found
}

/// Templates of functions that are no kernels.
pub fn function_templates(unit: &Unit) -> Vec<Cursor<'_>> {
    let mut found = Vec::new();
    declarations(unit.root(), &mut |c| {
        if c.kind() == CXCursor_FunctionTemplate && body(c).is_some() && !is_kernel(c) && !is_the_languages(c)
        {
            found.push(c);
        }
    });
    found
}

/// The functions that the body of a function refers to.
pub fn referred_to<'u>(unit: &'u Unit, name: &str) -> Vec<Cursor<'u>> {
    let mut found: Vec<Cursor<'u>> = Vec::new();
    for c in unit.root().children() {
        if c.kind() == CXCursor_FunctionDecl && c.spelling() == name {
            references(c, &mut |target, _| {
                if target.spelling() != name {
                    found.push(target);
                }
            });
        }
    }
    found
}

/// The instantiations of kernel templates that something refers to, and explicit ones, each once.
pub fn instantiations<'u>(unit: &'u Unit, templates: &[Cursor<'u>]) -> Vec<Cursor<'u>> {
    let mut found: Vec<Cursor<'u>> = Vec::new();
    if templates.is_empty() {
        return found;
    }
    let mut consider = |function: Cursor<'u>| {
        let ours = function.kind() == CXCursor_FunctionDecl
            && function
                .template()
                .is_some_and(|t| templates.iter().any(|k| k.canonical().same(t.canonical())));
        if ours && !found.iter().any(|f| f.canonical().same(function.canonical())) {
            found.push(function);
        }
    };
    for declaration in reach::reached(unit.root()) {
        references(declaration, &mut |function, _| consider(function));
    }
    found
}

/// Whether a user's line refers to a function.
pub fn used_by_user(unit: &Unit, function: Cursor<'_>, end: u32) -> bool {
    let mut used = false;
    let itself = |c: &Cursor<'_>| c.canonical().same(function.canonical());
    for declaration in reach::reached(unit.root()).into_iter().filter(|c| !itself(c)) {
        references(declaration, &mut |target, at| {
            used |= at < end && target.canonical().same(function.canonical());
        });
    }
    used
}

/// Visits all functions that a subtree declares or refers to, with the reference's offset.
fn references<'u>(c: Cursor<'u>, visit: &mut impl FnMut(Cursor<'u>, u32)) {
    let at = c.range().map_or(0, |r| r.start.offset);
    if c.kind() == CXCursor_FunctionDecl {
        visit(c, at);
    }
    if c.kind() == CXCursor_DeclRefExpr
        && let Some(target) = c.referenced()
        && target.kind() == CXCursor_FunctionDecl
    {
        visit(target, at);
    }
    if c.position().is_some_and(|p| prelude::is_the_languages(&p.file)) {
        return;
    }
    c.children()
        .into_iter()
        .for_each(|child| references(child, visit));
}
