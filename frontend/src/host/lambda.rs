//! Lambdas of host code: one that a variable holds is a function, to which it hands what it captures.

use super::stmt::Scope;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type};
use crate::ir::host::{HostExpr, HostExprKind, HostKind, HostPlace, HostStmt};
use crate::launch::strip;
use crate::repair::kernels::is_the_languages;

/// Most names of variables that are looked at in one lambda.
const MOST_NAMED: usize = 4096;

/// A lambda that a variable holds.
#[derive(Clone)]
pub(super) struct Closure<'u> {
    /// What its body names of the function around it, and where that is.
    captured: Vec<(Cursor<'u>, HostPlace)>,
}

impl<'u> Scope<'u, '_, '_> {
    /// Reads the declaration of a variable that holds a lambda; whether it is one that is followed.
    pub(super) fn closure(&mut self, c: Cursor<'u>, out: &mut Vec<HostStmt>) -> bool {
        let lambda = c.initializer().filter(|_| is_closure(c.ty())).and_then(held);
        let Some(lambda) = lambda else {
            return false;
        };
        let Some(captures) = self.captures(lambda) else {
            return false;
        };
        let mut captured = Vec::new();
        for variable in self.named_outside(lambda) {
            let Some(place) = self.variable(variable) else {
                return false;
            };
            if !matches!(place, HostPlace::Local(_)) {
                continue;
            }
            let place = match captures.by_reference(&variable.spelling()) {
                true => place,
                false if is_copied_whole(super::place::kind(variable)) => {
                    self.snapshot(c, variable, place, out)
                }
                false => return false,
            };
            captured.push((variable, place));
        }
        self.closures
            .insert(c.canonical().identity(), Closure { captured });
        true
    }

    /// A call of a lambda that a variable holds.
    pub(super) fn call_of_closure(&mut self, c: Cursor<'u>, function: Cursor<'u>) -> Option<HostExpr> {
        let [object, arguments @ ..] = &c.arguments()[..] else {
            return None;
        };
        let variable = strip(*object).referenced()?;
        let closure = self.closures.get(&variable.canonical().identity())?.clone();
        let body = crate::clang::body(function)?;
        let variables = closure.captured.iter().map(|(variable, _)| *variable).collect();
        let number = self.reader.number_of_lambda(function, body, variables);
        let mut handed = Vec::new();
        for (_, place) in closure.captured {
            handed.push(self.at(c, HostExprKind::Address(Box::new(place))));
        }
        handed.extend(self.handed(arguments, function));
        Some(self.at(c, HostExprKind::Call(number, handed)))
    }

    /// What something that is not followed may do with a lambda that a variable holds: use all that it captures.
    pub(super) fn loose_closure(&mut self, c: Cursor<'u>, variable: Cursor<'u>) -> Option<HostExpr> {
        let closure = self.closures.get(&variable.canonical().identity())?.clone();
        let places = closure.captured.into_iter().map(|(_, place)| place);
        let parts = places.map(|place| self.at(c, HostExprKind::Address(Box::new(place))));
        let parts = parts.collect();
        Some(self.at(c, HostExprKind::hole("a lambda is not followed", parts, true)))
    }

    /// A lambda that is not followed may use what it captures, whenever it runs.
    pub(super) fn lambda(&mut self, c: Cursor<'u>) -> HostExpr {
        let captures = self.captures(c);
        let mut parts = Vec::new();
        for variable in self.named_outside(c) {
            let Some(place) = self.variable(variable) else {
                continue;
            };
            let is_copied = captures
                .as_ref()
                .is_some_and(|captures| !captures.by_reference(&variable.spelling()));
            let is_local = matches!(place, HostPlace::Local(_));
            let kind = super::place::kind(variable);
            let part = match is_local && is_copied && is_copied_whole(kind) {
                true => HostExprKind::Read(Box::new(place), kind == HostKind::Pointer),
                false => HostExprKind::Address(Box::new(place)),
            };
            parts.push(self.at(c, part));
        }
        self.at(c, HostExprKind::hole("a lambda is not followed", parts, true))
    }

    /// Where the lambda that an expression is, or that a variable holds, names a variable of the function around it.
    pub(super) fn captured(&self, c: Cursor<'u>, name: &str) -> Option<Cursor<'u>> {
        let c = copied(c);
        let of_variable = || c.referenced().and_then(|variable| variable.initializer());
        let lambda = held(c).or_else(|| held(of_variable()?))?;
        let mut named = Vec::new();
        variables_in(lambda, &mut named);
        let is_it = |c: &Cursor<'u>| {
            let outside = c.referenced().is_some_and(|variable| !lambda.encloses(variable));
            c.kind() == CXCursor_DeclRefExpr && c.spelling() == name && outside
        };
        named.into_iter().find(is_it)
    }

