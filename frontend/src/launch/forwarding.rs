//! Functions that call what they are handed with what they are handed besides: `bench(10, launch, a, b)`.
//!
//! Such a call counts as one of the function that it hands on, which gets what stands behind it.

use super::constants::{addressed, strip};
use super::roots::is_pack;
use super::variables::{is_variable, key};
use crate::clang::kinds::*;
use crate::clang::{Cursor, body};
use crate::repair::dependent::parameters;

/// What a call hands on to be called with all arguments behind it, a function or a variable that holds one, and its position among them.
pub(super) fn forwarded<'u>(call: Cursor<'u>) -> Option<(usize, Cursor<'u>)> {
    let pattern = call.referenced()?.template()?;
    let arguments = call.arguments();
    let (n, function) = arguments
        .iter()
        .enumerate()
        .find_map(|(n, argument)| Some((n, function_of(*argument)?)))?;
    let others = arguments[n + 1..].iter();
    let is_only = others.clone().all(|argument| function_of(*argument).is_none());
    (is_only && forwards(pattern, n)).then_some((n, function))
}

/// The function that a call hands on by its name to be called.
pub(super) fn forwarded_function<'u>(call: Cursor<'u>) -> Option<Cursor<'u>> {
    let (_, handed) = forwarded(call)?;
    (!is_variable(handed)).then_some(handed)
}

/// The arguments that a call hands to a function: its own, or what stands behind the function that it hands on, which a variable may hold.
pub(super) fn arguments_to<'u>(call: Cursor<'u>, function: Cursor<'u>) -> Vec<Cursor<'u>> {
    let mut arguments = call.arguments();
    let is_own = || {
        call.referenced()
            .is_some_and(|called| key(called) == key(function))
    };
    if let Some((n, handed)) = forwarded(call)
        && (key(handed) == key(function) || is_variable(handed) && !is_own())
    {
        arguments.drain(..=n);
    }
    arguments
}

/// The parameter that an argument of a call goes to in the end.
pub(super) fn receiver<'u>(call: Cursor<'u>, n: usize) -> Option<Cursor<'u>> {
    match forwarded(call) {
        Some((at, function)) if n > at && !is_variable(function) => {
            parameters(function).get(n - at - 1).copied()
        }
        _ => {
            let function = call.referenced()?;
            function.arguments().get(position(call, function, n)?).copied()
        }
    }
}

/// Which parameter of a function an argument of its call goes to: an operator's first operand is the object.
pub(super) fn position(call: Cursor<'_>, function: Cursor<'_>, n: usize) -> Option<usize> {
    let is_operator = call.spelling().starts_with("operator");
    let extra = call.arguments().len().saturating_sub(function.arguments().len());
    n.checked_sub(if is_operator { extra } else { 0 })
}

/// Whether a call through a pointer to a function hands it this argument by a reference that it may change.
pub(crate) fn takes_by_pointer(call: Cursor<'_>, n: usize) -> bool {
    let callee = call.children().first().copied().map(strip);
    let of_callee = callee.map(|callee| callee.ty().canonical());
    let of_function = of_callee.map(|ty| match ty.kind() {
        CXType_Pointer | CXType_LValueReference | CXType_MemberPointer => ty.pointee().canonical(),
        _ => ty,
    });
    let is_named = call.referenced().is_some_and(Cursor::is_function);
    let parameter = of_function
        .and_then(|ty| ty.parameter(n))
        .map(|ty| ty.canonical());
    !is_named
        && parameter.is_some_and(|ty| {
            matches!(ty.kind(), CXType_LValueReference | CXType_RValueReference) && !ty.pointee().is_const()
        })
}

/// The function that an expression names, or the address of, or the variable that holds one.
fn function_of(c: Cursor<'_>) -> Option<Cursor<'_>> {
    let named = addressed(c).unwrap_or_else(|| strip(c));
    let is_name = named.kind() == CXCursor_DeclRefExpr;
    let holds_function = |c: Cursor<'_>| {
        let ty = c.ty().canonical();
        let is_pointer = matches!(ty.kind(), CXType_Pointer | CXType_LValueReference);
        is_variable(c) && is_pointer && ty.pointee().canonical().kind() == CXType_FunctionProto
    };
    named
        .referenced()
        .filter(|f| is_name && (f.kind() == CXCursor_FunctionDecl || holds_function(*f)))
}

/// Whether all that a function does with its parameter of this number, and with the pack behind it, is to call the one with the other.
fn forwards(pattern: Cursor<'_>, n: usize) -> bool {
    let pattern = pattern.definition().unwrap_or(pattern);
    let parameters = parameters(pattern);
    let (Some(called), Some(pack), Some(body)) = (parameters.get(n), parameters.get(n + 1), body(pattern))
    else {
        return false;
    };
    let is_one = parameters.len() == n + 2 && is_pack(*pack) && !is_pack(*called);
    is_one && calls(body, (*called, *pack)).is_some_and(|calls| calls > 0)
}

/// How often a body calls the one with the other; `None` if it uses one of them otherwise.
fn calls(c: Cursor<'_>, pair: (Cursor<'_>, Cursor<'_>)) -> Option<usize> {
    if is_call_of(c, pair) {
        return Some(1);
    }
    let names = |one: Cursor<'_>| {
        c.referenced()
            .is_some_and(|named| is_variable(named) && key(one) == key(named))
    };
    if names(pair.0) || names(pair.1) {
        return None;
    }
    // What a lambda does it does when it is called.
    c.children().into_iter().map(|child| calls(child, pair)).sum()
}

/// `called(pack...)`, or with `std::forward` around each.
fn is_call_of(c: Cursor<'_>, (called, pack): (Cursor<'_>, Cursor<'_>)) -> bool {
    let names = |c: Cursor<'_>, variable: Cursor<'_>| {
        let c = strip(c);
        c.kind() == CXCursor_DeclRefExpr && c.referenced().is_some_and(|named| key(named) == key(variable))
    };
    let expands = |argument: Cursor<'_>| {
        let inner = argument.expressions();
        let [inner] = inner[..] else { return false };
        let inner = strip(inner);
        let callee = inner
            .children()
            .first()
            .map_or_else(Vec::new, |callee| callee.children());
        let is_forward = callee
            .iter()
            .any(|name| name.kind() == CXCursor_OverloadedDeclRef && name.spelling() == "forward");
        match inner.arguments()[..] {
            [only] if is_forward => names(only, pack),
            _ => names(inner, pack),
        }
    };
    let callee = c.children().first().copied();
    let arguments = c.arguments();
    c.kind() == CXCursor_CallExpr
        && callee.is_some_and(|callee| names(callee, called))
        && matches!(arguments[..], [only] if only.kind() == CXCursor_PackExpansionExpr && expands(only))
}
