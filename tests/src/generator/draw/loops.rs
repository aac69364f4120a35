//! Loops of random programs, with counters and what is carried round them.

use super::super::{Expr, Geometry, Kind, Op, Stmt, Ty};
use super::Drawer;

impl Drawer {
    pub(super) fn repeat(&mut self, out: &mut Vec<Stmt>, depth: usize) {
        if self.nested >= 2 {
            return;
        }
        let ty = self.random.pick(&[Ty::Int, Ty::Int, Ty::UInt]);
        let v = self.counter(ty);
        let (me, c) = (Expr::Local(v), Expr::Const);
        let step = |op, by| Expr::bin(op, me.clone(), c(by));
        let below = |limit| Expr::bin(Op::Lt, me.clone(), limit);
        let (kind, uniform) = match self.random.below(9) {
            0 | 1 => (Kind::For(v, c(0), below(c(3)), step(Op::Add, 1)), true),
            2 => {
                let from = self.random.number(2, 8);
                let above = Expr::bin(Op::Gt, me.clone(), c(0));
                (Kind::For(v, c(from), above, step(Op::Shr, 1)), true)
            }
            3 => (Kind::For(v, c(1), below(c(8)), step(Op::Mul, 2)), true),
            4 => {
                let by = Expr::bin(Op::Add, me.clone(), Expr::Geometry(Geometry::D));
                (Kind::For(v, Expr::T, below(c(20)), by), false)
            }
            5 => {
                let limit = Expr::bin(Op::And, Expr::N, c(3));
                (Kind::For(v, c(0), below(limit), step(Op::Add, 1)), true)
            }
            6 => {
                let limit = Expr::bin(Op::Mod, Expr::T, c(3));
                (Kind::For(v, c(0), below(limit), step(Op::Add, 1)), false)
            }
            7 => {
                let from = self.random.number(1, 3);
                let above = Expr::bin(Op::Gt, me.clone(), c(0));
                (Kind::For(v, c(from), above, step(Op::Sub, 1)), true)
            }
            _ => {
                self.counted(out, depth, v);
                return;
            }
        };
        let body = self.body(out, depth, v, uniform);
        out.push(Stmt::Loop(kind, body));
    }

    pub(super) fn body(
        &mut self,
        before: &mut Vec<Stmt>,
        depth: usize,
        v: usize,
        uniform: bool,
    ) -> Vec<Stmt> {
        let outer = self.certain;
        self.certain &= uniform;
        self.nested += 1;
        let around = self.loops.len();
        self.loops.push(v);
        let carried = self.random.percent(50).then(|| self.carry(before));
        let length = 1 + self.random.below(3);
        let mut body = self.block(length, depth - 1);
        if let Some(update) = carried {
            let at = self.random.below(body.len() + 1);
            body.splice(at..at, update);
        }
        self.loops.truncate(around);
        self.nested -= 1;
        self.certain = outer;
        body
    }

    /// A variable that is carried round a loop, set before it; gives its update.
    fn carry(&mut self, before: &mut Vec<Stmt>) -> Vec<Stmt> {
        let c = Expr::Const;
        let ty = self
            .random
            .pick(&[Ty::Int, Ty::Int, Ty::UInt, Ty::UChar, Ty::Char]);
        let (w, last) = (self.variable(ty, ty.range()), self.loops.last().copied());
        let me = Expr::Local(w);
        let start = self.random.pick(&[
            c(0),
            c(1),
            c(3),
            c(16),
            Expr::T,
            Expr::bin(Op::And, Expr::N, c(3)),
        ]);
        before.push(Stmt::Set(w, start));
        let next = match self.random.below(10) {
            0..=2 => Expr::bin(Op::Add, me, c(self.random.number(1, 9))),
            3 => Expr::bin(Op::Mul, me, c(self.random.number(2, 3))),
            4 => Expr::bin(Op::Shr, me, c(1)),
            5 => Expr::bin(Op::Sub, me, c(self.random.number(1, 9))),
            6 => Expr::bin(Op::Xor, me, c(self.random.number(1, 5))),
            7 => Expr::bin(Op::Add, me, last.map_or(c(2), Expr::Local)),
            8 => Expr::bin(
                Op::Mod,
                Expr::bin(Op::Add, Expr::bin(Op::And, me, c(255)), c(1)),
                c(3),
            ),
            _ => Expr::bin(Op::Sub, c(1), me),
        };
        self.loops.push(w);
        let update = Stmt::Set(w, next);
        if self.random.percent(20) {
            vec![Stmt::If(self.condition(), vec![update], Vec::new())]
        } else {
            vec![update]
        }
    }

    /// `v = 0; while (v < limit) { ++v; .. }` or `do { .. } while (++v < limit && condition)`
    fn counted(&mut self, out: &mut Vec<Stmt>, depth: usize, v: usize) {
        let me = Expr::Local(v);
        out.push(Stmt::Set(v, Expr::Const(0)));
        let next = Stmt::Set(v, Expr::bin(Op::Add, me.clone(), Expr::Const(1)));
        let limit = Expr::bin(Op::Lt, me, Expr::Const(self.random.number(2, 4)));
        let early = self.random.percent(50);
        let condition = if early {
            let more = self.condition();
            Expr::bin(Op::LogicalAnd, limit, more)
        } else {
            limit
        };
        let mut body = vec![next];
        body.extend(self.body(out, depth, v, !early));
        let kind = if self.random.percent(50) {
            Kind::While(condition)
        } else {
            Kind::DoWhile(condition)
        };
        out.push(Stmt::Loop(kind, body));
    }
}
