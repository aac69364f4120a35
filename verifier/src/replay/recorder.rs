//! Records what the threads of a run do, statement by statement.

use super::context::Context;
use super::memory::Target;
use super::program::{Atomic, Inst, Slot, Src};
use super::step::{modify, read};
use super::thread::{Status, Thread};
use super::trace::{Did, End, Release, Step, Touch, Trace, TracedThread};
use kverify_frontend::index::Idx;
use kverify_frontend::ir::{AtomicOp, Kernel, Scope, Ty, VarId};

/// Statements and accesses that are recorded at most.
const MOST_STEPS: usize = 400_000;
const MOST_TOUCHES: usize = 600_000;
/// A thread that went round so often when the run was cut short is taken never to leave the loop.
const ENDLESS: u64 = 100;
/// Rounds of such a loop that are kept.
const ROUNDS: u64 = 12;

/// The recorder of one run.
#[derive(Clone, Debug, Default)]
pub(super) struct Recorder {
    trace: Trace,
    /// For each thread: the step at which it waits.
    waiting: Vec<Option<u32>>,
    /// For each step: its place in the program.
    places: Vec<u32>,
}

/// What an instruction is about to touch, as it must be known before it is executed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Before {
    turns: u32,
    cells: [Option<Cell>; 2],
    branch: Option<bool>,
}

/// Bytes that are about to be read or written.
#[derive(Clone, Copy, Debug)]
struct Cell {
    target: Target,
    bytes: u64,
    value: Option<(Ty, u128)>,
    write: bool,
}

impl Recorder {
    /// A new turn begins.
    pub fn next_turn(&mut self) {
        self.trace.turns += 1;
    }

    /// Threads that waited go on.
    pub fn released(&mut self, threads: &[u32], scope: Scope, barrier: bool, parted: bool) {
        let turn = self.trace.turns;
        for &thread in threads {
            let step = self.waiting.get_mut(thread as usize).and_then(Option::take);
            let step = step.and_then(|s| self.trace.steps.get_mut(s as usize));
            if let Some(Did::Wait { until, .. }) = step.map(|s| &mut s.did) {
                *until = Some(turn);
            }
        }
        if self.trace.releases.len() < MOST_STEPS && !self.trace.truncated {
            self.trace.releases.push(Release {
                turn,
                scope,
                barrier,
                threads: threads.to_vec(),
                parted,
            });
        }
    }

    fn push(&mut self, place: u32, step: Step, touches: &[Touch]) {
        let full = self.trace.steps.len() >= MOST_STEPS || self.trace.touches.len() >= MOST_TOUCHES;
        self.trace.truncated |= full;
        if self.trace.truncated {
            return;
        }
        let start = self.trace.touches.len() as u32;
        self.trace.touches.extend_from_slice(touches);
        let step = Step {
            touches: [start, self.trace.touches.len() as u32],
            ..step
        };
        if matches!(step.did, Did::Wait { .. }) {
            let thread = step.thread as usize;
            self.waiting.resize(self.waiting.len().max(thread + 1), None);
            self.waiting[thread] = Some(self.trace.steps.len() as u32);
        }
        self.trace.steps.push(step);
        self.places.push(place);
    }

    /// The trace, now that the run is over.
    pub fn finish(mut self, blocks: &[Vec<Thread>], cx: &Context<'_>) -> Trace {
        let warps_before = |b: usize| {
            blocks[..b]
                .iter()
                .map(|ts| ts.len().div_ceil(cx.warp_size as usize) as u32)
                .sum::<u32>()
        };
        for (b, block) in blocks.iter().enumerate() {
            for thread in block {
                let endless = endless_loop(thread, cx);
                if let Some(l) = endless {
                    self.mark_endless(thread.number, l, cx);
                }
                self.trace.threads.push(TracedThread {
                    at: thread.describe(cx.program, &[], None),
                    warp: thread.home.warp - warps_before(b),
                    end: match thread.status {
                        Status::Exited { .. } => End::Left,
                        Status::Waiting => End::Waits,
                        Status::Stopped => End::Trapped,
                        // In lock-step it waits where its way and theirs meet.
                        Status::Ready if cx.endless && endless.is_none() => End::Behind,
                        Status::Ready => End::CutShort,
                    },
                    endless: endless.map(|l| {
                        let at = cx.program.loops.get(l as usize).copied().flatten();
                        (at, thread.counters[l as usize])
                    }),
                });
            }
        }
        self.cut_endless();
        self.trace
    }

