//! Accesses of a thread to what an asynchronous copy of its own, not waited for yet, reads or writes.
//!
//! A copy is no part of its thread's program order until the thread has waited for it (PTX ISA, "Data Movement and Conversion
//! Instructions: Asynchronous copy"): such an access races with it.

use super::{Check, Context, decide, one_thread};
use crate::answer::{Action, Finding, Kind, Place, Unknown, Variant};
use crate::pair::{Pair, Settled};
use crate::ssa::Unawaited;
use crate::term::TermId;
use crate::witness::{approximations, witness};
use kverify_frontend::ir::{Scope, Span};
use rustc_hash::FxHashSet;

/// The check.
pub const CHECK: Check = Check { id: "data-race", run };

fn run(cx: &mut Context<'_, '_>) {
    let whole = cx.whole;
    let mut pair = one_thread(cx);
    // Where another thread meets the copy as well, one finding says it.
    let races = cx.findings.iter().filter(|f| f.kind == Kind::DataRace);
    let known = races.flat_map(|f| [[0, 1], [1, 0]].map(|order| order.map(|n| side(&f.places[n]))));
    let mut found: FxHashSet<[(Span, Action); 2]> = known.collect();
    for meeting in &whole.unawaited {
        let key = meeting.sides.map(|(loc, action)| (loc.span, action));
        if !found.contains(&key) && settle(cx, &mut pair, meeting) {
            found.insert(key);
        }
    }
}

fn side(place: &Place) -> (Span, Action) {
    (place.loc.span, place.action)
}

/// Whether a thread was found to meet its own copy, or it could not be told.
fn settle(cx: &mut Context<'_, '_>, pair: &mut Pair, meeting: &Unawaited) -> bool {
    cx.solver.obligations += 1;
    let terms = &mut cx.machine.terms;
    let guard = pair.fork(terms, meeting.guard, 0);
    let mut core: Vec<TermId> = terms.conjuncts(guard);
    core.extend(&pair.within);
    let places = meeting.sides.map(|(loc, action)| Place { loc, action });
    let model = match decide(cx, &core) {
        Settled::Never { .. } => return false,
        Settled::Happens(model) => model,
        Settled::Unknown(why) => {
            cx.unknowns.push(Unknown {
                message: format!(
                    "whether this access meets an asynchronous copy that its thread has not waited for was not decided ({why})"
                ),
                loc: Some(places[1].loc),
            });
            return true;
        }
    };
    let variant = match meeting.sides.map(|(_, action)| action) {
        [_, Action::Atomic] => Variant::AtomicPlain,
        [Action::Write, Action::Write] => Variant::WriteWrite,
        _ => Variant::ReadWrite,
    };
    let of_copy = Vec::new();
    let finding = Finding {
        space: Some(cx.machine.objects.space(cx.machine.kernel, meeting.object)),
        variant: Some(variant),
        object: Some(cx.machine.objects.base(meeting.object).0),
        approximations: approximations(cx.machine, &core),
        ..Finding::new(
            Kind::DataRace,
            Scope::Thread,
            places,
            witness(
                cx.machine,
                pair,
                &model,
                [&of_copy, &meeting.counters],
                meeting.offsets.map(Some),
            ),
        )
    };
    cx.findings.push(finding);
    true
}
