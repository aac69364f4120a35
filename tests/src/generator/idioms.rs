//! What real kernels do, with a mistake now and then.

use super::draw::{Drawer, mask};
use super::{Expr, Kind, Op, Place, Stmt, Ty};

impl Drawer {
    /// What real kernels do, with a mistake now and then.
    pub(super) fn idiom(&mut self, out: &mut Vec<Stmt>) {
        if !self.certain || self.nested > 0 {
            return;
        }
        let (c, t) = (Expr::Const, Expr::T);
        let width = self.program.block[0] as i128;
        let cell = |index: Expr| Place::Cell(0, c(0), index);
        let load = |index: Expr| Expr::Load(Box::new(cell(index)));
        let v = self.counter(Ty::Int);
        let me = Expr::Local(v);
        let keep = |this: &mut Self, list: &mut Vec<Stmt>| {
            if this.random.percent(85) {
                list.push(Stmt::Barrier(true));
            }
        };
        let mut body = Vec::new();
        match self.random.below(6) {
            4 => self.flag(out, v),
            5 => self.ticket(out, v),
            0 => {
                // A sum by halves.
                let other = load(Expr::bin(Op::Add, t.clone(), me.clone()));
                let sum = Expr::bin(
                    Op::And,
                    Expr::bin(Op::Add, mask(load(t.clone())), mask(other)),
                    c(15),
                );
                let guard = Expr::bin(Op::Lt, t.clone(), me.clone());
                body.push(Stmt::If(
                    guard,
                    vec![Stmt::Store(cell(t.clone()), sum)],
                    Vec::new(),
                ));
                keep(self, &mut body);
                out.push(Stmt::Store(cell(t), c(1)));
                keep(self, out);
                let above = Expr::bin(Op::Gt, me.clone(), c(0));
                let step = Expr::bin(Op::Div, me, c(2));
                out.push(Stmt::Loop(Kind::For(v, c(width / 2), above, step), body));
            }
            1 => {
                // Two buffers in turn.
                let turn = self.counter(Ty::Int);
                let buffer = |row: Expr, column| Place::Cell(3, row, column);
                let row = Expr::Local(turn);
                let next = Expr::bin(Op::Mod, Expr::bin(Op::Add, t.clone(), c(1)), c(width));
                out.push(Stmt::Set(turn, c(0)));
                body.push(Stmt::Store(buffer(row.clone(), t), me.clone()));
                keep(self, &mut body);
                body.push(Stmt::Set(0, Expr::Load(Box::new(buffer(row.clone(), next)))));
                let flip = self.random.pick(&[
                    Expr::bin(Op::Sub, c(1), row.clone()),
                    Expr::bin(Op::Xor, row.clone(), c(1)),
                ]);
                body.push(Stmt::Set(turn, flip));
                let below = Expr::bin(Op::Lt, me.clone(), c(4));
                out.push(Stmt::Loop(
                    Kind::For(v, c(0), below, Expr::bin(Op::Add, me, c(1))),
                    body,
                ));
            }
            2 => {
                // Shift by growing distances.
                let from = load(Expr::bin(Op::Sub, t.clone(), me.clone()));
                let guard = Expr::bin(Op::Ge, t.clone(), me.clone());
                body.push(Stmt::If(guard.clone(), vec![Stmt::Set(0, from)], Vec::new()));
                keep(self, &mut body);
                body.push(Stmt::If(
                    guard,
                    vec![Stmt::Store(cell(t), Expr::Local(0))],
                    Vec::new(),
                ));
                keep(self, &mut body);
                let below = Expr::bin(Op::Lt, me.clone(), c(width));
                out.push(Stmt::Loop(
                    Kind::For(v, c(1), below, Expr::bin(Op::Mul, me, c(2))),
                    body,
                ));
            }
            _ => {
                // Neighbours meet in pairs.
                let partner = Expr::bin(Op::Xor, t.clone(), me.clone());
                let guard = Expr::bin(Op::Gt, partner.clone(), t.clone());
                let both = vec![
                    Stmt::Set(0, load(t.clone())),
                    Stmt::Store(cell(t), load(partner.clone())),
                    Stmt::Store(cell(partner), Expr::Local(0)),
                ];
                body.push(Stmt::If(guard, both, Vec::new()));
                keep(self, &mut body);
                let above = Expr::bin(Op::Gt, me.clone(), c(0));
                out.push(Stmt::Loop(
                    Kind::For(v, c(2), above, Expr::bin(Op::Shr, me, c(1))),
                    body,
                ));
            }
        }
    }

    /// A loop that a shared flag ends.
    fn flag(&mut self, out: &mut Vec<Stmt>, v: usize) {
        let c = Expr::Const;
        let flag = || Place::Cell(8, c(0), c(3));
        let read = || Expr::bin(Op::And, Expr::Load(Box::new(flag())), c(3));
        let maybe = |this: &mut Self, list: &mut Vec<Stmt>| {
            if this.random.percent(85) {
                list.push(Stmt::Barrier(true));
            }
        };
        let first = |then| Stmt::If(Expr::bin(Op::Eq, Expr::T, c(0)), vec![then], Vec::new());
        out.push(first(Stmt::Store(flag(), c(3))));
        maybe(self, out);
        let mut body = vec![Stmt::Set(v, read())];
        maybe(self, &mut body);
        let less = Expr::bin(Op::Sub, Expr::Local(v), c(1));
        body.push(first(Stmt::Store(flag(), less)));
        if self.random.percent(50) {
            self.store(&mut body);
        }
        maybe(self, &mut body);
        let more = Expr::bin(Op::Gt, read(), c(0));
        out.push(Stmt::Loop(Kind::While(more), body));
    }

    /// Places in a list are drawn from a counter.
    fn ticket(&mut self, out: &mut Vec<Stmt>, v: usize) {
        let c = Expr::Const;
        let counter = Place::Cell(self.random.pick(&[8, 1]), c(0), c(0));
        if self.random.percent(80) {
            let first = Expr::bin(Op::Eq, Expr::T, c(0));
            out.push(Stmt::If(
                first,
                vec![Stmt::Store(counter.clone(), c(0))],
                Vec::new(),
            ));
            out.push(Stmt::Barrier(true));
        }
        let by = self.random.number(1, 2);
        let mut draw = vec![Stmt::AtomicAdd(Some(v), counter, c(by))];
        let drawn = Expr::Local(v);
        let index = match self.random.below(4) {
            0 => Expr::bin(Op::Div, drawn, c(2)),
            1 => Expr::bin(Op::Add, drawn, c(1)),
            2 => Expr::bin(Op::Mod, drawn, c(16)),
            _ => drawn,
        };
        draw.push(Stmt::Store(
            Place::Cell(0, c(0), Expr::bin(Op::And, index, c(63))),
            Expr::T,
        ));
        let some = self.condition();
        out.push(Stmt::If(some, draw, Vec::new()));
    }
}
