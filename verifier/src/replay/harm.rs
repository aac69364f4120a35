//! What a race does to memory: its interval, run in several orders.
//!
//! LDetector's two passes (Li et al. 2017, doi:10.1145/3046678, section 4). First every group of threads (warps of the
//! block, blocks of the grid, threads of the warp, as the race is between) runs the interval alone, on a copy of
//! memory as it was when the interval began. Where two groups wrote different values, who comes last decides.
//! Then every group runs again on what all others wrote: where it now writes something else, who comes first decides.
//!
//! It says nothing (`None`) where the passes mean nothing: with atomics and fences, which order accesses or count, with
//! values that are not modelled, in launches that are too large, and where a group cannot finish without the others.

mod cells;

use super::compile::compile;
use super::context::Context;
use super::fill::Fill;
use super::inputs::{Inputs, Limits, Schedule};
use super::machine::{launch, run_program};
use super::memory::Memory;
use super::outcome::Conflict;
use super::program::{Inst, Program};
use super::scheduler::{SLICE, turn};
use super::sync::{resolve_block, resolve_warps};
use super::thread::{Status, Thread};
use cells::{Byte, Cells, note_bytes, runs, write_all};
use kverify_frontend::ir::{CopyKind, Kernel, ObjectId, Scope, Space, Ty};
use kverify_smt::answer::Action;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the order of threads decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Harm {
    /// Whose order was changed: `Grid` for blocks, `Block` for warps of a block, `Warp` for threads of a warp.
    pub between: Scope,
    /// Some cells that come out differently; empty if every order leaves the same memory.
    pub cells: Vec<HarmedCell>,
    /// How many there are.
    pub differing: u64,
    /// Threads take other ways through the kernel.
    pub ways: bool,
    /// Launches (contents of memory) that were tried.
    pub launches: u32,
}

impl Harm {
    /// Every order that was tried leaves the same memory.
    pub fn is_benign(&self) -> bool {
        self.differing == 0 && !self.ways
    }
}

/// A memory cell that comes out differently.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HarmedCell {
    /// The array.
    pub object: ObjectId,
    /// Where it lives.
    pub space: Space,
    /// The row.
    pub row: i128,
    /// The byte offset.
    pub offset: i64,
    /// Its type.
    pub ty: Ty,
    /// What it may hold (bits), in rising order; `None` is what it held before.
    pub values: Vec<Option<u128>>,
    /// Groups write it with different values, so that the last one decides; else what a group reads decides.
    pub last_decides: bool,
}

/// Threads of a launch that is small enough.
const MOST_THREADS: usize = 1024;
/// Groups that are told apart.
const MOST_GROUPS: usize = 64;
/// Instructions of one group's pass, and of all passes.
const PASS_FUEL: u64 = 200_000;
const ALL_FUEL: u64 = 3_000_000;
/// Bytes that all groups may write together.
const MOST_BYTES: usize = 1 << 18;

/// Runs the interval of a confirmed race between threads of a `scope` in several orders. `None` if that would say
/// nothing.
pub fn harm(
    kernel: &Kernel,
    inputs: &Inputs,
    conflict: &Conflict,
    scope: Scope,
    limits: &Limits,
) -> Option<Harm> {
    let program = compile(kernel).ok()?;
    // Nor are the orders of asynchronous copies tried.
    if program.releases
        || program
            .insts
            .iter()
            .any(|i| waits_for_all(i) || copies_asynchronously(i))
    {
        return None;
    }
    let per_block: u64 = inputs.block_dim.iter().product();
    if per_block.saturating_mul(inputs.blocks.len() as u64) > MOST_THREADS as u64 {
        return None;
    }
    let mut fuel = ALL_FUEL;
    let mut launches = 0;
    // Zeros everywhere hide differences: several contents are tried.
    for fill in [inputs.fill, Fill::Index, Fill::Hashed(1)] {
        let inputs = Inputs {
            fill,
            schedule: Schedule::InOrder,
            ..inputs.clone()
        };
        if !shows_again(kernel, &program, &inputs, conflict, limits) {
            continue;
        }
        launches += 1;
        for &between in betweens(scope, conflict, per_block, inputs.warp_size) {
            let interval = Interval::of(kernel, &program, &inputs, conflict, between, limits)?;
            let outcome = interval.orders(&mut fuel)?;
            if !outcome.is_benign() {
                return Some(Harm { launches, ..outcome });
            }
        }
    }
    (launches > 1).then(|| Harm {
        between: scope,
        cells: Vec::new(),
        differing: 0,
        ways: false,
        launches,
    })
}

