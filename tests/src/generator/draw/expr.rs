//! Expressions of random programs: indices, values, conditions.

use super::super::{ARRAYS, Expr, Geometry, Op, POINTED, POINTERS, Place, Ty};
use super::{DATA, Drawer, mask};

impl Drawer {
    /// A place inside an array.
    pub(super) fn place(&mut self, write: bool) -> Place {
        let array = self.random.pick(&[0, 0, 0, 1, 1, 3, 4, 5, 6, 7, 8, 2]);
        let array = if write && array == 2 { 0 } else { array };
        let len = ARRAYS[array].len;
        if array == POINTED[0] && self.random.percent(8) {
            return Place::Behind(self.random.below(POINTERS), self.index(31));
        }
        if let Some(columns) = ARRAYS[array].columns {
            let row = self.index(len / columns - 1);
            return Place::Cell(array, row, self.own_index(columns - 1, write));
        }
        Place::Cell(array, Expr::Const(0), self.own_index(len - 1, write))
    }

    /// An index; in tidy programs mostly one that no other thread uses.
    fn own_index(&mut self, most: i128, write: bool) -> Expr {
        if !(write && self.tidy && self.random.percent(85)) {
            return self.index(most);
        }
        let width = self.program.block[0] as i128;
        let linear = if self.program.block[1] > 1 {
            let row = Expr::bin(Op::Mul, Expr::Geometry(Geometry::Ty), Expr::Const(width));
            Expr::bin(Op::Add, row, Expr::T)
        } else {
            Expr::T
        };
        let threads = width * self.program.block[1] as i128;
        let mut index = match self.random.below(7) {
            0 => Expr::bin(Op::Sub, Expr::Const(threads - 1), linear),
            1 => Expr::bin(Op::Xor, linear, Expr::Const(1)),
            2 if most >= 2 * threads => Expr::bin(Op::Mul, linear, Expr::Const(2)),
            3 if most >= 24 => Expr::bin(Op::Add, linear, Expr::Const(self.random.number(0, 12))),
            _ => linear,
        };
        if most >= 63 && self.program.grid > 1 {
            let base = Expr::bin(Op::Mul, Expr::Geometry(Geometry::B), Expr::Const(24));
            index = Expr::bin(Op::Add, base, index);
        }
        self.within(index, most)
    }

    /// An expression between 0 and `most`.
    pub(super) fn index(&mut self, most: i128) -> Expr {
        let e = self.arithmetic(2);
        self.within(e, most)
    }

    fn within(&mut self, e: Expr, most: i128) -> Expr {
        let (low, high) = self.range(&e);
        if low >= 0 && high <= most {
            return e;
        }
        let all = (most + 1) & (most + 1).wrapping_neg();
        let bits = if (most + 1) == all { most } else { 7 };
        if self.random.percent(25) {
            Expr::bin(Op::Mod, Expr::Cast(Ty::UInt, Box::new(e)), Expr::Const(bits + 1))
        } else {
            Expr::bin(Op::And, e, Expr::Const(bits))
        }
    }

    /// Anything to be stored.
    pub(super) fn value(&mut self, depth: usize) -> Expr {
        match self.random.below(4) {
            0 => {
                let place = self.place(false);
                Expr::Load(Box::new(place))
            }
            1 => Expr::Const(self.random.number(0, 5)),
            _ => self.arithmetic(depth),
        }
    }

    fn leaf(&mut self) -> Expr {
        match self.random.below(14) {
            0..=5 => Expr::T,
            6 if self.program.block[1] > 1 => Expr::Geometry(Geometry::Ty),
            6 => Expr::Geometry(Geometry::RawT),
            7 => Expr::Geometry(Geometry::B),
            8 => Expr::Geometry(Geometry::D),
            9 => Expr::bin(Op::And, Expr::N, Expr::Const(7)),
            10 => mask(Expr::Local(self.random.below(DATA.len()))),
            11 if !self.loops.is_empty() => Expr::Local(self.random.pick(&self.loops)),
            _ => Expr::Const(self.random.number(0, 9)),
        }
    }

