//! Loops that never end.
//!
//! Some never do for one thread alone: it comes to the loop, the condition to go on holds, and nothing that the condition depends
//! on changes, or it only gets further from the end ([`Endless`]). C++ lets a compiler take it that a loop without side effects
//! ends (C++17 [intro.progress]); whoever wrote it meant something else.
//!
//! Others wait for what stands behind a barrier that waits for them ([`stranded`]).
//!
//! Others are left only if another thread of the warp goes on, which threads in lock-step never do.
//!
//! Two threads s ≠ t of one warp stand in the same iteration of a loop whose every exit depends on a cell of memory alone
//! ([`candidates`]):
//! - a *lock*: both take the cell by an atomic that fails as long as the other has it, and neither gives it back inside the
//!   loop: `guard(s) ∧ guard(t) ∧ address(s) = address(t)` at that atomic;
//! - a *flag*: t only reads the cell, and s writes it in code that does not come before the loop:
//!   `guard_read(t) ∧ guard_write(s) ∧ address_read(t) = address_write(s)`.
//!
//! In lock-step s waits for t where their ways meet, and t for s for ever. From sm_70 on each thread makes progress on its own
//! (CUDA C++ Programming Guide, "Independent Thread Scheduling"), and such loops end. After CL-Vis, algorithm 6 (Kim and
//! Han, Computing and Informatics 38, 2019), which marks every exit that depends on changed memory: updates that are tried
//! again, counters, and locks given back inside of the loop are left by every schedule and are no findings here.

mod candidates;
mod stranded;

use super::{Check, Context, decide, one_thread};
use crate::answer::{Action, Finding, INDEPENDENT_THREADS_ARCH, Kind, Place, Unknown};
use crate::pair::{Pair, Settled};
use crate::segment::Family;
use crate::ssa::{Access, Endless};
use crate::term::{LoopId, TermId};
use crate::witness::{approximations, witness};
use crate::z3::Model;
use candidates::{Spin, spins};
use kverify_frontend::ir::{Loc, Scope, Span};
use rustc_hash::FxHashSet;

/// The check.
pub const CHECK: Check = Check {
    id: "non-terminating-loop",
    run,
};

fn run(cx: &mut Context<'_, '_>) {
    let (kernel, cfg, objects) = (cx.machine.kernel, cx.machine.cfg, cx.machine.objects);
    let mut found: FxHashSet<Span> = FxHashSet::default();
    for endless in &cx.whole.endless {
        if !found.contains(&endless.loc.span) && is_caught(cx, endless) {
            found.insert(endless.loc.span);
        }
    }
    for spin in spins(kernel, cfg, objects) {
        // What waits for a barrier waits in any order of the threads.
        if let Some(finding) = stranded::stranded(cx, &spin) {
            found.insert(spin.wait.span);
            cx.findings.push(finding);
            continue;
        }
        for [waits, goes_on] in pairs(cx, &spin) {
            if found.contains(&waits.loc.span) {
                break;
            }
            if let Some(finding) = settle(cx, waits, goes_on) {
                found.insert(waits.loc.span);
                cx.findings.push(finding);
            }
        }
    }
}

/// Whether some thread gets caught in the loop.
fn is_caught(cx: &mut Context<'_, '_>, endless: &Endless) -> bool {
    cx.solver.obligations += 1;
    let mut pair = one_thread(cx);
    let core = alone(cx, &mut pair, endless.guard);
    match decide(cx, &core) {
        Settled::Never { .. } => false,
        Settled::Unknown(why) => {
            cx.unknowns.push(Unknown {
                message: format!(
                    "whether a thread comes to this loop, which it would not leave, was not decided ({why})"
                ),
                loc: Some(endless.loc),
            });
            false
        }
        Settled::Happens(model) => {
            let place = Place {
                loc: endless.loc,
                action: Action::Loop,
            };
            let counters = [&endless.counters; 2];
            cx.findings.push(Finding {
                approximations: approximations(cx.machine, &core),
                ..Finding::new(
                    Kind::NonTerminatingLoop,
                    Scope::Thread,
                    [place.clone(), place],
                    witness(cx.machine, &mut pair, &model, counters, [None, None]),
                )
            });
            true
        }
    }
}

