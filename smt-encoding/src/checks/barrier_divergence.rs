//! Barrier divergence.
//!
//! Threads s ≠ t of a block that run a segment diverge if they stop at different barriers, one at a barrier and one at
//! the exit, or at the same barrier in different iterations of a loop around it:
//! `guard_p(s) ∧ guard_q(t)`, p ≠ q, or `guard_p(s) ∧ guard_p(t) ∧ κ(s) ≠ κ(t)`, where κ counts the iterations of all loops around
//! the barrier. If there are none, both stand at one instance of a barrier, from where the next segment begins (CUDA C++ Programming Guide,
//! "Synchronization functions"; OpenCL C 3.0, 6.15.8; Sarkar et al., ICSOFT 2018, section 5.2, Ψ).

use super::data_race::exchanged;
use super::{Check, Context, settle_closely};
use crate::answer::{Action, Arith, Finding, Kind, Place, Unknown};
use crate::leaving;
use crate::pair::{Pair, Settled};
use crate::segment::Family;
use crate::ssa::Stop;
use crate::term::{LoopId, TermId};
use crate::witness::{approximations, witness_at};
use kverify_frontend::ir::{Loc, Scope, Span};
use rustc_hash::FxHashSet;

/// The check.
pub const CHECK: Check = Check {
    id: "barrier-divergence",
    run,
};

/// One finding for each of these: the scope, and both places with what the threads do there.
type Key = (Scope, [(Span, Action); 2]);

fn run(cx: &mut Context<'_, '_>) {
    let families = cx.families;
    let mut found: FxHashSet<Key> = FxHashSet::default();
    for (family, segments) in families.iter().filter(|(f, _)| f.divergence) {
        // Races inside a warp are a family of their own where `__syncwarp` orders them; a block's barriers hold them all.
        let family = &Family {
            other_warps: false,
            ..family.clone()
        };
        for segment in segments
            .iter()
            .filter(|s| s.records.stops.iter().any(|x| x.barrier.is_some()))
        {
            let around: Vec<LoopId> = segment.shared.iter().map(|c| c.0).collect();
            let mut pair = Pair::new(cx.machine, family, &around);
            if cx.machine.terms.as_bool(pair.distinct) == Some(false) {
                continue;
            }
            let stops = &segment.records.stops;
            let common: Vec<bool> = stops.iter().map(|s| is_common(cx, &mut pair, s)).collect();
            for (i, p) in stops.iter().enumerate() {
                for (j, q) in stops.iter().enumerate().skip(i) {
                    if !(common[i] && common[j]) && relevant(cx, family, p, q) {
                        for parting in partings(cx, &mut pair, p, q) {
                            settle(cx, &mut pair, family.scope, segment.start, &parting, &mut found);
                        }
                    }
                }
            }
        }
    }
}

/// Whether it matters that one thread stops at `p` and the other at `q`. In a warp's family block barriers are another
/// family's matter, and a thread that has left is not waited for.
fn relevant(cx: &Context<'_, '_>, family: &Family, p: &Stop, q: &Stop) -> bool {
    if family.scope != Scope::Warp {
        return p.barrier.is_some() || q.barrier.is_some();
    }
    let of_warp = |s: &Stop| {
        s.barrier
            .and_then(|n| cx.machine.cfg.barrier(cx.machine.kernel, n))
            .is_some_and(|b| b.scope == Scope::Warp)
    };
    p.barrier.is_some() && q.barrier.is_some() && (of_warp(p) || of_warp(q))
}

/// Whether the way to a stop, and the iterations in which it is reached, are the same for both threads. Of two such stops at most
/// one is where a thread comes to, and it is both threads'.
fn is_common(cx: &mut Context<'_, '_>, pair: &mut Pair, stop: &Stop) -> bool {
    let terms = &mut cx.machine.terms;
    let turns = stop.turns.iter().map(|turn| turn.1);
    std::iter::once(stop.guard)
        .chain(turns)
        .all(|t| pair.fork(terms, t, 0) == pair.fork(terms, t, 1))
}

/// A way to part: two stops, the first thread's and the second's.
struct Parting<'a> {
    stops: [&'a Stop; 2],
    /// What a thread does that ends at the exit, if one of the stops is one.
    leaves: Action,
    /// When threads that end at these stops part so.
    when: TermId,
}

impl Parting<'_> {
    fn action(&self, stop: &Stop) -> Action {
        match stop.barrier {
            Some(_) => Action::Barrier,
            None => self.leaves,
        }
    }
}

/// How threads part that end at these stops.
fn partings<'a>(cx: &mut Context<'_, '_>, pair: &mut Pair, p: &'a Stop, q: &'a Stop) -> Vec<Parting<'a>> {
    let (same, leaves) = (std::ptr::eq(p, q), p.barrier.is_none() || q.barrier.is_none());
    let parting = |leaves, when| Parting {
        stops: [p, q],
        leaves,
        when,
    };
    let terms = &mut cx.machine.terms;
    if same {
        let mut differ = Vec::new();
        for (_, k) in &p.turns {
            let (x, y) = (pair.fork(terms, *k, 0), pair.fork(terms, *k, 1));
            differ.push(terms.ne(x, y));
        }
        return vec![parting(Action::Exit, terms.or(&differ))];
    }
    if !leaves {
        return vec![parting(Action::Exit, terms.bool(true))];
    }
    let passed_by = passes_by(cx, pair, p, q);
    let terms = &mut cx.machine.terms;
    vec![
        parting(Action::PassedBy, passed_by),
        parting(Action::Exit, terms.not(passed_by)),
    ]
}