    fn mark_endless(&mut self, thread: u32, l: u32, cx: &Context<'_>) {
        let inside = |place: u32| {
            let around = cx.program.place_loops.get(place as usize);
            around.is_some_and(|loops| loops.contains(&l))
        };
        for (step, &place) in self.trace.steps.iter_mut().zip(&self.places) {
            step.endless |= step.thread == thread && inside(place);
        }
    }

    /// A few rounds of an endless loop say as much as all of them.
    fn cut_endless(&mut self) {
        let later = |s: &&Step| s.endless && s.iteration.is_some_and(|n| n >= ROUNDS);
        let Some(turn) = self.trace.steps.iter().filter(later).map(|s| s.turn).max() else {
            return;
        };
        let first = self.trace.steps.iter().find(later).map_or(turn, |s| s.turn);
        let cut = first.max(1);
        if self.trace.turns > cut + 1 {
            self.trace.steps.retain(|s| s.turn <= cut);
            self.trace.releases.retain(|r| r.turn <= cut);
            self.trace.truncated = true;
        }
    }
}

/// The innermost loop that a thread goes round in when the run is cut short.
fn endless_loop(thread: &Thread, cx: &Context<'_>) -> Option<u32> {
    // Where all was seen to come again, it is certain after few rounds.
    let rounds = if cx.endless { 2 } else { ENDLESS };
    if thread.status != Status::Ready || (cx.fuel > 0 && !cx.endless) {
        return None;
    }
    let place = *cx.program.at.get(thread.pc as usize)?;
    let around = cx.program.place_loops.get(place as usize)?;
    let often = |l: &&u32| thread.counters.get(**l as usize).is_some_and(|&n| n >= rounds);
    around.iter().rev().find(often).copied()
}

/// Looks at an instruction that is about to be executed.
pub(super) fn before(inst: &Inst, thread: &Thread, cx: &mut Context<'_>) -> Before {
    let turns = cx.trace.as_ref().map_or(0, |r| r.trace.turns);
    let mut seen = Before {
        turns,
        ..Before::default()
    };
    let target = |src: Src| cx.memory.target(read(thread, cx, src).bits as u64);
    let cell = |src: Src, bytes: u64, value, write| {
        target(src).map(|target| Cell {
            target,
            bytes,
            value,
            write,
        })
    };
    match inst {
        Inst::Load { ty, addr, .. } => {
            seen.cells[0] = cell(*addr, ty.bytes().into(), Some((*ty, 0)), false);
        }
        Inst::Store { addr, value, ty, .. } => {
            let bits = read(thread, cx, *value).bits;
            seen.cells[0] = cell(*addr, ty.bytes().into(), Some((*ty, bits)), true);
        }
        Inst::Atomic(atomic) => {
            if let Some(target) = cx.memory.target(read(thread, cx, atomic.addr).bits as u64) {
                seen.cells = atomic_cells(atomic, target, thread, cx);
            }
        }
        Inst::Copy(copy) => {
            let bytes = read(thread, cx, copy.bytes).bits as u64;
            seen.cells = [
                cell(copy.src, bytes, None, false),
                cell(copy.dst, bytes, None, true),
            ];
        }
        Inst::Fill { dst, bytes, .. } => {
            let bytes = read(thread, cx, *bytes).bits as u64;
            seen.cells[0] = cell(*dst, bytes, None, true);
        }
        Inst::Branch { cond, .. } | Inst::Assert { cond, .. } => {
            seen.branch = Some(read(thread, cx, *cond).bits != 0);
        }
        _ => {}
    }
    seen
}

/// What an atomic operation is about to read and to write: a load writes nothing, nor does an exchange that fails its
/// comparison, and a store reads nothing.
fn atomic_cells(atomic: &Atomic, target: Target, thread: &Thread, cx: &mut Context<'_>) -> [Option<Cell>; 2] {
    let cell = |bits: u128, write| Cell {
        target,
        bytes: atomic.ty.bytes().into(),
        value: Some((atomic.ty, bits)),
        write,
    };
    // The operation itself is about to load it, and to find the same.
    let (old, _) = cx.memory.load(target, atomic.ty);
    let reads = atomic.op != AtomicOp::Store;
    let args: Vec<_> = atomic.args.iter().map(|a| read(thread, cx, *a)).collect();
    let new = modify(atomic.op, atomic.ty, old, &args);
    [reads.then(|| cell(old, false)), new.map(|new| cell(new, true))]
}

