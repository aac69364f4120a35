//! What a program may do: all its interleavings, with an explicit happens-before relation.
//!
//! Every atomic operation, barrier and collective is a step; what a thread does between two of its steps is done at once, since
//! without a race nobody can tell. Vector clocks say what happens before what (C++17 [intro.races], [atomics.fences]; PTX ISA,
//! "Memory Consistency Model"): read-modify-writes and fences that release and acquire, each for a scope. Two accesses
//! race if they conflict and neither happens before the other. Interleavings are sequentially consistent, which shows
//! the races of every program that has some.

mod clocks;
mod code;
mod effects;

use super::program::{Array, Cell, Compare, Cond, LEN, Program, VARS, Value};
use clocks::{Clock, Memory, Released};
use code::{Code, Instr, compile};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// What memory holds at first, and how strictly fences count.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Contents of `l`: its first cell, and the others.
    pub locks: [i32; 2],
    /// Contents of shared memory and `d`.
    pub others: i32,
    /// Threads acquire without a fence after the operation, and what a fence precedes is released by others who met the
    /// thread at a barrier since: as in the last-block example of the CUDA C++ Programming Guide.
    pub lenient: bool,
}

/// What was seen.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    /// Two accesses race, and it matters which comes first.
    pub race: Option<String>,
    /// Two accesses race, but leave the same values either way.
    pub benign: bool,
    /// Threads of a block wait at different barriers.
    pub parted: bool,
    /// Threads wait, and none goes on.
    pub stuck: bool,
    /// Something is done that CUDA leaves undefined, or an index leaves its array.
    pub invalid: bool,
    /// Not all interleavings were looked at.
    pub cut_short: bool,
}

impl Truth {
    /// Nothing was seen that a finding may speak of.
    pub fn nothing(&self) -> bool {
        self.race.is_none() && !self.benign && !self.parted && !self.stuck
    }
}

/// Steps that are looked at in all.
const MOST: usize = 6_000;

/// All that the program may do from one setting.
pub fn explore(program: &Program, setting: Setting) -> Truth {
    let code = compile(&program.body);
    let mut explorer = Explorer {
        program,
        code: &code,
        setting,
        truth: Truth::default(),
        seen: HashSet::new(),
        steps: 0,
    };
    let mut first = State::new(program, setting);
    for t in 0..first.threads.len() {
        explorer.run_on(&mut first, t);
    }
    explorer.visit(first);
    explorer.truth
}

/// One thread.
#[derive(Clone, Hash)]
struct Thread {
    at: usize,
    vars: [i32; VARS],
    clock: Clock,
    /// Clocks at the last fences, for the block and for the device.
    fenced: [Option<Clock>; 2],
    /// What was read from releases and no fence has acquired yet.
    pending: Vec<Released>,
    left: bool,
}

#[derive(Clone, Hash)]
struct State {
    threads: Vec<Thread>,
    memory: Memory,
}

struct Explorer<'p> {
    program: &'p Program,
    code: &'p Code,
    setting: Setting,
    truth: Truth,
    seen: HashSet<u64>,
    steps: usize,
}

impl State {
    fn new(program: &Program, setting: Setting) -> State {
        let count = (program.threads * program.blocks) as usize;
        let threads = (0..count).map(|n| {
            let mut clock = vec![0; count];
            clock[n] = 1;
            Thread {
                at: 0,
                vars: [0; VARS],
                clock,
                fenced: [None, None],
                pending: Vec::new(),
                left: false,
            }
        });
        State {
            threads: threads.collect(),
            memory: Memory::new(program.blocks, setting.locks, setting.others),
        }
    }
}

