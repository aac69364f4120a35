//! Draws random programs. Indices stay inside their arrays and signed arithmetic inside its type.

use super::{ARRAYS, Copy, Expr, Geometry, Kind, Op, POINTED, POINTERS, Place, Program, Stmt, Table, Ty};
use crate::numbers::Random;

/// Local variables: four for data, the others for loops.
const DATA: [Ty; 4] = [Ty::Int, Ty::UInt, Ty::Char, Ty::Long];

/// A program; the same for the same seed.
pub fn draw(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let opencl = random.percent(20);
    let block = random.pick(&[[8, 1], [4, 1], [8, 1], [2, 4], [6, 1]]);
    let grid = random.pick(&[1, 1, 2]);
    let tidy = random.percent(60);
    let mut drawer = Drawer {
        pointers: random.pick(&[0, 0, 0, 0, 35]),
        apart: random.percent(50),
        random,
        tidy,
        loops: Vec::new(),
        ranges: Vec::new(),
        nested: 0,
        certain: true,
        program: Program {
            opencl,
            block,
            grid,
            locals: DATA.to_vec(),
            body: Vec::new(),
        },
    };
    let (length, depth) = drawer
        .random
        .pick(&[(2, 2), (3, 2), (3, 3), (4, 2), (4, 3), (6, 3)]);
    let body = drawer.block(length, depth);
    drawer.program.body = body;
    drawer.program
}

pub(super) struct Drawer {
    pub(super) random: Random,
    /// Mostly stores to the thread's own cells, and barriers after them.
    tidy: bool,
    /// So many of 100 statements are about pointers besides.
    pointers: usize,
    /// Each pointer variable gets addresses in one array, and others only by way of a table.
    apart: bool,
    /// Counters of the loops around, and variables carried round them.
    loops: Vec<usize>,
    /// Bounds of the local variables after the first ones.
    ranges: Vec<(i128, i128)>,
    pub(super) nested: usize,
    /// All threads come here together.
    pub(super) certain: bool,
    pub(super) program: Program,
}

impl Drawer {
    fn block(&mut self, length: usize, depth: usize) -> Vec<Stmt> {
        let mut out = Vec::new();
        for _ in 0..length {
            self.stmt(&mut out, depth);
        }
        out
    }

    fn stmt(&mut self, out: &mut Vec<Stmt>, depth: usize) {
        if self.random.percent(self.pointers) {
            return self.pointer(out);
        }
        match self.random.below(if depth == 0 { 66 } else { 100 }) {
            0..=23 => self.store(out),
            24..=37 => {
                let v = self.random.below(DATA.len());
                let value = self.value(2);
                out.push(Stmt::Set(v, value));
            }
            38..=51 => self.barrier(out),
            52..=57 => {
                let place = self.place(true);
                if matches!(&place, Place::Cell(a, ..) if !matches!(ARRAYS[*a].ty, Ty::Int | Ty::UInt)) {
                    return;
                }
                let into = self.random.percent(30).then_some(0);
                let value = self.value(1);
                out.push(Stmt::AtomicAdd(into, place, value));
            }
            58..=62 => self.pointer(out),
            63 if !self.program.opencl => out.push(Stmt::SyncWarp),
            63..=65 => self.leave(out),
            66..=80 => self.branch(out, depth),
            81..=92 => self.repeat(out, depth),
            _ => self.idiom(out),
        }
    }

    fn barrier(&mut self, out: &mut Vec<Stmt>) {
        let chance = if self.nested > 0 { 40 } else { 25 };
        if self.certain || self.random.percent(chance) {
            let all = self.random.percent(80);
            out.push(Stmt::Barrier(all));
        }
    }

    pub(super) fn store(&mut self, out: &mut Vec<Stmt>) {
        let place = self.place(true);
        let value = self.value(2);
        out.push(Stmt::Store(place, value));
        if self.tidy && self.random.percent(70) {
            self.barrier(out);
        }
    }

