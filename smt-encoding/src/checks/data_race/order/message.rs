//! Messages: one thread does its work, passes a fence and sets a flag; others wait until they see the flag, pass a fence,
//! and go on: `data = 7; fence; atomicExch(&flag, 1);` and `while (atomicAdd(&flag, 0) == 0); fence; … = data;`.
//!
//! A flag is an object that is 0 at first. Who finds a value there that certain operations alone write, each once and by one
//! thread for each place, comes after that thread's operation, and after all that it released; also after what its block did
//! before a barrier that it had passed. What the first thread of a block finds before a barrier, its block knows behind it.

use super::{
    Context, Drawn, Orders, as_seen_by, atomics_on, drawn_in, edge, elsewhere, lets_in, looks, never,
    never_without, space_of, waits_for,
};
use crate::answer::Action;
use crate::pair::Pair;
use crate::segment::Family;
use crate::ssa::Access;
use crate::term::{Level, TermId};
use kverify_frontend::ir::{AtomicOp, Dim, Edge, Geometry, Loc, ObjectId, Scope, Space};

/// An object with which threads tell each other that they are done.
#[derive(Clone)]
pub(super) struct Flag {
    writes: Vec<Write>,
    /// The narrowest scope of all operations on it.
    scope: Scope,
}

/// An operation that writes a flag.
#[derive(Clone)]
struct Write {
    loc: Loc,
    guard: TermId,
    place: [TermId; 2],
    /// What it writes, if that is a number.
    value: Option<i128>,
    /// It is done once, by one thread for each place.
    once: bool,
}

/// If the thread of `first` sets a flag afterwards, or another that has seen a flag of its, and `second` stands after a look at it: that
/// found 0, or another flag.
pub(super) fn not_seen<'k>(
    orders: &mut Orders<'k>,
    cx: &mut Context<'_, 'k>,
    pair: &mut Pair,
    family: &Family,
    accesses: [&Access; 2],
    seen: &Drawn,
) -> Option<TermId> {
    not_seen_by(orders, cx, pair, family, accesses, seen, MOST_BETWEEN)
}

/// Flags that are set one after the other, each by a thread that has seen the one before.
const MOST_BETWEEN: u32 = 3;

fn not_seen_by<'k>(
    orders: &mut Orders<'k>,
    cx: &mut Context<'_, 'k>,
    pair: &mut Pair,
    family: &Family,
    [first, second]: [&Access; 2],
    seen: &Drawn,
    between: u32,
) -> Option<TermId> {
    let scope = family.scope;
    let sees = usize::from(seen.thread?);
    let flag = flag(orders, cx, seen.object)
        .filter(|f| f.scope >= scope && f.writes.iter().all(|w| w.loc != seen.loc))?;
    let edge = edge(cx, seen, space_of(cx, first), scope);
    let shared = edge.cell == Space::Shared;
    if (shared && scope > Scope::Block) || !lets_in(orders, seen, second, edge, false) {
        return None;
    }
    let mut place = None;
    // Values that others leave, and where, if that is one place.
    let mut others = vec![(0, None)];
    for w in &flag.writes {
        let fixed = w.place.iter().all(|&p| cx.machine.level_of(p) == Level::Launch);
        let terms = &mut cx.machine.terms;
        let same = [0, 1].map(|n| terms.eq(w.place[n], seen.place()[n]));
        // It is another cell that it writes.
        if fixed && same.iter().any(|&t| terms.as_bool(t) == Some(false)) {
            continue;
        }
        let here = place.is_none_or(|p| p == w.place);
        if w.once
            && here
            && (follows(orders, cx, [first, second], w, edge)
                || is_passed_on(orders, cx, first, w, edge, between))
        {
            place = Some(w.place);
        } else {
            others.push((w.value?, fixed.then_some(w.place)));
        }
    }
    let place = place?;
    if !shared {
        cx.trusted.zeroed.insert(seen.object);
    }
    let mut ways = elsewhere(cx, pair, place, (seen, sees)).to_vec();
    let terms = &mut cx.machine.terms;
    for (value, at) in others {
        let value = terms.int(value);
        let mut way = vec![terms.eq(seen.value, value)];
        if let Some(at) = at {
            way.extend([0, 1].map(|n| terms.eq(at[n], seen.place()[n])));
        }
        ways.push(terms.and(&way));
    }
    Some(terms.or(&ways))
}