/// Accesses of the thread that waits and of the one that it waits for.
fn pairs<'c>(cx: &Context<'c, '_>, spin: &Spin) -> Vec<[&'c Access; 2]> {
    let whole = cx.whole;
    let at = |loc: Loc, action: Option<Action>| {
        let fits = move |a: &&Access| a.loc == loc && action.is_none_or(|action| a.action == action);
        whole.accesses.iter().filter(fits)
    };
    let mut pairs = Vec::new();
    for waits in at(spin.wait, None).filter(|a| a.action != Action::Write) {
        match &spin.release {
            None => pairs.push([waits, waits]),
            Some(writes) => {
                let writes = writes.iter().flat_map(|write| at(*write, None));
                let writes = writes.filter(|a| a.action != Action::Read && a.object == waits.object);
                pairs.extend(writes.map(|write| [waits, write]));
            }
        }
    }
    pairs
}

/// Whether two threads of a warp can meet so.
fn settle(cx: &mut Context<'_, '_>, waits: &Access, goes_on: &Access) -> Option<Finding> {
    cx.solver.obligations += 1;
    let family = Family {
        lockstep: true,
        ..Family::any_two(Scope::Warp)
    };
    let around: Vec<LoopId> = waits
        .counters
        .iter()
        .chain(&goes_on.counters)
        .map(|c| c.0)
        .collect();
    let mut pair = Pair::new(cx.machine, &family, &around);
    let both = [waits, goes_on];
    let core = together(cx, &mut pair, both);
    match decide(cx, &core) {
        Settled::Never { .. } => None,
        Settled::Unknown(why) => {
            undecided(cx, waits.loc, &why);
            None
        }
        Settled::Happens(model) => {
            let terms = &mut cx.machine.terms;
            let offsets = [0, 1].map(|t| Some(pair.fork(terms, both[t].offset, t)));
            Some(finding(
                cx,
                &mut pair,
                (Scope::Warp, both, offsets),
                &core,
                &model,
            ))
        }
    }
}

/// That thread 0 of a pair does what a guard says.
fn alone(cx: &mut Context<'_, '_>, pair: &mut Pair, guard: TermId) -> Vec<TermId> {
    let terms = &mut cx.machine.terms;
    let guard = pair.fork(terms, guard, 0);
    let mut core = terms.conjuncts(guard);
    core.extend(&pair.within);
    core
}

/// That one of two threads makes the first of two accesses, the other the second, and to one cell.
fn together(cx: &mut Context<'_, '_>, pair: &mut Pair, both: [&Access; 2]) -> Vec<TermId> {
    let terms = &mut cx.machine.terms;
    let [x, y] = [0, 1].map(|t| {
        let access = both[t];
        [access.guard, access.row, access.offset].map(|term| pair.fork(terms, term, t))
    });
    let ([guard, row, offset], [other_guard, other_row, other_offset]) = (x, y);
    let mut core = vec![
        pair.distinct,
        terms.eq(row, other_row),
        terms.eq(offset, other_offset),
    ];
    core.extend(terms.conjuncts(guard));
    core.extend(terms.conjuncts(other_guard));
    core.extend(&pair.within);
    core
}

/// What is found of the first of two threads, which waits at the first access.
fn finding(
    cx: &mut Context<'_, '_>,
    pair: &mut Pair,
    (scope, both, offsets): (Scope, [&Access; 2], [Option<TermId>; 2]),
    core: &[TermId],
    model: &Model,
) -> Finding {
    let waits = both[0];
    let place = Place {
        loc: waits.loc,
        action: waits.action,
    };
    let counters = both.map(|access| &access.counters);
    Finding {
        space: Some(cx.machine.objects.space(cx.machine.kernel, waits.object)),
        object: Some(cx.machine.objects.base(waits.object).0),
        approximations: approximations(cx.machine, core),
        ..Finding::new(
            Kind::NonTerminatingLoop,
            scope,
            [place.clone(), place],
            witness(cx.machine, pair, model, counters, offsets),
        )
    }
}

/// Where threads make progress on their own such loops end, and nothing has to be decided.
fn undecided(cx: &mut Context<'_, '_>, loc: Loc, why: &str) {
    let config = cx.machine.config;
    if config.lockstep > 1 || config.cuda_arch < INDEPENDENT_THREADS_ARCH {
        cx.unknowns.push(Unknown {
            message: format!(
                "whether threads of one warp wait for each other in this loop was not decided ({why}); fixing launch sizes \
                 (--block, --grid) or raising --effort may settle it"
            ),
            loc: Some(loc),
        });
    }
}