/// Whether the thread that ends at the exit, one of the stops, passed the other's barrier by ([`leaving`]).
fn passes_by(cx: &mut Context<'_, '_>, pair: &mut Pair, p: &Stop, q: &Stop) -> TermId {
    let sides = match p.barrier {
        Some(_) => [(p, 0), (q, 1)],
        None => [(q, 1), (p, 0)],
    };
    let machine = &mut *cx.machine;
    let [barrier, exit] = sides.map(|(stop, _)| stop.node);
    let way = leaving::way(machine.kernel, machine.cfg, &machine.forest, barrier, exit);
    let terms = &mut machine.terms;
    let mut after = terms.bool(way.leads);
    for header in way.loops.iter().rev() {
        let turns = sides.map(|(stop, thread)| {
            let turn = stop.turns.iter().find(|turn| turn.0 == *header);
            turn.map(|turn| pair.fork(terms, turn.1, thread))
        });
        let [Some(waits), Some(left)] = turns else {
            continue;
        };
        let (later, same) = (terms.lt(waits, left), terms.eq(waits, left));
        let then = terms.and(&[same, after]);
        after = terms.or(&[later, then]);
    }
    after
}

fn settle(
    cx: &mut Context<'_, '_>,
    pair: &mut Pair,
    scope: Scope,
    start: Option<Loc>,
    parting: &Parting<'_>,
    found: &mut FxHashSet<Key>,
) {
    let Parting {
        stops: [p, q], when, ..
    } = *parting;
    let mut sides = [p, q].map(|s| (s.loc.span, parting.action(s)));
    sides.sort_unstable();
    let key = (scope, sides);
    let parted = |found| super::Parting {
        scope,
        places: [p, q].map(|s| Place {
            loc: s.loc,
            action: parting.action(s),
        }),
        barriers: [p, q].map(|s| s.barrier),
        found,
    };
    let terms = &mut cx.machine.terms;
    if terms.as_bool(when) == Some(false) {
        return;
    }
    let is_known = cx.partings.iter().any(|known| known.covers(&parted(true)));
    if found.contains(&key) && is_known {
        return;
    }
    let (g, h) = (pair.fork(terms, p.guard, 0), pair.fork(terms, q.guard, 1));
    cx.solver.obligations += 1;
    let guards = [p.guard, q.guard].map(|g| terms.conjuncts(g).len() as u64);
    cx.solver.conjuncts += guards.iter().sum::<u64>() + 1;
    let both = terms.and(&[g, h, when]);
    let (both, assumed) = match cx.machine.config.arith {
        Arith::Bv => (both, false),
        _ => cx.solver.view(terms, both),
    };
    if terms.as_bool(both) == Some(false) {
        cx.overflow |= assumed;
        cx.solver.discharged += 1;
        return;
    }
    let mut core: Vec<TermId> = terms.conjuncts(both);
    core.push(pair.distinct);
    core.extend(&pair.within);
    // Lanes of one warp get one result, and may be all of a block.
    let exchanged = exchanged(cx, pair, &[g, h, when]);
    core.extend(exchanged.facts);
    let assumed = assumed || exchanged.assumed;
    match settle_closely(cx, pair, &core, &[]) {
        Settled::Never { overflow } => cx.overflow |= overflow || assumed,
        Settled::Unknown(why) => {
            cx.partings.push(parted(false));
            let message = format!(
                "whether all threads of a block reach this barrier together was not decided ({why}); fixing launch sizes \
                 (--block, --grid) or parameters (--assume) or raising --effort may settle it"
            );
            let loc = Some(if p.barrier.is_some() { p.loc } else { q.loc });
            cx.undecided(core, Unknown { message, loc });
        }
        Settled::Happens(_) if scope == Scope::Warp => cx.unknowns.push(Unknown {
            message: "threads of a warp may wait at different warp barriers here, which is allowed; the order that gives \
                      is not modelled, so that races in the warp may be missed past it"
                .into(),
            loc: Some(p.loc),
        }),
        Settled::Happens(model) => {
            cx.partings.push(parted(true));
            if !found.insert(key) {
                return;
            }
            let turns = [p, q].map(|s| {
                let turns = s.turns.iter();
                turns.map(|&(h, k)| (cx.machine.loop_loc(h), k)).collect()
            });
            let places = parted(true).places;
            let shown = witness_at(cx.machine, pair, &model, turns, [None, None]);
            let finding = Finding {
                intervals: Some([start; 2]),
                approximations: approximations(cx.machine, &core),
                ..Finding::new(Kind::BarrierDivergence, scope, places, shown)
            };
            cx.found(core, *model, finding);
        }
    }
}
