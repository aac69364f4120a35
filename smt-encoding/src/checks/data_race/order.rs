//! Accesses of one barrier interval that atomics and fences order after all.
//!
//! What happens before an atomic operation that releases happens before all that follows one that acquires and reads it or
//! a later value of its release sequence (C++17 [atomics.fences], [intro.races]; CUDA C++ Programming Guide, "Memory fence
//! functions"). Three patterns are looked for; each gives a condition that holds whenever two accesses are *not* ordered, for
//! the query to be asked again with:
//!
//! - *locks* ([`mod@lock`], [`ticket`], [`turn`]): both threads hold one lock, so they are in its critical sections one after the other;
//! - *the last block* ([`mod@last`]): every block counts itself when it is done, and the one that counts last goes on;
//! - *messages* ([`mod@message`], [`rising`]): one thread writes a flag when it is done, and others wait until they see it.

mod last;
mod lock;
mod message;
mod paths;
mod phases;
mod rising;
mod ticket;
mod turn;

use super::super::{Context, decide};
use super::query::Query;
use crate::answer::Arith;
use crate::pair::{Pair, Settled};
use crate::segment::Family;
use crate::ssa::Access;
use crate::term::{FnOrigin, Level, Node, Subst, TermId, Terms};
use kverify_frontend::ir::{Atomic, AtomicOp, Dim, Edge, Geometry, Loc, ObjectId, Scope, Space};
use paths::{Paths, is_block_barrier};
use rustc_hash::FxHashMap;

/// What is known of a kernel's locks, counters and flags.
pub(super) struct Orders<'k> {
    paths: Paths<'k>,
    /// The kernel has fences or ordered atomics.
    usable: bool,
    /// Objects that are locks, with the value of a free one.
    locks: FxHashMap<ObjectId, Option<lock::Lock>>,
    /// Ticket locks, by what is served and what is drawn from.
    tickets: FxHashMap<[ticket::Cells; 2], Option<lock::Lock>>,
    /// Cells that say whose turn it is.
    turns: FxHashMap<ObjectId, Option<turn::Turns>>,
    /// Counters of the blocks that are done, by the operation that counts.
    counts: FxHashMap<Loc, Option<last::Count>>,
    /// Flags that one thread sets.
    flags: FxHashMap<ObjectId, Option<message::Flag>>,
    /// Flags that rise.
    rising: FxHashMap<ObjectId, Vec<rising::Rising>>,
}

/// What an atomic operation returned, as a term of one arbitrary thread or of one of a pair.
#[derive(Clone)]
struct Drawn {
    value: TermId,
    object: ObjectId,
    op: AtomicOp,
    loc: Loc,
    /// Which of the two threads drew; `None` in terms that are not of a pair.
    thread: Option<u8>,
    /// It was the first thread of its block that did, before a barrier that others of the block have passed as well.
    by_block: bool,
    /// Row and byte offset of the place, and the operands.
    args: Box<[TermId]>,
}

impl Drawn {
    /// Row and byte offset.
    fn place(&self) -> [TermId; 2] {
        [self.args[0], self.args[1]]
    }
}

