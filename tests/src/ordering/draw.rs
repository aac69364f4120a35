//! Random programs: idioms that order accesses, put together and then damaged a little.

mod counts;
mod damage;
mod locks;

use super::program::{Array, Atomic, Cell, Compare, Cond, LEN, Op, Order, Program, Scope, Stmt, VARS, Value};
use crate::numbers::Random;
use Array::{Data, Locks, Mutexes, Shared};
use Compare::{Eq, Lt, Ne};
use Order::{AcqRel, Acquire, Relaxed, Release};
use Scope::Device;
use Value::{Blocks, Const, Global, Own, Thread, Var};
use damage::{damage, insert, size};

/// How many idioms there are.
pub const IDIOMS: usize = 19;

/// A program, and how often it was damaged; the same for the same seed.
pub fn draw(seed: u64) -> (Program, usize) {
    let mut random = Random::new(seed ^ 0x0d0e_57ab);
    let (blocks, threads) = random.pick(&[(1, 2), (1, 3), (2, 1), (2, 2), (2, 2), (3, 1), (1, 4)]);
    let mut drawer = Drawer {
        random,
        threads: blocks * threads,
        locks: 0,
        vars: 0,
    };
    let pieces = drawer.random.pick(&[1, 1, 1, 2, 2, 3]);
    let mut body = Vec::new();
    for n in 0..pieces {
        // Idioms of one kernel sometimes share their locks.
        if drawer.random.percent(30) {
            drawer.locks = 0;
        }
        if n > 0 && drawer.random.percent(40) {
            let mut inner = Vec::new();
            drawer.idiom(&mut inner);
            let at = drawer.random.below(size(&body));
            insert(&mut body, inner, &mut { at });
            continue;
        }
        if n > 0 && drawer.random.percent(70) {
            body.push(Stmt::Barrier);
        }
        drawer.idiom(&mut body);
    }
    if drawer.random.percent(12) {
        let count = drawer.random.pick(&[2, 2, 3]);
        body = vec![Stmt::Loop(count, body)];
        if drawer.random.percent(50)
            && let [Stmt::Loop(_, inner)] = &mut body[..]
        {
            inner.push(Stmt::Barrier);
        }
    }
    // Half of the programs say what they order with the orders of operations and fences.
    if seed.is_multiple_of(2) {
        orders(&mut Random::new(seed ^ 0x0acc_4e1e), &mut body);
    }
    let damages = drawer.random.pick(&[0, 1, 1, 1, 2, 2, 3]);
    for _ in 0..damages {
        damage(&mut drawer.random, &mut body);
    }
    let program = Program {
        threads,
        blocks,
        body,
    };
    (program, damages)
}

/// Puts fences of one side for full ones, and orders of operations for fences beside them; one in ten wrongly.
fn orders(random: &mut Random, block: &mut Vec<Stmt>) {
    let mut n = 0;
    while n < block.len() {
        match &mut block[n] {
            Stmt::If(_, then, otherwise) => {
                orders(random, then);
                orders(random, otherwise);
            }
            Stmt::Loop(_, inner) => orders(random, inner),
            Stmt::Fence(..) if random.percent(70) => {
                let after = matches!(block.get(n + 1), Some(Stmt::Atomic(_)));
                let before = n > 0 && matches!(block[n - 1], Stmt::Atomic(_) | Stmt::Spin(..));
                let right = match (before, after) {
                    (true, false) => Acquire,
                    (false, true) => Release,
                    _ => AcqRel,
                };
                let order = if random.percent(10) {
                    random.pick(&Order::ALL)
                } else {
                    right
                };
                let beside = match right {
                    Acquire => block.get_mut(n - 1),
                    Release => block.get_mut(n + 1),
                    Relaxed | AcqRel => None,
                };
                match beside {
                    Some(Stmt::Atomic(a) | Stmt::Spin(a, ..)) if random.percent(50) => {
                        a.order = order;
                        block.remove(n);
                        continue;
                    }
                    _ => block[n] = Stmt::Fence(Device, order),
                }
            }
            _ => {}
        }
        n += 1;
    }
}

/// A program in which one of the idioms is as it should be.
pub fn whole(idiom: usize, blocks: u32, threads: u32) -> Program {
    let mut drawer = Drawer {
        random: Random::new(1),
        threads: blocks * threads,
        locks: 0,
        vars: 0,
    };
    let mut body = Vec::new();
    drawer.write(idiom % IDIOMS, &mut body);
    Program {
        threads,
        blocks,
        body,
    }
}

struct Drawer {
    random: Random,
    /// Threads of the launch.
    threads: u32,
    /// Cells of locks that are in use.
    locks: i32,
    vars: usize,
}