/// Whose orders are tried for a race between threads of a scope: a race of a block may be one of two threads of a warp.
fn betweens(scope: Scope, conflict: &Conflict, per_block: u64, warp: u32) -> &'static [Scope] {
    match (scope, conflict.scope) {
        (Scope::Cluster | Scope::Grid | Scope::System, _) => &[Scope::Grid],
        (Scope::Block, Scope::Block) => &[Scope::Block],
        (Scope::Block, _) if per_block > u64::from(warp) => &[Scope::Block, Scope::Warp],
        _ => &[Scope::Warp],
    }
}

fn copies_asynchronously(inst: &Inst) -> bool {
    matches!(inst, Inst::Copy(copy) if copy.kind != CopyKind::Sync)
}

/// Barriers of the whole grid: no block finishes alone.
fn waits_for_all(inst: &Inst) -> bool {
    matches!(inst, Inst::Barrier(barrier) if barrier.scope > Scope::Block)
}

fn shows_again(
    kernel: &Kernel,
    program: &Program,
    inputs: &Inputs,
    conflict: &Conflict,
    limits: &Limits,
) -> bool {
    let run = run_program(kernel, program, inputs, limits);
    let same = |c: &Conflict| c.places == conflict.places && c.scope == conflict.scope;
    !run.approximate && !run.assumption_failed && !run.out_of_fuel && run.conflicts.iter().any(same)
}

/// What a group of threads did alone.
#[derive(Default)]
struct Pass {
    /// The bytes that it wrote, with what they hold then.
    wrote: BTreeMap<Byte, u8>,
    /// The same, neighbours together.
    runs: Vec<(Byte, Vec<u8>)>,
    /// Where its threads ended.
    ends: Vec<(u32, bool)>,
}

/// The state of a launch when a race's interval begins.
struct Interval<'k> {
    kernel: &'k Kernel,
    cx: Context<'k>,
    groups: Vec<Vec<Thread>>,
    between: Scope,
    space: Space,
}

