//! Which pairs of accesses are worth asking about, and what is asked.

use super::super::Context;
use crate::pair::Pair;
use crate::segment::{Family, Segment};
use crate::ssa::Access;
use crate::term::{LoopId, TermId};
use kverify_frontend::ir::Scope;
use rustc_hash::FxHashSet;

/// A pair of accesses of two threads, as terms.
pub(super) struct Obligation<'a> {
    pub accesses: [&'a Access; 2],
    pub guards: [TermId; 2],
    pub rows: [TermId; 2],
    pub offsets: [TermId; 2],
    pub bytes: [TermId; 2],
    /// What is read or written by both, part by part; empty if that is not known.
    pub values: Vec<[TermId; 2]>,
}

/// The loops whose counters both threads share: those around the segment's start; in lock-step, all.
pub(super) fn shared_loops(family: &Family, segment: &Segment) -> Vec<LoopId> {
    let own = segment
        .records
        .accesses
        .iter()
        .flat_map(|a| &a.counters)
        .filter(|_| family.lockstep);
    segment.shared.iter().chain(own).map(|c| c.0).collect()
}

/// The accesses of the family's spaces, each once.
pub(super) fn worth_pairing<'a>(
    cx: &Context<'_, '_>,
    family: &Family,
    accesses: &'a [Access],
) -> Vec<&'a Access> {
    let mut seen = FxHashSet::default();
    accesses
        .iter()
        .filter(|a| {
            family
                .spaces
                .contains(&cx.machine.objects.space(cx.machine.kernel, a.object))
        })
        .filter(|a| {
            seen.insert((
                a.loc, a.action, a.writes, a.guard, a.object, a.row, a.offset, a.bytes, &a.values, &a.phases,
            ))
        })
        .collect()
}

/// Whether the two kinds of access conflict if they meet.
pub(super) fn conflict(cx: &Context<'_, '_>, family: &Family, a: &Access, b: &Access) -> bool {
    let scope = family.scope;
    // Threads in lock-step do different statements one after the other, but a copy is done when it is waited for only.
    let goes_on = |copy: &Access, x: &Access| copy.asynchronous && !x.waited.contains(&copy.loc);
    if family.lockstep && !std::ptr::eq(a, b) && !goes_on(a, b) && !goes_on(b, a) {
        return false;
    }
    if a.object != b.object && !may_overlap(cx, a, b) {
        return false;
    }
    if !a.writes && !b.writes {
        return false;
    }
    // Each block's own shared memory.
    let own = cx.machine.own_rank;
    if scope == Scope::Cluster && cx.machine.is_distributed(a.object) && a.row == own && b.row == own {
        return false;
    }
    // The group's one copy does not race with itself, unless a loop starts it again.
    if scope == Scope::Block && are_one_copy(a, b) && a.counters.is_empty() {
        return false;
    }
    // A thread's accesses after it waited for the group's copy come after the copy.
    let ordered =
        |copy: &Access, x: &Access| copy.by_group && scope == Scope::Block && x.waited.contains(&copy.loc);
    if ordered(a, b) || ordered(b, a) {
        return false;
    }
    let covers = |x: &Access| x.atomic.is_some_and(|s| s >= scope);
    // Atomics of different widths are not atomic for each other (PTX ISA, "Morally Strong Operations": they overlap completely).
    !(covers(a) && covers(b) && a.bytes == b.bytes)
}

/// Whether both are sides of one statement by which the group copies.
pub(super) fn are_one_copy(a: &Access, b: &Access) -> bool {
    a.by_group && b.by_group && a.loc == b.loc
}

/// Distinct objects overlap only if the user does not rule out that parameters alias.
fn may_overlap(cx: &Context<'_, '_>, a: &Access, b: &Access) -> bool {
    use kverify_frontend::ir::ObjectSource::Param;
    let of_param = |x: &Access| {
        let (o, depth) = cx.machine.objects.base(x.object);
        depth == 0
            && matches!(cx.machine.kernel.objects[o].source, Param(_))
            && cx.machine.kernel.objects[o].space == kverify_frontend::ir::Space::Global
    };
    cx.machine.config.may_alias && of_param(a) && of_param(b)
}

/// The two accesses as two threads of the pair make them.
pub(super) fn pose<'a>(
    cx: &mut Context<'_, '_>,
    pair: &mut Pair,
    a: &'a Access,
    b: &'a Access,
) -> Obligation<'a> {
    let terms = &mut cx.machine.terms;
    let mut both = |f: &dyn Fn(&Access) -> TermId| [pair.fork(terms, f(a), 0), pair.fork(terms, f(b), 1)];
    // What an asynchronous copy writes is told by its source, and is no value to compare with others.
    let parts = match a.values.len() == b.values.len() && a.asynchronous == b.asynchronous {
        true => a.values.len(),
        false => 0,
    };
    let values = (0..parts).map(|n| both(&|x| x.values[n])).collect();
    Obligation {
        accesses: [a, b],
        guards: both(&|x| x.guard),
        rows: both(&|x| x.row),
        offsets: both(&|x| x.offset),
        bytes: both(&|x| x.bytes),
        values,
    }
}
