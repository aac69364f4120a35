//! Which pairs of accesses are worth asking about, and what is asked.

use super::super::Context;
use crate::answer::{Action, Arith};
use crate::pair::Pair;
use crate::segment::{Family, Segment};
use crate::ssa::Access;
use crate::term::{LoopId, TermId};
use kverify_frontend::ir::{ObjectId, Scope};
use std::collections::HashSet;

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

/// An access with its offset as a term without constant part, plus that constant.
pub(super) struct Candidate<'a> {
    pub access: &'a Access,
    base: TermId,
    constant: i128,
    sized: bool,
}

/// All that an obligation's overlap depends on: pairs of one shape are settled once in a segment.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Shape {
    objects: [ObjectId; 2],
    guards: [TermId; 2],
    rows: [TermId; 2],
    bases: [TermId; 2],
    distance: i128,
    /// In an object of known size: where it is, for the bounds that the pair is looked for in.
    anchor: Option<i128>,
    bytes: [TermId; 2],
    by_group: bool,
}

impl Candidate<'_> {
    pub fn against(&self, other: &Candidate<'_>) -> Shape {
        let both = |f: &dyn Fn(&Access) -> TermId| [f(self.access), f(other.access)];
        Shape {
            objects: [self.access.object, other.access.object],
            guards: both(&|a| a.guard),
            rows: both(&|a| a.row),
            bases: [self.base, other.base],
            distance: self.constant.wrapping_sub(other.constant),
            anchor: self.sized.then_some(self.constant),
            bytes: both(&|a| a.bytes),
            by_group: self.access.by_group || other.access.by_group,
        }
    }
}

/// The accesses of the family's spaces, each once.
pub(super) fn worth_pairing<'a>(
    cx: &mut Context<'_, '_>,
    family: &Family,
    accesses: &'a [Access],
) -> Vec<Candidate<'a>> {
    let mut seen = HashSet::new();
    let worth: Vec<&Access> = accesses
        .iter()
        .filter(|a| {
            family
                .spaces
                .contains(&cx.machine.objects.space(cx.machine.kernel, a.object))
        })
        .filter(|a| {
            seen.insert((
                a.loc, a.action, a.guard, a.object, a.row, a.offset, a.bytes, &a.values,
            ))
        })
        .collect();
    let candidate = |access: &'a Access| {
        // Without wraps, constants come to the front; the first pair of a shape notes what that takes for granted.
        let offset = match cx.machine.config.arith {
            Arith::Bv => access.offset,
            _ => cx.solver.view(&mut cx.machine.terms, access.offset).0,
        };
        let (parts, constant) = cx.machine.terms.linear(offset);
        let base = cx.machine.terms.sum(&parts, 0);
        let sized = cx.machine.kernel.objects[cx.machine.objects.base(access.object).0]
            .size
            .is_some();
        Candidate {
            access,
            base,
            constant,
            sized,
        }
    };
    worth.into_iter().map(candidate).collect()
}

/// Whether the two kinds of access conflict if they meet.
pub(super) fn conflict(cx: &Context<'_, '_>, family: &Family, a: &Access, b: &Access) -> bool {
    let scope = family.scope;
    if family.lockstep && !std::ptr::eq(a, b) {
        return false;
    }
    if a.object != b.object && !may_overlap(cx, a, b) {
        return false;
    }
    if a.action == Action::Read && b.action == Action::Read {
        return false;
    }
    // The group's one copy does not race with itself.
    if a.by_group && b.by_group && a.loc == b.loc && scope == Scope::Block {
        return false;
    }
    // A thread's accesses after it waited for the group's copy come after the copy.
    let ordered =
        |copy: &Access, x: &Access| copy.by_group && scope == Scope::Block && x.waited.contains(&copy.loc);
    if ordered(a, b) || ordered(b, a) {
        return false;
    }
    let covers = |x: &Access| x.atomic.is_some_and(|s| s >= scope);
    !(covers(a) && covers(b))
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
    let parts = if a.values.len() == b.values.len() {
        a.values.len()
    } else {
        0
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
