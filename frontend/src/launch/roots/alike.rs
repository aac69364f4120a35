//! Calls that nobody sees whole, and that hand one pointer over twice: through pointers to functions, by functions that are handed others
//! (`std::thread t(launch, p, p)`), and in what clang left out.

use super::dependent::named_by_open;
use super::flows::Flows;
use super::keepers::variables_in;
use super::places::is_number_type;
use super::walk::Walk;
use super::*;
use crate::repair::dependent::parameters;
use std::cell::RefCell;
use std::collections::HashSet;

/// Who may be handed one pointer twice.
#[derive(Default)]
pub(super) struct Alike {
    functions: HashSet<usize>,
    /// Names of functions that a template's instantiation chooses, each with those that are seen to be called so.
    by_name: HashMap<String, HashSet<usize>>,
    /// Whatever function a pointer leads to.
    through_pointers: bool,
    /// What is known of functions.
    known: RefCell<HashMap<usize, bool>>,
}

impl<'u> Flows<'u> {
    /// Takes down who is called in the end, if a call hands one pointer over twice.
    pub(super) fn note_alike(&mut self, call: Cursor<'u>) {
        let callee = call.referenced();
        let is_seen =
            callee.is_some_and(|f| !is_the_languages(f) && f.definition().is_some() && !is_variable(f));
        let arguments = call.arguments();
        if is_seen || !repeats_pointer(&arguments) {
            return;
        }
        arguments
            .iter()
            .for_each(|argument| functions_in(*argument, &mut self.alike.functions));
        match (callee, named_by_open(call)) {
            (Some(callee), _) => {
                self.alike.through_pointers |= is_variable(callee) || call.spelling() == "operator()";
            }
            (None, Some((name, functions))) => {
                let seen: HashSet<usize> = functions.into_iter().map(key).collect();
                let known = self.alike.by_name.entry(name).or_insert_with(|| seen.clone());
                known.retain(|function| seen.contains(function));
            }
            (None, None) => self.alike.through_pointers = true,
        }
    }
}

impl<'u> Walk<'_, '_, 'u> {
    /// Whether a call that is not followed may hand a function one pointer twice.
    pub(super) fn is_handed_alike(&self, function: Cursor<'u>) -> bool {
        let known = self.flows.alike.known.borrow().get(&key(function)).copied();
        known.unwrap_or_else(|| {
            let is_so = self.may_be_handed_alike(function);
            self.flows.alike.known.borrow_mut().insert(key(function), is_so);
            is_so
        })
    }

    fn may_be_handed_alike(&self, function: Cursor<'u>) -> bool {
        let variables = self.scope.variables;
        let alike = &self.flows.alike;
        let name = function.spelling();
        let parameters = parameters(function.definition().unwrap_or(function));
        let is_number = |parameter: Cursor<'u>| is_number_type(parameter.ty());
        let pointers: Vec<bool> = parameters
            .into_iter()
            .map(|parameter| !is_number(parameter))
            .collect();
        let is_other = |seen: &HashSet<usize>| !seen.contains(&key(function));
        alike.functions.contains(&key(function))
            || alike.by_name.get(&name).is_some_and(is_other)
            || alike.through_pointers && variables.has_escaped(function)
            || variables
                .lost()
                .iter()
                .any(|lost| lost.hands_alike(&name, &pointers))
    }
}

fn repeats_pointer(arguments: &[Cursor<'_>]) -> bool {
    let mut all = Vec::new();
    arguments
        .iter()
        .for_each(|argument| variables_in(*argument, &mut all));
    all.retain(|variable| variable.ty().canonical().kind() == CXType_Pointer);
    let mut seen = HashSet::new();
    all.into_iter().any(|variable| !seen.insert(key(variable)))
}

fn functions_in(c: Cursor<'_>, found: &mut HashSet<usize>) {
    if c.kind() == CXCursor_DeclRefExpr {
        let is_function = |f: &Cursor<'_>| matches!(f.kind(), CXCursor_FunctionDecl | CXCursor_CXXMethod);
        found.extend(c.referenced().filter(is_function).map(key));
    }
    c.children()
        .into_iter()
        .for_each(|child| functions_in(child, found));
}