    /// Arithmetic that never leaves its type, unless that is unsigned.
    fn arithmetic(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return self.leaf();
        }
        let c = Expr::Const;
        let a = self.arithmetic(depth - 1);
        let drawn = match self.random.below(18) {
            0..=3 => Expr::bin(Op::Add, a, c(self.random.number(1, 16))),
            4 | 5 => {
                let b = self.arithmetic(depth - 1);
                Expr::bin(self.random.pick(&[Op::Add, Op::Sub]), a, b)
            }
            6 => Expr::bin(Op::Mul, a, c(self.random.number(2, 8))),
            7 => Expr::bin(Op::Div, a, c(self.random.number(2, 4))),
            8 => Expr::bin(Op::Mod, a, c(self.random.number(2, 9))),
            9 => Expr::bin(Op::Xor, a, c(self.random.number(1, 9))),
            10 => Expr::bin(Op::Sub, c(self.random.number(3, 20)), a),
            11 => {
                let op = self.random.pick(&[Op::Shl, Op::Shr, Op::Or, Op::And]);
                Expr::bin(op, a, c(self.random.number(1, 3)))
            }
            12 => {
                let (condition, b) = (self.condition(), self.arithmetic(depth - 1));
                Expr::Cond(Box::new(condition), Box::new(a), Box::new(b))
            }
            13 => Expr::Cast(
                self.random.pick(&[Ty::UInt, Ty::Long, Ty::UChar, Ty::Short]),
                Box::new(a),
            ),
            14 => {
                let place = self.place(false);
                mask(Expr::Load(Box::new(place)))
            }
            15 => Expr::Call(self.random.below(3), Box::new(a)),
            _ => a,
        };
        let (low, high) = self.range(&drawn);
        let (least, most) = self.program.ty(&drawn).range();
        if low < least || high > most || high - low > 1 << 40 {
            mask(drawn_operand(drawn))
        } else {
            drawn
        }
    }

    /// A condition that all threads of a block agree on.
    pub(super) fn uniform(&mut self) -> Expr {
        let c = Expr::Const;
        match self.random.below(5) {
            0 => Expr::bin(Op::Gt, Expr::N, c(self.random.number(0, 3))),
            1 => Expr::bin(Op::Eq, Expr::Geometry(Geometry::B), c(0)),
            2 => Expr::bin(Op::Eq, Expr::bin(Op::And, Expr::N, c(1)), c(0)),
            3 if !self.loops.is_empty() => Expr::bin(
                Op::Lt,
                Expr::Local(self.random.pick(&self.loops)),
                c(self.random.number(1, 3)),
            ),
            _ => {
                let cell = Place::Cell(2, c(0), c(self.random.number(0, 3)));
                Expr::bin(Op::Gt, Expr::Load(Box::new(cell)), c(1))
            }
        }
    }

    pub(in super::super) fn condition(&mut self) -> Expr {
        let c = Expr::Const;
        match self.random.below(13) {
            10.. if !self.loops.is_empty() => self.turn(),
            0..=2 => Expr::bin(
                self.random.pick(&[Op::Lt, Op::Ge, Op::Eq, Op::Ne]),
                Expr::T,
                c(self.random.number(0, 7)),
            ),
            3 => Expr::bin(
                Op::Eq,
                Expr::bin(Op::Mod, Expr::T, c(self.random.number(2, 4))),
                c(self.random.number(0, 2)),
            ),
            4 => self.uniform(),
            5 => Expr::bin(
                Op::Gt,
                Expr::Local(self.random.below(DATA.len())),
                c(self.random.number(0, 3)),
            ),
            6 => {
                let (a, b) = (self.condition(), self.condition());
                Expr::bin(self.random.pick(&[Op::LogicalAnd, Op::LogicalOr]), a, b)
            }
            7 => {
                let (a, b) = (self.leaf(), self.leaf());
                Expr::bin(self.random.pick(&[Op::Lt, Op::Le]), a, b)
            }
            8 => Expr::bin(
                Op::Ne,
                Expr::bin(Op::And, self.leaf(), c(self.random.number(1, 3))),
                c(0),
            ),
            _ => {
                let a = self.arithmetic(1);
                Expr::bin(Op::Gt, a, c(self.random.number(0, 9)))
            }
        }
    }

    /// A condition on the thread and the iteration: threads come by in different ones.
    fn turn(&mut self) -> Expr {
        let turn = mask(Expr::Local(self.random.pick(&self.loops)));
        let few = Expr::Const(self.random.number(1, 3));
        let (a, b) = match self.random.below(3) {
            0 => (Expr::T, turn),
            1 => (Expr::bin(Op::And, Expr::T, few), turn),
            _ => {
                let both = Expr::bin(Op::Add, Expr::T, turn);
                (Expr::bin(Op::And, both, few), Expr::Const(0))
            }
        };
        Expr::bin(self.random.pick(&[Op::Eq, Op::Ne, Op::Lt, Op::Ge]), a, b)
    }
}

/// An operand of something whose value may leave its type.
fn drawn_operand(e: Expr) -> Expr {
    match e {
        Expr::Bin(_, a, _) | Expr::Cond(_, a, _) | Expr::Cast(_, a) | Expr::Call(_, a) => drawn_operand(*a),
        other => other,
    }
}
