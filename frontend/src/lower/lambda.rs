//! Lambdas: their bodies are inlined where they are called; what they capture by value is copied where they are written.

use super::types::{self, Shape};
use super::{Lowerer, Value};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::Expr;

impl<'u> Lowerer<'u, '_> {
    /// A lambda: remembers `this`, and copies of what it captures by value.
    pub(super) fn lambda(&mut self, c: Cursor<'u>) -> Value {
        let loc = self.loc(c);
        let Some(class) = c.ty().canonical().declaration() else {
            return Value::Void;
        };
        let class = class.canonical().identity();
        let this = self.frame().this.clone();
        self.lambda_this.insert(class, this);
        // `[x = e]` declares a variable, which comes to be here.
        for variable in captured_variables(c).filter(|v| is_within(*v, c)) {
            self.declaration(variable);
        }
        let copies = self.captured_copies(c);
        let mut captured = Vec::new();
        for variable in copies {
            let Some(addr) = self.env.get(&variable.identity()).cloned() else {
                continue;
            };
            let copy = self.local(loc, &variable.spelling(), variable.ty(), false);
            let ty = match types::shape(variable.ty()) {
                Shape::Reference(target) => target,
                _ => variable.ty(),
            };
            let from = self.place(addr, ty, loc);
            let value = self.read(&from);
            let to = self.place(copy.clone(), ty, loc);
            self.write(&to, value);
            captured.push((variable.identity(), copy));
        }
        self.captures.insert(class, captured);
        Value::Memory(self.temporary(loc, "lambda", c.ty()))
    }

    /// The variables that a lambda captures by value.
    pub(super) fn captured_copies(&mut self, c: Cursor<'u>) -> Vec<Cursor<'u>> {
        let Some(range) = c.range() else { return Vec::new() };
        let Some(text) = self
            .files
            .slice(&range.start.file, range.start.offset, range.end.offset)
        else {
            return Vec::new();
        };
        let list = text
            .split(']')
            .next()
            .unwrap_or_default()
            .trim_start_matches('[')
            .to_owned();
        let all_by_reference = list.trim_start().starts_with('&')
            && list.trim_start()[1..].trim_start().starts_with([',', ']'])
            || list.trim() == "&";
        let by_reference = |name: &str| {
            list.split(',')
                .any(|item| item.trim().strip_prefix('&').is_some_and(|n| n.trim() == name))
        };
        let mut found: Vec<Cursor<'u>> = Vec::new();
        for target in captured_variables(c).filter(|v| !is_within(*v, c)) {
            let name = target.spelling();
            let explicit = list.split(',').any(|item| item.trim() == name);
            if by_reference(&name) || (all_by_reference && !explicit) || found.iter().any(|f| f.same(target))
            {
                continue;
            }
            found.push(target);
        }
        found
    }

    /// Makes a lambda's copies visible to its body; what they hide comes back after it.
    pub(super) fn bind_captures(&mut self, definition: Cursor<'u>) -> Vec<(usize, Expr)> {
        let class = definition.semantic_parent().map(|p| p.canonical().identity());
        let Some(captured) = class.and_then(|class| self.captures.get(&class)).cloned() else {
            return Vec::new();
        };
        let mut hidden = Vec::new();
        for (variable, copy) in captured {
            if let Some(before) = self.env.insert(variable, copy) {
                hidden.push((variable, before));
            }
        }
        hidden
    }
}

/// The variables that a lambda captures, and those that its captures declare.
fn captured_variables(c: Cursor<'_>) -> impl Iterator<Item = Cursor<'_>> {
    c.children().into_iter().filter_map(|child| match child.kind() {
        CXCursor_VariableRef | CXCursor_DeclRefExpr => child.referenced(),
        _ => None,
    })
}

/// Whether a variable is declared inside a lambda.
fn is_within(variable: Cursor<'_>, lambda: Cursor<'_>) -> bool {
    let (Some(at), Some(range)) = (variable.position(), lambda.range()) else {
        return false;
    };
    range.holds(&at)
}
