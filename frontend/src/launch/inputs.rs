//! What a host value is computed from, as far as the text tells.

use super::bounds::is_count;
use super::constants::{MAX_DEPTH, Scope, strip};
use super::deciding;
use super::names::base;
use super::reaching::is_loop;
use super::uses::{Change, Effect};
use super::variables::{is_variable, key, referent, start};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::repair::kernels::is_the_languages;
use std::collections::BTreeSet;

/// A variable, a member, a cell, the size of a container, by a name that is the same wherever it is the same place.
pub(super) type Input = String;

/// Where not all is looked at that a value is computed from.
const ANYTHING: &str = "anything";

/// Functions of the language whose answer is computed from what they are asked.
const COMPUTED: [&str; 9] = [
    "operator[]",
    "min",
    "max",
    "abs",
    "ceil",
    "ceilf",
    "floor",
    "floorf",
    "clamp",
];

/// Adds all that an expression is computed from.
pub(super) fn inputs<'u>(scope: &Scope<'_, 'u>, c: Cursor<'u>, depth: u32, found: &mut BTreeSet<Input>) {
    let decides = false;
    Gather {
        scope,
        decides,
        found,
    }
    .of(c, depth);
}

/// The same, and what decides which values the variables have: `bool ok = true; if (b > 256) ok = false;`.
pub(super) fn deciding_inputs<'u>(scope: &Scope<'_, 'u>, c: Cursor<'u>, found: &mut BTreeSet<Input>) {
    let decides = true;
    Gather {
        scope,
        decides,
        found,
    }
    .of(c, 0);
}

struct Gather<'g, 'v, 'u> {
    scope: &'g Scope<'v, 'u>,
    decides: bool,
    found: &'g mut BTreeSet<Input>,
}

impl<'u> Gather<'_, '_, 'u> {
    fn of(&mut self, c: Cursor<'u>, depth: u32) {
        if depth > MAX_DEPTH || !self.scope.variables.steps.take() {
            self.found.insert(ANYTHING.to_owned());
            return;
        }
        let c = strip(c);
        // What the toolkit answers is not what it is asked.
        let is_answer = c.kind() == CXCursor_CallExpr
            && c.referenced().is_some_and(is_the_languages)
            && !is_count(c)
            && !COMPUTED.contains(&c.spelling().as_str())
            && c.referenced().is_none_or(|f| f.kind() != CXCursor_Constructor);
        if is_answer {
            return;
        }
        let variable = c
            .referenced()
            .filter(|v| c.kind() == CXCursor_DeclRefExpr && is_variable(*v));
        if let Some(variable) = variable {
            if let Some(argument) = self.scope.bound(variable) {
                return self.of(argument, depth + 1);
            }
            let name = place(self.scope, c);
            if name.is_none_or(|name| self.found.insert(name)) {
                self.of_variable(variable, depth);
            }
            return;
        }
        if let Some(place) = place(self.scope, c) {
            let is_new = self.found.insert(place);
            // A part is computed from what its variable is, and from what is put there.
            if let Some(variable) = base(c).filter(|v| is_new && is_variable(*v)) {
                let changes = self.scope.variables.changes(variable).iter();
                let put = changes.filter_map(|change| change.effect.put());
                for value in put.chain(start(variable)) {
                    self.of(value, depth + 1);
                }
                self.of_decisions(variable, depth);
            }
            return;
        }
        // How large an array is says nothing of what it holds.
        let is_size = |part: &Cursor<'u>| {
            c.kind() == CXCursor_CXXNewExpr && part.ty().canonical().kind() == CXType_ULong
        };
        for part in c.expressions().into_iter().filter(|part| !is_size(part)) {
            self.of(part, depth + 1);
        }
    }

    fn of_variable(&mut self, variable: Cursor<'u>, depth: u32) {
        let variables = self.scope.variables;
        let values = |change: &Change<'u>| match change.effect {
            Effect::Updated => change.by.expressions().get(1).copied(),
            effect => effect.assigned(),
        };
        let changes = variables.changes(variable);
        for value in changes.iter().filter_map(values).chain(start(variable)) {
            self.of(value, depth + 1);
        }
        self.of_decisions(variable, depth);
    }

    /// The tests that decide whether a variable is changed, and how often in a loop, and what those hand over who change it elsewhere.
    fn of_decisions(&mut self, variable: Cursor<'u>, depth: u32) {
        if !self.decides {
            return;
        }
        let variables = self.scope.variables;
        for change in variables.changes(variable) {
            let around = change
                .inside
                .map(|function| variables.around_call(change.by, function));
            let around = around.unwrap_or_default();
            let mut tests = deciding::tests(variables, &around);
            let mut ends = Vec::new();
            let mut loops = around.iter().filter(|c| is_loop(c.kind()));
            if let Some(outermost) = loops.next() {
                deciding::all_tests(*outermost, &mut tests);
                deciding::ends_of_loops(*outermost, &mut ends);
            }
            // How often a loop runs says nothing of a value that it sets, only of one that it counts up.
            let counts = matches!(change.effect, Effect::Updated);
            let own: Vec<Cursor<'u>> = around.iter().filter_map(deciding::end_of_loop).collect();
            let is_one_of = |all: &[Cursor<'u>], test: &Cursor<'u>| all.iter().any(|end| end.same(*test));
            let says = |test: &&Cursor<'u>| !is_one_of(&ends, test) || counts && is_one_of(&own, test);
            for test in tests.iter().filter(says) {
                self.of(*test, depth + 1);
            }
            self.of_call(change, &around, depth);
        }
        for argument in variables.handed(variable) {
            self.of(argument, depth + 1);
        }
    }

    /// A function that gets a variable's address may set it to what its arguments say; what else keeps the address may do anything.
    fn of_call(&mut self, change: &Change<'u>, around: &[Cursor<'u>], depth: u32) {
        let is_handed = matches!(change.effect, Effect::Lent | Effect::MemberLent(_));
        if !is_handed && !matches!(change.effect, Effect::Escapes) {
            return;
        }
        let mut calls = around.iter().rev().filter(|c| c.kind() == CXCursor_CallExpr);
        match calls.next() {
            Some(call) if call.referenced().is_some_and(is_the_languages) => {}
            Some(call) => call.arguments().into_iter().for_each(|c| self.of(c, depth + 1)),
            None if is_handed => {}
            None => {
                self.found.insert(ANYTHING.to_owned());
            }
        }
    }
}