/// Records an instruction that was executed, if a reader of the source would call it a statement.
pub(super) fn after(inst: &Inst, pc: u32, seen: Before, thread: &Thread, cx: &mut Context<'_>) {
    let Some(did) = did(inst, seen, thread, cx.kernel()) else {
        return;
    };
    let program = cx.program;
    let Some(&place) = program.at.get(pc as usize) else {
        return;
    };
    let Some(&loc) = program.places.get(place as usize) else {
        return;
    };
    let innermost = program.place_loops.get(place as usize).and_then(|l| l.last());
    let touches: Vec<Touch> = seen
        .cells
        .iter()
        .flatten()
        .filter_map(|&cell| {
            let Cell {
                target,
                bytes,
                value,
                write,
            } = cell;
            let region = cx.memory.describe(target.region)?;
            let value = match (inst, value) {
                (Inst::Load { dst, ty, .. }, _) => Some((*ty, thread.regs.get(*dst as usize)?.bits)),
                (_, value) => value,
            };
            Some(Touch {
                object: region.object,
                row: region.row,
                offset: target.offset,
                bytes,
                value,
                write,
            })
        })
        .collect();
    let did = match inst {
        Inst::Print(print) => {
            let text = super::print::text(thread, cx, print);
            let printed = cx.trace.as_mut().map(|recorder| &mut recorder.trace.printed);
            printed.map_or(Did::Other, |printed| {
                printed.push(text);
                Did::Print(printed.len() as u32 - 1)
            })
        }
        _ => did,
    };
    let step = Step {
        thread: thread.number,
        turn: seen.turns,
        loc,
        did,
        touches: [0; 2],
        iteration: innermost.and_then(|&l| thread.counters.get(l as usize).copied()),
        endless: false,
    };
    if let Some(recorder) = cx.trace.as_mut() {
        recorder.push(place, step, &touches);
    }
}

pub(super) fn did(inst: &Inst, seen: Before, thread: &Thread, kernel: &Kernel) -> Option<Did> {
    Some(match inst {
        Inst::Load { .. } | Inst::Store { .. } | Inst::Atomic(_) | Inst::Copy(_) | Inst::Fill { .. } => {
            Did::Access
        }
        Inst::Branch { .. } => Did::Branch(seen.branch?),
        Inst::Assert { .. } => Did::Branch(seen.branch?),
        Inst::Barrier(barrier) => Did::Wait {
            scope: barrier.scope,
            barrier: true,
            until: None,
        },
        Inst::Collective(collective) => Did::Wait {
            scope: collective.scope,
            barrier: false,
            until: None,
        },
        Inst::Return { .. } | Inst::Unreachable => Did::Leave,
        Inst::Phase(_) | Inst::Fence(_) | Inst::AsyncWait { .. } | Inst::Hole { .. } | Inst::Print(_) => {
            Did::Other
        }
        Inst::Move { dst, .. }
        | Inst::Unary { dst, .. }
        | Inst::Binary { dst, .. }
        | Inst::Cmp { dst, .. }
        | Inst::Cast { dst, .. }
        | Inst::Select { dst, .. }
        | Inst::Object { dst, .. }
        | Inst::Window { dst, .. }
        | Inst::PtrAdd { dst, .. }
        | Inst::PtrRow { dst, .. }
        | Inst::Unknown { dst, .. } => assigned(*dst, thread, kernel)?,
        Inst::Call(call) => assigned(call.dst, thread, kernel)?,
        Inst::AsyncCommit
        | Inst::Assume { .. }
        | Inst::StopUnless { .. }
        | Inst::Invariant { .. }
        | Inst::Jump(_) => return None,
    })
}

/// An assignment, if it is to one of the user's variables.
fn assigned(dst: Slot, thread: &Thread, kernel: &Kernel) -> Option<Did> {
    let Slot::Var(n) = dst else { return None };
    let var = VarId::new(n as usize);
    let value = thread.regs.get(n as usize)?;
    kernel
        .vars
        .get(var)
        .filter(|v| v.user)
        .map(|_| Did::Assign(var, value.bits))
}
