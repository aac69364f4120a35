//! What a run shows of a finding.

use super::super::outcome::{Conflict, Divergence, Event, EventKind, Run, Violation};
use kverify_frontend::ir::{Loc, Scope};
use kverify_smt::answer::{Action, Finding, Kind, Place};

pub(super) fn same_violation(a: &Violation, b: &Violation) -> bool {
    match (a, b) {
        (Violation::Race(a), Violation::Race(b)) => (a.places == b.places) && a.scope == b.scope,
        (Violation::Divergence(a), Violation::Divergence(b)) => a.places == b.places,
        (Violation::Event(a), Violation::Event(b)) => (a.kind, a.loc) == (b.kind, b.loc),
        _ => false,
    }
}

/// What in the run shows the finding, and whether it does so beyond doubt.
pub(super) fn find(run: &Run, finding: &Finding) -> Option<(Violation, bool)> {
    match finding.kind {
        Kind::DataRace => {
            let may_be_behind = finding.behind.is_some();
            let fits = |c: &&Conflict| fits_race(c, finding) && (may_be_behind || !c.after_divergence);
            let best = run.conflicts.iter().filter(fits);
            let best = best.max_by_key(|c| (c.exact, !c.after_divergence))?;
            let shown = Violation::Race(best.clone());
            let exact = best.exact && !agrees(&shown, finding);
            Some((shown, exact))
        }
        Kind::DivergentCollective => {
            // Who does not come may be seen anywhere.
            let here = |p: &Place| p.loc == finding.places[0].loc && p.action != Action::Exit;
            let fits = |d: &&Divergence| d.kind == finding.kind && d.places.iter().any(here);
            let best = run.divergences.iter().filter(fits).max_by_key(|d| d.exact)?;
            Some((Violation::Divergence(best.clone()), best.exact))
        }
        Kind::BarrierDivergence => {
            let fits = |d: &&Divergence| d.kind == finding.kind && same_places(&d.places, &finding.places);
            let best = run.divergences.iter().filter(fits).max_by_key(|d| d.exact)?;
            Some((Violation::Divergence(best.clone()), best.exact))
        }
        Kind::OutOfBounds => find_event(run, EventKind::OutOfBounds, finding),
        Kind::UninitialisedRead => find_event(run, EventKind::UninitialisedRead, finding),
        Kind::Assertion => find_event(run, EventKind::AssertionFailed, finding),
        Kind::InvalidArgument => match finding.places[0].action {
            Action::Demand(of) => find_event(run, EventKind::Undefined(of), finding),
            _ => None,
        },
        // That nothing ends the loop once it was entered is the solver's word.
        Kind::NonTerminatingLoop if finding.scope == Scope::Thread => {
            let at = finding.places[0].loc;
            let event = run.spinning.iter().find(|e| e.loc == Some(at))?;
            Some((Violation::Event(event.clone()), !run.approximate))
        }
        Kind::NonTerminatingLoop => find_event(run, EventKind::EndlessLoop, finding),
        // They are about speed.
        Kind::UndefinedArithmetic => find_event(run, EventKind::DivisionByZero, finding)
            .or_else(|| find_event(run, EventKind::WideShift, finding)),
        Kind::BankConflict | Kind::UncoalescedAccess | Kind::RedundantBarrier | Kind::DivergentBranch => None,
    }
}

/// Whether two writes wrote the same in a run that were found to differ by values that are not modelled exactly: that they may
/// differ is not shown by it.
pub(super) fn agrees(shown: &Violation, finding: &Finding) -> bool {
    let is_sure = finding.same_value || finding.approximations.is_empty();
    matches!(shown, Violation::Race(race) if race.same_value && !is_sure)
}

fn find_event(run: &Run, kind: EventKind, finding: &Finding) -> Option<(Violation, bool)> {
    let at = finding.places[0].loc;
    let event: &Event = run.events.iter().find(|e| e.kind == kind && e.loc == Some(at))?;
    Some((Violation::Event(event.clone()), !run.approximate))
}

fn fits_race(conflict: &Conflict, finding: &Finding) -> bool {
    let scope = match finding.scope {
        Scope::Grid | Scope::System => conflict.scope == Scope::Grid,
        Scope::Cluster => conflict.scope == Scope::Cluster,
        Scope::Block => matches!(conflict.scope, Scope::Warp | Scope::Block),
        Scope::Warp => conflict.scope == Scope::Warp,
        // A thread and an asynchronous copy of its own.
        Scope::Thread => conflict.scope == Scope::Thread,
    };
    scope && same_places(&conflict.places, &finding.places)
}

fn same_places(a: &[Place; 2], b: &[Place; 2]) -> bool {
    same_place(&a[0], &b[0]) && same_place(&a[1], &b[1])
        || same_place(&a[0], &b[1]) && same_place(&a[1], &b[0])
}

/// Where a thread leaves the kernel is told by its return, which the finding may place elsewhere; it enters in one place.
fn same_place(a: &Place, b: &Place) -> bool {
    let loc =
        |p: &Place| -> Option<Loc> { (!p.action.leaves() && p.action != Action::Entry).then_some(p.loc) };
    a.action == b.action && loc(a) == loc(b)
}