/// Whether two expressions are computed from the same.
pub(super) fn share<'u>(scope: &Scope<'_, 'u>, a: Cursor<'u>, b: Cursor<'u>) -> bool {
    let [of_a, of_b] = [a, b].map(|c| {
        let mut found = BTreeSet::new();
        inputs(scope, c, 0, &mut found);
        found
    });
    of_a.iter().any(|a| of_b.iter().any(|b| overlap(a, b)))
}

/// Whether one name is of a part of what the other names.
pub(super) fn overlap(a: &str, b: &str) -> bool {
    let is_part = |whole: &str, part: &str| {
        part.strip_prefix(whole)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[', '*']))
    };
    [a, b].contains(&ANYTHING) || is_part(a, b) || is_part(b, a)
}

/// The name of the place that an expression reads, if it is one.
pub(super) fn place<'u>(scope: &Scope<'_, 'u>, c: Cursor<'u>) -> Option<Input> {
    let c = strip(c);
    let within = |outer: &Cursor<'u>| place(scope, *outer);
    match (c.kind(), &c.expressions()[..]) {
        (CXCursor_DeclRefExpr, _) => {
            let variable = c.referenced().filter(|v| is_variable(*v))?;
            Some(format!("{:x}", key(referent(variable).unwrap_or(variable))))
        }
        (CXCursor_CXXThisExpr, _) => Some("this".to_owned()),
        (CXCursor_MemberRefExpr, []) => Some(format!("this.{}", c.spelling())),
        (CXCursor_MemberRefExpr, [record]) => Some(format!("{}.{}", within(record)?, c.spelling())),
        (CXCursor_UnaryOperator, [pointer]) if c.unary_operator() == CXUnaryOperator_Deref => {
            Some(format!("{}*", within(pointer)?))
        }
        (CXCursor_ArraySubscriptExpr, [array, n]) => {
            let n = scope.integer(*n).map(|n| n.to_string()).or_else(|| within(n))?;
            Some(format!("{}[{n}]", within(array)?))
        }
        // What a container says of itself: two of its extents are two things, all else is the container's.
        (CXCursor_CallExpr, [callee, ..]) if callee.kind() == CXCursor_MemberRefExpr => {
            let object = match &callee.expressions()[..] {
                [object] => within(object)?,
                _ => "this".to_owned(),
            };
            let extent = match c.arguments()[..] {
                [n] if is_count(c) => scope.integer(n).filter(|n| *n >= 0),
                _ => None,
            };
            Some(match (is_count(c), extent) {
                (true, Some(n)) => format!("{object}.().{n}"),
                (true, None) => format!("{object}.()"),
                (false, _) => object,
            })
        }
        (CXCursor_CallExpr, _) if c.spelling() == "operator[]" => {
            let [object, n] = c.arguments()[..] else {
                return None;
            };
            let n = scope.integer(n).map(|n| n.to_string()).or_else(|| within(&n))?;
            Some(format!("{}[{n}]", within(&object)?))
        }
        _ => None,
    }
}
