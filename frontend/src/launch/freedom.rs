//! Whether host code may launch a kernel with any size, as far as its text says: the size is an input, or computed from one so that
//! every number comes about. What a launch shows that the text neither knows nor leaves open may be one that the host never makes.

use super::constants::{MAX_DEPTH, Scope, strip};
use super::reaching::Definition;
use super::uses::Effect;
use super::variables::{is_local, is_variable, start};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::repair::kernels::is_the_languages;

impl<'u> Scope<'_, 'u> {
    /// Whether an expression may have any value; for those that have bounds, any within them.
    pub(super) fn is_free(&self, expression: Cursor<'u>) -> bool {
        self.is_free_within(expression, 0)
    }

    fn is_free_within(&self, c: Cursor<'u>, depth: u32) -> bool {
        if depth > MAX_DEPTH / 4 {
            return false;
        }
        let deeper = |c: &Cursor<'u>| self.is_free_within(*c, depth + 1);
        let c = strip(c);
        match (c.kind(), &c.expressions()[..]) {
            (CXCursor_DeclRefExpr, _) => {
                let variable = c.referenced().filter(|v| is_variable(*v));
                variable.is_some_and(|variable| self.is_free_variable(variable, c, depth))
            }
            // A cell or a member of something that others fill in.
            (CXCursor_ArraySubscriptExpr, _) => true,
            (CXCursor_MemberRefExpr, [record]) => match record.ty().canonical().kind() {
                CXType_Pointer => true,
                _ => deeper(record),
            },
            (CXCursor_MemberRefExpr, []) => true,
            (CXCursor_UnaryOperator, _) => c.unary_operator() == CXUnaryOperator_Deref,
            (CXCursor_CallExpr, _) => self.is_free_call(c, depth),
            (CXCursor_BinaryOperator, [left, right]) => {
                let known = |c: &Cursor<'u>| self.integer(*c);
                match (c.binary_operator(), known(left), known(right)) {
                    (CXBinaryOperator_Add | CXBinaryOperator_Sub, None, None)
                    | (CXBinaryOperator_Mul, None, None) => deeper(left) && deeper(right),
                    (CXBinaryOperator_Div, None, _) => deeper(left),
                    (CXBinaryOperator_Add | CXBinaryOperator_Sub | CXBinaryOperator_Shr, None, Some(_))
                    | (CXBinaryOperator_Rem, None, Some(_)) => deeper(left),
                    (CXBinaryOperator_And, None, Some(mask)) => deeper(left) && mask & (mask + 1) == 0,
                    (CXBinaryOperator_Add | CXBinaryOperator_Sub, Some(_), None) => deeper(right),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    fn is_free_call(&self, c: Cursor<'u>, depth: u32) -> bool {
        let deeper = |c: &Cursor<'u>| self.is_free_within(*c, depth + 1);
        let arguments = c.arguments();
        let Some(function) = c.referenced() else {
            return false;
        };
        if function.kind() == CXCursor_Constructor {
            return matches!(&arguments[..], [only] if deeper(only));
        }
        if !is_the_languages(function) {
            // What it computes from is not looked at.
            return function.definition().is_none();
        }
        let is_fixed = |c: &Cursor<'u>| self.integer(*c).is_some();
        match function.spelling().as_str() {
            "min" | "max" => arguments.iter().all(|c| is_fixed(c) || deeper(c)),
            "ceil" | "ceilf" | "floor" | "floorf" => arguments.iter().all(deeper),
            // Numbers that are read from somewhere.
            name => ["ato", "strto", "getenv", "rand", "get"]
                .iter()
                .any(|start| name.starts_with(start)),
        }
    }

    fn is_free_variable(&self, variable: Cursor<'u>, read: Cursor<'u>, depth: u32) -> bool {
        let deeper = |c: Cursor<'u>| self.is_free_within(c, depth + 1);
        if let Some(value) = self.variables.only_value(variable) {
            return deeper(value);
        }
        if !is_local(variable) {
            return true;
        }
        let handed = self.variables.handed(variable);
        if !handed.is_empty() {
            return handed.into_iter().any(deeper);
        }
        if !self.variables.is_seen(variable) {
            return false;
        }
        let changes = self.variables.changes(variable);
        let is_handed_out = |effect: Effect<'_>| matches!(effect, Effect::Escapes | Effect::Lent);
        if !changes.is_empty() && changes.iter().all(|change| is_handed_out(change.effect)) {
            return true;
        }
        let definitions = self.variables.reaching(variable, None, read);
        let is_input = |definition: &Definition<'u>| match definition {
            Definition::Start if variable.kind() == CXCursor_ParmDecl => true,
            Definition::Start => start(variable).is_some_and(deeper),
            Definition::Change(change) => match change.effect {
                Effect::Assigned(value) => deeper(value),
                Effect::Lent => true,
                Effect::Member(..) | Effect::Updated | Effect::Allocated(_) | Effect::Escapes => false,
            },
        };
        !definitions.is_empty() && definitions.iter().all(is_input)
    }
}
