//! Code that only an overflow reaches.
//!
//! A proof that takes index arithmetic not to overflow says nothing of code whose guards ask for the overflow: `a * b / b != a` never
//! holds under the assumption, and holds on machines, where unsigned arithmetic wraps by definition (C17 6.2.5p9). Each guard
//! that a proof leaned on must be possible without an overflow, or impossible with it.

use super::{Context, one_thread};
use crate::answer::{Arith, Unknown};
use crate::pair::Pair;
use crate::term::{TermId, with_wraps};
use crate::z3::{Encoding, Outcome};
use kverify_frontend::ir::Loc;
use std::collections::BTreeMap;

/// Units of the solver for a question.
const UNITS: u32 = 400_000;

/// Notes what only an overflow reaches, and returns whether there is such code. A kernel that is not proved needs no such answer.
pub fn look(cx: &mut Context<'_, '_>) -> bool {
    if !cx.overflow || cx.machine.config.arith == Arith::Bv {
        return false;
    }
    let mut pair = one_thread(cx);
    for (guard, loc) in guards(cx) {
        if needs_an_overflow(cx, &mut pair, guard) {
            cx.unknowns.push(Unknown {
                message: "this is reached only where unsigned arithmetic wraps around, and a proof takes index arithmetic not to; \
                          `--arith bv` asks for machine arithmetic"
                    .into(),
                loc: Some(loc),
            });
        }
    }
    !cx.unknowns.is_empty()
}

/// Each guard of the kernel's obligations once, with the first place that stands under it.
fn guards(cx: &Context<'_, '_>) -> BTreeMap<TermId, Loc> {
    let whole = cx.whole;
    let accesses = whole.accesses.iter().map(|a| (a.guard, a.loc));
    let stops = whole.stops.iter().map(|s| (s.guard, s.loc));
    let claims = whole.claims.iter().map(|c| (c.guard, c.loc));
    let meetings = whole.meetings.iter().map(|m| (m.guard, m.loc));
    let mut all = BTreeMap::new();
    for (guard, loc) in accesses.chain(stops).chain(claims).chain(meetings) {
        let first: &mut Loc = all.entry(guard).or_insert(loc);
        *first = loc.min(*first);
    }
    all
}

fn needs_an_overflow(cx: &mut Context<'_, '_>, pair: &mut Pair, guard: TermId) -> bool {
    let terms = &mut cx.machine.terms;
    let guard = pair.fork(terms, guard, 0);
    let (viewed, assumed) = cx.solver.view(terms, guard);
    if !assumed {
        return false;
    }
    let is_never = |cx: &mut Context<'_, '_>, guard: TermId| {
        let terms = &cx.machine.terms;
        let all = [
            terms.conjuncts(guard),
            pair.within.clone(),
            cx.solver.limits.clone(),
        ]
        .concat();
        cx.solver.ask(terms, &all, Encoding::Int, UNITS) == Outcome::Unsat
    };
    if !is_never(cx, viewed) {
        return false;
    }
    let exact = with_wraps(&mut cx.machine.terms, guard);
    !is_never(cx, exact)
}
