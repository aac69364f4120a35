//! The last block: each block writes its part, passes a fence, and counts itself; the one that counts last reads all parts.
//!
//! If each block counts at most once, by one, in a counter that is 0 at first, then N blocks draw numbers below N, and the one
//! that draws `N - 1` counts after all others (CUDA C++ Programming Guide, "Memory fence functions", whose example
//! this is). So an access that is followed by a fence and its block's count is ordered before all that stands under the
//! drawing of `N - 1`. That example counts without an order, and has no fence behind the count; a count that says that it releases, and no more,
//! has to let in like any other.

use super::{
    Context, Drawn, Orders, atomics_on, drawn_in, lets_in, looks, never, never_without, space_of, waits_for,
};
use crate::pair::Pair;
use crate::segment::Family;
use crate::ssa::Access;
use crate::term::{Level, TermId};
use kverify_frontend::ir::{AtomicOp, Edge, Loc, MemoryOrder, ObjectId, Scope};

/// A counter of blocks.
#[derive(Clone)]
pub(super) struct Count {
    object: ObjectId,
    loc: Loc,
    /// When a thread counts.
    guard: TermId,
    /// Row and offset of the counter: the same for a block.
    place: [TermId; 2],
    /// How many blocks count.
    total: TermId,
}

/// If `first` is followed by its block's count, and `second` stands under what its own block drew: that was not the last
/// number, or the counters are two.
pub(super) fn not_last<'k>(
    orders: &mut Orders<'k>,
    cx: &mut Context<'_, 'k>,
    pair: &mut Pair,
    family: &Family,
    [first, second]: [&Access; 2],
    seen: &Drawn,
) -> Option<TermId> {
    if family.scope != Scope::Grid || family.cuts.contains(&true) || seen.args.len() != 3 {
        return None;
    }
    let sees = usize::from(seen.thread?);
    let count = count(orders, cx, seen.loc)?;
    let edge = Edge {
        cell: cx.machine.objects.space(cx.machine.kernel, seen.object),
        data: space_of(cx, first),
        apart: Scope::Grid,
    };
    let order = orders.paths.atomic(seen.loc)?.ordering.order;
    let is_let_in = order == MemoryOrder::Relaxed || lets_in(orders, seen, second, edge, true);
    if !is_let_in || !is_followed(orders, cx, [first, second], &count) {
        return None;
    }
    let terms = &mut cx.machine.terms;
    let mine = count.place.map(|p| pair.fork(terms, p, 1 - sees));
    let (row, offset) = (
        terms.ne(mine[0], seen.place()[0]),
        terms.ne(mine[1], seen.place()[1]),
    );
    let last = terms.offset(count.total, -1);
    let earlier = terms.ne(seen.value, last);
    cx.trusted.zeroed.insert(count.object);
    Some(cx.machine.terms.or(&[row, offset, earlier]))
}

/// If `first` is followed by its block's count, and `second` stands under a look at the counter: not all blocks had counted then, or
/// the counters are two.
pub(super) fn not_all<'k>(
    orders: &mut Orders<'k>,
    cx: &mut Context<'_, 'k>,
    pair: &mut Pair,
    family: &Family,
    [first, second]: [&Access; 2],
    seen: &Drawn,
) -> Option<TermId> {
    if family.scope != Scope::Grid || family.cuts.contains(&true) {
        return None;
    }
    let sees = usize::from(seen.thread?);
    let mut counting = None;
    for x in atomics_on(cx, seen.object) {
        let a = orders.paths.atomic(x.loc)?;
        if !looks(cx, a, x) && (a.op != AtomicOp::Add || counting.replace(x.loc).is_some()) {
            return None;
        }
    }
    let count = count(orders, cx, counting.filter(|&loc| loc != seen.loc)?)?;
    let edge = Edge {
        cell: cx.machine.objects.space(cx.machine.kernel, seen.object),
        data: space_of(cx, first),
        apart: Scope::Grid,
    };
    if !lets_in(orders, seen, second, edge, false) || !is_followed(orders, cx, [first, second], &count) {
        return None;
    }
    let terms = &mut cx.machine.terms;
    let mine = count.place.map(|p| pair.fork(terms, p, 1 - sees));
    let (row, offset) = (
        terms.ne(mine[0], seen.place()[0]),
        terms.ne(mine[1], seen.place()[1]),
    );
    let earlier = terms.lt(seen.value, count.total);
    cx.trusted.zeroed.insert(count.object);
    Some(cx.machine.terms.or(&[row, offset, earlier]))
}

/// Two blocks that count in one place draw two numbers.
pub(super) fn two_numbers<'k>(
    orders: &mut Orders<'k>,
    cx: &mut Context<'_, 'k>,
    family: &Family,
    [x, y]: [&Drawn; 2],
) -> Option<TermId> {
    if family.scope != Scope::Grid || x.loc != y.loc || family.cuts.contains(&true) {
        return None;
    }
    let count = count(orders, cx, x.loc)?;
    cx.trusted.zeroed.insert(count.object);
    let terms = &mut cx.machine.terms;
    let ways = [
        terms.ne(x.place()[0], y.place()[0]),
        terms.ne(x.place()[1], y.place()[1]),
        terms.ne(x.value, y.value),
    ];
    Some(terms.or(&ways))
}

/// What the operation at `loc` counts, if it counts blocks.
fn count<'k>(orders: &mut Orders<'k>, cx: &mut Context<'_, 'k>, loc: Loc) -> Option<Count> {
    if let Some(known) = orders.counts.get(&loc) {
        return known.clone();
    }
    let made = make_count(orders, cx, loc);
    orders.counts.insert(loc, made.clone());
    made
}