    /// Each variable that a lambda names and that is not its own, once.
    fn named_outside(&self, lambda: Cursor<'u>) -> Vec<Cursor<'u>> {
        let mut all = Vec::new();
        variables_in(lambda, &mut all);
        let mut found: Vec<Cursor<'u>> = Vec::new();
        let mut next = 0;
        while let Some(variable) = all.get(next).copied().map(|c| c.referenced()) {
            next += 1;
            let Some(variable) = variable else { continue };
            let is_own = variable.position().is_none() || lambda.encloses(variable);
            // What a capture starts with, `[q = p]`, libclang shows nowhere else.
            let start = variable
                .initializer()
                .filter(|start| is_own && lambda.encloses(*start));
            if let Some(start) = start.filter(|_| all.len() < MOST_NAMED) {
                variables_in(start, &mut all);
            }
            if !is_own
                && !found
                    .iter()
                    .any(|known| known.canonical().same(variable.canonical()))
            {
                found.push(variable);
            }
        }
        found
    }

    /// A copy of what a variable holds now.
    fn snapshot(
        &mut self,
        c: Cursor<'u>,
        variable: Cursor<'u>,
        place: HostPlace,
        out: &mut Vec<HostStmt>,
    ) -> HostPlace {
        let kind = super::place::kind(variable);
        let number = self.hidden(variable.spelling(), kind);
        let value = self.at(c, HostExprKind::Read(Box::new(place), kind == HostKind::Pointer));
        let span = value.span;
        out.push(HostStmt::Declare {
            variable: number,
            value: Some(value),
            span,
        });
        HostPlace::Local(number)
    }

    /// How a lambda captures; `None` where its brackets say more than names.
    fn captures(&mut self, lambda: Cursor<'u>) -> Option<Captures> {
        let span = self.span(lambda);
        let text = &self.reader.module.files[span.file].text;
        let text = text.get(span.start as usize..span.end as usize)?;
        Captures::parse(text.strip_prefix('[')?.split_once(']')?.0)
    }
}

/// The brackets of a lambda.
struct Captures {
    is_reference: bool,
    /// Those that are captured in the other way.
    others: Vec<String>,
}

impl Captures {
    fn parse(text: &str) -> Option<Captures> {
        let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
        let mut captures = Captures {
            is_reference: true,
            others: Vec::new(),
        };
        for item in items {
            match item {
                "&" => {}
                "=" => captures.is_reference = false,
                _ => {
                    let name = item.strip_prefix('&').map_or(item, str::trim_start);
                    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_') && name != "this";
                    if !is_name {
                        return None;
                    }
                    if item.starts_with('&') != captures.is_reference {
                        captures.others.push(name.to_owned());
                    }
                }
            }
        }
        Some(captures)
    }

    fn by_reference(&self, name: &str) -> bool {
        self.is_reference != self.others.iter().any(|other| other == name)
    }
}

/// Whether a copy of a variable is known as well as the variable.
fn is_copied_whole(kind: HostKind) -> bool {
    matches!(kind, HostKind::Scalar | HostKind::Pointer | HostKind::Record)
}

/// The lambda that a value is, behind conversions and copies.
fn held(value: Cursor<'_>) -> Option<Cursor<'_>> {
    Some(copied(value)).filter(|value| value.kind() == CXCursor_LambdaExpr)
}

/// The object that a copy is made of.
pub(super) fn copied(c: Cursor<'_>) -> Cursor<'_> {
    let c = strip(c);
    match (c.kind(), &c.arguments()[..]) {
        (CXCursor_CallExpr, [only]) if hands_on(c) && only.ty().canonical().kind() == CXType_Record => {
            copied(*only)
        }
        _ => c,
    }
}

/// Whether a call gives the object that it is handed, or a copy.
fn hands_on(call: Cursor<'_>) -> bool {
    call.referenced().is_some_and(|function| {
        function.kind() == CXCursor_Constructor
            || is_the_languages(function) && ["move", "forward"].contains(&call.spelling().as_str())
    })
}

fn is_closure(ty: Type<'_>) -> bool {
    ty.canonical().spelling().starts_with("(lambda at")
}

/// The references to variables in a subtree.
pub(super) fn variables_in<'u>(c: Cursor<'u>, found: &mut Vec<Cursor<'u>>) {
    let is_variable = |c: Cursor<'_>| matches!(c.kind(), CXCursor_VarDecl | CXCursor_ParmDecl);
    if matches!(c.kind(), CXCursor_DeclRefExpr | CXCursor_VariableRef)
        && c.referenced().is_some_and(is_variable)
    {
        found.push(c);
    }
    c.children()
        .into_iter()
        .for_each(|child| variables_in(child, found));
}
