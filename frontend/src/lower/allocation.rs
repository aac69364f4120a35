//! `new` and `delete` (C++17 [expr.new], [expr.delete]).

use super::destroy::has_virtual_destructor;
use super::special::{Special, is_special};
use super::{Lowerer, Value};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::ALLOCATION;

impl<'u> Lowerer<'u, '_> {
    /// `new (place) T(...)` constructs in place; any other `new` gives memory that is not modelled.
    pub(super) fn new_expression(&mut self, c: Cursor<'u>) -> Value {
        let loc = self.loc(c);
        let parts = c.expressions();
        let target = c.ty().canonical().pointee();
        match (self.is_placement(c), &parts[..]) {
            (true, [place]) if target.size().is_some() => Value::Scalar(self.scalar(*place)),
            (true, [place, init]) if target.size().is_some() => {
                let addr = self.scalar(*place);
                let addr = self.b.stable(loc, addr);
                self.is_no_whole(&addr);
                self.initialise(addr.clone(), target, *init);
                Value::Scalar(addr)
            }
            _ => {
                let is_array = self.is_array_allocation(c);
                let pointer = self.unknown(loc, ALLOCATION, c.ty(), Vec::new());
                let addr = self.scalar_of(pointer, loc);
                let addr = self.b.stable(loc, addr);
                for part in parts {
                    match part.kind() {
                        CXCursor_InitListExpr if is_array => self.initialise(addr.clone(), part.ty(), part),
                        _ if is_array => self.discard(part),
                        _ => self.initialise(addr.clone(), target, part),
                    }
                }
                Value::Scalar(addr)
            }
        }
    }

    fn is_array_allocation(&mut self, c: Cursor<'u>) -> bool {
        let text = self.files.text(c);
        text.is_none_or(|text| text.contains('['))
    }

    /// Memory that is given back is given back by one thread, after it was destroyed.
    pub(super) fn delete_expression(&mut self, c: Cursor<'u>) -> Value {
        let loc = self.loc(c);
        let Some(operand) = c.expressions().pop() else {
            return Value::Void;
        };
        let target = operand.ty().canonical().pointee();
        let is_array = self.is_array_allocation(c);
        match is_special(target, Special::Destroy) || has_virtual_destructor(target) {
            true if is_array => {
                self.discard(operand);
                self.anything(
                    loc,
                    "the destructors of elements of which nobody knows how many there are are not modelled",
                );
            }
            true => {
                let pointer = self.scalar(operand);
                self.delete_object(loc, pointer, target);
            }
            false => self.discard(operand),
        }
        Value::Void
    }

    /// Whether `new` is told the place: one argument in parentheses, and no array after it.
    fn is_placement(&mut self, c: Cursor<'u>) -> bool {
        let text = self.files.text(c).unwrap_or_default();
        let rest = text
            .trim_start_matches(':')
            .trim_start()
            .strip_prefix("new")
            .unwrap_or_default();
        let Some(inside) = rest.trim_start().strip_prefix('(') else {
            return false;
        };
        let mut depth = 1;
        let close = inside.find(|sign: char| {
            depth += match sign {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            depth == 0
        });
        // `new (T)` ends there.
        close.is_some_and(|at| {
            let after = inside[at + 1..].trim_start();
            after.starts_with(|sign: char| sign.is_alphabetic() || matches!(sign, '_' | ':' | '('))
                && !after.contains('[')
        })
    }
}
