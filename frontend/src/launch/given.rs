//! Arguments of a launch that its function is given by callers that nobody shows, and hands on as they are: whether these keep to what
//! a kernel needs is theirs to see to.

use super::bounds::is_count;
use super::constants::{MAX_DEPTH, Scope, strip};
use super::names::mentions;
use crate::clang::Cursor;
use crate::clang::kinds::*;

impl<'u> Scope<'_, 'u> {
    /// Whether an expression is made of what the function around a launch is given, and never asks about: a parameter that keeps its
    /// value, the size of a tensor.
    pub(super) fn is_given(&self, expression: Cursor<'u>, function: Cursor<'u>) -> bool {
        self.is_given_within(expression, function, 0)
    }

    fn is_given_within(&self, c: Cursor<'u>, function: Cursor<'u>, depth: u32) -> bool {
        if depth > MAX_DEPTH / 4 {
            return false;
        }
        let c = strip(c);
        let deeper = |c: &Cursor<'u>| self.is_given_within(*c, function, depth + 1);
        match (c.kind(), &c.expressions()[..]) {
            (CXCursor_CallExpr, _) => is_count(c),
            (CXCursor_BinaryOperator, [left, right]) => {
                let known = |c: &Cursor<'u>| self.integer(*c).is_some();
                (known(left) || deeper(left)) && (known(right) || deeper(right))
            }
            (CXCursor_DeclRefExpr, _) => c.referenced().is_some_and(|variable| {
                !asks(function, variable)
                    && match variable.kind() {
                        CXCursor_ParmDecl => {
                            let parent = variable.semantic_parent();
                            parent.is_some_and(|parent| parent.spelling() != "main")
                                && self.variables.is_stable(variable)
                                && self.variables.calls_with(variable).is_empty()
                        }
                        _ => self
                            .variables
                            .only_value(variable)
                            .is_some_and(|value| deeper(&value)),
                    }
            }),
            _ => false,
        }
    }
}

/// Whether some statement asks about a variable, and so does one thing or another.
fn asks(c: Cursor<'_>, variable: Cursor<'_>) -> bool {
    let is_choice = matches!(
        c.kind(),
        CXCursor_IfStmt | CXCursor_ConditionalOperator | CXCursor_SwitchStmt
    );
    let parts = c.children();
    let condition = parts
        .iter()
        .find(|part| part.is_expression())
        .filter(|_| is_choice);
    condition.is_some_and(|condition| mentions(*condition, variable))
        || parts.into_iter().any(|part| asks(part, variable))
}
