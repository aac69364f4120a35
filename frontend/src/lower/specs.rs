//! Specifications in a kernel's source, as GPUVerify has them: assumptions, assertions, invariants, postconditions.
//!
//! Invariants and postconditions are assertions at the places that they speak of; no fact is made of one here.
//! Those that speak of other threads, or read memory as no statement of the kernel does, are left out.

use super::types;
use super::{Lowerer, ResultSlot, Value};
use crate::builtin::Model;
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::build;
use crate::ir::{Expr, Loc, StmtKind, Ty};

/// What a function's specification says of it.
#[derive(Default)]
pub struct Contract<'u> {
    /// Facts at the head of every loop.
    invariants: Vec<Cursor<'u>>,
    /// Facts at the end.
    ensures: Vec<Cursor<'u>>,
    /// What `__old` stands for in them, by the call.
    old: Vec<(usize, Expr)>,
}

impl<'u> Lowerer<'u, '_> {
    /// A statement that says something of the program.
    pub(super) fn specification(&mut self, loc: Loc, model: Model, fact: Cursor<'u>) {
        match model {
            Model::Assert => self.claim(loc, fact),
            Model::Assume | Model::Requires => {
                // Of what another thread has, nothing can be taken for granted here.
                if calls_any(fact, &|name| name.starts_with("__kv_unknown_")) {
                    self.b.unmade.push(loc);
                    return;
                }
                let fact = build::truth(self.scalar(fact));
                if model == Model::Requires && loc.call.is_some() {
                    self.b.emit(loc, StmtKind::Assert(fact.clone()));
                }
                self.b.emit(loc, StmtKind::Assume(fact));
            }
            Model::Invariant if self.is_checkable(fact) => self.claim(loc, fact),
            Model::FunctionInvariant if self.is_checkable(fact) => {
                self.frame().contract.invariants.push(fact)
            }
            Model::Ensures if self.is_checkable(fact) => {
                self.remember_old(fact);
                self.frame().contract.ensures.push(fact);
            }
            _ => {}
        }
    }

    /// Whether a fact is about values of one thread: about no other thread, and about no memory, whose reading would look
    /// like an access of the kernel's.
    fn is_checkable(&self, fact: Cursor<'u>) -> bool {
        !calls_any(fact, &|name| name.starts_with("__kv_unknown_")) && !self.reads_memory(fact)
    }

    fn reads_memory(&self, c: Cursor<'u>) -> bool {
        let through_pointer = || {
            let operand = c.expressions().into_iter().next();
            operand.is_some_and(|operand| types::scalar(operand.ty()) == Some(Ty::Ptr))
        };
        let reads = match c.kind() {
            CXCursor_ArraySubscriptExpr => true,
            CXCursor_UnaryOperator | CXCursor_MemberRefExpr => through_pointer(),
            CXCursor_DeclRefExpr => c
                .referenced()
                .filter(|d| {
                    d.kind() == CXCursor_VarDecl
                        && !d
                            .position()
                            .is_none_or(|at| crate::prelude::is_the_languages(&at.file))
                })
                .is_some_and(|d| self.is_static_storage(d)),
            _ => false,
        };
        reads || c.children().into_iter().any(|child| self.reads_memory(child))
    }

    fn claim(&mut self, loc: Loc, fact: Cursor<'u>) {
        let fact = build::truth(self.scalar(fact));
        self.b.emit(loc, StmtKind::Assert(fact));
    }

    /// At the head of a loop: what the function's specification says of all of them.
    pub(super) fn function_invariants(&mut self) {
        for fact in self.frame().contract.invariants.clone() {
            let loc = self.loc(fact);
            self.claim(loc, fact);
        }
    }

    /// Where a function is left: its postconditions.
    pub(super) fn postconditions(&mut self) {
        for fact in self.frame().contract.ensures.clone() {
            let loc = self.loc(fact);
            self.claim(loc, fact);
        }
    }

    /// Evaluates now what a postcondition calls old.
    fn remember_old(&mut self, fact: Cursor<'u>) {
        if is_call_of(fact, &|name| name.starts_with("__kv_old_")) {
            if let Some(argument) = fact.arguments().into_iter().next() {
                let loc = self.loc(argument);
                let value = self.scalar(argument);
                let kept = self.b.temp("old", value.ty);
                let ty = value.ty;
                self.b.assign(loc, kept, value);
                let now = (fact.statement_identity(), build::var(kept, ty));
                self.frame().contract.old.push(now);
            }
            return;
        }
        fact.children()
            .into_iter()
            .for_each(|child| self.remember_old(child));
    }

    pub(super) fn old_value(&mut self, c: Cursor<'u>, args: &[Cursor<'u>]) -> Value {
        let known = &self.frame().contract.old;
        match known.iter().find(|(call, _)| *call == c.statement_identity()) {
            Some((_, value)) => Value::Scalar(value.clone()),
            None => self.hole_call(c, args, "`__old` outside of a postcondition is not modelled"),
        }
    }

    pub(super) fn function_result(&mut self, c: Cursor<'u>) -> Value {
        let vars = match self.frame().result.clone() {
            ResultSlot::Scalar(var) => {
                return Value::Scalar(build::var(var, self.b.vars[var].ty));
            }
            ResultSlot::Vector(vars) => vars,
            _ => return self.hole_call(c, &[], "the result of this function is not modelled"),
        };
        let parts = vars.into_iter().map(|v| build::var(v, self.b.vars[v].ty));
        Value::Vector(parts.collect())
    }
}

/// Whether a fact has a call of a function that is named so.
fn calls_any(c: Cursor<'_>, named: &impl Fn(&str) -> bool) -> bool {
    is_call_of(c, named) || c.children().into_iter().any(|child| calls_any(child, named))
}

fn is_call_of(c: Cursor<'_>, named: &impl Fn(&str) -> bool) -> bool {
    c.kind() == CXCursor_CallExpr && c.referenced().is_some_and(|f| named(&f.spelling()))
}
