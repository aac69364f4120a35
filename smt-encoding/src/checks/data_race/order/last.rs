//! The last block: each block writes its part, passes a fence, and counts itself; the one that counts last reads all parts.
//!
//! If each block counts at most once, by one, in a counter that is 0 at first, then N blocks draw numbers below N, and the one
//! that draws `N - 1` counts after all others (CUDA C++ Programming Guide, "Memory fence functions", whose example
//! this is). So an access that is followed by a fence and its block's count is ordered before all that stands under the
//! drawing of `N - 1`. The same where threads count themselves, each at most once: N is how many may. That example counts without an order, and has a block
//! barrier behind the count, but no fence; where neither stands there, or the count says that it releases and no more, it has to let in
//! like any other.

use super::message::{self, puts_zero};
use super::{
    Context, Drawn, Orders, atomics_on, drawn_in, edge, elsewhere, is_block_barrier, lets_in, looks, never,
    never_without, space_of, waits_for,
};
use crate::pair::Pair;
use crate::segment::Family;
use crate::ssa::Access;
use crate::term::{Level, TermId, Value};
use kverify_frontend::ir::{Atomic, AtomicOp, Dim, Edge, Geometry, Loc, MemoryOrder, ObjectId, Scope, Space};

/// A counter of blocks, or of threads.
#[derive(Clone)]
pub(super) struct Count {
    /// Each thread counts for itself.
    of_threads: bool,
    /// How far apart the threads may be that it orders.
    scope: Scope,
    object: ObjectId,
    loc: Loc,
    /// When a thread counts.
    guard: TermId,
    /// Row and offset of the counter: the same for a block.
    place: [TermId; 2],
    /// How many count at most.
    total: TermId,
}

impl Count {
    /// Whether it may order threads that are so far apart.
    fn holds(&self, family: &Family) -> bool {
        let bound = family.scope == Scope::Grid && family.cuts.contains(&true);
        let apart = if self.of_threads {
            family.scope <= self.scope && family.scope != Scope::Cluster
        } else {
            family.scope == Scope::Grid
        };
        apart && !bound
    }
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
    if seen.args.len() != 3 {
        return None;
    }
    let sees = usize::from(seen.thread?);
    let count = count(orders, cx, seen.loc).filter(|c| c.holds(family))?;
    let edge = edge(cx, seen, space_of(cx, first), family.scope);
    let order = orders.paths.atomic(seen.loc)?.ordering.order;
    let at_barrier = seen.by_block || !orders.paths.reaches(seen.loc, second.loc, is_block_barrier);
    let as_in_example = order == MemoryOrder::Relaxed && !count.of_threads && at_barrier;
    let is_let_in = as_in_example || lets_in(orders, seen, second, edge, true);
    if !is_let_in || !is_followed(orders, cx, [first, second], &count, edge) {
        return None;
    }
    let [row, offset] = elsewhere(cx, pair, count.place, (seen, sees));
    let terms = &mut cx.machine.terms;
    let last = terms.offset(count.total, -1);
    let earlier = terms.ne(seen.value, last);
    count.trust(cx);
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
    let sees = usize::from(seen.thread?);
    let mut counting = None;
    for x in atomics_on(cx, seen.object) {
        let a = orders.paths.atomic(x.loc)?;
        let counts = !looks(cx, a, x) && !puts_zero(cx, x, Some(a.op));
        if counts && (a.op != AtomicOp::Add || counting.replace(x.loc).is_some()) {
            return None;
        }
    }
    let count = count(orders, cx, counting.filter(|&loc| loc != seen.loc)?).filter(|c| c.holds(family))?;
    let edge = edge(cx, seen, space_of(cx, first), family.scope);
    if !lets_in(orders, seen, second, edge, false) || !is_followed(orders, cx, [first, second], &count, edge)
    {
        return None;
    }
    let [row, offset] = elsewhere(cx, pair, count.place, (seen, sees));
    let earlier = cx.machine.terms.lt(seen.value, count.total);
    count.trust(cx);
    Some(cx.machine.terms.or(&[row, offset, earlier]))
}

