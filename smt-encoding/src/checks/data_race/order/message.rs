//! Messages: one thread does its work, passes a fence and sets a flag; others wait until they see the flag, pass a fence,
//! and go on: `data = 7; fence; atomicExch(&flag, 1);` and `while (atomicAdd(&flag, 0) == 0); fence; … = data;`.
//!
//! A flag is an object that is 0 at first and is written by one operation, once, by one thread for each place. Who finds
//! something else than 0 there comes after that thread's operation, and after all that it released.

use super::paths::{acquires, is_fence, releases};
use super::{Context, Drawn, Orders, any_two, atomics_on, never, space_of};
use crate::answer::Action;
use crate::pair::Pair;
use crate::segment::Family;
use crate::ssa::Access;
use crate::term::TermId;
use kverify_frontend::ir::{AtomicOp, Loc, ObjectId, Scope, Space};

/// A flag that one thread sets.
#[derive(Clone)]
pub(super) struct Flag {
    loc: Loc,
    guard: TermId,
    place: [TermId; 2],
    /// The narrowest scope of all operations on it.
    scope: Scope,
}

/// If the thread of `first` sets a flag afterwards, and `second` stands after a look at it: that found 0, or another
/// flag.
pub(super) fn not_seen<'k>(
    orders: &mut Orders<'k>,
    cx: &mut Context<'_, 'k>,
    pair: &mut Pair,
    family: &Family,
    [first, second]: [&Access; 2],
    seen: &Drawn,
) -> Option<TermId> {
    let scope = family.scope;
    let sees = usize::from(seen.thread?);
    let flag = flag(orders, cx, seen.object).filter(|f| f.scope >= scope && f.loc != seen.loc)?;
    let shared = cx.machine.objects.space(cx.machine.kernel, seen.object) == Space::Shared;
    let paths = &orders.paths;
    let space = space_of(cx, first);
    let fence = |s: &_| is_fence(s, scope, space);
    let by = |loc: Loc, f: fn(_) -> bool| paths.atomic(loc).is_some_and(|a| f(a.order));
    let released = by(flag.loc, releases) || !paths.reaches(first.loc, flag.loc, fence);
    let acquired = by(seen.loc, acquires) || !paths.reaches(seen.loc, second.loc, fence);
    let after =
        paths.reaches(first.loc, flag.loc, |_| false) && !paths.reaches(flag.loc, first.loc, |_| false);
    if !(released && acquired && after) || (shared && scope == Scope::Grid) {
        return None;
    }
    // The thread of `first` is the one that sets the flag.
    let mut one = Pair::new(cx.machine, &any_two(Scope::Grid), &[]);
    let terms = &mut cx.machine.terms;
    let not = terms.not(flag.guard);
    let all = terms.and(&[first.guard, not]);
    let all = one.fork(terms, all, 0);
    if !never(cx, &one, &[all]) {
        return None;
    }
    if !shared {
        cx.trusted.zeroed.insert(seen.object);
    }
    let terms = &mut cx.machine.terms;
    let mine = flag.place.map(|p| pair.fork(terms, p, 1 - sees));
    let (row, offset) = (
        terms.ne(mine[0], seen.place()[0]),
        terms.ne(mine[1], seen.place()[1]),
    );
    let zero = terms.int(0);
    let unset = terms.eq(seen.value, zero);
    Some(terms.or(&[row, offset, unset]))
}

fn flag<'k>(orders: &mut Orders<'k>, cx: &mut Context<'_, 'k>, object: ObjectId) -> Option<Flag> {
    if let Some(known) = orders.flags.get(&object) {
        return known.clone();
    }
    let made = make_flag(orders, cx, object);
    orders.flags.insert(object, made.clone());
    made
}

fn make_flag(orders: &Orders<'_>, cx: &mut Context<'_, '_>, object: ObjectId) -> Option<Flag> {
    let mut setter: Option<&Access> = None;
    let mut scope = Scope::System;
    for x in atomics_on(cx, object) {
        let a = orders.paths.atomic(x.loc)?;
        scope = scope.min(a.scope);
        let constant = x.operands.first().and_then(|&t| cx.machine.terms.as_int(t));
        let looks = a.op == AtomicOp::Load
            || matches!(a.op, AtomicOp::Add | AtomicOp::Or | AtomicOp::Sub | AtomicOp::Xor)
                && constant == Some(0);
        if !looks && setter.replace(x).is_some() {
            return None;
        }
    }
    let x = setter?;
    if !x.counters.is_empty() || !starts_at_zero(cx, object) {
        return None;
    }
    // One thread of the launch for each place; of the block for shared memory.
    let shared = cx.machine.objects.space(cx.machine.kernel, object) == Space::Shared;
    for among in [Scope::Block, Scope::Grid] {
        if among == Scope::Grid && shared {
            continue;
        }
        let mut pair = Pair::new(cx.machine, &any_two(among), &[]);
        let terms = &mut cx.machine.terms;
        let guards = [0, 1].map(|t| pair.fork(terms, x.guard, t));
        let [rows, offsets] = [x.row, x.offset].map(|p| [0, 1].map(|t| pair.fork(terms, p, t)));
        let same = [terms.eq(rows[0], rows[1]), terms.eq(offsets[0], offsets[1])];
        let distinct = pair.distinct;
        if !never(cx, &pair, &[guards[0], guards[1], same[0], same[1], distinct]) {
            return None;
        }
    }
    Some(Flag {
        loc: x.loc,
        guard: x.guard,
        place: [x.row, x.offset],
        scope,
    })
}

/// Whether plain stores only ever set the flag to 0; what it holds before them, in global memory, is assumed.
fn starts_at_zero(cx: &Context<'_, '_>, object: ObjectId) -> bool {
    let shared = cx.machine.objects.space(cx.machine.kernel, object) == Space::Shared;
    let mut stores = cx
        .whole
        .accesses
        .iter()
        .filter(|x| x.object == object && x.action == Action::Write)
        .peekable();
    let set = stores.peek().is_some();
    let zero = |x: &Access| matches!(x.values[..], [v] if cx.machine.terms.as_int(v) == Some(0));
    stores.all(zero) && (set || !shared)
}
