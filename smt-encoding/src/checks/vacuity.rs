//! Proofs of nothing: kernels that no thread gets through, and code that only an overflow reaches.
//!
//! What the source says never happens (`__trap`, `__builtin_unreachable`, a failed assumption) is no launch that a proof is about. If it
//! says so on every way, the proof is about none.
//!
//! A proof that takes index arithmetic not to overflow says nothing of code whose guards ask for the overflow: `a * b / b != a` never
//! holds under the assumption, and holds on machines, where unsigned arithmetic wraps by definition (C17 6.2.5p9). Each guard
//! that a proof leaned on must be possible without an overflow, or impossible with it.

use super::{Context, one_thread};
use crate::answer::{Arith, Unknown};
use crate::pair::Pair;
use crate::term::{TermId, with_wraps};
use crate::z3::{Encoding, Outcome};
use kverify_frontend::ir::{Loc, Stmt, StmtKind, TermKind};
use std::collections::BTreeMap;

/// Units of the solver for a question.
const UNITS: u32 = 400_000;

/// Notes that no thread gets to the end of a kernel that does something.
pub fn note_cut_off(cx: &mut Context<'_, '_>) {
    let kernel = cx.machine.kernel;
    let blocks = &kernel.blocks;
    let stmts = || blocks.iter().flat_map(|block| &block.stmts);
    let acts = |s: &Stmt| {
        let effects = s.effects(kernel);
        effects.order.is_some() || !effects.accesses.is_empty()
    };
    let says_never = stmts().any(|s| matches!(s.kind, StmtKind::Assume(_)))
        || blocks
            .iter()
            .any(|block| matches!(block.term.kind, TermKind::Unreachable));
    if !says_never || !stmts().any(acts) {
        return;
    }
    let ends = cx.whole.stops.iter().filter(|stop| stop.barrier.is_none());
    let ends: Vec<TermId> = ends.map(|stop| stop.guard).collect();
    let mut pair = one_thread(cx);
    let encoding = match cx.machine.config.arith {
        Arith::Bv => Encoding::Bv,
        Arith::Auto | Arith::Int => Encoding::Int,
    };
    let is_never = |&end: &TermId| {
        let end = pair.fork(&mut cx.machine.terms, end, 0);
        let viewed = cx.solver.view(&mut cx.machine.terms, end).0;
        is_never(cx, &pair, viewed, encoding)
    };
    if ends.iter().all(is_never) {
        cx.unknowns.push(Unknown {
            message: "no thread gets to the end of this kernel: what it says never happens (a trap, an assertion, code that is not \
                      reached) happens on every way (vacuous)"
                .into(),
            loc: None,
        });
    }
}

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
    if !is_never(cx, pair, viewed, Encoding::Int) {
        return false;
    }
    let exact = with_wraps(&mut cx.machine.terms, guard);
    !is_never(cx, pair, exact, Encoding::Int)
}

/// Whether no thread of any launch meets a guard.
fn is_never(cx: &mut Context<'_, '_>, pair: &Pair, guard: TermId, encoding: Encoding) -> bool {
    let terms = &cx.machine.terms;
    let all = [
        terms.conjuncts(guard),
        pair.within.clone(),
        cx.solver.limits.clone(),
    ]
    .concat();
    cx.solver.ask(terms, &all, encoding, UNITS) == Outcome::Unsat
}
