//! Threads together: barriers and collectives, and threads that part at them.
//!
//! A block that cannot go on is resolved in this order: a warp's barrier or collective that all its lanes have
//! reached; one that only some have reached (the others wait elsewhere); the block's barrier; and last, in
//! [`resolve_grid`], the grid's. A thread that left the kernel is not waited for, but a block barrier notes it.

mod block;
mod exchange;
mod partings;
mod together;
mod warp;

use super::context::Context;
use super::phases;
use super::program::{Barrier, Collective, Inst, Phase, PhaseBarrier};
use super::step::read;
use super::thread::{Status, Thread};
use block::resolve_whole_block;
use kverify_frontend::ir::{Language, Scope};
use kverify_smt::answer::Action;
use partings::{leaves, note_parting};
use std::collections::BTreeSet;
use together::pass_together;
use warp::{note_misuse, note_partial, release_complete, release_warp_group};

/// A barrier or collective that a thread stands at.
#[derive(Clone, Copy)]
enum At<'p> {
    Barrier(&'p Barrier),
    Collective(&'p Collective),
    Phase(&'p Phase),
}

impl<'p> At<'p> {
    fn of(thread: &Thread, cx: &Context<'p>) -> Option<At<'p>> {
        if thread.status != Status::Waiting {
            return None;
        }
        match cx.program.insts.get(thread.pc as usize)? {
            Inst::Barrier(barrier) => Some(At::Barrier(barrier)),
            Inst::Collective(collective) => Some(At::Collective(collective)),
            Inst::Phase(phase) => Some(At::Phase(phase)),
            _ => None,
        }
    }

    fn scope(self) -> Scope {
        match self {
            At::Barrier(b) => b.scope,
            At::Collective(c) => c.scope,
            At::Phase(phase) => match phase.barrier {
                PhaseBarrier::At(_) | PhaseBarrier::Named { .. } => Scope::Block,
                PhaseBarrier::Cluster => Scope::Cluster,
            },
        }
    }

    /// Whether all threads of a block wait there together.
    fn is_of_block(self) -> bool {
        !matches!(self, At::Phase(_)) && self.scope() == Scope::Block
    }

    fn place(self) -> u32 {
        match self {
            At::Barrier(b) => b.place,
            At::Collective(c) => c.place,
            At::Phase(p) => p.place,
        }
    }

    fn loops(self) -> &'p [u32] {
        match self {
            At::Barrier(b) => &b.loops,
            At::Collective(c) => &c.loops,
            At::Phase(p) => &p.loops,
        }
    }

    fn action(self) -> Action {
        match self {
            At::Barrier(_) | At::Phase(_) => Action::Barrier,
            At::Collective(_) => Action::Collective,
        }
    }

    fn mask(self, thread: &Thread, cx: &Context<'_>) -> Option<u64> {
        let mask = match self {
            At::Barrier(b) => b.mask,
            At::Collective(c) => c.mask,
            At::Phase(_) => None,
        };
        mask.map(|m| read(thread, cx, m).bits as u64)
    }

    /// Whether a thread is missed that left the kernel there. Barriers hold what comes to them later, too: who leaves is missed there
    /// only if it waited for others (`met`) before.
    fn is_past(self, exit: u32, met: Option<u64>, mask: u64) -> bool {
        match self {
            At::Phase(_) => false,
            At::Barrier(b) => {
                b.past.contains(&exit) && (b.is_strict || met.is_some_and(|other| other != mask))
            }
            At::Collective(c) => c.past.contains(&exit),
        }
    }

    /// Whether all of a warp have to come, also those that left.
    fn is_strict(self) -> bool {
        match self {
            At::Barrier(b) => b.is_strict,
            At::Collective(c) => c.is_strict,
            At::Phase(_) => false,
        }
    }

    /// Counters of the loops around it.
    fn iterations(self, thread: &Thread) -> Vec<u64> {
        turns(thread, self.loops())
    }
}

/// Lets threads of a block go on that waited. Whether any does.
pub(super) fn resolve_block(threads: &mut [Thread], cx: &mut Context<'_>, language: Language) -> bool {
    if threads.iter().all(|t| t.status != Status::Waiting) {
        return false;
    }
    let passed = phases::resolve_phases(threads, cx);
    let (progress, partial) = release_complete(threads, cx);
    let progress = progress || passed;
    if progress || threads.iter().any(|t| t.status == Status::Ready) {
        return progress;
    }
    if let Some((warp, group)) = partial {
        note_misuse(threads, cx, &warp, &group);
        note_partial(threads, cx, &warp, &group, language);
        release_warp_group(threads, cx, &group, true);
        return true;
    }
    // Other blocks may still come.
    if threads.iter().any(|t| phases::waits_for_others(t, cx)) {
        return false;
    }
    phases::give_up_looking(threads, cx)
        || resolve_whole_block(threads, cx, language)
        || end_stuck(threads, cx)
}

/// A thread that waits for a phase which will never be complete goes no further. Whether there is one.
fn end_stuck(threads: &mut [Thread], cx: &mut Context<'_>) -> bool {
    let Some((waiting, absent)) = phases::stuck(threads, cx) else {
        return false;
    };
    if let Some(at) = At::of(&threads[waiting], cx) {
        // One for each way to be elsewhere.
        let mut seen = Vec::new();
        for n in absent {
            let way = match (At::of(&threads[n], cx), threads[n].status) {
                (None, Status::Exited { place, exit }) => {
                    (place, leaves(at, &threads[waiting], &threads[n], exit))
                }
                (Some(other), _) => (other.place(), other.action()),
                (None, _) => continue,
            };
            if !seen.contains(&way) {
                seen.push(way);
                note_parting(cx, at, &threads[waiting], &threads[n]);
            }
        }
    }
    threads[waiting].status = Status::Stopped;
    true
}

/// Lets warps go on of which all threads stand at one warp barrier or collective. Whether any does.
pub(super) fn resolve_warps(threads: &mut [Thread], cx: &mut Context<'_>) -> bool {
    release_complete(threads, cx).0
}

fn is_alive(thread: &Thread) -> bool {
    matches!(thread.status, Status::Ready | Status::Waiting)
}

/// A thread's iterations of these loops.
fn turns(thread: &Thread, loops: &[u32]) -> Vec<u64> {
    let counter = |&l: &u32| thread.counters.get(l as usize).copied().unwrap_or(0);
    loops.iter().map(counter).collect()
}

/// Tells the trace, if there is one, who goes on together.
fn trace_release(cx: &mut Context<'_>, threads: impl Iterator<Item = u32>, at: At<'_>, parted: bool) {
    if let Some(recorder) = cx.trace.as_mut() {
        let threads: Vec<u32> = threads.collect();
        recorder.released(&threads, at.scope(), at.action() == Action::Barrier, parted);
    }
}

fn go_on(thread: &mut Thread) {
    thread.pc += 1;
    thread.status = Status::Ready;
}

/// The linear index of a thread in its block.
pub(super) fn linear(index: [u64; 3], dim: [u64; 3]) -> u64 {
    index[0].wrapping_add(dim[0].wrapping_mul(index[1].wrapping_add(dim[1].wrapping_mul(index[2]))))
}

/// No block can go on: those threads that wait at a barrier of their cluster pass it. Whether any does.
pub(super) fn resolve_clusters(blocks: &mut [Vec<Thread>], cx: &mut Context<'_>) -> bool {
    let numbers: BTreeSet<u32> = (0..blocks.len() as u32).map(|b| cx.clusters.of(b)).collect();
    let mut progress = false;
    for cluster in numbers {
        let of_cluster: Vec<usize> = (0..blocks.len())
            .filter(|&b| cx.clusters.of(b as u32) == cluster)
            .collect();
        progress |= pass_together(blocks, cx, &of_cluster, Scope::Cluster);
    }
    progress
}

/// No block can go on: those threads that wait at a grid barrier pass it. Whether any does.
pub(super) fn resolve_grid(blocks: &mut [Vec<Thread>], cx: &mut Context<'_>) -> bool {
    let all: Vec<usize> = (0..blocks.len()).collect();
    pass_together(blocks, cx, &all, Scope::Grid)
}
