//! Idioms of locks.

use super::super::program::{Array, Compare, Op, Order, Scope, Stmt, Value};
use super::{Drawer, at, atomic, increment, when};
use Array::{Data, Locks, Shared};
use Compare::{Eq, Ne};
use Order::AcqRel;
use Scope::Device;
use Value::{Const, Global, Own, Thread, Var};

impl Drawer {
    pub(super) fn spin_lock(&mut self, array: Array, out: &mut Vec<Stmt>) {
        let (cell, v, w) = (at(array, self.lock()), self.var(), self.var());
        let take = match self.random.percent(50) {
            true => Op::Cas(0, Const(1)),
            false => Op::Exch(Const(1)),
        };
        let data = if array == Locks { Data } else { Shared };
        out.push(Stmt::Spin(atomic(v, take, cell), Ne, Const(0)));
        out.push(Stmt::Fence(Device, AcqRel));
        out.extend(increment(w, at(data, Const(0))));
        out.push(Stmt::Fence(Device, AcqRel));
        out.push(Stmt::Atomic(atomic(v, Op::Exch(Const(0)), cell)));
    }

    pub(super) fn try_lock(&mut self, out: &mut Vec<Stmt>) {
        let (cell, v, w) = (at(Locks, self.lock()), self.var(), self.var());
        let mut inside = vec![Stmt::Fence(Device, AcqRel)];
        inside.extend(increment(w, at(Data, Const(1))));
        inside.push(Stmt::Fence(Device, AcqRel));
        inside.push(Stmt::Atomic(atomic(w, Op::Cas(7, Const(0)), cell)));
        out.push(Stmt::Atomic(atomic(v, Op::Cas(0, Const(7)), cell)));
        out.push(when(Var(v, 0), Eq, Const(0), inside));
    }

    pub(super) fn master(&mut self, out: &mut Vec<Stmt>) {
        let (v, w) = (self.var(), self.var());
        let value = self.random.pick(&[Value::Block, Const(3), Global]);
        out.push(when(
            Thread,
            Eq,
            Const(0),
            vec![Stmt::Store(at(Shared, Const(9)), value)],
        ));
        out.push(Stmt::Barrier);
        out.push(Stmt::Load(v, at(Shared, Const(9))));
        out.push(Stmt::Set(w, Thread));
        out.push(when(
            Var(v, 0),
            Eq,
            value,
            vec![when(
                Var(w, 0),
                Eq,
                Const(0),
                vec![Stmt::Store(at(Shared, Const(8)), Own(7))],
            )],
        ));
    }

    pub(super) fn ticket_lock(&mut self, out: &mut Vec<Stmt>) {
        let (ticket, serving) = (at(Locks, self.lock()), at(Locks, self.lock()));
        let (mine, v) = (self.var(), self.var());
        out.push(Stmt::Atomic(atomic(mine, Op::Add(Const(1)), ticket)));
        out.push(Stmt::Spin(
            atomic(v, Op::Add(Const(0)), serving),
            Ne,
            Var(mine, 0),
        ));
        out.push(Stmt::Fence(Device, AcqRel));
        out.extend(increment(v, at(Data, Const(4))));
        out.push(Stmt::Fence(Device, AcqRel));
        out.push(Stmt::Atomic(atomic(v, Op::Add(Const(1)), serving)));
    }

    /// One thread after the other, by its number.
    pub(super) fn turns(&mut self, out: &mut Vec<Stmt>) {
        let (turn, mine, v) = (at(Locks, self.lock()), self.var(), self.var());
        out.push(Stmt::Set(mine, Global));
        out.push(Stmt::Spin(atomic(v, Op::Add(Const(0)), turn), Ne, Var(mine, 0)));
        out.push(Stmt::Fence(Device, AcqRel));
        out.extend(increment(v, at(Data, Const(6))));
        out.push(Stmt::Fence(Device, AcqRel));
        out.push(Stmt::Atomic(atomic(v, Op::Exch(Var(mine, 1)), turn)));
    }
}