impl Explorer<'_> {
    fn visit(&mut self, state: State) {
        let mut hasher = DefaultHasher::new();
        state.hash(&mut hasher);
        if !self.seen.insert(hasher.finish()) || self.is_over() {
            return;
        }
        let mut stuck = true;
        for t in 0..state.threads.len() {
            if self.is_over() {
                return;
            }
            let Some(members) = self.enabled(&state, t) else {
                continue;
            };
            stuck = false;
            // A meeting is one step of all who meet.
            if members.first() != Some(&t) {
                continue;
            }
            self.steps += 1;
            self.truth.cut_short |= self.steps >= MOST;
            let mut next = state.clone();
            self.step(&mut next, t, &members);
            for &m in &members {
                self.run_on(&mut next, m);
            }
            self.visit(next);
        }
        if stuck {
            self.truth.stuck |= state.threads.iter().any(|thread| !thread.left);
            self.look_for_parting(&state);
        }
    }

    fn is_over(&self) -> bool {
        self.truth.race.is_some() || self.truth.invalid || self.truth.cut_short
    }

    fn block(&self, t: usize) -> u32 {
        t as u32 / self.program.threads
    }

    fn lane(&self, t: usize) -> u32 {
        t as u32 % self.program.threads
    }

    /// The threads of the block of `t` that are still there.
    fn present(&self, state: &State, t: usize) -> Vec<usize> {
        (0..state.threads.len())
            .filter(|&o| self.block(o) == self.block(t) && !state.threads[o].left)
            .collect()
    }

    /// Those who go on together with `t` now, itself among them; `None` if it has to wait.
    fn enabled(&mut self, state: &State, t: usize) -> Option<Vec<usize>> {
        let thread = &state.threads[t];
        if thread.left {
            return None;
        }
        let instr = &self.code[thread.at];
        match instr {
            Instr::Spin(a, op, bound) => {
                let old = self.load_raw(state, t, &a.cell)?;
                let mut vars = thread.vars;
                vars[a.into] = old;
                let again = self.compare(t, &vars, *op, Value::Var(a.into, 0), *bound);
                (!again).then(|| vec![t])
            }
            Instr::Barrier => {
                let members = self.present(state, t);
                let all = members.iter().all(|&o| state.threads[o].at == thread.at);
                all.then_some(members)
            }
            Instr::SyncWarp(_) | Instr::Ballot(..) | Instr::Shuffle(..) => {
                let mask = match instr {
                    Instr::SyncWarp(mask) => *mask,
                    _ => u32::MAX,
                };
                if mask >> self.lane(t) & 1 == 0 {
                    self.truth.invalid = true;
                    return None;
                }
                let mut members = self.present(state, t);
                members.retain(|&o| mask >> self.lane(o) & 1 == 1);
                let all = members.iter().all(|&o| state.threads[o].at == thread.at);
                all.then_some(members)
            }
            _ => Some(vec![t]),
        }
    }

    /// Nobody can go on: some wait at different barriers of their block.
    fn look_for_parting(&mut self, state: &State) {
        for t in 0..state.threads.len() {
            let present = self.present(state, t);
            let waits = |o: &usize| matches!(self.code[state.threads[*o].at], Instr::Barrier);
            let first = present.first().map(|&o| state.threads[o].at);
            let apart = present.iter().any(|&o| Some(state.threads[o].at) != first);
            self.truth.parted |= apart && present.iter().all(waits);
        }
    }

    fn value(&self, t: usize, vars: &[i32; VARS], e: Value) -> i32 {
        match e {
            Value::Const(n) => n,
            Value::Thread => self.lane(t) as i32,
            Value::Block => self.block(t) as i32,
            Value::Global => t as i32,
            Value::Var(v, n) => vars[v].wrapping_add(n),
            Value::Blocks(n) => self.program.blocks as i32 + n,
            Value::Own(n) => 100 * t as i32 + n + 100,
            Value::First(v) => {
                vars[v].trailing_zeros() as i32 * i32::from(vars[v] != 0) - i32::from(vars[v] == 0)
            }
            Value::Count(v) => vars[v].count_ones() as i32,
            Value::Below(v) => (vars[v] & ((1 << self.lane(t)) - 1)).count_ones() as i32,
        }
    }

    fn compare(&self, t: usize, vars: &[i32; VARS], op: Compare, a: Value, b: Value) -> bool {
        let (a, b) = (self.value(t, vars, a), self.value(t, vars, b));
        match op {
            Compare::Eq => a == b,
            Compare::Ne => a != b,
            Compare::Lt => a < b,
        }
    }

    fn holds(&self, t: usize, vars: &[i32; VARS], Cond(a, op, b): &Cond) -> bool {
        self.compare(t, vars, *op, *a, *b)
    }

    /// The cell's number in memory; `None`, and invalid, outside of the array.
    fn address(&self, t: usize, vars: &[i32; VARS], cell: &Cell) -> Option<(Array, u32, i32)> {
        let Cell(array, index) = *cell;
        let mut at = self.value(t, vars, index);
        if !matches!(
            index,
            Value::Const(_) | Value::Thread | Value::Block | Value::Global
        ) {
            at &= LEN - 1;
        }
        let block = if array.of_block() { self.block(t) } else { 0 };
        (0..LEN).contains(&at).then_some((array, block, at))
    }

    fn load_raw(&mut self, state: &State, t: usize, cell: &Cell) -> Option<i32> {
        let place = self.address(t, &state.threads[t].vars, cell);
        self.truth.invalid |= place.is_none();
        Some(state.memory.value(place?))
    }
}