fn make_count(orders: &Orders<'_>, cx: &mut Context<'_, '_>, loc: Loc) -> Option<Count> {
    let a = orders.paths.atomic(loc)?;
    let mut sites = cx.whole.accesses.iter().filter(|x| x.loc == loc);
    let (x, None) = (sites.next()?, sites.next()) else {
        return None;
    };
    let alone = atomics_on(cx, x.object).iter().all(|y| {
        let read = |a| looks(cx, a, y);
        y.loc == loc || orders.paths.atomic(y.loc).is_some_and(read)
    });
    let uniform = [x.row, x.offset]
        .iter()
        .all(|&t| cx.machine.level_of(t) <= Level::Block);
    if !alone || !uniform || !x.counters.is_empty() || a.ordering.scope < Scope::Grid {
        return None;
    }
    let &[amount] = x.operands.as_slice() else {
        return None;
    };
    let one = cx.machine.terms.as_int(amount) == Some(1);
    if !(a.op == AtomicOp::Add && one || a.op == AtomicOp::IncWrap) {
        return None;
    }
    let place = [x.row, x.offset];
    if !once_a_block(cx, x) {
        return None;
    }
    let total = blocks_that_share(cx, x)?;
    let made = Count {
        object: x.object,
        loc,
        guard: x.guard,
        place,
        total,
    };
    let wraps_too_early = a.op == AtomicOp::IncWrap && {
        let mut pair = Pair::new(cx.machine, &Family::any_two(Scope::Grid), &[]);
        let terms = &mut cx.machine.terms;
        let last = terms.offset(total, -1);
        let early = terms.lt(amount, last);
        let early = terms.and(&[x.guard, early]);
        let early = pair.fork(terms, early, 0);
        !never(cx, &pair, &[early])
    };
    (!wraps_too_early && set_by_the_last_only(cx, &made)).then_some(made)
}

/// Whether no two threads of a block count.
fn once_a_block(cx: &mut Context<'_, '_>, x: &Access) -> bool {
    let mut pair = Pair::new(cx.machine, &Family::any_two(Scope::Block), &[]);
    let terms = &mut cx.machine.terms;
    let both = [0, 1].map(|t| pair.fork(terms, x.guard, t));
    let distinct = pair.distinct;
    never(cx, &pair, &[both[0], both[1], distinct])
}

/// How many blocks count in one place: the product of the fewest grid dimensions such that no two blocks with the same
/// place are alike in them.
fn blocks_that_share(cx: &mut Context<'_, '_>, x: &Access) -> Option<TermId> {
    let mut pair = Pair::new(cx.machine, &Family::any_two(Scope::Grid), &[]);
    let terms = &mut cx.machine.terms;
    let [rows, offsets] = [x.row, x.offset].map(|p| [0, 1].map(|t| pair.fork(terms, p, t)));
    let guards = [0, 1].map(|t| pair.fork(terms, x.guard, t));
    let same = [terms.eq(rows[0], rows[1]), terms.eq(offsets[0], offsets[1])];
    for chosen in [1usize, 2, 4, 3, 5, 6, 7] {
        let dims: Vec<usize> = (0..3).filter(|d| chosen >> d & 1 == 1).collect();
        let terms = &mut cx.machine.terms;
        let alike = dims
            .iter()
            .map(|&d| terms.eq(pair.blocks[0][d], pair.blocks[1][d]));
        let mut all: Vec<TermId> = alike.collect();
        all.extend(same);
        all.extend(guards);
        all.push(pair.distinct);
        if never(cx, &pair, &all) {
            let terms = &mut cx.machine.terms;
            let one = terms.int(1);
            return Some(dims.iter().fold(one, |n, &d| terms.mul(n, pair.grid[d])));
        }
    }
    None
}

/// Whether plain stores to the counter stand under the drawing of the last number.
fn set_by_the_last_only(cx: &mut Context<'_, '_>, count: &Count) -> bool {
    let whole = cx.whole;
    let stores = whole.accesses.iter().filter(|x| {
        x.object == count.object && x.atomic.is_none() && x.action != crate::answer::Action::Read
    });
    for x in stores {
        let drawn = drawn_in(cx, &[x.guard]);
        let Some(d) = drawn.iter().find(|d| d.loc == count.loc) else {
            return false;
        };
        let mut pair = Pair::new(cx.machine, &Family::any_two(Scope::Grid), &[]);
        let terms = &mut cx.machine.terms;
        let last = terms.offset(count.total, -1);
        let other = terms.ne(d.value, last);
        let all = terms.and(&[x.guard, other]);
        let all = pair.fork(terms, all, 0);
        if !never(cx, &pair, &[all]) {
            return false;
        }
    }
    true
}

/// Whether after `a` its block is sure to count, with a fence in between, in a launch in which another block does `b`.
fn is_followed(orders: &Orders<'_>, cx: &mut Context<'_, '_>, [a, b]: [&Access; 2], count: &Count) -> bool {
    if a.loc == count.loc {
        return true;
    }
    let paths = &orders.paths;
    let edge = Edge {
        cell: cx.machine.objects.space(cx.machine.kernel, count.object),
        data: space_of(cx, a),
        apart: Scope::Grid,
    };
    let fenced = paths.reaches(a.loc, count.loc, |_| false)
        && paths.lets_go(a.loc, count.loc, edge)
        && !paths.reaches(count.loc, a.loc, |_| false);
    fenced
        && (never_without(cx, [a, b], count.guard) || waits_for(orders, cx, [a, b], (count.loc, count.guard)))
}
