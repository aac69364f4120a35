//! Launches through variables that hold a kernel, and through functions of the file that are handed one: `launch(kernel, grid, block, p)`.

use super::calls::{LaunchCall, Mention};
use super::constants::{addressed, is_address, strip};
use super::variables::{is_variable, key};
use crate::clang::Cursor;
use crate::clang::kinds::*;

/// The launches by which a mention of a kernel launches it, as if they stood where it is handed on.
pub(super) fn launches<'u>(mention: &Mention<'u>, calls: &[LaunchCall<'u>]) -> Vec<LaunchCall<'u>> {
    let reference = mention.reference;
    let holds = |c: Cursor<'u>| addressed(c).unwrap_or_else(|| strip(c)).same(reference);
    let mut around = mention.around.iter().enumerate().rev();
    let outer = around.find(|(_, c)| !is_transparent(**c));
    let Some((n, outer)) = outer else {
        return Vec::new();
    };
    let through = |launch: &LaunchCall<'u>| LaunchCall {
        kernel: mention.kernel,
        reference,
        ..launch.clone()
    };
    let of = |variable: Cursor<'u>| calls.iter().filter(move |call| is_it(call.kernel, variable));
    match outer.kind() {
        CXCursor_VarDecl => of(*outer).map(through).collect(),
        CXCursor_BinaryOperator if outer.binary_operator() == CXBinaryOperator_Assign => {
            let target = outer.expressions().first().and_then(|to| strip(*to).referenced());
            let all = target.into_iter().flat_map(of);
            all.map(through).collect()
        }
        CXCursor_CallExpr => {
            let arguments = outer.arguments();
            let function = outer.referenced().and_then(Cursor::definition);
            let at = arguments.iter().position(|argument| holds(*argument));
            let (Some(function), Some(at)) = (function, at) else {
                return Vec::new();
            };
            let parameters = function.arguments();
            let Some(parameter) = parameters.get(at) else {
                return Vec::new();
            };
            let handed = |c: Cursor<'u>| {
                let named = named_by(c)?;
                let n = parameters.iter().position(|p| p.same(named))?;
                arguments.get(n).copied()
            };
            let stand_in = |launch: &LaunchCall<'u>| LaunchCall {
                call: *outer,
                grid: handed(launch.grid).unwrap_or(launch.grid),
                block: handed(launch.block).unwrap_or(launch.block),
                shared: launch.shared.map(|bytes| handed(bytes).unwrap_or(bytes)),
                arguments: launch
                    .arguments
                    .iter()
                    .map(|a| handed(*a).unwrap_or(*a))
                    .collect(),
                around: mention.around[..=n].to_vec(),
                ..through(launch)
            };
            of(*parameter).map(stand_in).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether two declarations are of one variable; a parameter of a template is one in each instantiation.
fn is_it(a: Cursor<'_>, b: Cursor<'_>) -> bool {
    is_variable(a) && key(a) == key(b)
}

/// The variable that an expression hands on as it is.
pub(super) fn named_by(c: Cursor<'_>) -> Option<Cursor<'_>> {
    let c = strip(c);
    match c.kind() {
        CXCursor_DeclRefExpr => c.referenced().filter(|v| is_variable(*v)),
        CXCursor_CallExpr if matches!(c.spelling().as_str(), "forward" | "move") => {
            named_by(*c.arguments().first()?)
        }
        // A copy.
        CXCursor_CallExpr => match c.arguments()[..] {
            [only] if c.referenced().is_some_and(|f| f.kind() == CXCursor_Constructor) => {
                let is_same = only
                    .ty()
                    .canonical()
                    .spelling()
                    .ends_with(&c.ty().canonical().spelling());
                named_by(only).filter(|_| is_same)
            }
            _ => None,
        },
        _ => None,
    }
}

/// What an expression stands in that is still the kernel.
fn is_transparent(c: Cursor<'_>) -> bool {
    super::is_cast(c.kind())
        || c.kind() == CXCursor_ParenExpr
        || is_address(c)
        || c.kind() == CXCursor_ConditionalOperator
}