/// Whether whoever does `write` has seen a flag that is set after `first`, and lets go of that with it.
fn is_passed_on<'k>(
    orders: &mut Orders<'k>,
    cx: &mut Context<'_, 'k>,
    first: &Access,
    write: &Write,
    edge: Edge,
    between: u32,
) -> bool {
    // Whoever does it, is as far from both as they may be from each other.
    if !(edge.apart == Scope::Grid || edge.apart == Scope::Block && edge.cell == Space::Shared) {
        return false;
    }
    let whole = cx.whole;
    let mut at = whole.accesses.iter().filter(|x| x.loc == write.loc);
    let (Some(x), None, Some(between)) = (at.next(), at.next(), between.checked_sub(1)) else {
        return false;
    };
    let family = Family::any_two(edge.apart);
    let mut pair = Pair::new(cx.machine, &family, &[]);
    let terms = &mut cx.machine.terms;
    let guards = [pair.fork(terms, first.guard, 0), pair.fork(terms, x.guard, 1)];
    let looks: Vec<Drawn> = drawn_in(cx, &guards[1..])
        .into_iter()
        .filter(|d| d.thread == Some(1) && !d.by_block && d.loc != x.loc)
        .collect();
    looks.into_iter().any(|d| {
        let of_one_kind = cx.machine.objects.space(cx.machine.kernel, d.object) == edge.cell;
        if !of_one_kind || !orders.paths.lets_go(d.loc, x.loc, edge) {
            return false;
        }
        let missed = not_seen_by(orders, cx, &mut pair, &family, [first, x], &d, between);
        missed.is_some_and(|missed| never(cx, &pair, &[guards[0], guards[1], missed]))
    })
}

/// Whether the thread of `first` does `write` afterwards, or a certain one of its block after a barrier, and lets go with it.
fn follows(
    orders: &Orders<'_>,
    cx: &mut Context<'_, '_>,
    [first, second]: [&Access; 2],
    write: &Write,
    edge: Edge,
) -> bool {
    let paths = &orders.paths;
    let released = paths.lets_go(first.loc, write.loc, edge);
    let after =
        paths.reaches(first.loc, write.loc, |_| false) && !paths.reaches(write.loc, first.loc, |_| false);
    if !(released && after) {
        return false;
    }
    let of_block = write
        .place
        .iter()
        .all(|&p| cx.machine.level_of(p) <= Level::Block);
    never_without(cx, [first, second], write.guard)
        || of_block && waits_for(orders, cx, [first, second], (write.loc, write.guard))
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
    let mut scope = Scope::System;
    let mut ty = None;
    let (mut looking, mut writing) = (Vec::new(), Vec::new());
    for x in atomics_on(cx, object) {
        let a = orders.paths.atomic(x.loc)?;
        scope = scope.min(a.ordering.scope);
        // A wider look would see its neighbours' flags.
        if *ty.get_or_insert(a.ty) != a.ty {
            return None;
        }
        match looks(cx, a, x) {
            true => looking.push(x),
            false => writing.push((x, a.op)),
        }
    }
    let shared = cx.machine.objects.space(cx.machine.kernel, object) == Space::Shared;
    if writing.is_empty() || !set_to_zero_only(orders, cx, object) {
        return None;
    }
    if shared && !looking.iter().all(|look| is_initialised(orders, cx, look)) {
        return None;
    }
    let mut writes = Vec::new();
    for (x, op) in writing {
        let written = op.replacement().and_then(|n| x.operands.get(n));
        writes.push(Write {
            loc: x.loc,
            guard: x.guard,
            place: [x.row, x.offset],
            value: written.and_then(|&t| cx.machine.terms.as_int(t)),
            once: is_done_once(cx, x, shared),
        });
    }
    Some(Flag { writes, scope })
}

/// Whether one thread of the launch at most does `x` for each place, and once; of the block for shared memory.
fn is_done_once(cx: &mut Context<'_, '_>, x: &Access, shared: bool) -> bool {
    if !x.counters.is_empty() {
        return false;
    }
    [Scope::Block, Scope::Grid].into_iter().all(|among| {
        if among == Scope::Grid && shared {
            return true;
        }
        let mut pair = Pair::new(cx.machine, &Family::any_two(among), &[]);
        let terms = &mut cx.machine.terms;
        let guards = [0, 1].map(|t| pair.fork(terms, x.guard, t));
        let [rows, offsets] = [x.row, x.offset].map(|p| [0, 1].map(|t| pair.fork(terms, p, t)));
        let same = [terms.eq(rows[0], rows[1]), terms.eq(offsets[0], offsets[1])];
        let mut all = vec![guards[0], guards[1], same[0], same[1], pair.distinct];
        let drawn = pair.draws(cx.machine, &all);
        all.extend(drawn.facts);
        let once = never(cx, &pair, &all);
        cx.overflow |= once && drawn.assumed;
        once
    })
}