fn at(array: Array, index: Value) -> Cell {
    Cell(array, index)
}

fn atomic(into: usize, op: Op, cell: Cell) -> Atomic {
    Atomic {
        into,
        op,
        cell,
        scope: Device,
        order: Relaxed,
    }
}

fn when(a: Value, op: Compare, b: Value, then: Vec<Stmt>) -> Stmt {
    Stmt::If(Cond(a, op, b), then, Vec::new())
}

/// `d[i] = d[i] + 1`, by way of `v`.
fn increment(v: usize, cell: Cell) -> [Stmt; 2] {
    [Stmt::Load(v, cell), Stmt::Store(cell, Var(v, 1))]
}

impl Drawer {
    fn lock(&mut self) -> Value {
        self.locks = (self.locks + 1) % LEN;
        Const(self.locks - 1)
    }

    fn var(&mut self) -> usize {
        self.vars = (self.vars + 1) % VARS;
        self.vars
    }

    fn idiom(&mut self, out: &mut Vec<Stmt>) {
        let which = self.random.below(IDIOMS);
        self.write(which, out);
    }

    fn write(&mut self, which: usize, out: &mut Vec<Stmt>) {
        match which {
            0 => self.spin_lock(Locks, out),
            1 => {
                self.initialise(out);
                self.spin_lock(Mutexes, out);
            }
            2 => self.try_lock(out),
            3 => self.last_block(out),
            4 => self.message(Locks, out),
            5 => {
                self.initialise(out);
                self.message(Mutexes, out);
            }
            6 => self.winner(out),
            7 => self.slots(out),
            8 => self.reset_counter(out),
            9 => Self::warp_exchange(out),
            10 => self.master(out),
            11 => self.aggregated(out),
            12 => self.ticket_lock(out),
            13 => self.two_phases(out),
            14 => self.seen_or_not(out),
            15 => self.turns(out),
            16 => self.last_thread(out),
            17 => self.passed_on(out),
            _ => self.half_warps(out),
        }
    }

    /// `if (t == 0) m[0] = 0; __syncthreads();`
    fn initialise(&mut self, out: &mut Vec<Stmt>) {
        let cell = at(Mutexes, Const(self.locks));
        out.push(when(Thread, Eq, Const(0), vec![Stmt::Store(cell, Const(0))]));
        out.push(Stmt::Barrier);
    }

    fn last_block(&mut self, out: &mut Vec<Stmt>) {
        let (counter, v, w) = (at(Locks, self.lock()), self.var(), self.var());
        let flag = at(Shared, Const(7));
        out.push(Stmt::Store(at(Data, Global), Own(0)));
        out.push(Stmt::Barrier);
        let count = vec![
            Stmt::Fence(Device, AcqRel),
            Stmt::Atomic(atomic(v, Op::Add(Const(1)), counter)),
            Stmt::Fence(Device, AcqRel),
            Stmt::Store(flag, Var(v, 0)),
        ];
        out.push(when(Thread, Eq, Const(0), count));
        out.push(Stmt::Barrier);
        out.push(Stmt::Load(w, flag));
        let read = vec![
            Stmt::Load(v, at(Data, Const(0))),
            Stmt::Load(v, at(Data, Const(1))),
        ];
        out.push(when(Var(w, 0), Eq, Blocks(-1), read));
    }

    fn message(&mut self, array: Array, out: &mut Vec<Stmt>) {
        let (flag, v, w) = (at(array, self.lock()), self.var(), self.var());
        let (data, who) = match array {
            Locks => (Data, Global),
            _ => (Shared, Thread),
        };
        let send = vec![
            Stmt::Store(at(data, Const(2)), Own(0)),
            Stmt::Fence(Device, AcqRel),
            Stmt::Atomic(atomic(v, Op::Exch(Const(1)), flag)),
        ];
        let receive = vec![
            Stmt::Spin(atomic(v, Op::Add(Const(0)), flag), Eq, Const(0)),
            Stmt::Fence(Device, AcqRel),
            Stmt::Load(w, at(data, Const(2))),
        ];
        out.push(when(who, Eq, Const(0), send));
        out.push(when(who, Eq, Const(1), receive));
    }

    fn seen_or_not(&mut self, out: &mut Vec<Stmt>) {
        let (v, w) = (self.var(), self.var());
        let send = vec![
            Stmt::Store(at(Data, Global), Own(0)),
            Stmt::Fence(Device, AcqRel),
            Stmt::Atomic(atomic(v, Op::Exch(Const(1)), at(Locks, Global))),
        ];
        let receive = vec![Stmt::Fence(Device, AcqRel), Stmt::Load(w, at(Data, Const(0)))];
        out.extend(send);
        out.push(Stmt::Atomic(atomic(v, Op::Or(Const(0)), at(Locks, Const(0)))));
        out.push(when(Var(v, 0), Ne, Const(0), receive));
    }

