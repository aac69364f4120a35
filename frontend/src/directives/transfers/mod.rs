//! Arrays that one side reads although the values are on the other, function by function.
//!
//! OpenMP and OpenACC give an array a copy on the device, and a function says when values go from one to the other. Its body is followed in
//! the order in which it runs ([`walk`]); what is kept must hold on every way ([`state`]), and accesses meet where they do for
//! all choices of numbers ([`access`], [`numbers`]). Where the function does something else with an array, nothing is said of it.

mod access;
mod clauses;
mod expressions;
mod functions;
mod numbers;
mod state;
mod walk;

use super::Directive;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Range, body, qualified_name};
use crate::ir::host::{TransferDefect, TransferKind};
use crate::lower::Files;
use clauses::{How, Role, is_loose, named, role};
use functions::allocates;
use numbers::Numbers;
use state::Known;
use std::collections::HashMap;
use walk::Walk;

/// A defect, as clang knows its places.
struct Defect<'u> {
    kind: TransferKind,
    place: Range,
    other: Option<Range>,
    array: Cursor<'u>,
}

/// An array.
struct Tracked<'u> {
    variable: Cursor<'u>,
    is_global: bool,
    /// Only the function knows of it, or nothing ran before.
    is_own: bool,
}

/// What is found in the functions that hold some directives.
pub(super) fn defects<'u>(directives: &[Directive<'u>], files: &mut Files<'u>) -> Vec<TransferDefect> {
    let mut functions: Vec<Cursor<'u>> = Vec::new();
    for directive in directives.iter().filter(|d| role(d) != Role::None) {
        if let Some(function) = directive.function
            && !functions.iter().any(|known| known.same(function))
        {
            functions.push(function);
        }
    }
    let mut found = Vec::new();
    for function in functions {
        let is_odd =
            |d: &&Directive<'u>| role(d) != Role::None && (is_loose(d) || role(d) == Role::Addresses);
        let own: Vec<_> = directives.iter().filter(|d| is_in(d, function)).collect();
        if !own.iter().any(is_odd) {
            of_function(function, directives, files, &mut found);
        }
    }
    found
}

fn is_in(directive: &Directive<'_>, function: Cursor<'_>) -> bool {
    directive.function.is_some_and(|around| around.same(function))
}

fn of_function<'u>(
    function: Cursor<'u>,
    directives: &[Directive<'u>],
    files: &mut Files<'u>,
    found: &mut Vec<TransferDefect>,
) {
    let Some(body) = body(function) else { return };
    if calls_runtime(body) {
        return;
    }
    let numbers = Numbers::of(function, body);
    let tracked = tracked(function, &numbers, directives);
    if tracked.is_empty() {
        return;
    }
    let known = Known {
        numbers,
        accesses: Vec::new(),
    };
    let mut walk = Walk::new(known, tracked, directives.iter().collect());
    walk.statement(body);
    walk.end();
    if walk.odd {
        return;
    }
    let name = function.position().and_then(|start| {
        let mut end = start.clone();
        end.offset += function.spelling().len() as u32;
        end.column += function.spelling().len() as u32;
        files.span(&Range { start, end })
    });
    for defect in walk.found {
        let is_own = walk
            .tracked
            .get(&defect.array.canonical().identity())
            .is_some_and(|tracked| tracked.is_own);
        let (Some(name), Some(place)) = (name, files.span(&defect.place)) else {
            continue;
        };
        found.push(TransferDefect {
            kind: defect.kind,
            function: (qualified_name(function), name),
            array: defect.array.spelling(),
            place,
            other: defect.other.and_then(|range| files.span(&range)),
            is_own,
        });
    }
}

/// The arrays of which a function moves the values, as far as nothing else has a say.
fn tracked<'u>(
    function: Cursor<'u>,
    numbers: &Numbers<'u>,
    directives: &[Directive<'u>],
) -> HashMap<usize, Tracked<'u>> {
    let is_main = function.spelling() == "main";
    // Other functions hold copies, perhaps while they call this one.
    let is_shared = directives
        .iter()
        .any(|d| matches!(role(d), Role::Data | Role::Enter) && !is_in(d, function));
    let is_declared = directives
        .iter()
        .any(|d| d.parsed.name.contains("declare") || d.parsed.name == "requires");
    let mut found = HashMap::new();
    for named in directives.iter().filter(|d| is_in(d, function)).flat_map(named) {
        let Some(variable) = numbers.named(&named.name) else {
            continue;
        };
        let is_local =
            variable.kind() == CXCursor_VarDecl && function.encloses(variable) && !variable.is_static();
        let is_global = !is_local && variable.kind() == CXCursor_VarDecl;
        let is_shared = !is_local && !is_main && is_shared;
        if is_array(variable) && !is_shared && (is_local || !is_declared) && named.how != How::Odd {
            let tracked = Tracked {
                variable,
                is_global,
                is_own: is_local || is_main,
            };
            found.insert(variable.canonical().identity(), tracked);
        }
    }
    found
}

/// Whether a variable is an array of numbers or records, or points to memory that no other names.
fn is_array(variable: Cursor<'_>) -> bool {
    let mut ty = variable.ty().canonical();
    if ty.is_array() {
        while ty.is_array() {
            ty = ty.element().canonical();
        }
        return ty.kind() != CXType_Pointer;
    }
    if ty.kind() != CXType_Pointer {
        return false;
    }
    ty = ty.pointee().canonical();
    while ty.is_array() {
        ty = ty.element().canonical();
    }
    let is_new = match (variable.kind(), variable.initializer()) {
        (CXCursor_ParmDecl, _) | (_, None) => true,
        (_, Some(start)) => allocates(start),
    };
    is_new && ty.kind() != CXType_Pointer
}

/// Whether functions of the runtime move data besides.
fn calls_runtime(c: Cursor<'_>) -> bool {
    let name = match c.kind() {
        CXCursor_CallExpr => c.spelling(),
        _ => String::new(),
    };
    let moves = ["acc_", "omp_target", "cuda"];
    moves.iter().any(|start| name.starts_with(start)) || c.children().into_iter().any(calls_runtime)
}