    fn leave(&mut self, out: &mut Vec<Stmt>) {
        let condition = self.condition();
        let leave = match self.random.below(3) {
            0 if self.nested > 0 => Stmt::Break,
            1 if self.nested > 0 => Stmt::Continue,
            _ if self.random.percent(45) => Stmt::Return,
            _ => return,
        };
        out.push(Stmt::If(condition, vec![leave], Vec::new()));
    }

    fn pointer(&mut self, out: &mut Vec<Stmt>) {
        let q = self.random.below(POINTERS);
        let moved = match self.random.below(if self.program.opencl { 4 } else { 10 }) {
            0 if !self.apart => Stmt::Swap,
            0 | 1 => Stmt::Walk(q, self.random.pick(&[1, 8, -1, 16])),
            2 | 3 => {
                let array = self.random.pick(if self.program.opencl {
                    &POINTED[..1]
                } else {
                    &POINTED
                });
                Stmt::Point(q, array, self.index(31))
            }
            4 => Stmt::Through(q, self.index(15)),
            5 if !self.apart => {
                let how = [Copy::Assignment, Copy::Bytes, Copy::Union, Copy::Record];
                Stmt::Alias(q, 1 - q, self.random.pick(&how))
            }
            5..=7 => {
                let table = self.table();
                Stmt::Keep(table, self.index(Table::LEN - 1), q)
            }
            8 => {
                let table = self.table();
                Stmt::Take(q, table, self.index(Table::LEN - 1))
            }
            _ => {
                // Each thread finds something in the table that it exchanges with.
                let slot = self.index(Table::LEN - 1);
                out.push(Stmt::Keep(Table::Numbers, slot.clone(), q));
                self.barrier(out);
                Stmt::Exchange(q, slot)
            }
        };
        let mut place = Place::Behind(q, self.index(15));
        let kept = match &moved {
            Stmt::Keep(table, slot, _) => Some((*table, slot.clone())),
            _ => None,
        };
        out.push(moved);
        if let Some((table, slot)) = kept {
            // What is kept is mostly taken again, by the same thread or by another.
            if self.random.percent(60) {
                self.barrier(out);
            }
            let slot = match self.random.percent(50) {
                true => slot,
                false => self.index(Table::LEN - 1),
            };
            place = Place::Via(table, slot.clone(), self.index(15));
            if self.random.percent(30) {
                out.push(Stmt::Take(q, table, slot));
            }
        }
        if self.random.percent(50) {
            let value = self.value(1);
            out.push(Stmt::Store(place, value));
        } else {
            out.push(Stmt::Set(0, Expr::Load(Box::new(place))));
        }
    }

    fn table(&mut self) -> Table {
        self.random
            .pick(&[Table::Private, Table::Pointers, Table::Numbers])
    }

    fn branch(&mut self, out: &mut Vec<Stmt>, depth: usize) {
        let uniform = self.random.percent(if self.tidy { 40 } else { 25 });
        let condition = if uniform { self.uniform() } else { self.condition() };
        let outer = self.certain;
        self.certain &= uniform;
        let length = 1 + self.random.below(3);
        let then = self.block(length, depth - 1);
        let length = self.random.below(3);
        let otherwise = if self.random.percent(40) {
            self.block(length, depth - 1)
        } else {
            Vec::new()
        };
        self.certain = outer;
        out.push(Stmt::If(condition, then, otherwise));
    }

    pub(super) fn counter(&mut self, ty: Ty) -> usize {
        self.variable(ty, (0, 28))
    }

    fn variable(&mut self, ty: Ty, range: (i128, i128)) -> usize {
        self.program.locals.push(ty);
        self.ranges.push(range);
        self.program.locals.len() - 1
    }