impl<'k> Interval<'k> {
    fn of(
        kernel: &'k Kernel,
        program: &'k Program,
        inputs: &Inputs,
        conflict: &Conflict,
        between: Scope,
        limits: &Limits,
    ) -> Option<Interval<'k>> {
        let limits = Limits {
            fuel: PASS_FUEL * 4,
            ..limits.clone()
        };
        let mut cx = Context::new(kernel, program, inputs, &limits, inputs.blocks.len());
        let per_block: u64 = inputs.block_dim.iter().product();
        let mut blocks = launch(kernel, &mut cx, inputs, per_block);
        let groups = if between > Scope::Block {
            blocks
        } else {
            let block = inputs
                .blocks
                .iter()
                .position(|b| *b == conflict.threads[0].block)?;
            let threads = &mut blocks[block];
            advance(threads, &mut cx, block, conflict.interval, kernel)?;
            split(threads, conflict, between)
        };
        (2..=MOST_GROUPS).contains(&groups.len()).then_some(Interval {
            kernel,
            cx,
            groups,
            between,
            space: conflict.space,
        })
    }

    fn orders(&self, fuel: &mut u64) -> Option<Harm> {
        let mut passes = Vec::with_capacity(self.groups.len());
        for group in &self.groups {
            passes.push(self.pass(group, self.cx.memory.clone(), fuel)?);
        }
        if passes.iter().map(|p| p.wrote.len()).sum::<usize>() > MOST_BYTES {
            return None;
        }
        let mut cells = Cells::default();
        let wrote: Vec<&BTreeMap<Byte, u8>> = passes.iter().map(|p| &p.wrote).collect();
        self.compare(&wrote, true, &mut cells);
        let mut ways = false;
        for (n, group) in self.groups.iter().enumerate() {
            let others = || passes.iter().enumerate().filter(|(m, _)| *m != n);
            // Whoever comes last among the others: the last of them, or the first.
            let forward: Vec<&Pass> = others().map(|(_, p)| p).collect();
            let backward: Vec<&Pass> = others().rev().map(|(_, p)| p).collect();
            for order in [forward, backward] {
                let mut memory = self.cx.memory.clone();
                for pass in order {
                    write_all(&mut memory, &pass.runs);
                }
                let again = self.pass(group, memory, fuel)?;
                ways |= again.ends != passes[n].ends;
                self.compare(&[&passes[n].wrote, &again.wrote], false, &mut cells);
            }
        }
        Some(cells.harm(self.between, self.space, ways))
    }

    /// Runs a group alone, to the end of the interval.
    fn pass(&self, group: &[Thread], memory: Memory<'k>, fuel: &mut u64) -> Option<Pass> {
        let mut cx = self.cx.clone();
        cx.memory = memory;
        cx.fuel = PASS_FUEL.min(*fuel);
        let (before, allowed) = (cx.now, cx.fuel);
        let mut threads = group.to_vec();
        loop {
            let ran = turn(&mut threads, &mut cx, Schedule::InOrder, SLICE);
            let freed = match self.between {
                Scope::Cluster | Scope::Grid | Scope::System => {
                    resolve_block(&mut threads, &mut cx, self.kernel.language)
                }
                Scope::Block => resolve_warps(&mut threads, &mut cx),
                Scope::Warp | Scope::Thread => false,
            };
            if cx.fuel == 0 || cx.approximate || cx.assumption_failed {
                return None;
            }
            if !ran && !freed {
                break;
            }
        }
        *fuel = fuel.saturating_sub(allowed - cx.fuel);
        let mut pass = Pass {
            ends: threads
                .iter()
                .map(|t| (t.pc, matches!(t.status, Status::Exited { .. })))
                .collect(),
            ..Pass::default()
        };
        for access in cx.accesses_since(before) {
            if access.what.action == Action::Atomic {
                return None;
            }
            // A block's shared memory is gone when the block has ended.
            let space = cx.memory.describe(access.region).map(|region| region.space);
            let is_gone = self.between > Scope::Block && space == Some(Space::Shared);
            if access.what.writes && !is_gone {
                note_bytes(&cx.memory, access, &mut pass.wrote)?;
            }
        }
        pass.runs = runs(&pass.wrote);
        Some(pass)
    }
}

/// Runs a block until its interval number `interval` begins.
fn advance(
    threads: &mut [Thread],
    cx: &mut Context<'_>,
    block: usize,
    interval: u32,
    kernel: &Kernel,
) -> Option<()> {
    while cx.blocks.get(block)?.interval < interval {
        let ran = turn(threads, cx, Schedule::InOrder, SLICE);
        let freed = resolve_block(threads, cx, kernel.language);
        if !ran && !freed || cx.fuel == 0 {
            return None;
        }
    }
    (cx.blocks.get(block)?.interval == interval).then_some(())
}

/// The groups whose order matters: the block's warps, or the threads of the race's warp.
fn split(threads: &[Thread], conflict: &Conflict, between: Scope) -> Vec<Vec<Thread>> {
    let mut warps: Vec<Vec<Thread>> = Vec::new();
    for thread in threads {
        match warps.last_mut() {
            Some(warp) if warp[0].home.warp == thread.home.warp => warp.push(thread.clone()),
            _ => warps.push(vec![thread.clone()]),
        }
    }
    if between == Scope::Block {
        return warps;
    }
    let at = conflict.threads[0].thread;
    let warp = warps.into_iter().find(|warp| warp.iter().any(|t| t.index == at));
    warp.into_iter().flatten().map(|thread| vec![thread]).collect()
}
