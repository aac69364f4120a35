//! Function pointers: an address is a number that stands for a function; a call through a pointer compares it with the
//! functions whose address the kernel takes.

use super::call::{CallParts, strip_callee};
use super::types::{self, Shape};
use super::{Lowerer, Value};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::build;
use crate::ir::{CmpOp, Expr, TermKind, Ty};

/// The address of the first function.
pub const FIRST_ADDRESS: i128 = 0x1000;

/// The function that an expression names.
pub fn named_function(c: Cursor<'_>) -> Option<Cursor<'_>> {
    let named = strip_callee(c);
    if named.kind() != CXCursor_DeclRefExpr {
        return None;
    }
    named.referenced().filter(|f| f.kind() == CXCursor_FunctionDecl)
}

impl<'u> Lowerer<'u, '_> {
    /// A function's address, or what a pointer to one holds.
    pub(super) fn function_value(&mut self, c: Cursor<'u>) -> Value {
        let loc = self.loc(c);
        let inner = strip_callee(c);
        if let (CXCursor_ConditionalOperator, &[cond, then, other]) = (inner.kind(), &inner.expressions()[..])
        {
            return self.chosen_function(inner, cond, [then, other]);
        }
        match named_function(c) {
            Some(function) => Value::Scalar(self.function_address(function)),
            None if strip_callee(c).kind() == CXCursor_UnaryOperator => self.rvalue(strip_callee(c)),
            None => Value::Scalar(self.b.unknown(
                loc,
                "this function's address is not modelled",
                Ty::Ptr,
                Vec::new(),
            )),
        }
    }

    /// `cond ? f : g`
    fn chosen_function(&mut self, c: Cursor<'u>, cond: Cursor<'u>, arms: [Cursor<'u>; 2]) -> Value {
        let loc = self.loc(c);
        let slot = self.b.temp("cond", Ty::Ptr);
        let (yes, no, done) = (self.b.block(), self.b.block(), self.b.block());
        self.condition(cond, yes, no);
        for (block, arm) in [yes, no].into_iter().zip(arms) {
            self.b.enter(block);
            let value = self.function_value(arm);
            let value = self.scalar_of(value, loc);
            self.b.assign(loc, slot, value);
            self.b.end(loc, TermKind::Goto(done));
        }
        self.b.enter(done);
        Value::Scalar(build::var(slot, Ty::Ptr))
    }

    fn function_address(&mut self, function: Cursor<'u>) -> Expr {
        let known = self
            .functions
            .iter()
            .position(|f| f.canonical().same(function.canonical()));
        let index = known.unwrap_or_else(|| {
            self.functions.push(function);
            self.functions.len() - 1
        });
        build::int(FIRST_ADDRESS + 16 * index as i128, Ty::Ptr)
    }

    /// A call through a pointer.
    pub(super) fn indirect_call(&mut self, c: Cursor<'u>) -> Value {
        const REASON: &str = "a call whose callee is not known is not modelled";
        let Some(callee) = c
            .children()
            .into_iter()
            .next()
            .filter(|callee| callee.is_expression())
        else {
            return self.unknown_call(c, REASON);
        };
        if types::scalar(callee.ty()) != Some(Ty::Ptr) {
            return self.unknown_call(c, REASON);
        }
        let loc = self.loc(c);
        let target = self.scalar(callee);
        let wanted = callee.ty().canonical().pointee().canonical().spelling();
        let candidates: Vec<Cursor<'u>> = self
            .functions
            .iter()
            .copied()
            .filter(|f| f.ty().canonical().spelling() == wanted)
            .collect();
        let slot = match types::shape(c.ty()) {
            Shape::Scalar(ty) => Some(self.b.temp("called", ty)),
            Shape::Void => None,
            _ => return self.unknown_call(c, REASON),
        };
        let done = self.b.block();
        for function in candidates {
            let address = self.function_address(function);
            let (yes, no) = (self.b.block(), self.b.block());
            let chosen = build::compare(CmpOp::Eq, target.clone(), address);
            self.b.branch(loc, chosen, yes, no);
            self.b.enter(yes);
            let parts = CallParts {
                function,
                object: None,
                method: false,
                arguments: c.arguments(),
                source: None,
            };
            let value = self.dispatch(c, &parts);
            if let Some(slot) = slot {
                let value = self.scalar_of(value, loc);
                self.b.assign(loc, slot, value);
            }
            self.b.end(loc, TermKind::Goto(done));
            self.b.enter(no);
        }
        // Any function may be the one that is called, not only one that is handed what it writes.
        self.anything(loc, REASON);
        let value = self.unknown_call(c, REASON);
        if let Some(slot) = slot {
            let value = self.scalar_of(value, loc);
            self.b.assign(loc, slot, value);
        }
        self.b.fall_into(loc, done);
        slot.map_or(Value::Void, |slot| {
            Value::Scalar(build::var(slot, self.b.vars[slot].ty))
        })
    }
}
