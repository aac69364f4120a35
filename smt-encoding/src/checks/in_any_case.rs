//! Accesses that are taken to stay in their array, because a launch that nobody fixes, parameters or data may keep them there
//! ([`super::out_of_bounds`]), and that leave it all the same. They are looked at last, with what work is left.

use super::ends::fails_in_every_launch;
use super::out_of_bounds::{finding, outside_of};
use super::own_bounds::leaves_by_own_bounds;
use super::{Check, Context, one_thread};
use crate::answer::Kind;
use crate::pair::Pair;
use crate::ssa::Access;
use crate::term::TermId;
use crate::z3::Model;
use kverify_frontend::ir::Span;
use rustc_hash::FxHashSet;

/// The check.
pub const CHECK: Check = Check {
    id: super::out_of_bounds::CHECK.id,
    run,
};

fn run(cx: &mut Context<'_, '_>) {
    let mut pair = one_thread(cx);
    let before = cx.findings.iter().filter(|known| known.kind == Kind::OutOfBounds);
    let mut found: FxHashSet<Span> = before.map(|known| known.places[0].loc.span).collect();
    for (a, bounds) in std::mem::take(&mut cx.kept) {
        let place = a.loc.span;
        if found.contains(&place) {
            continue;
        }
        if let Some((core, model)) = in_any_case(cx, &mut pair, &a, bounds) {
            found.insert(place);
            let finding = finding(cx, &mut pair, &a, &core, &model);
            cx.findings.push(finding);
        } else {
            let name = cx.machine.objects.name(cx.machine.kernel, a.object);
            cx.trusted.bounds.insert((a.loc.span.line, name));
            cx.trusted.unbounded.insert(cx.machine.objects.base(a.object).0);
        }
    }
}

/// The query and a model of an access that leaves its object although most of what decides that is not known: in every launch in which a
/// certain thread makes it, or by what the kernel itself says of its index.
fn in_any_case(
    cx: &mut Context<'_, '_>,
    pair: &mut Pair,
    a: &Access,
    bounds: [TermId; 2],
) -> Option<(Vec<TermId>, Model)> {
    let own = outside_of(&mut cx.machine.terms, [a.offset, a.bytes], bounds);
    fails_in_every_launch(cx, pair, a.guard, own).or_else(|| leaves_by_own_bounds(cx, pair, a, bounds))
}
