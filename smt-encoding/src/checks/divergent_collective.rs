//! Operations that threads must do together.
//!
//! Those of a block: `async_work_group_copy`, `wait_group_events`, work-group functions. Those of a warp are in [`warp`].
//!
//! Threads s ≠ t of a block that run a segment part at one if `guard(s)` and t goes another way in the same iteration of the loops
//! around it, or left one of them in an earlier iteration, or `guard(s) ∧ guard(t) ∧ argument(s) ≠ argument(t)` (OpenCL C 3.0, 6.15.11 and 6.15.16).

mod lanes;
mod warp;

use super::{Check, Context};
use crate::answer::{Action, Approximation, Finding, Kind, Place, Unknown, Witness};
use crate::pair::{Pair, Settled};
use crate::segment::Family;
use crate::ssa::{Meeting, Records};
use crate::term::{Level, LoopId, TermId};
use crate::witness::{approximations, witness};
use kverify_frontend::ir::{Loc, Scope, Span};
use rustc_hash::FxHashSet;

/// The check.
pub const CHECK: Check = Check {
    id: "divergent-collective",
    run,
};

fn run(cx: &mut Context<'_, '_>) {
    let families = cx.families;
    let mut found: FxHashSet<Span> = FxHashSet::default();
    let of_block = |f: &Family| f.divergence && f.scope == Scope::Block;
    for (family, segments) in families.iter().filter(|(f, _)| of_block(f)) {
        for segment in segments {
            warp::check(cx, segment, &mut found);
            for meeting in segment.records.meetings.iter().filter(|m| m.lanes.is_none()) {
                let around: Vec<LoopId> = segment
                    .shared
                    .iter()
                    .chain(&meeting.counters)
                    .map(|c| c.0)
                    .collect();
                let mut pair = Pair::new(cx.machine, family, &around);
                let parts = cx.machine.terms.as_bool(pair.distinct) != Some(false);
                if parts
                    && !found.contains(&meeting.loc.span)
                    && settle(cx, &mut pair, &segment.records, meeting)
                {
                    found.insert(meeting.loc.span);
                }
            }
        }
    }
}

/// Whether two threads were found to part at the operation.
fn settle(cx: &mut Context<'_, '_>, pair: &mut Pair, records: &Records, meeting: &Meeting) -> bool {
    cx.solver.obligations += 1;
    let parting = parting(cx, pair, records, meeting);
    let (parting, assumed) = cx.solver.view(&mut cx.machine.terms, parting);
    if cx.machine.terms.as_bool(parting) == Some(false) {
        cx.overflow |= assumed;
        cx.solver.discharged += 1;
        return false;
    }
    let mut core: Vec<TermId> = cx.machine.terms.conjuncts(parting);
    core.push(pair.distinct);
    core.extend(&pair.within);
    match cx.solver.settle(&mut cx.machine.terms, &core, &[]) {
        Settled::Never { overflow } => {
            cx.overflow |= overflow || assumed;
            false
        }
        Settled::Unknown(why) => {
            let unknown = undecided(meeting.loc, "threads of a block", &why);
            cx.undecided(core, unknown);
            false
        }
        Settled::Happens(model) => {
            let counters = [&meeting.counters; 2];
            let shown = witness(cx.machine, pair, &model, counters, [None, None]);
            let leaning = approximations(cx.machine, &core);
            let finding = collective(meeting.loc, Scope::Block, shown, leaning);
            cx.found(core, *model, finding);
            true
        }
    }
}

fn undecided(loc: Loc, who: &str, why: &str) -> Unknown {
    Unknown {
        message: format!(
            "whether all {who} do this together was not decided ({why}); fixing launch sizes (--block, --grid) or parameters \
             (--assume) or raising --effort may settle it"
        ),
        loc: Some(loc),
    }
}

fn collective(loc: Loc, scope: Scope, witness: Witness, approximations: Vec<Approximation>) -> Finding {
    let place = Place {
        loc,
        action: Action::Collective,
    };
    Finding {
        approximations,
        ..Finding::new(Kind::DivergentCollective, scope, [place.clone(), place], witness)
    }
}

/// `guard(s) ∧ (departs(t) ∨ guard(t) ∧ argument(s) ≠ argument(t))`
fn parting(cx: &mut Context<'_, '_>, pair: &mut Pair, records: &Records, meeting: &Meeting) -> TermId {
    let departs = departs(cx, pair, records, meeting);
    let terms = &mut cx.machine.terms;
    let (first, second) = (
        pair.fork(terms, meeting.guard, 0),
        pair.fork(terms, meeting.guard, 1),
    );
    let differ = arguments_differ(cx, pair, meeting);
    let terms = &mut cx.machine.terms;
    let differ = terms.and(&[second, differ]);
    let apart = terms.or(&[departs, differ]);
    terms.and(&[first, apart])
}

/// Whether two threads hand over different operands where all have to hand over the same.
fn arguments_differ(cx: &mut Context<'_, '_>, pair: &mut Pair, meeting: &Meeting) -> TermId {
    let terms = &mut cx.machine.terms;
    let mut differ = Vec::new();
    for &argument in &meeting.arguments {
        let (x, y) = (pair.fork(terms, argument, 0), pair.fork(terms, argument, 1));
        differ.push(terms.ne(x, y));
    }
    terms.or(&differ)
}

/// Whether the second thread does not come to the operation in the iteration in which the first does.
fn departs(cx: &mut Context<'_, '_>, pair: &mut Pair, records: &Records, meeting: &Meeting) -> TermId {
    let terms = &mut cx.machine.terms;
    let past = records
        .departures
        .iter()
        .filter(|d| d.from.contains(&meeting.node));
    let mut ways: Vec<TermId> = past.map(|d| pair.fork(terms, d.guard, 1)).collect();
    let together = match meeting.lanes {
        Some(_) => Level::Warp,
        None => Level::Block,
    };
    for left in &records.leavings {
        // Left by all in the same iteration.
        if cx.machine.loops[left.of].control <= together {
            continue;
        }
        let terms = &mut cx.machine.terms;
        if let Some((_, kappa)) = meeting.counters.iter().find(|c| c.0 == left.of) {
            let (guard, end) = (pair.fork(terms, left.guard, 1), pair.fork(terms, left.end, 1));
            let now = pair.fork(terms, *kappa, 0);
            let earlier = terms.lt(end, now);
            ways.push(terms.and(&[guard, earlier]));
        }
    }
    cx.machine.terms.or(&ways)
}
