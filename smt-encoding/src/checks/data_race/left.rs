//! Threads that have left the kernel, and others that wait.
//!
//! A barrier does not wait for a thread that has left, and orders nothing that such a thread did before: it took no part (CUDA C++
//! Programming Guide, "Synchronization functions": what is visible past the barrier are the accesses of the threads that it
//! waited for; PTX ISA, `barrier`: the order is among participating threads). So for a segment in which one thread may leave while
//! the other comes to a barrier, what the one does on its way out stands beside all that the other does past that barrier and later
//! ones: `guard_a(s) ∧ leaves(s) ∧ guard_b(t)`, with nothing in common between the two segments but that the other is not the
//! earlier one. Of a warp's barriers, that nobody reports as divergent, this looks as far as the block's next barrier.

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
    /// What the others may do meanwhile, past the barrier, and in which segment.
    pub others: Vec<(&'a Access, &'a Segment)>,
}

/// The accesses that stand beside each other although a barrier lies between them; nothing where no thread leaves. At barriers of
/// warps only, unless `any_barrier`.
pub(super) fn leaving<'a>(
    cx: &mut Context<'_, '_>,
    family: &Family,
    segments: &'a [Segment],
    segment: &Segment,
    any_barrier: bool,
) -> Option<Leaving<'a>> {
    let counts = |cx: &Context<'_, '_>, s: &Stop| any_barrier || is_of_warp(cx, s);
    let (exits, waits): (Vec<&Stop>, Vec<&Stop>) = segment
        .records
        .stops
        .iter()
        .filter(|s| s.barrier.is_none() || counts(cx, s))
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
    if own.is_empty() {
        return None;
    }
    let others: Vec<(&Access, &Segment)> = past(segments, &waits, &|s| counts(cx, s))
        .into_iter()
        .flat_map(|s| {
            let accesses = worth_pairing(cx, family, &s.records.accesses);
            accesses.into_iter().map(move |access| (access, s))
        })
        .collect();
    let met = own.iter().any(|a| {
        others
            .iter()
            .any(|(b, _)| a.object == b.object && (a.writes || b.writes))
    });
    let met = met || cx.machine.config.may_alias && !others.is_empty();
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

/// The segments that begin at these barriers, and at those that count and follow with none between that does not.
fn past<'a>(segments: &'a [Segment], from: &[&Stop], counts: &dyn Fn(&Stop) -> bool) -> Vec<&'a Segment> {
    let mut reached: BTreeSet<Loc> = from.iter().map(|s| s.loc).collect();
    loop {
        let before = reached.len();
        for segment in segments {
            if segment.start.is_some_and(|start| reached.contains(&start)) {
                let stops = segment.records.stops.iter();
                let barriers = stops.filter(|s| s.barrier.is_some() && counts(s));
                reached.extend(barriers.map(|s| s.loc));
            }
        }
        if reached.len() == before {
            break;
        }
    }
    let starts = |s: &&Segment| s.start.is_some_and(|start| reached.contains(&start));
    segments.iter().filter(starts).collect()
}

/// That the later segment begins no earlier than the one in which the first thread leaves: in a common loop, in no earlier
/// iteration.
pub(super) fn not_before(
    cx: &mut Context<'_, '_>,
    pair: &mut Pair,
    segment: &Segment,
    later: &Segment,
) -> Vec<TermId> {
    let common = segment.shared.iter().zip(&later.shared);
    let common: Vec<[TermId; 2]> = common
        .take_while(|(x, y)| x.0 == y.0)
        .map(|(x, y)| [x.1, y.1])
        .collect();
    let terms = &mut cx.machine.terms;
    // From the inside: κ < κ' of a loop, or equal and the same of those inside it.
    let mut holds = terms.bool(true);
    for counters in common.into_iter().rev() {
        let (x, y) = (pair.fork(terms, counters[0], 0), pair.fork(terms, counters[1], 1));
        let (less, equal) = (terms.lt(x, y), terms.eq(x, y));
        let inner = terms.and(&[equal, holds]);
        holds = terms.or(&[less, inner]);
    }
    terms.conjuncts(holds)
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