impl<'k> Orders<'k> {
    /// Of a kernel of which nothing was asked yet.
    pub fn new(cx: &Context<'_, 'k>) -> Orders<'k> {
        let paths = Paths {
            kernel: cx.machine.kernel,
            cfg: cx.machine.cfg,
        };
        Orders {
            paths,
            // Patterns in shared memory are told within a block.
            usable: paths.may_order()
                && !cx.machine.objects.wild_write
                && !cx.machine.config.may_alias
                && !cx.machine.distributed,
            locks: FxHashMap::default(),
            tickets: FxHashMap::default(),
            turns: FxHashMap::default(),
            counts: FxHashMap::default(),
            flags: FxHashMap::default(),
            rising: FxHashMap::default(),
        }
    }

    /// Conditions that hold of two threads of `query` whose accesses nothing orders.
    pub fn unordered(
        &mut self,
        cx: &mut Context<'_, 'k>,
        pair: &mut Pair,
        family: &Family,
        [a, b]: [&Access; 2],
        query: &Query,
    ) -> Vec<TermId> {
        // A copy that goes on is ordered by waiting for it alone.
        if a.asynchronous || b.asynchronous {
            return Vec::new();
        }
        let mut passed = phases::not_passed(cx, pair, family.scope, [a, b]);
        passed.retain(|&c| cx.machine.terms.as_bool(c) != Some(true));
        if !self.usable || cx.machine.config.arith == Arith::Bv {
            return passed;
        }
        let mut out = lock::not_both_held(self, cx, pair, family.scope, [a, b]);
        let all = [query.core.as_slice(), &query.guards].concat();
        let drawn = drawn_in(cx, &all);
        for (first, second, sees) in [(a, b, 1), (b, a, 0)] {
            for seen in drawn.iter().filter(|d| d.thread == Some(sees)) {
                out.extend(last::not_last(self, cx, pair, family, [first, second], seen));
                out.extend(last::not_all(self, cx, pair, family, [first, second], seen));
                out.extend(message::not_seen(self, cx, pair, family, [first, second], seen));
                out.extend(rising::not_so_far(self, cx, pair, family, [first, second], seen));
            }
        }
        for x in drawn.iter().filter(|d| d.thread == Some(0)) {
            for y in drawn.iter().filter(|d| d.thread == Some(1)) {
                out.extend(last::two_numbers(self, cx, family, [x, y]));
            }
        }
        out.extend(passed);
        out.retain(|&c| cx.machine.terms.as_bool(c) != Some(true));
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Where one of the two threads waits for, or looks at, what another may have done: the condition that an access
    /// stands under reads an atomic's result, or it comes from a loop that looks. With a fence in the kernel, that may be an order
    /// which is not recognised. What is in such cells at first is taken for granted as for those that are.
    pub fn awaits(&mut self, cx: &mut Context<'_, 'k>, scope: Scope, [a, b]: [&Access; 2]) -> Option<Loc> {
        if !self.usable || lock::lacks_fences(self, cx, scope, [a, b]) {
            return None;
        }
        let drawn = drawn_in(cx, &[a.guard, b.guard]);
        let mut looked: Vec<(ObjectId, Loc)> = drawn.iter().map(|d| (d.object, d.loc)).collect();
        looked.extend(self.polls(cx, a));
        looked.extend(self.polls(cx, b));
        let of_all = |o: &ObjectId| cx.machine.objects.space(cx.machine.kernel, *o) == Space::Global;
        let objects: Vec<ObjectId> = looked.iter().map(|(o, _)| *o).filter(of_all).collect();
        cx.trusted.zeroed.extend(objects);
        looked.first().map(|(_, loc)| *loc)
    }

    /// The atomics that a thread looks at in a loop of their own before it comes to `a`, perhaps in an iteration before.
    fn polls(&self, cx: &Context<'_, 'k>, a: &Access) -> Vec<(ObjectId, Loc)> {
        let in_its_own = |x: &Access| x.counters.iter().any(|c| !a.counters.contains(c));
        let found = cx.whole.accesses.iter().filter(|x| {
            let looks = self.paths.atomic(x.loc).is_some_and(|at| looks(cx, at, x));
            x.atomic.is_some() && looks && in_its_own(x) && self.paths.reaches(x.loc, a.loc, |_| false)
        });
        found.map(|x| (x.object, x.loc)).collect()
    }
}

/// All results of atomics in `terms`.
fn drawn_in(cx: &Context<'_, '_>, roots: &[TermId]) -> Vec<Drawn> {
    let terms = &cx.machine.terms;
    let mut out = Vec::new();
    for t in terms.post_order(roots) {
        let Node::App(f, args) = terms.node(t) else {
            continue;
        };
        let (of, thread) = terms.original_fn(*f);
        // What a loop carries round was drawn in one of several places.
        if let FnOrigin::Drawn { object, op, loc } = terms.functions[of].origin
            && terms.functions[of].approximation.is_none()
        {
            out.push(Drawn {
                value: t,
                object,
                op,
                loc,
                thread,
                by_block: terms.functions[of].level <= Level::Block,
                args: args.clone(),
            });
        }
    }
    out
}

/// The number that a conversion to another type was made of, or the term itself.
fn as_number_of(terms: &Terms, t: TermId) -> TermId {
    match *terms.node(t) {
        Node::Wrap { arg, .. } => arg,
        _ => t,
    }
}

/// Whether `conjuncts` can never all hold, of two threads or of one.
fn never(cx: &mut Context<'_, '_>, pair: &Pair, conjuncts: &[TermId]) -> bool {
    let mut core: Vec<TermId> = Vec::new();
    for &c in conjuncts {
        core.extend(cx.machine.terms.conjuncts(c));
    }
    if core.iter().any(|&c| cx.machine.terms.as_bool(c) == Some(false)) {
        return true;
    }
    core.extend(&pair.within);
    matches!(decide(cx, &core), Settled::Never { .. })
}

/// Whether the thread of `a` waits for its block before any of it comes to `loc`.
fn passes_barrier(orders: &Orders<'_>, cx: &Context<'_, '_>, a: &Access, loc: Loc) -> bool {
    let paths = &orders.paths;
    let in_one_interval = cx
        .families
        .iter()
        .filter(|(f, _)| f.scope == Scope::Block && f.divergence)
        .flat_map(|(_, segments)| segments)
        .any(|s| {
            let has = |loc: Loc| s.records.accesses.iter().any(|x| x.loc == loc);
            has(a.loc) && has(loc)
        });
    !in_one_interval && !paths.reaches(a.loc, loc, is_block_barrier) && !paths.leaves(a.loc, is_block_barrier)
}

