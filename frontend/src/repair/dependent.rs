//! Kernel templates that templates of host code name: `template <class T> void run(T *p) { kernel<T, 64><<<n, 64>>>(p); }`.
//!
//! Which instantiation that is, is settled where the host's template is instantiated, which may be in no file that is read.

use super::explicit::{Explicit, inside_angles};
use super::kernels::is_kernel;
use super::lost::{Argument, arguments_behind, parts};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Kind, Position, Unit, qualified_name};
use crate::{prelude, reach};
use std::collections::BTreeSet;

/// The functions that a call may call: several where a template around it settles which.
pub(crate) fn called(call: Cursor<'_>) -> Vec<Cursor<'_>> {
    match call.referenced() {
        Some(function) => vec![function],
        None => call
            .children()
            .first()
            .map_or_else(Vec::new, |callee| overloads(*callee)),
    }
}

/// What the functions are called that a call may call.
pub(crate) fn name_of_called(call: Cursor<'_>) -> String {
    match call.spelling() {
        name if name.is_empty() => called(call)
            .first()
            .map(|function| function.spelling())
            .unwrap_or_default(),
        name => name,
    }
}

/// The kernel templates that a reference may mean.
pub(crate) fn kernels(reference: Cursor<'_>) -> Vec<Cursor<'_>> {
    let all = overloads(reference).into_iter();
    all.filter(|c| c.kind() == CXCursor_FunctionTemplate && is_kernel(*c))
        .collect()
}

fn overloads(reference: Cursor<'_>) -> Vec<Cursor<'_>> {
    if reference.kind() != CXCursor_DeclRefExpr {
        return Vec::new();
    }
    let named = reference.children().into_iter();
    named
        .filter(|c| c.kind() == CXCursor_OverloadedDeclRef)
        .flat_map(Cursor::overloads)
        .collect()
}

/// The functions and templates that a name in braces may mean, which what the braces make settles: `{k<float>}`. libclang shows them as
/// they are written.
pub(crate) fn chosen_by_braces<'u>(c: Cursor<'u>, around: &[Cursor<'u>]) -> Vec<Cursor<'u>> {
    let is_callee = || around.last().is_some_and(|call| call.kind() == CXCursor_CallExpr);
    let is_in_braces = || around.iter().any(|c| c.kind() == CXCursor_InitListExpr);
    match c.kind() == CXCursor_DeclRefExpr && is_in_braces() && !is_callee() {
        true => overloads(c),
        false => Vec::new(),
    }
}

/// The instantiations of templates that names in braces mean, outside of all templates; those of which the text does not say the
/// arguments have none.
pub(super) fn in_braces(unit: &Unit, templates: &[Cursor<'_>]) -> Vec<Explicit> {
    let mut found = Vec::new();
    if templates.is_empty() {
        return found;
    }
    for declaration in reach::reached(unit.root()) {
        collect_in_braces(unit, declaration, (templates, &mut Vec::new()), &mut found);
    }
    found
}

fn collect_in_braces<'u>(
    unit: &Unit,
    c: Cursor<'u>,
    (templates, around): (&[Cursor<'_>], &mut Vec<Cursor<'u>>),
    found: &mut Vec<Explicit>,
) {
    const PATTERNS: [Kind; 3] = [
        CXCursor_FunctionTemplate,
        CXCursor_ClassTemplate,
        CXCursor_ClassTemplatePartialSpecialization,
    ];
    let is_the_languages = c.position().is_some_and(|at| prelude::is_the_languages(&at.file));
    if is_the_languages || PATTERNS.contains(&c.kind()) {
        return;
    }
    for function in chosen_by_braces(c, around) {
        let is_it = |template: &&Cursor<'_>| template.canonical().same(function.canonical());
        let Some(template) = templates.iter().find(is_it) else {
            continue;
        };
        let text = place_of_name(c).and_then(|at| {
            let text = unit.contents(&at.file)?;
            let behind = text
                .get(at.offset as usize..)?
                .strip_prefix(template.spelling().as_str())?;
            let list = inside_angles(behind.trim_start().strip_prefix('<')?)?;
            Some(list.split_whitespace().collect::<Vec<_>>().join(" "))
        });
        let one = Explicit {
            name: qualified_name(*template),
            arguments: text.unwrap_or_default(),
            elsewhere: None,
        };
        if !found.contains(&one) {
            found.push(one);
        }
    }
    around.push(c);
    for child in c.children() {
        collect_in_braces(unit, child, (templates, around), found);
    }
    around.pop();
}

/// The parameters of a function or of a function's template.
pub(crate) fn parameters(function: Cursor<'_>) -> Vec<Cursor<'_>> {
    match function.kind() {
        CXCursor_FunctionTemplate => {
            let children = function.children().into_iter();
            children.filter(|c| c.kind() == CXCursor_ParmDecl).collect()
        }
        _ => function.arguments(),
    }
}

/// Where a reference says the name, behind its scopes.
pub(crate) fn place_of_name(reference: Cursor<'_>) -> Option<Position> {
    let named = reference.children().into_iter();
    let mut named = named.filter(|c| c.kind() == CXCursor_OverloadedDeclRef);
    named.next().unwrap_or(reference).position()
}

/// What is known of the arguments with which the name at a place of a text means a template.
pub(crate) fn arguments(template: Cursor<'_>, text: &str, at: usize) -> Option<Vec<Argument>> {
    let behind = text.get(at..)?.strip_prefix(template.spelling().as_str())?;
    arguments_behind(template, behind)
}

/// Whether an instantiation, `<float, 64>`, may be one with such arguments.
pub(crate) fn may_be(arguments: &[Argument], instantiation: &str) -> bool {
    let list = instantiation
        .strip_prefix('<')
        .and_then(|list| list.strip_suffix('>'));
    let given = parts(list.unwrap_or_default());
    arguments
        .iter()
        .zip(given)
        .all(|(argument, given)| match argument {
            Argument::Known(text) => text == given,
            Argument::Open(_) => true,
        })
}

/// The kernel templates that host code's templates name, and with which arguments.
pub(super) fn named<'u>(unit: &'u Unit) -> Vec<(Cursor<'u>, Vec<Argument>)> {
    let mut found = Vec::new();
    collect(unit, unit.root(), &mut found);
    found
}

/// The names of the kernel templates that host code's templates name: what those are instantiated with says how.
pub(super) fn names(c: Cursor<'_>, found: &mut BTreeSet<String>) {
    if c.position().is_some_and(|at| prelude::is_the_languages(&at.file)) {
        return;
    }
    found.extend(kernels(c).into_iter().map(qualified_name));
    c.children().into_iter().for_each(|child| names(child, found));
}

fn collect<'u>(unit: &'u Unit, c: Cursor<'u>, found: &mut Vec<(Cursor<'u>, Vec<Argument>)>) {
    if c.position().is_some_and(|at| prelude::is_the_languages(&at.file)) {
        return;
    }
    let kernels = kernels(c);
    let place = place_of_name(c).filter(|_| !kernels.is_empty());
    if let Some(at) = place
        && let Some(text) = unit.contents(&at.file)
    {
        let arguments = |kernel: Cursor<'u>| Some((kernel, arguments(kernel, &text, at.offset as usize)?));
        // What a type is called in a template means nothing outside.
        found.extend(
            kernels
                .into_iter()
                .filter_map(arguments)
                .map(|(kernel, mut all)| {
                    let types = all
                        .iter_mut()
                        .filter(|argument| matches!(argument, Argument::Open(_)));
                    types.for_each(|argument| *argument = Argument::Open(None));
                    (kernel, all)
                }),
        );
    }
    c.children()
        .into_iter()
        .for_each(|child| collect(unit, child, found));
}
