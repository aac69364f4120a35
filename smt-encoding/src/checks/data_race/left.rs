//! Threads that have left the kernel, and others of their warp that wait.
//!
//! A warp barrier does not wait for a lane that has left, and orders nothing that such a lane did before: it took no part (CUDA C++
//! Programming Guide, "Synchronization functions"). So for a segment in which one thread may leave while the other comes to a
//! warp barrier, what the one does on its way out stands beside all that the other does past that barrier, up to the next
//! barrier of the block: `guard_a(s) ∧ leaves(s) ∧ guard_b(t)`, with nothing in common between the two segments' counters.

use super::super::{Context, settle_closely};
use super::pose::{shared_loops, worth_pairing};
use crate::answer::Arith;
use crate::pair::{Pair, Settled};
use crate::segment::{Family, Segment};
use crate::ssa::{Access, Stop};
use crate::term::{LoopId, TermId};
use kverify_frontend::ir::{Loc, Scope};
use std::collections::BTreeSet;

/// What threads do on their way out of the kernel while others of their warp wait.
pub(super) struct Leaving<'a> {
    /// Their accesses; the guards say that they leave.
    pub own: Vec<Access>,
    /// What the others may do meanwhile, past the barrier.
    pub others: Vec<&'a Access>,
}

/// The accesses that stand beside each other although a warp barrier lies between them; nothing where no thread leaves.
pub(super) fn leaving<'a>(
    cx: &mut Context<'_, '_>,
    family: &Family,
    segments: &'a [Segment],
    segment: &Segment,
) -> Option<Leaving<'a>> {
    let (exits, waits): (Vec<&Stop>, Vec<&Stop>) = segment
        .records
        .stops
        .iter()
        .filter(|s| s.barrier.is_none() || is_of_warp(cx, s))
        .partition(|s| s.barrier.is_none());
    if exits.is_empty() || waits.is_empty() {
        return None;
    }
    let leaves = any(cx, &exits);
    let own: Vec<Access> = worth_pairing(cx, family, &segment.records.accesses)
        .into_iter()
        .filter_map(|access| {
            let guard = cx.machine.terms.and(&[access.guard, leaves]);
            let happens = cx.machine.terms.as_bool(guard) != Some(false);
            happens.then(|| Access {
                guard,
                ..access.clone()
            })
        })
        .collect();
    let others: Vec<&Access> = past(cx, segments, &waits)
        .into_iter()
        .flat_map(|s| worth_pairing(cx, family, &s.records.accesses))
        .collect();
    let met = own.iter().any(|a| others.iter().any(|b| a.writes || b.writes));
    (met && may_part(cx, family, segment, &exits, &waits)).then_some(Leaving { own, others })
}

/// Whether a thread ends here at a warp barrier.
fn is_of_warp(cx: &Context<'_, '_>, stop: &Stop) -> bool {
    stop.barrier
        .and_then(|n| cx.machine.cfg.barrier(cx.machine.kernel, n))
        .is_some_and(|b| b.scope == Scope::Warp)
}

/// That a thread ends at one of the stops.
fn any(cx: &mut Context<'_, '_>, stops: &[&Stop]) -> TermId {
    let guards: Vec<TermId> = stops.iter().map(|s| s.guard).collect();
    cx.machine.terms.or(&guards)
}

/// The segments that begin at these warp barriers, and at those that follow without a barrier of the block between.
fn past<'a>(cx: &Context<'_, '_>, segments: &'a [Segment], from: &[&Stop]) -> Vec<&'a Segment> {
    let mut reached: BTreeSet<Loc> = from.iter().map(|s| s.loc).collect();
    loop {
        let before = reached.len();
        for segment in segments {
            if segment.start.is_some_and(|start| reached.contains(&start)) {
                let stops = segment.records.stops.iter();
                reached.extend(stops.filter(|s| is_of_warp(cx, s)).map(|s| s.loc));
            }
        }
        if reached.len() == before {
            break;
        }
    }
    let starts = |s: &&Segment| s.start.is_some_and(|start| reached.contains(&start));
    segments.iter().filter(starts).collect()
}

/// Whether one thread may leave in the segment while the other waits.
fn may_part(
    cx: &mut Context<'_, '_>,
    family: &Family,
    segment: &Segment,
    exits: &[&Stop],
    waits: &[&Stop],
) -> bool {
    let around: Vec<LoopId> = shared_loops(family, segment);
    let mut pair = Pair::new(cx.machine, family, &around);
    let (leaves, stays) = (any(cx, exits), any(cx, waits));
    let terms = &mut cx.machine.terms;
    let ways = [pair.fork(terms, leaves, 0), pair.fork(terms, stays, 1)];
    if pair.fork(terms, leaves, 1) == ways[0] {
        return false;
    }
    let both = terms.and(&ways);
    let (both, assumed) = match cx.machine.config.arith {
        Arith::Bv => (both, false),
        _ => cx.solver.view(terms, both),
    };
    let mut core = terms.conjuncts(both);
    core.push(pair.distinct);
    core.extend(&pair.within);
    match settle_closely(cx, &mut pair, &core, &[]) {
        Settled::Never { overflow } => {
            cx.overflow |= overflow || assumed;
            false
        }
        Settled::Happens(_) | Settled::Unknown(_) => true,
    }
}
