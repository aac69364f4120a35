//! Accesses outside their object.
//!
//! For an object of known size: `guard ∧ (offset < 0 ∨ offset + bytes > size)` for some thread (C17 6.5.6p8). Objects
//! behind pointer parameters have extents where the launch is known to give them ([`super::extents`]).
//!
//! The null pointer leads to no object at all: `guard ∧ pointer = null` (C17 6.5.3.2p4).
//!
//! An index that depends on parameters, on data, on launch sizes that nobody says anything of or on what is not modelled exactly can
//! nearly always leave its array as far as the kernel's text goes: those accesses become an assumption of the answer,
//! not a finding each. What says nothing of the index, as the size of a grid or whether a parameter asks for the access, does not
//! count.

use super::bearing::{about_index, happens_anyway};
use super::ends::{asks_for_large_blocks, fails_in_every_launch};
use super::extents::rests_on_contents;
use super::{Check, Context, decide, depends_on_data, one_thread};
use crate::answer::{Finding, Kind, Place, Unknown};
use crate::pair::{Pair, Settled};
use crate::ssa::{Access, NullAccess};
use crate::term::{TermId, Terms};
use crate::witness::{approximations, witness};
use crate::z3::Model;
use kverify_frontend::ir::{ObjectId, Scope, Span};
use rustc_hash::FxHashSet;

/// The check.
pub const CHECK: Check = Check {
    id: "out-of-bounds",
    run,
};

fn run(cx: &mut Context<'_, '_>) {
    let whole = cx.whole;
    let mut pair = one_thread(cx);
    let mut found: FxHashSet<(Span, ObjectId)> = FxHashSet::default();
    for a in &whole.bounds {
        if !found.contains(&(a.loc.span, a.object)) && settle(cx, &mut pair, a) {
            found.insert((a.loc.span, a.object));
        }
    }
    let mut null: FxHashSet<Span> = FxHashSet::default();
    for a in &whole.nulls {
        if !null.contains(&a.loc.span)
            && let Some(finding) = settle_null(cx, &mut pair, a)
        {
            null.insert(a.loc.span);
            cx.findings.push(finding);
        }
    }
}

/// How a thread uses the null pointer, if it does so whatever the data are, and whatever the parameters are unless the launch says that
/// the pointer is null.
fn settle_null(cx: &mut Context<'_, '_>, pair: &mut Pair, a: &NullAccess) -> Option<Finding> {
    cx.solver.obligations += 1;
    let terms = &mut cx.machine.terms;
    let (guard, is_null) = (pair.fork(terms, a.guard, 0), pair.fork(terms, a.is_null, 0));
    let happens = terms.and(&[guard, is_null]);
    let mut core: Vec<TermId> = terms.conjuncts(happens);
    core.extend(&pair.within);
    let is_open = match a.handed {
        Some(_) => rests_on_contents(cx, &core),
        None => depends_on_data(cx, &core),
    };
    let model = match decide(cx, &core) {
        Settled::Never { .. } => return None,
        Settled::Happens(model) if !is_open => *model,
        Settled::Happens(_) | Settled::Unknown(_) => {
            // A `volatile` access to null is made on purpose.
            let is_own = a.handed.is_none() && !a.volatile && !rests_on_contents(cx, &core);
            let always = is_own.then(|| fails_in_every_launch(cx, pair, a.guard, a.is_null));
            let Some((query, model)) = always.flatten() else {
                cx.trusted.pointers.insert(a.loc.span.line);
                return None;
            };
            core = query;
            model
        }
    };
    let place = Place {
        loc: a.loc,
        action: a.action,
    };
    let mut witness = witness(cx.machine, pair, &model, [&a.counters, &a.counters], [None, None]);
    let params = (0..).zip(&cx.machine.kernel.params);
    let handed = params.filter(|(_, param)| a.handed.is_some() && param.object == a.handed);
    witness.scalars.extend(handed.map(|(n, _)| (n, 0)));
    Some(Finding {
        object: a.handed,
        approximations: approximations(cx.machine, &core),
        ..Finding::new(Kind::OutOfBounds, Scope::Thread, [place.clone(), place], witness)
    })
}

