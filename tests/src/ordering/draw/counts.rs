//! Idioms of counts, and of flags that are passed on.

use super::super::program::{Array, Compare, Op, Order, Scope, Stmt, Value};
use super::{Drawer, at, atomic, when};
use Array::{Data, Locks};
use Compare::Eq;
use Order::AcqRel;
use Scope::Device;
use Value::{Const, Global, Own, Var};

impl Drawer {
    /// Each thread counts itself, and the last one reads what they wrote.
    pub(super) fn last_thread(&mut self, out: &mut Vec<Stmt>) {
        let (counter, v, w) = (at(Locks, self.lock()), self.var(), self.var());
        let last = Const(self.threads as i32 - 1);
        out.push(Stmt::Store(at(Data, Global), Own(0)));
        out.push(Stmt::Fence(Device, AcqRel));
        out.push(Stmt::Atomic(atomic(v, Op::Add(Const(1)), counter)));
        let read = vec![
            Stmt::Fence(Device, AcqRel),
            Stmt::Load(w, at(Data, Const(0))),
            Stmt::Load(w, at(Data, Const(1))),
        ];
        out.push(when(Var(v, 0), Eq, last, read));
    }

    /// A message that a second thread passes on to a third.
    pub(super) fn passed_on(&mut self, out: &mut Vec<Stmt>) {
        let (first, second) = (at(Locks, self.lock()), at(Locks, self.lock()));
        let (v, w) = (self.var(), self.var());
        let set = |flag| Stmt::Atomic(atomic(v, Op::Exch(Const(1)), flag));
        let see = |flag| Stmt::Spin(atomic(v, Op::Add(Const(0)), flag), Eq, Const(0));
        let fence = || Stmt::Fence(Device, AcqRel);
        let store = Stmt::Store(at(Data, Const(5)), Own(0));
        let load = Stmt::Load(w, at(Data, Const(5)));
        out.push(when(Global, Eq, Const(0), vec![store, fence(), set(first)]));
        out.push(when(Global, Eq, Const(1), vec![see(first), fence(), set(second)]));
        out.push(when(Global, Eq, Const(2), vec![see(second), fence(), load]));
    }
}
