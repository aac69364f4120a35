//! Operations that all threads of a block must do together: `async_work_group_copy`, `wait_group_events`, work-group
//! functions.
//!
//! Threads s ≠ t of a block that run a segment part at one if `guard(s) ∧ ¬guard(t)` in the same iteration of the loops
//! around it, or `guard(s) ∧ guard(t) ∧ argument(s) ≠ argument(t)` (OpenCL C 3.0, 6.15.11 and 6.15.16).

use super::{Check, Context};
use crate::answer::{Action, Finding, Kind, Place, Unknown};
use crate::pair::{Pair, Settled};
use crate::segment::Family;
use crate::ssa::Meeting;
use crate::term::{LoopId, TermId};
use crate::witness::{approximations, witness};
use kverify_frontend::ir::{Scope, Span};
use std::collections::HashSet;

/// The check.
pub const CHECK: Check = Check {
    id: "divergent-collective",
    run,
};

fn run(cx: &mut Context<'_, '_>) {
    let families = cx.families;
    let mut found: HashSet<Span> = HashSet::new();
    let of_block = |f: &Family| f.divergence && f.scope == Scope::Block;
    for (family, segments) in families.iter().filter(|(f, _)| of_block(f)) {
        for segment in segments {
            for meeting in &segment.records.meetings {
                let around: Vec<LoopId> = segment
                    .shared
                    .iter()
                    .chain(&meeting.counters)
                    .map(|c| c.0)
                    .collect();
                let mut pair = Pair::new(cx.machine, family, &around);
                let parts = cx.machine.terms.as_bool(pair.distinct) != Some(false);
                if parts && !found.contains(&meeting.loc.span) && settle(cx, &mut pair, meeting) {
                    found.insert(meeting.loc.span);
                }
            }
        }
    }
}

/// Whether two threads were found to part at the operation.
fn settle(cx: &mut Context<'_, '_>, pair: &mut Pair, meeting: &Meeting) -> bool {
    cx.solver.obligations += 1;
    let parting = parting(cx, pair, meeting);
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
            cx.unknowns.push(Unknown {
                message: format!(
                    "whether all threads of a block do this together was not decided ({why}); fixing launch sizes (--block, \
                     --grid) or parameters (--assume) or raising --timeout may settle it"
                ),
                loc: Some(meeting.loc),
            });
            false
        }
        Settled::Happens(model) => {
            let place = Place {
                loc: meeting.loc,
                action: Action::Collective,
            };
            let finding = Finding {
                kind: Kind::DivergentCollective,
                scope: Scope::Block,
                space: None,
                variant: None,
                places: [place.clone(), place],
                object: None,
                witness: witness(
                    cx.machine,
                    pair,
                    &model,
                    [&meeting.counters, &meeting.counters],
                    [None, None],
                ),
                same_value: false,
                awaits: None,
                intervals: None,
                behind: None,
                approximations: approximations(cx.machine, &core),
            };
            cx.findings.push(finding);
            true
        }
    }
}

/// `guard(s) ∧ (¬guard(t) ∨ argument(s) ≠ argument(t))`
fn parting(cx: &mut Context<'_, '_>, pair: &mut Pair, meeting: &Meeting) -> TermId {
    let terms = &mut cx.machine.terms;
    let (first, second) = (
        pair.fork(terms, meeting.guard, 0),
        pair.fork(terms, meeting.guard, 1),
    );
    let mut ways = vec![terms.not(second)];
    for &argument in &meeting.arguments {
        let (x, y) = (pair.fork(terms, argument, 0), pair.fork(terms, argument, 1));
        ways.push(terms.ne(x, y));
    }
    let apart = terms.or(&ways);
    terms.and(&[first, apart])
}
