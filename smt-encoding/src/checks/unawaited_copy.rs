//! Accesses of a thread to what an asynchronous copy of its own, not waited for yet, reads or writes.
//!
//! A copy is no part of its thread's program order until the thread has waited for it (PTX ISA, "Data Movement and Conversion
//! Instructions: Asynchronous copy"): such an access races with it.

use super::{Check, Context, decide, one_thread};
use crate::answer::{Action, Finding, Kind, Place, Unknown, Variant};
use crate::pair::{Pair, Settled};
use crate::segment::Family;
use crate::ssa::{Started, Unawaited};
use crate::term::{LoopId, TermId};
use crate::witness::{approximations, witness};
use kverify_frontend::ir::{ObjectId, Scope, Span};
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
        if !found.contains(&key) && settle_access(cx, &mut pair, meeting) {
            found.insert(key);
        }
    }
    let mut pair = Pair::new(cx.machine, &Family::any_two(Scope::Thread), &[]);
    for (i, first) in whole.started.iter().enumerate() {
        for second in &whole.started[i..] {
            let key = [first, second].map(|side| (side.loc.span, side.action));
            if may_meet(first, second) && !found.contains(&key) && settle_two(cx, &mut pair, [first, second])
            {
                found.insert(key);
            }
        }
    }
}

/// Whether two sides of copies, or of one in two iterations, are of one object, and one of them writes.
fn may_meet(first: &Started, second: &Started) -> bool {
    let writes = [first, second].iter().any(|side| side.action == Action::Write);
    // A copy is not started twice where no loop is.
    let are_two = first.place != second.place || !first.counters.is_empty();
    writes && are_two && first.object == second.object
}

/// Whether two copies of a thread were found to meet while both are under way, or it could not be told.
fn settle_two(cx: &mut Context<'_, '_>, pair: &mut Pair, sides: [&Started; 2]) -> bool {
    cx.solver.obligations += 1;
    let guards = [0, 1].map(|n| pair.fork(&mut cx.machine.terms, sides[n].guard, n));
    let (mut core, differ) = both_under_way(cx, pair, sides);
    for guard in guards {
        core.extend(cx.machine.terms.conjuncts(guard));
    }
    core.extend(&pair.within);
    let meeting = Meeting {
        places: sides.map(|side| Place {
            loc: side.loc,
            action: side.action,
        }),
        object: sides[0].object,
        offsets: sides.map(|side| side.offset),
        counters: sides.map(|side| &side.counters),
        differ,
    };
    settle(cx, pair, &core, &meeting)
}

/// That two copies, or one in two iterations, overlap before the thread has waited for either, and that they do not write the same.
fn both_under_way(
    cx: &mut Context<'_, '_>,
    pair: &mut Pair,
    sides: [&Started; 2],
) -> (Vec<TermId>, Option<TermId>) {
    let terms = &mut cx.machine.terms;
    let mut both = |of: &dyn Fn(&Started) -> TermId| [0, 1].map(|n| pair.fork(terms, of(sides[n]), n));
    let (rows, offsets, bytes) = (both(&|s| s.row), both(&|s| s.offset), both(&|s| s.bytes));
    let (batches, done) = (both(&|s| s.batch), both(&|s| s.done));
    let from = [0, 1, 2].map(|n| both(&|s| s.from[n]));
    let ends = [0, 1].map(|n| terms.add(offsets[n], bytes[n]));
    let mut core = vec![
        terms.eq(rows[0], rows[1]),
        terms.lt(offsets[0], ends[1]),
        terms.lt(offsets[1], ends[0]),
        terms.le(done[1], batches[0]),
        terms.le(done[0], batches[1]),
    ];
    if sides[0].place == sides[1].place {
        let counters = sides.map(|side| side.counters.as_slice());
        core.push(pair.in_other_iterations(terms, counters));
    }
    let both_write = sides.iter().all(|side| side.action == Action::Write);
    let differ = both_write.then(|| {
        let parts = from.iter().chain([&offsets, &bytes]);
        let differ: Vec<TermId> = parts.map(|&[x, y]| terms.ne(x, y)).collect();
        terms.or(&differ)
    });
    (core, differ)
}

fn side(place: &Place) -> (Span, Action) {
    (place.loc.span, place.action)
}

/// Where a copy is met, and by what.
struct Meeting<'a> {
    places: [Place; 2],
    object: ObjectId,
    offsets: [TermId; 2],
    counters: [&'a Vec<(LoopId, TermId)>; 2],
    /// Of two writes: where they are not of one value.
    differ: Option<TermId>,
}

/// Whether a thread was found to meet its own copy with an access, or it could not be told.
fn settle_access(cx: &mut Context<'_, '_>, pair: &mut Pair, met: &Unawaited) -> bool {
    cx.solver.obligations += 1;
    let terms = &mut cx.machine.terms;
    let guard = pair.fork(terms, met.guard, 0);
    let mut core: Vec<TermId> = terms.conjuncts(guard);
    core.extend(&pair.within);
    let of_copy = Vec::new();
    let meeting = Meeting {
        places: met.sides.map(|(loc, action)| Place { loc, action }),
        object: met.object,
        offsets: met.offsets,
        counters: [&of_copy, &met.counters],
        differ: None,
    };
    settle(cx, pair, &core, &meeting)
}

/// Whether this can happen, or it could not be told.
fn settle(cx: &mut Context<'_, '_>, pair: &mut Pair, core: &[TermId], meeting: &Meeting<'_>) -> bool {
    let mut model = match decide(cx, core) {
        Settled::Never { .. } => return false,
        Settled::Happens(model) => model,
        Settled::Unknown(why) => {
            cx.unknowns.push(Unknown {
                message: format!(
                    "whether this access meets an asynchronous copy that its thread has not waited for was not decided ({why})"
                ),
                loc: Some(meeting.places[1].loc),
            });
            return true;
        }
    };
    let mut same_value = false;
    if let Some(differ) = meeting.differ {
        match decide(cx, &[core, &[differ]].concat()) {
            Settled::Never { .. } => same_value = true,
            Settled::Happens(other) => model = other,
            Settled::Unknown(_) => {}
        }
    }
    let variant = match meeting.places.each_ref().map(|place| place.action) {
        [_, Action::Atomic] => Variant::AtomicPlain,
        [Action::Write, Action::Write] => Variant::WriteWrite,
        _ => Variant::ReadWrite,
    };
    let finding = Finding {
        space: Some(cx.machine.objects.space(cx.machine.kernel, meeting.object)),
        variant: Some(variant),
        object: Some(cx.machine.objects.base(meeting.object).0),
        same_value,
        approximations: approximations(cx.machine, core),
        ..Finding::new(
            Kind::DataRace,
            Scope::Thread,
            meeting.places.clone(),
            witness(
                cx.machine,
                pair,
                &model,
                meeting.counters,
                meeting.offsets.map(Some),
            ),
        )
    };
    cx.findings.push(finding);
    true
}