/// Whether the access was found to leave its object.
fn settle(cx: &mut Context<'_, '_>, pair: &mut Pair, a: &Access) -> bool {
    let Some(size) = cx.machine.kernel.objects[cx.machine.objects.base(a.object).0].size else {
        return false;
    };
    cx.solver.obligations += 1;
    let terms = &mut cx.machine.terms;
    let bounds = [terms.int(0), terms.int(i128::from(size))];
    let core = leaving(terms, pair, a, bounds);
    let of_index = about_index(cx, pair, a, bounds, &core);
    let terms = &mut cx.machine.terms;
    let guard = pair.fork(terms, a.guard, 0);
    let guard = terms.conjuncts(guard);
    match decide(cx, &core) {
        Settled::Never { .. } => false,
        Settled::Happens(_) | Settled::Unknown(_)
            if depends_on_data(cx, &of_index) && !happens_anyway(cx, &core, &of_index)
                || asks_for_large_blocks(cx, &guard, &core) =>
        {
            cx.kept.push((a.clone(), bounds));
            false
        }
        Settled::Unknown(why) => {
            cx.unknowns.push(Unknown {
                message: format!(
                    "whether this access stays within its array was not decided ({why}); fixing launch sizes (--block, \
                     --grid) or parameters (--assume) or raising --effort may settle it"
                ),
                loc: Some(a.loc),
            });
            false
        }
        Settled::Happens(model) => {
            let finding = finding(cx, pair, a, &core, &model);
            cx.findings.push(finding);
            true
        }
    }
}

/// That thread 0 of the pair makes an access, and that it touches a byte which is not between these two.
pub(super) fn leaving(terms: &mut Terms, pair: &mut Pair, a: &Access, bounds: [TermId; 2]) -> Vec<TermId> {
    let guard = pair.fork(terms, a.guard, 0);
    let mut core: Vec<TermId> = terms.conjuncts(guard);
    core.push(outside(terms, pair, a, bounds));
    core.extend(&pair.within);
    core
}

/// That what thread 0 of the pair touches has a byte which is not between these two.
pub(super) fn outside(terms: &mut Terms, pair: &mut Pair, a: &Access, bounds: [TermId; 2]) -> TermId {
    let touched = [a.offset, a.bytes].map(|t| pair.fork(terms, t, 0));
    outside_of(terms, touched, bounds)
}

/// That so many bytes from the first one on have one that is not between these two.
pub(super) fn outside_of(
    terms: &mut Terms,
    [first, bytes]: [TermId; 2],
    [start, end]: [TermId; 2],
) -> TermId {
    let behind = terms.add(first, bytes);
    let (below, above) = (terms.lt(first, start), terms.lt(end, behind));
    terms.or(&[below, above])
}

/// The finding that a model of an access's leaving is.
pub(super) fn finding(
    cx: &mut Context<'_, '_>,
    pair: &mut Pair,
    a: &Access,
    core: &[TermId],
    model: &Model,
) -> Finding {
    let place = Place {
        loc: a.loc,
        action: a.action,
    };
    let offset = pair.fork(&mut cx.machine.terms, a.offset, 0);
    Finding {
        space: Some(cx.machine.objects.space(cx.machine.kernel, a.object)),
        object: Some(cx.machine.objects.base(a.object).0),
        approximations: approximations(cx.machine, core),
        ..Finding::new(
            Kind::OutOfBounds,
            Scope::Thread,
            [place.clone(), place],
            witness(
                cx.machine,
                pair,
                model,
                [&a.counters, &a.counters],
                [Some(offset), Some(offset)],
            ),
        )
    }
}