/// Two blocks, or threads, that count in one place draw two numbers.
pub(super) fn two_numbers<'k>(
    orders: &mut Orders<'k>,
    cx: &mut Context<'_, 'k>,
    family: &Family,
    [x, y]: [&Drawn; 2],
) -> Option<TermId> {
    if x.loc != y.loc {
        return None;
    }
    let count = count(orders, cx, x.loc).filter(|c| c.holds(family))?;
    count.trust(cx);
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
    let shared = cx.machine.objects.space(cx.machine.kernel, x.object) == Space::Shared;
    let alone = atomics_on(cx, x.object).iter().all(|y| {
        let read = |a: &Atomic| looks(cx, a, y) || shared && puts_zero(cx, y, Some(a.op));
        y.loc == loc || orders.paths.atomic(y.loc).is_some_and(read)
    });
    let uniform = [x.row, x.offset]
        .iter()
        .all(|&t| cx.machine.level_of(t) <= Level::Block);
    if !alone || !uniform || !x.counters.is_empty() {
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
    let of_threads = shared || a.ordering.scope < Scope::Grid || !once_a_block(cx, x);
    let threads = threads_that_count(cx, x, shared);
    let total = match of_threads {
        false => {
            let blocks = blocks_that_share(cx, x)?;
            let numbers = [blocks, threads].map(|t| cx.machine.terms.as_int(t));
            match numbers {
                [Some(blocks), Some(threads)] if threads < blocks => cx.machine.terms.int(threads),
                _ => blocks,
            }
        }
        true => threads,
    };
    let made = Count {
        of_threads,
        scope: if shared { Scope::Block } else { Scope::Grid }.min(a.ordering.scope),
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
    let starts_at_zero = match shared {
        false => set_by_the_last_only(cx, &made),
        true => message::set_to_zero_before(orders, cx, x),
    };
    (!wraps_too_early && starts_at_zero).then_some(made)
}

impl Count {
    /// What a counter in global memory holds at first is taken for granted.
    fn trust(&self, cx: &mut Context<'_, '_>) {
        if cx.machine.objects.space(cx.machine.kernel, self.object) == Space::Global {
            cx.trusted.zeroed.insert(self.object);
        }
    }
}

/// Threads that are gone through one by one.
const MOST_THREADS: i128 = 1 << 16;

/// How many threads of a block, or of the launch, may count: those whose guard may hold, where the launch has a fixed size.
fn threads_that_count(cx: &mut Context<'_, '_>, x: &Access, of_block: bool) -> TermId {
    let pair = Pair::new(cx.machine, &Family::any_two(Scope::Grid), &[]);
    let sizes = [pair.dims, pair.grid].concat();
    let sizes = &sizes[..if of_block { 3 } else { 6 }];
    let fixed: Option<Vec<i128>> = sizes.iter().map(|&t| cx.machine.terms.as_int(t)).collect();
    let number = |sizes: &Vec<i128>| sizes.iter().try_fold(1i128, |all, n| all.checked_mul(*n));
    let Some((sizes, all)) = fixed
        .and_then(|sizes| number(&sizes).map(|all| (sizes, all)))
        .filter(|(_, all)| *all <= MOST_THREADS)
    else {
        let terms = &mut cx.machine.terms;
        let one = terms.int(1);
        return sizes.iter().fold(one, |n, &size| terms.mul(n, size));
    };
    let places: Vec<TermId> = Dim::ALL
        .map(Geometry::ThreadIdx)
        .into_iter()
        .chain(Dim::ALL.map(Geometry::BlockIdx))
        .map(|g| cx.machine.geometry(g))
        .collect();
    let terms = &cx.machine.terms;
    let counts = |n: &i128| {
        let mut left = *n;
        let at: Vec<i128> = sizes
            .iter()
            .map(|size| {
                let here = left % size;
                left /= size;
                here
            })
            .collect();
        let leaf = &mut |t: TermId| {
            let d = places.iter().position(|p| *p == t)?;
            at.get(d).copied().map(Value::Int)
        };
        terms.eval(x.guard, leaf).and_then(Value::bool) != Some(false)
    };
    let total = (0..all).filter(counts).count();
    cx.machine.terms.int(total as i128)
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
fn is_followed(
    orders: &Orders<'_>,
    cx: &mut Context<'_, '_>,
    [a, b]: [&Access; 2],
    count: &Count,
    edge: Edge,
) -> bool {
    if a.loc == count.loc {
        return true;
    }
    let paths = &orders.paths;
    let fenced = paths.reaches(a.loc, count.loc, |_| false)
        && paths.lets_go(a.loc, count.loc, edge)
        && !paths.reaches(count.loc, a.loc, |_| false);
    fenced
        && (never_without(cx, [a, b], count.guard) || waits_for(orders, cx, [a, b], (count.loc, count.guard)))
}
