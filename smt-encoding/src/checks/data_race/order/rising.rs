//! Flags that rise: a thread does its work in every iteration and sets a flag to the iteration's number, and others wait until the
//! flag has come so far: `data[i] = …; fence; atomicExch(&flag, i + 1);` and `while (atomicAdd(&flag, 0) < i + 1); fence; … = data[i];`.
//!
//! A cell that is 0 at first, and that one operation of one thread alone sets, to more in each iteration: who finds v there comes
//! after all that the thread let go in iterations that set v or less.

use super::{
    Context, Drawn, Orders, atomics_on, edge, elsewhere, lets_in, looks, never, never_without, space_of,
};
use crate::pair::Pair;
use crate::segment::Family;
use crate::ssa::Access;
use crate::term::{Level, TermId};
use kverify_frontend::ir::{ObjectId, Scope, Space};

/// The operation that sets a flag.
#[derive(Clone)]
pub(super) struct Rising {
    write: Access,
    /// What it sets it to.
    value: TermId,
    /// The narrowest scope of all operations on the object.
    scope: Scope,
}

/// If the thread of `first` sets a rising flag afterwards, in the same iteration, and `second` stands after a look at it: that found
/// less, or another flag.
pub(super) fn not_so_far<'k>(
    orders: &mut Orders<'k>,
    cx: &mut Context<'_, 'k>,
    pair: &mut Pair,
    family: &Family,
    [first, second]: [&Access; 2],
    seen: &Drawn,
) -> Vec<TermId> {
    let (scope, Some(sees)) = (family.scope, seen.thread) else {
        return Vec::new();
    };
    let edge = edge(cx, seen, space_of(cx, first), scope);
    if edge.cell == Space::Shared || !lets_in(orders, seen, second, edge, false) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for flag in rising(orders, cx, seen.object) {
        let w = &flag.write;
        let in_its_loop = w.counters.iter().all(|c| first.counters.contains(c));
        let follows = flag.scope >= scope
            && w.loc != seen.loc
            && in_its_loop
            && orders.paths.lets_go(first.loc, w.loc, edge)
            && orders
                .paths
                .precedes_in_iteration(&cx.machine.forest, first.loc, w.loc)
            && never_without(cx, [first, second], w.guard);
        if !follows {
            continue;
        }
        cx.trusted.zeroed.insert(seen.object);
        let sees = usize::from(sees);
        let set = pair.fork(&mut cx.machine.terms, flag.value, 1 - sees);
        let [row, offset] = elsewhere(cx, pair, [w.row, w.offset], (seen, sees));
        let terms = &mut cx.machine.terms;
        let zero = terms.int(0);
        let ways = [row, offset, terms.lt(seen.value, set), terms.le(set, zero)];
        out.push(terms.or(&ways));
    }
    out
}

/// The rising flags in an object.
fn rising<'k>(orders: &mut Orders<'k>, cx: &mut Context<'_, 'k>, object: ObjectId) -> Vec<Rising> {
    if let Some(known) = orders.rising.get(&object) {
        return known.clone();
    }
    let made = make(orders, cx, object).unwrap_or_default();
    orders.rising.insert(object, made.clone());
    made
}

fn make(orders: &Orders<'_>, cx: &mut Context<'_, '_>, object: ObjectId) -> Option<Vec<Rising>> {
    if cx.machine.objects.usage(object).plainly_written {
        return None;
    }
    let (mut scope, mut ty) = (Scope::System, None);
    let mut writes: Vec<(&Access, Option<TermId>)> = Vec::new();
    for x in atomics_on(cx, object) {
        let a = orders.paths.atomic(x.loc)?;
        scope = scope.min(a.ordering.scope);
        if *ty.get_or_insert(a.ty) != a.ty {
            return None;
        }
        if !looks(cx, a, x) {
            writes.push((x, a.op.replacement().and_then(|n| x.operands.get(n).copied())));
        }
    }
    // One place each, and no two have one.
    let at = |x: &Access| [x.row, x.offset].map(|t| cx.machine.terms.as_int(t));
    let places: Vec<[Option<i128>; 2]> = writes.iter().map(|(x, _)| at(x)).collect();
    let apart = (0..places.len()).all(|n| !places[..n].contains(&places[n]));
    if !apart || places.iter().flatten().any(Option::is_none) {
        return None;
    }
    let mut out = Vec::new();
    for (x, value) in writes {
        let Some(value) = value else { continue };
        if let Some(value) = rises(cx, x, value)
            && by_one_thread(cx, x)
        {
            out.push(Rising {
                write: x.clone(),
                value,
                scope,
            });
        }
    }
    Some(out)
}

/// What a write in one loop sets its cell to, if that is more in each iteration.
fn rises(cx: &mut Context<'_, '_>, x: &Access, value: TermId) -> Option<TermId> {
    let &[(_, kappa)] = x.counters.as_slice() else {
        return None;
    };
    let value = cx.machine.without_overflow(value);
    let terms = &cx.machine.terms;
    let (parts, _) = terms.linear(value);
    let (own, rest): (Vec<_>, Vec<_>) = parts.iter().partition(|(t, _)| *t == kappa);
    let rest_varies = rest
        .iter()
        .any(|(t, _)| terms.post_order(&[*t]).contains(&kappa) || cx.machine.level_of(*t) > Level::Launch);
    matches!(own.as_slice(), [(_, step)] if *step > 0)
        .then_some(value)
        .filter(|_| !rest_varies)
}

/// Whether no two threads do `x`.
fn by_one_thread(cx: &mut Context<'_, '_>, x: &Access) -> bool {
    [Scope::Block, Scope::Grid].into_iter().all(|among| {
        let mut pair = Pair::new(cx.machine, &Family::any_two(among), &[]);
        let terms = &mut cx.machine.terms;
        let guards = [0, 1].map(|t| pair.fork(terms, x.guard, t));
        let distinct = pair.distinct;
        never(cx, &pair, &[guards[0], guards[1], distinct])
    })
}