/// Whether `counted` holds of every thread that does `a` while one of another block does `b`:
/// `a(s) ∧ b(t) ⇒ counted(s)`. What both guards say of the launch is the same for the two.
fn never_without(cx: &mut Context<'_, '_>, [a, b]: [&Access; 2], counted: TermId) -> bool {
    let mut pair = Pair::new(cx.machine, &Family::any_two(Scope::Grid), &[]);
    let terms = &mut cx.machine.terms;
    let not = terms.not(counted);
    let all = [
        pair.fork(terms, a.guard, 0),
        pair.fork(terms, not, 0),
        pair.fork(terms, b.guard, 1),
    ];
    never(cx, &pair, &all)
}

/// Whether the thread waits for its block after `a`, and its first thread does `loc` after that, if one of another block does `b`.
fn waits_for(
    orders: &Orders<'_>,
    cx: &mut Context<'_, '_>,
    [a, b]: [&Access; 2],
    (loc, guard): (Loc, TermId),
) -> bool {
    if !passes_barrier(orders, cx, a, loc) {
        return false;
    }
    let zero = cx.machine.terms.int(0);
    let [counted] = as_seen_by(cx, zero, [guard]);
    if cx.machine.level_of(counted) > Level::Block {
        return false;
    }
    never_without(cx, [a, b], counted)
}

/// What terms are for the thread of the block that has this index in the first dimension, and 0 in the others.
fn as_seen_by<const N: usize>(cx: &mut Context<'_, '_>, index: TermId, terms: [TermId; N]) -> [TermId; N] {
    let zero = cx.machine.terms.int(0);
    let mut thread = Subst::new();
    for (d, is) in Dim::ALL.into_iter().zip([index, zero, zero]) {
        let of = cx.machine.geometry(Geometry::ThreadIdx(d));
        if let Node::Sym(s) = *cx.machine.terms.node(of) {
            thread.bind(s, is);
        }
    }
    terms.map(|t| cx.machine.terms.subst(&mut thread, t))
}

/// Whether an atomic operation leaves the cell as it is.
fn looks(cx: &Context<'_, '_>, a: &Atomic, x: &Access) -> bool {
    let operand = |n: usize| x.operands.get(n).copied();
    let zero = operand(0).and_then(|t| cx.machine.terms.as_int(t)) == Some(0);
    match a.op {
        AtomicOp::Load => true,
        AtomicOp::Add | AtomicOp::Or | AtomicOp::Sub | AtomicOp::Xor => zero,
        AtomicOp::Cas => zero && operand(0) == operand(1),
        AtomicOp::Store
        | AtomicOp::Exchange
        | AtomicOp::Min
        | AtomicOp::Max
        | AtomicOp::And
        | AtomicOp::IncWrap
        | AtomicOp::DecWrap => false,
    }
}

/// Whether what `seen` read is let in before `second`: where it was read for the block, before the barrier.
fn lets_in(orders: &Orders<'_>, seen: &Drawn, second: &Access, edge: Edge, won: bool) -> bool {
    let paths = &orders.paths;
    match seen.by_block {
        true => paths.lets_in_by_barrier(seen.loc, edge, won),
        false => paths.lets_in(seen.loc, second.loc, edge, won),
    }
}

/// Where the raced object lives.
fn space_of(cx: &Context<'_, '_>, a: &Access) -> Space {
    cx.machine.objects.space(cx.machine.kernel, a.object)
}

/// What orders `data` by way of what a thread drew.
fn edge(cx: &Context<'_, '_>, drawn: &Drawn, data: Space, apart: Scope) -> Edge {
    Edge {
        cell: cx.machine.objects.space(cx.machine.kernel, drawn.object),
        data,
        apart,
    }
}

/// The other thread's `place` is not where the one that has `seen` something looked: row and offset.
fn elsewhere(
    cx: &mut Context<'_, '_>,
    pair: &mut Pair,
    place: [TermId; 2],
    (seen, sees): (&Drawn, usize),
) -> [TermId; 2] {
    let terms = &mut cx.machine.terms;
    let theirs = place.map(|p| pair.fork(terms, p, 1 - sees));
    [0, 1].map(|n| terms.ne(theirs[n], seen.place()[n]))
}

/// The atomic accesses of the kernel to `object`, as one arbitrary thread does them.
fn atomics_on<'c>(cx: &Context<'c, '_>, object: ObjectId) -> Vec<&'c Access> {
    let whole = cx.whole;
    let on = whole
        .accesses
        .iter()
        .filter(|x| x.object == object && x.atomic.is_some());
    on.collect()
}