    fn winner(&mut self, out: &mut Vec<Stmt>) {
        let (cell, v) = (at(Locks, self.lock()), self.var());
        let (op, found) = match self.random.below(3) {
            0 => (Op::Cas(0, Const(1)), 0),
            1 => (Op::Exch(Const(1)), 0),
            _ => (Op::Add(Const(1)), 0),
        };
        out.push(Stmt::Atomic(atomic(v, op, cell)));
        out.push(when(
            Var(v, 0),
            Eq,
            Const(found),
            vec![Stmt::Store(at(Data, Const(3)), Own(1))],
        ));
    }

    fn slots(&mut self, out: &mut Vec<Stmt>) {
        let (cell, v) = (at(Locks, self.lock()), self.var());
        out.push(Stmt::Atomic(atomic(v, Op::Add(Const(1)), cell)));
        // Counters start at 0 and are small: indices stay apart modulo the length.
        out.push(when(
            Var(v, 0),
            Lt,
            Const(LEN),
            vec![when(
                Const(-1),
                Lt,
                Var(v, 0),
                vec![Stmt::Store(at(Data, Var(v, 0)), Own(2))],
            )],
        ));
    }

    fn reset_counter(&mut self, out: &mut Vec<Stmt>) {
        let (cell, v) = (at(Mutexes, Const(5)), self.var());
        out.push(when(Thread, Eq, Const(0), vec![Stmt::Store(cell, Const(0))]));
        out.push(Stmt::Barrier);
        out.push(Stmt::Atomic(atomic(v, Op::Add(Const(1)), cell)));
        out.push(when(
            Var(v, 0),
            Lt,
            Const(4),
            vec![Stmt::Store(at(Shared, Var(v, 0)), Own(3))],
        ));
    }

    fn warp_exchange(out: &mut Vec<Stmt>) {
        out.push(Stmt::Store(at(Shared, Thread), Own(4)));
        out.push(Stmt::SyncWarp(u32::MAX));
        out.push(Stmt::Load(0, at(Shared, Const(1))));
        out.push(Stmt::SyncWarp(u32::MAX));
        out.push(when(
            Thread,
            Eq,
            Const(0),
            vec![Stmt::Store(at(Shared, Const(1)), Own(5))],
        ));
    }

    fn half_warps(&mut self, out: &mut Vec<Stmt>) {
        let (mask, v) = (self.random.pick(&[3, 6, 5, 7]), self.var());
        let inside = vec![
            Stmt::Store(at(Shared, Thread), Own(6)),
            Stmt::SyncWarp(mask),
            Stmt::Load(v, at(Shared, Const(1))),
        ];
        out.push(match mask {
            3 => when(Thread, Lt, Const(2), inside),
            7 => when(Thread, Lt, Const(3), inside),
            6 => when(Const(0), Lt, Thread, vec![when(Thread, Lt, Const(3), inside)]),
            _ => when(Thread, Ne, Const(1), vec![when(Thread, Lt, Const(3), inside)]),
        });
    }

    fn aggregated(&mut self, out: &mut Vec<Stmt>) {
        let (mask, base, sum) = (self.var(), self.var(), self.var());
        let counter = at(Locks, self.lock());
        out.push(Stmt::Ballot(mask, Cond(Const(-1), Lt, Thread)));
        out.push(Stmt::Set(sum, Value::Count(mask)));
        let add = vec![Stmt::Atomic(atomic(base, Op::Add(Var(sum, 0)), counter))];
        out.push(when(Thread, Eq, Value::First(mask), add));
        out.push(Stmt::Shuffle(base, base, Value::First(mask)));
        let slot = vec![
            Stmt::Store(at(Shared, Thread), Var(base, 0)),
            Stmt::Store(at(Data, Var(base, 0)), Own(8)),
        ];
        out.push(when(Value::Below(mask), Eq, Const(0), slot));
    }

    fn two_phases(&mut self, out: &mut Vec<Stmt>) {
        let v = self.var();
        out.push(Stmt::Store(at(Shared, Thread), Own(9)));
        out.push(Stmt::Barrier);
        out.push(Stmt::Load(v, at(Shared, Const(0))));
        out.push(Stmt::Barrier);
        out.push(when(
            Thread,
            Eq,
            Const(1),
            vec![Stmt::Store(at(Shared, Const(0)), Var(v, 1))],
        ));
    }
}
