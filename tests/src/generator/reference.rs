//! A naive reference: runs a program's tree thread by thread and looks for races and divergence.
//!
//! A thread has no state between barrier intervals: it runs from the start each time, is told what it read before,
//! and what it wrote before is ignored. Slow, but there is little that can be wrong.

mod thread;

use super::{ARRAYS, Program};
use std::collections::{BTreeMap, BTreeSet};
use thread::{Halt, Run, START};

/// What memory holds at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the same as replay's")]
pub enum Fill {
    Zeros,
    Ones,
    Index,
    Small,
}

/// What a run showed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Truth {
    /// Two unordered accesses of one cell, not both reads or atomic.
    pub race: bool,
    /// Threads waited at different barriers (in OpenCL also: one left).
    pub divergence: bool,
    /// An access was outside of its array, or the run was too long: the rest means nothing.
    pub invalid: bool,
    /// Contents at the start were read, or the parameter.
    pub reads_inputs: bool,
    /// Every thread's local variables at its end, by block and thread.
    pub locals: Vec<Vec<i128>>,
}

/// Runs the program.
pub fn run(program: &Program, n: i128, fill: Fill) -> Truth {
    let per_block = program.block[0] * program.block[1];
    let mut world = World {
        program,
        n,
        fill,
        memory: BTreeMap::new(),
        log: BTreeMap::new(),
        truth: Truth::default(),
        fuel: 400_000,
    };
    let mut blocks: Vec<Vec<Thread>> = (0..program.grid)
        .map(|block| (0..per_block).map(|t| Thread::new(block, t)).collect())
        .collect();
    while blocks.iter().flatten().any(|thread| !thread.ended) {
        for threads in &mut blocks {
            world.interval(threads);
        }
        if world.truth.divergence || world.truth.invalid {
            return world.truth;
        }
    }
    world.truth.race = world.log.values().any(conflict);
    world.truth.locals = blocks.into_iter().flatten().map(|thread| thread.locals).collect();
    world.truth
}

/// Array, block (of shared memory), element.
type Cell = (usize, u64, i128);

/// A use of a cell: block, thread, interval, whether it writes, whether it is atomic.
type Use = (u64, u64, u32, bool, bool);

struct World<'a> {
    program: &'a Program,
    n: i128,
    fill: Fill,
    memory: BTreeMap<Cell, i128>,
    log: BTreeMap<Cell, BTreeSet<Use>>,
    truth: Truth,
    fuel: u32,
}

fn conflict(uses: &BTreeSet<Use>) -> bool {
    uses.iter().any(|a| {
        uses.iter().any(|b| {
            let unordered = if a.0 == b.0 {
                a.1 != b.1 && a.2 == b.2
            } else {
                true
            };
            unordered && (a.3 || b.3) && !(a.4 && b.4)
        })
    })
}

/// Where a thread waits: the barrier's place in memory, and how often it went round the loops around it.
type Stop = (usize, Vec<u32>);

struct Thread {
    block: u64,
    number: u64,
    /// What it read so far, in order.
    reads: Vec<i128>,
    /// Barriers that it passed.
    passed: usize,
    ended: bool,
    locals: Vec<i128>,
}

impl Thread {
    fn new(block: u64, number: u64) -> Thread {
        Thread {
            block,
            number,
            reads: Vec::new(),
            passed: 0,
            ended: false,
            locals: Vec::new(),
        }
    }
}

impl World<'_> {
    /// Runs a block's threads to their next barriers.
    fn interval(&mut self, threads: &mut [Thread]) {
        let mut stops: BTreeSet<Stop> = BTreeSet::new();
        for thread in threads.iter_mut().filter(|thread| !thread.ended) {
            match self.advance(thread) {
                Some(stop) => {
                    stops.insert(stop);
                }
                None => thread.ended = true,
            }
        }
        let left = threads.iter().any(|thread| thread.ended);
        self.truth.divergence |= stops.len() > 1 || self.program.opencl && left && !stops.is_empty();
    }

    fn advance(&mut self, thread: &mut Thread) -> Option<Stop> {
        let program = self.program;
        let locals = (0..program.locals.len()).map(|v| v as i128 % 3).collect();
        let mut run = Run {
            world: self,
            block: thread.block,
            number: thread.number,
            reads: &mut thread.reads,
            read: 0,
            live_from: thread.passed,
            passed: 0,
            intervals: [0; 2],
            locals,
            pointers: START,
            kept: [0, 1, 0, 1, 0, 1, 0, 1].map(|q: usize| START[q]),
            loops: Vec::new(),
        };
        let end = run.block(&program.body);
        thread.locals = run.locals;
        match end {
            Err(Halt::Barrier(stop)) => {
                thread.passed += 1;
                Some(stop)
            }
            Err(Halt::Invalid) => {
                self.truth.invalid = true;
                None
            }
            Ok(_) => None,
        }
    }

    fn initial(&self, array: usize, element: i128) -> i128 {
        let array = &ARRAYS[array];
        let index = element * array.stride + array.first;
        let value = match self.fill {
            Fill::Zeros => 0,
            Fill::Ones => 1,
            Fill::Index => index,
            Fill::Small => (index * 7 + 3).rem_euclid(11),
        };
        array.ty.wrap(value)
    }
}
