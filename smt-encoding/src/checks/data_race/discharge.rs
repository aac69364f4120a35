//! What needs no solver.

use super::super::Context;
use super::bijection;
use super::pose::Obligation;
use crate::answer::Arith;
use crate::discharge::{Separation, exact_sizes, never_overlap, positive_sizes};
use crate::pair::Pair;
use crate::term::{TermId, Terms};

/// What comes of an attempt without the solver.
pub(super) enum Attempt {
    /// The two never meet.
    Apart,
    /// Not known; what was left to show, if that can be said.
    Open(Option<Separation>),
}

/// Settles the obligation without the solver, if that can be done, with no more than these of what the two accesses' guards say.
pub(super) fn attempt(
    cx: &mut Context<'_, '_>,
    pair: &Pair,
    o: &Obligation<'_>,
    guards: [TermId; 2],
) -> Attempt {
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
    // Mostly bounds of parameters, in which nothing is computed.
    let stated: Vec<TermId> = cx
        .solver
        .stated
        .clone()
        .into_iter()
        .map(|t| view(cx, t))
        .collect();
    if assumed && cx.machine.config.arith == Arith::Bv {
        return Attempt::Open(None);
    }
    let terms = &mut cx.machine.terms;
    if terms.as_bool(guard) == Some(false) {
        cx.overflow |= assumed;
        return Attempt::Apart;
    }
    let size = |t| terms.as_int(t).and_then(|n| u32::try_from(n).ok());
    let (Some(m), Some(n)) = (size(o.bytes[0]), size(o.bytes[1])) else {
        return Attempt::Open(None);
    };
    if group {
        return Attempt::Open(None);
    }
    let guards = terms.conjuncts(guard);
    let separation = Separation {
        guards,
        offsets: [x, y],
        rows: [r, s],
        sizes: [m, n],
        threads: pair.threads,
        blocks: pair.blocks,
        dims: pair.dims,
        grid: pair.grid,
        distinct_blocks: pair.distinct_blocks(),
    };
    let mut apart = never_overlap(terms, &separation)
        || !stated.is_empty() && never_overlap(terms, &separation.under(&stated));
    if !apart {
        let equal = bijection::equal_numbers(cx, o);
        let takes_more = &mut false;
        let mut view = |t| {
            let (t, a) = cx.solver.view(&mut cx.machine.terms, t);
            *takes_more |= a;
            t
        };
        let equal: Vec<[TermId; 2]> = equal.into_iter().map(|both| both.map(&mut view)).collect();
        let may_take = !*takes_more || cx.machine.config.arith != Arith::Bv;
        assumed |= *takes_more;
        apart = may_take && is_one_thread(&mut cx.machine.terms, &separation, &equal);
    }
    cx.overflow |= apart && assumed;
    match apart {
        true => Attempt::Apart,
        false => Attempt::Open(Some(separation)),
    }
}

/// Whether numbers that are equal make the two threads one.
fn is_one_thread(terms: &mut Terms, separation: &Separation, equal: &[[TermId; 2]]) -> bool {
    let equations: Vec<TermId> = equal.iter().map(|&[x, y]| terms.eq(x, y)).collect();
    equal.iter().any(|&numbers| {
        let zero = terms.int(0);
        let alone = Separation {
            guards: equations.clone(),
            offsets: numbers,
            rows: [zero; 2],
            sizes: [1; 2],
            ..separation.clone()
        };
        never_overlap(terms, &alone)
    })
}

/// A race that takes sizes which are not positive gets this share of the solver's units: that it happens is mostly seen at once, and
/// that it does not is shown for the sizes that matter.
const ODD_SHARE: u32 = 16;

/// The same of a race that takes quotients of sizes with something left over, which may be none for reasons that only the solver sees.
const INEXACT_SHARE: u32 = 8;

/// The part of the solver's units that a question is worth which needs no solver for the usual sizes.
pub(super) fn share(cx: &mut Context<'_, '_>, separation: &Separation) -> u32 {
    let terms = &mut cx.machine.terms;
    let positive = positive_sizes(terms, separation);
    if !positive.is_empty() && never_overlap(terms, &separation.under(&positive)) {
        return ODD_SHARE;
    }
    let exact = exact_sizes(terms, separation);
    let is_apart = !exact.is_empty() && never_overlap(terms, &separation.under(&[positive, exact].concat()));
    if is_apart { INEXACT_SHARE } else { 1 }
}
