//! Threads that part at a barrier or collective: two that wait elsewhere, or one that waits and one that left.

use super::super::context::Context;
use super::super::outcome::Divergence;
use super::super::thread::{Status, Thread};
use super::{At, turns};
use kverify_frontend::ir::Scope;
use kverify_smt::answer::{Action, Kind};
use std::cmp::Ordering;

/// Notes that `first` stands at `at` and `second` elsewhere, or at the same place in another iteration.
pub(super) fn note_parting(cx: &mut Context<'_>, at: At<'_>, first: &Thread, second: &Thread) {
    let program = cx.program;
    let other = At::of(second, cx);
    let (place, action, loops) = match (other, second.status) {
        (Some(other), _) => (other.place(), other.action(), other.loops().to_vec()),
        (None, Status::Exited { place, exit }) => {
            let loops = program.exits.get(exit as usize).cloned().unwrap_or_default();
            (place, leaves(at, first, second, exit), loops)
        }
        (None, _) => return,
    };
    let kind = match at {
        At::Barrier(b) if b.scope > Scope::Warp => Kind::BarrierDivergence,
        At::Phase(_) => Kind::BarrierDivergence,
        At::Barrier(_) => Kind::DivergentCollective,
        At::Collective(_) => Kind::DivergentCollective,
    };
    let mut sides = [
        (
            (at.place(), at.action()),
            first.describe(program, at.loops(), None),
        ),
        ((place, action), second.describe(program, &loops, None)),
    ];
    if sides[1].0 < sides[0].0 {
        sides.swap(0, 1);
    }
    let keys = [sides[0].0, sides[1].0];
    let divergence = Divergence {
        kind,
        scope: at.scope(),
        places: keys.map(|(place, action)| cx.place(place, action)),
        threads: sides.map(|(_, thread)| thread),
        different_iterations: keys[0] == keys[1] && at.iterations(first) != at.iterations(second),
        exact: !first.unknown && !second.unknown,
    };
    cx.diverge(keys, divergence);
}

/// What a thread that has left did, as one sees it that waits: left early, or passed the barrier by.
pub(super) fn leaves(at: At<'_>, waits: &Thread, left: &Thread, exit: u32) -> Action {
    let ways = match at {
        At::Barrier(barrier) => &barrier.ways,
        At::Phase(phase) => &phase.ways,
        At::Collective(_) => return Action::Exit,
    };
    let Some(way) = ways.get(exit as usize) else {
        return Action::Exit;
    };
    let turns = |t: &Thread| turns(t, &way.loops);
    let passed_by = match turns(left).cmp(&turns(waits)) {
        Ordering::Less => false,
        Ordering::Equal => way.leads,
        Ordering::Greater => true,
    };
    match passed_by {
        true => Action::PassedBy,
        false => Action::Exit,
    }
}