    fn repeat(&mut self, out: &mut Vec<Stmt>, depth: usize) {
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

    fn body(&mut self, before: &mut Vec<Stmt>, depth: usize, v: usize, uniform: bool) -> Vec<Stmt> {
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

    /// A place inside an array.
    fn place(&mut self, write: bool) -> Place {
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
    fn index(&mut self, most: i128) -> Expr {
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
    fn value(&mut self, depth: usize) -> Expr {
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
    fn uniform(&mut self) -> Expr {
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

    pub(super) fn condition(&mut self) -> Expr {
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

    /// Bounds of an expression's value.
    fn range(&self, e: &Expr) -> (i128, i128) {
        match e {
            Expr::Const(c) => (*c, *c),
            Expr::Geometry(g) => match g {
                Geometry::T | Geometry::RawT => (0, self.program.block[0] as i128 - 1),
                Geometry::Ty => (0, self.program.block[1] as i128 - 1),
                Geometry::B => (0, self.program.grid as i128 - 1),
                Geometry::D => (self.program.block[0] as i128, self.program.block[0] as i128),
            },
            // Loop counters stay small by construction; data may be anything.
            Expr::Local(v) if *v >= DATA.len() => self.ranges[v - DATA.len()],
            Expr::Local(_) | Expr::N | Expr::Load(_) => self.program.ty(e).range(),
            Expr::Call(..) => (0, 34),
            Expr::Cond(_, a, b) => {
                let ((a, b), (x, y)) = (self.range(a), self.range(b));
                convert(self.program.ty(e), (a.min(x), b.max(y)))
            }
            Expr::Cast(ty, a) => convert(*ty, self.range(a)),
            Expr::Bin(op, a, b) => self.bin_range(e, *op, a, b),
        }
    }

    fn bin_range(&self, e: &Expr, op: Op, a: &Expr, b: &Expr) -> (i128, i128) {
        if op.is_truth() {
            return (0, 1);
        }
        let ty = self.program.ty(e);
        let ((a0, a1), (b0, b1)) = (convert(ty, self.range(a)), convert(ty, self.range(b)));
        let corners = |f: &dyn Fn(i128, i128) -> i128| {
            let all = [f(a0, b0), f(a0, b1), f(a1, b0), f(a1, b1)];
            (
                all.iter().copied().min().unwrap_or(0),
                all.iter().copied().max().unwrap_or(0),
            )
        };
        let magnitude = [a0, a1, b0, b1]
            .iter()
            .map(|x| x.unsigned_abs())
            .max()
            .unwrap_or(0);
        let bits = (magnitude + 1).next_power_of_two() as i128 - 1;
        let exact = match op {
            Op::Add => (a0 + b0, a1 + b1),
            Op::Sub => (a0 - b1, a1 - b0),
            Op::Mul => corners(&|x, y| x * y),
            Op::Shl => corners(&|x, y| x << y.clamp(0, 31)),
            Op::Shr => corners(&|x, y| x >> y.clamp(0, 31)),
            Op::Div if b0 > 0 => corners(&|x, y| x / y),
            Op::Mod if b0 > 0 => (if a0 < 0 { 1 - b1 } else { 0 }, b1 - 1),
            Op::And if b0 >= 0 => (0, b1),
            Op::And | Op::Or | Op::Xor if a0 >= 0 && b0 >= 0 => (0, bits),
            _ => (-bits - 1, bits),
        };
        if ty == Ty::UInt { convert(ty, exact) } else { exact }
    }
}

/// The range after a conversion.
fn convert(ty: Ty, (low, high): (i128, i128)) -> (i128, i128) {
    let (least, most) = ty.range();
    if low < least || high > most {
        (least, most)
    } else {
        (low, high)
    }
}

pub(super) fn mask(e: Expr) -> Expr {
    Expr::bin(Op::And, e, Expr::Const(15))
}

/// An operand of something whose value may leave its type.
fn drawn_operand(e: Expr) -> Expr {
    match e {
        Expr::Bin(_, a, _) | Expr::Cond(_, a, _) | Expr::Cast(_, a) | Expr::Call(_, a) => drawn_operand(*a),
        other => other,
    }
}
