//! Draws random programs. Indices stay inside their arrays and signed arithmetic inside its type.

mod expr;
mod loops;
mod range;

use super::{ARRAYS, Copy, Expr, Op, POINTED, POINTERS, Place, Program, Stmt, Table, Ty};
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
}

pub(super) fn mask(e: Expr) -> Expr {
    Expr::bin(Op::And, e, Expr::Const(15))
}
