//! Small changes to a program: what is removed, swapped, moved, added, or says something else.

use super::super::program::{Array, Atomic, Cell, Compare, LEN, Op, Order, Scope, Stmt, VARS, Value};
use super::when;
use crate::numbers::Random;
use Array::{Data, Locks, Mutexes, Shared};
use Compare::{Eq, Lt, Ne};
use Scope::Device;
use Value::{Blocks, Const, Global, Own, Thread, Var};

/// One small change somewhere.
pub(super) fn damage(random: &mut Random, body: &mut Vec<Stmt>) {
    for _ in 0..20 {
        let count = size(body);
        if count == 0 {
            return;
        }
        let at = random.below(count);
        if change(random, body, &mut { at }) {
            return;
        }
    }
}

pub(super) fn size(block: &[Stmt]) -> usize {
    let inner = |s: &Stmt| match s {
        Stmt::If(_, a, b) => size(a) + size(b),
        Stmt::Loop(_, a) => size(a),
        _ => 0,
    };
    block.iter().map(|s| 1 + inner(s)).sum()
}

/// Puts statements behind statement number `at`.
pub(super) fn insert(block: &mut Vec<Stmt>, new: Vec<Stmt>, at: &mut usize) {
    for n in 0..block.len() {
        if *at == 0 {
            block.splice(n + 1..n + 1, new);
            return;
        }
        *at -= 1;
        for inner in inside(&mut block[n]) {
            let size = size(inner);
            if *at < size {
                return insert(inner, new, at);
            }
            *at -= size;
        }
    }
    block.extend(new);
}

/// The blocks of a statement.
fn inside(stmt: &mut Stmt) -> Vec<&mut Vec<Stmt>> {
    match stmt {
        Stmt::If(_, a, b) => vec![a, b],
        Stmt::Loop(_, a) => vec![a],
        _ => Vec::new(),
    }
}

/// Changes statement number `at`, counted in the order of the text; whether anything changed.
fn change(random: &mut Random, block: &mut Vec<Stmt>, at: &mut usize) -> bool {
    for n in 0..block.len() {
        if *at == 0 {
            return change_here(random, block, n);
        }
        *at -= 1;
        for inner in inside(&mut block[n]) {
            let size = size(inner);
            if *at < size {
                return change(random, inner, at);
            }
            *at -= size;
        }
    }
    false
}

fn change_here(random: &mut Random, block: &mut Vec<Stmt>, n: usize) -> bool {
    match random.below(9) {
        0 | 1 => {
            block.remove(n);
        }
        2 if n + 1 < block.len() => block.swap(n, n + 1),
        3 => {
            let copy = block[n].clone();
            block.insert(n, copy);
        }
        4 => {
            let (Stmt::If(_, inner, _) | Stmt::Loop(_, inner)) = &mut block[n] else {
                return false;
            };
            let inner = std::mem::take(inner);
            block.splice(n..=n, inner);
        }
        5 => {
            let stmt = block.remove(n);
            let to = random.below(block.len() + 1);
            block.insert(to, stmt);
        }
        6 => {
            let new = match random.below(6) {
                0 => Stmt::Barrier,
                1 => Stmt::Fence(Scope::Block, Order::AcqRel),
                2 => Stmt::SyncWarp(random.pick(&[u32::MAX, 1, 2, 3])),
                3 => when(Thread, Eq, Const(random.number(0, 2) as i32), vec![Stmt::Return]),
                4 => Stmt::Store(
                    Cell(
                        random.pick(&[Data, Shared, Mutexes]),
                        Const(random.number(0, 3) as i32),
                    ),
                    Own(10),
                ),
                _ => Stmt::Atomic(Atomic {
                    into: random.below(VARS),
                    op: Op::Exch(Const(0)),
                    cell: Cell(random.pick(&[Locks, Mutexes]), Const(random.number(0, 1) as i32)),
                    scope: Device,
                    order: Order::Relaxed,
                }),
            };
            block.insert(n, new);
        }
        _ => return tweak(random, &mut block[n]),
    }
    true
}

fn value(random: &mut Random, v: &mut Value) {
    *v = match (*v, random.below(4)) {
        (Const(n), 0 | 1) => Const(n + random.pick(&[1, -1])),
        (Var(v, n), 0) => Var(v, n + random.pick(&[1, -1])),
        (Blocks(n), 0 | 1) => Blocks(n + random.pick(&[1, -1])),
        (_, 2) => Var(random.below(VARS), 0),
        _ => random.pick(&[Thread, Global, Value::Block, Const(0), Const(1), Own(11)]),
    };
}

fn place(random: &mut Random, Cell(_, index): &mut Cell) {
    value(random, index);
    // Indices stay inside their arrays.
    *index = match *index {
        Const(n) => Const(n.rem_euclid(LEN)),
        other => other,
    };
}

fn operation(random: &mut Random, a: &mut Atomic) {
    match random.below(4) {
        0 if a.order != Order::Relaxed => a.order = random.pick(&Order::ALL),
        0 | 1 => a.scope = Scope::Block,
        2 => place(random, &mut a.cell),
        _ => match &mut a.op {
            Op::Add(v) | Op::Sub(v) | Op::Or(v) | Op::Max(v) | Op::Exch(v) => {
                let mut operand = *v;
                value(random, &mut operand);
                a.op = match random.below(5) {
                    0 => Op::Add(operand),
                    1 => Op::Exch(operand),
                    2 => Op::Max(*v),
                    3 => Op::Sub(*v),
                    _ => {
                        *v = operand;
                        return;
                    }
                };
            }
            Op::Cas(expected, new) => match random.percent(50) {
                true => *expected += random.pick(&[1, -1]),
                false => value(random, new),
            },
        },
    }
}

/// Changes what a statement says; whether anything changed.
fn tweak(random: &mut Random, stmt: &mut Stmt) -> bool {
    let before = stmt.clone();
    match stmt {
        Stmt::Set(_, e) => value(random, e),
        Stmt::Store(c, e) => match random.percent(60) {
            true => place(random, c),
            false => value(random, e),
        },
        Stmt::Load(_, c) => place(random, c),
        Stmt::Atomic(a) => operation(random, a),
        Stmt::Spin(a, op, e) => match random.below(4) {
            0 => value(random, e),
            1 => *op = random.pick(&[Eq, Ne]),
            _ => operation(random, a),
        },
        // A fence that has an order of its own may lose it.
        Stmt::Fence(_, order) if *order != Order::AcqRel && random.percent(50) => {
            *order = random.pick(&Order::ALL);
        }
        Stmt::Fence(scope, _) => *scope = Scope::Block,
        Stmt::SyncWarp(mask) => *mask = random.pick(&[1, 2, 3, 5, 7]),
        Stmt::Ballot(_, c) | Stmt::If(c, _, _) => match random.below(3) {
            0 => c.1 = random.pick(&[Eq, Ne, Lt]),
            1 => value(random, &mut c.0),
            _ => value(random, &mut c.2),
        },
        Stmt::Shuffle(_, _, lane) => value(random, lane),
        Stmt::Loop(n, _) => *n = random.pick(&[1, 2, 3]),
        Stmt::Barrier | Stmt::Return => return false,
    }
    *stmt != before
}