/// The stores to an object: plain ones, and atomic ones of 0.
fn stores_to<'c>(
    orders: &Orders<'_>,
    cx: &Context<'c, '_>,
    object: ObjectId,
) -> impl Iterator<Item = &'c Access> {
    let whole = cx.whole;
    whole.accesses.iter().filter(move |x| {
        let op = || orders.paths.atomic(x.loc).map(|a| a.op);
        x.object == object && (x.action == Action::Write || x.atomic.is_some() && puts_zero(cx, x, op()))
    })
}

/// Whether an access, an atomic one of this operation if one is given, stores 0 and looks at nothing.
pub(super) fn puts_zero(cx: &Context<'_, '_>, x: &Access, op: Option<AtomicOp>) -> bool {
    let zero = |v: &TermId| cx.machine.terms.as_int(*v) == Some(0);
    match op {
        Some(op) => op == AtomicOp::Store && matches!(x.operands.as_slice(), [v] if zero(v)),
        None => matches!(x.values.as_slice(), [v] if zero(v)),
    }
}

/// Whether the cell in shared memory that `x` changes is sure to be 0 before any thread of the block comes to `x`, and is not stored to
/// later.
pub(super) fn set_to_zero_before(orders: &Orders<'_>, cx: &mut Context<'_, '_>, x: &Access) -> bool {
    let early = stores_to(orders, cx, x.object).all(|store| comes_earlier(orders, cx, store, x));
    early && set_to_zero_only(orders, cx, x.object) && is_initialised(orders, cx, x)
}

/// Whether plain stores only ever set the flag to 0; what it holds before them, in global memory, is assumed.
fn set_to_zero_only(orders: &Orders<'_>, cx: &Context<'_, '_>, object: ObjectId) -> bool {
    let plain = |x: &&Access| x.atomic.is_none();
    stores_to(orders, cx, object)
        .filter(plain)
        .all(|x| puts_zero(cx, x, None))
}

/// Whether a store is done in an earlier interval than `look`, and never in a later one.
fn comes_earlier(orders: &Orders<'_>, cx: &Context<'_, '_>, store: &Access, look: &Access) -> bool {
    let paths = &orders.paths;
    let together = cx
        .families
        .iter()
        .filter(|(f, _)| f.scope == Scope::Block && f.spaces.contains(&Space::Shared))
        .flat_map(|(_, segments)| segments)
        .any(|s| {
            let has = |loc: Loc| s.records.accesses.iter().any(|x| x.loc == loc);
            has(store.loc) && has(look.loc)
        });
    store.counters.is_empty()
        && !together
        && paths.reaches(store.loc, look.loc, |_| false)
        && !paths.reaches(look.loc, store.loc, |_| false)
}

/// Whether some thread of the block is sure to have set what `look` looks at to 0, in an earlier interval.
fn is_initialised(orders: &Orders<'_>, cx: &mut Context<'_, '_>, look: &Access) -> bool {
    let stores: Vec<&Access> = stores_to(orders, cx, look.object)
        .filter(|s| comes_earlier(orders, cx, s, look))
        .collect();
    stores.into_iter().any(|store| covers(cx, store, look))
}

/// Whether a certain thread does `store`, at the place of `look`, whenever `look` is done: the first of the block, or the one
/// whose index the place names.
fn covers(cx: &mut Context<'_, '_>, store: &Access, look: &Access) -> bool {
    let x = cx.machine.geometry(Geometry::ThreadIdx(Dim::X));
    let zero = cx.machine.terms.int(0);
    let mut candidates = vec![zero];
    let (parts, constant) = cx.machine.terms.linear(store.offset);
    if let [(t, step)] = parts[..]
        && t == x
        && step > 0
    {
        let distance = cx.machine.terms.offset(look.offset, -constant);
        candidates.push(cx.machine.terms.floor_div(distance, step));
    }
    let terms = [store.guard, store.row, store.offset];
    let width = cx.machine.geometry(Geometry::BlockDim(Dim::X));
    candidates.into_iter().any(|candidate| {
        let of_block = as_seen_by(cx, zero, terms);
        if of_block.iter().any(|&t| cx.machine.level_of(t) > Level::Block) {
            return false;
        }
        let [guard, row, offset] = as_seen_by(cx, candidate, terms);
        let terms = &mut cx.machine.terms;
        let there = [
            guard,
            terms.eq(row, look.row),
            terms.eq(offset, look.offset),
            terms.le(zero, candidate),
            terms.lt(candidate, width),
        ];
        let there = terms.and(&there);
        let not = terms.not(there);
        let missed = terms.and(&[look.guard, not]);
        let mut one = Pair::new(cx.machine, &Family::any_two(Scope::Grid), &[]);
        let missed = one.fork(&mut cx.machine.terms, missed, 0);
        never(cx, &one, &[missed])
    })
}
