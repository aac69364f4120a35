//! What needs no solver.

use super::super::Context;
use super::pose::Obligation;
use crate::answer::Arith;
use crate::discharge::{Separation, never_overlap};
use crate::pair::Pair;
use crate::term::TermId;

/// Settles the obligation without the solver, if that can be done.
pub(super) fn discharged(cx: &mut Context<'_, '_>, pair: &Pair, o: &Obligation<'_>) -> bool {
    discharged_anyway(cx, pair, o, o.guards)
}

/// As [`discharged`], with no more than these of what the two accesses' guards say.
pub(super) fn discharged_anyway(
    cx: &mut Context<'_, '_>,
    pair: &Pair,
    o: &Obligation<'_>,
    guards: [TermId; 2],
) -> bool {
    cx.solver.looked_at += 1;
    let group = o.accesses.iter().any(|a| a.by_group);
    let mut assumed = false;
    let mut view = |cx: &mut Context<'_, '_>, t: TermId| {
        let (t, a) = cx.solver.view(&mut cx.machine.terms, t);
        assumed |= a;
        t
    };
    let guard = cx.machine.terms.and(&guards);
    let guard = view(cx, guard);
    let (x, y) = (view(cx, o.offsets[0]), view(cx, o.offsets[1]));
    let (r, s) = (view(cx, o.rows[0]), view(cx, o.rows[1]));
    if assumed && cx.machine.config.arith == Arith::Bv {
        return false;
    }
    let terms = &mut cx.machine.terms;
    if terms.as_bool(guard) == Some(false) {
        cx.overflow |= assumed;
        return true;
    }
    let size = |t| terms.as_int(t).and_then(|n| u32::try_from(n).ok());
    let (Some(m), Some(n)) = (size(o.bytes[0]), size(o.bytes[1])) else {
        return false;
    };
    if group {
        return false;
    }
    let guards = terms.conjuncts(guard);
    let separation = Separation {
        guards: &guards,
        offsets: [x, y],
        rows: [r, s],
        sizes: [m, n],
        threads: pair.threads,
        blocks: pair.blocks,
        dims: pair.dims,
        grid: pair.grid,
        distinct_blocks: pair.distinct_blocks(),
    };
    let apart = never_overlap(terms, &separation);
    cx.overflow |= apart && assumed;
    apart
}
