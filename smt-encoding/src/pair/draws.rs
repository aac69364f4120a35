//! What two threads' atomic operations on one place say of each other.
//!
//! The operations on one place happen one after the other (C++17 [intro.races]p4, modification order), so what they
//! return depends on who came first. Which relation that gives is a matter of all that the kernel does to the object
//! ([`Discipline`]):
//!
//! - *rising* (additions, maxima): `[x, x') ∩ [y, y') = ∅` for the values before and after both;
//! - *falling* (subtractions, minima): the same downwards;
//! - *setting* (or): of two that set the same bits, `m ≠ 0`, not both found none of them set;
//! - *replacing* (exchange, compare-and-exchange): a value that nobody writes is taken once; and where all expect one
//!   value `c` and put another in its place, at most one finds it.

use super::Pair;
use crate::ssa::{Discipline, Machine, Raise};
use crate::term::{BitOp, FnId, FnOrigin, Level, Node, Range, TermId, Terms};
use kverify_frontend::ir::{AtomicOp, Dim, Geometry, ObjectId, Scope, Space, Ty};

/// More than a thread adds to a counter of its block.
const MOST_ADDED: i128 = 1 << 12;
/// More threads than a block has on any device.
const MOST_THREADS: i128 = 1 << 16;

/// One thread's operation, as its result `old(row, offset, operands)`.
#[derive(Clone)]
pub(super) struct Draw {
    pub value: TermId,
    pub function: FnId,
    pub object: ObjectId,
    pub op: AtomicOp,
    pub args: Box<[TermId]>,
}

/// Facts, and whether they take the assumption that no counter overflows.
#[derive(Default)]
pub struct Relations {
    /// True of any two threads of the pair.
    pub facts: Vec<TermId>,
    /// Some of them take it for granted that counters do not overflow.
    pub assumed: bool,
}

impl Relations {
    /// Counters stay within their type.
    fn no_overflow(&mut self, machine: &mut Machine<'_>, ty: Option<Ty>, ends: [TermId; 2]) {
        self.assumed = true;
        let range = ty.map_or(Range::ALL, Range::of);
        for end in ends {
            let bounds = [(range.lo, true), (range.hi, false)];
            for (bound, below) in bounds {
                let Some(bound) = bound.map(|b| machine.terms.int(b)) else {
                    continue;
                };
                let fact = match below {
                    true => machine.terms.le(bound, end),
                    false => machine.terms.le(end, bound),
                };
                if machine.terms.as_bool(fact) != Some(true) {
                    self.facts.push(fact);
                }
            }
        }
    }
}

impl Pair {
    /// Facts that relate the results of atomic operations in `query`.
    pub fn draws(&mut self, machine: &mut Machine<'_>, query: &[TermId]) -> Relations {
        let mut drawn: [Vec<Draw>; 2] = Default::default();
        for t in machine.terms.post_order(query) {
            let Node::App(f, args) = machine.terms.node(t) else {
                continue;
            };
            if let (of, Some(thread)) = machine.terms.original_fn(*f)
                && let FnOrigin::Drawn { object, op, .. } = machine.terms.functions[of].origin
            {
                drawn[usize::from(thread)].push(Draw {
                    value: t,
                    function: of,
                    object,
                    op,
                    args: args.clone(),
                });
            }
        }
        let mut relations = Relations::default();
        self.raises(machine, query, &drawn, &mut relations);
        let [first, second] = drawn;
        for x in &first {
            for y in &second {
                if self.is_comparable(machine, x, y) {
                    relate(machine, x, y, &mut relations);
                }
            }
        }
        relations
    }

    /// What is known of counters in `query` that hold nothing negative when the kernel starts: they never do. With these counters.
    pub fn from_zero(&self, machine: &mut Machine<'_>, query: &[TermId]) -> (Vec<TermId>, Vec<ObjectId>) {
        let (mut facts, mut counters) = (Vec::new(), Vec::new());
        for t in machine.terms.post_order(query) {
            let terms = &machine.terms;
            let Node::App(f, _) = *terms.node(t) else {
                continue;
            };
            let FnOrigin::Drawn { object, .. } = terms.functions[terms.original_fn(f).0].origin else {
                continue;
            };
            let signed = !terms.range(t).at_least(0);
            let global = machine.objects.space(machine.kernel, object) == Space::Global;
            let usage = machine.objects.usage(object);
            let init = &machine.kernel.objects[machine.objects.base(object).0].init;
            let zero_at_first = init.as_ref().is_none_or(|bytes| bytes.iter().all(|&b| b == 0));
            if global && signed && zero_at_first && !usage.plainly_written && machine.only_rises(object) {
                let zero = machine.terms.int(0);
                facts.push(machine.terms.le(zero, t));
                counters.push(object);
            }
        }
        (facts, counters)
    }

    /// What was drawn from a cell of shared memory is no less than what it held before, and ends no later than what it holds
    /// behind the barrier.
    fn raises(
        &mut self,
        machine: &mut Machine<'_>,
        query: &[TermId],
        drawn: &[Vec<Draw>; 2],
        relations: &mut Relations,
    ) {
        let asked = machine.terms.post_order(query);
        for (t, draws) in drawn.iter().enumerate() {
            for draw in draws {
                let of = |r: &&Raise, terms: &mut Terms, pair: &mut Pair| {
                    r.object == draw.object && pair.fork(terms, r.drawn, t) == draw.value
                };
                let found = machine.raises.iter().find(|r| of(r, &mut machine.terms, self));
                if let Some(raise) = found.cloned() {
                    self.raise(machine, (&raise, draw), t, &asked, relations);
                }
            }
        }
    }

    /// The bounds of a draw of thread `t`, or of one that it was handed; those behind barriers only where they are `asked` about.
    pub(super) fn raise(
        &mut self,
        machine: &mut Machine<'_>,
        (raise, draw): (&Raise, &Draw),
        t: usize,
        asked: &[TermId],
        relations: &mut Relations,
    ) {
        if !machine.only_rises(raise.object) {
            return;
        }
        let ty = machine.disciplines.get(&raise.object).and_then(|d| d.ty);
        let end = after(machine, draw);
        if let Some(from) = raise.from {
            let from = self.fork(&mut machine.terms, from, t);
            relations.facts.push(machine.terms.le(from, draw.value));
            let most = machine
                .most_added(raise.object)
                .filter(|most| *most <= MOST_ADDED);
            if let Some(most) = most {
                // As much as all threads of the block add.
                let sizes = Dim::ALL.map(|dim| machine.geometry(Geometry::BlockDim(dim)));
                let terms = &mut machine.terms;
                let threads = sizes.into_iter().reduce(|a, b| terms.mul(a, b));
                let added = threads.map_or(from, |threads| terms.scale(threads, most));
                let highest = terms.add(from, added);
                relations.facts.push(terms.le(end, highest));
                // From a small number on they do not come to the end of the type.
                let last = machine.terms.range(from).hi.map(|hi| hi + most * MOST_THREADS);
                let fits = last.is_some_and(|last| ty.is_some_and(|ty| Range::of(ty).hi > Some(last)));
                if !fits {
                    relations.no_overflow(machine, ty, [end, end]);
                }
            }
        }
        for &(guard, to) in &raise.to {
            let terms = &mut machine.terms;
            let (guard, to) = (self.fork(terms, guard, t), self.fork(terms, to, t));
            if !asked.contains(&to) {
                continue;
            }
            let below = terms.le(end, to);
            relations.facts.push(terms.implies(guard, below));
            relations.no_overflow(machine, ty, [end, end]);
        }
    }

    /// Whether both are of one sequence of operations that the object's discipline speaks of.
    pub(super) fn is_comparable(&self, machine: &Machine<'_>, x: &Draw, y: &Draw) -> bool {
        // What one thread drew for its block is one operation for all of it.
        let of_block = |d: &Draw| machine.terms.functions[d.function].level <= Level::Block;
        if self.scope <= Scope::Block && (of_block(x) || of_block(y)) {
            return false;
        }
        // A place that is also set plainly is only compared within one interval, where such a store would be a race with
        // one of the two; unless atomics and fences order it. What goes round without waiting stays in its interval.
        let usage = machine.objects.usage(x.object);
        let one_draw = x.function == y.function
            && !usage.ordered
            && self.scope <= Scope::Block
            && machine.terms.functions[x.function]
                .loops
                .iter()
                .all(|l| self.shared.contains(l) || !machine.loops[*l].waits);
        // Each block has shared places of its own.
        let shared = machine.objects.space(machine.kernel, x.object) == Space::Shared;
        let one_place = x.object == y.object && (self.scope <= Scope::Block || !shared);
        let aliases = machine.config.may_alias && !shared;
        one_place && !machine.objects.wild_write && !aliases && (one_draw || !usage.plainly_written)
    }
}

pub(super) fn relate(machine: &mut Machine<'_>, x: &Draw, y: &Draw, relations: &mut Relations) {
    let Some(d) = machine.disciplines.get(&x.object).filter(|d| !d.mixed).cloned() else {
        return;
    };
    let terms = &mut machine.terms;
    let (row, offset) = (terms.eq(x.args[0], y.args[0]), terms.eq(x.args[1], y.args[1]));
    let same = terms.and(&[row, offset]);
    if terms.as_bool(same) == Some(false) {
        return;
    }
    let fact = if machine.only_rises(x.object) {
        let ends = [x, y].map(|d| after(machine, d));
        relations.no_overflow(machine, d.ty, ends);
        apart(machine, [x.value, y.value], ends)
    } else if !d.not_falling {
        let ends = [x, y].map(|d| after(machine, d));
        relations.no_overflow(machine, d.ty, ends);
        apart(machine, ends, [x.value, y.value])
    } else if !d.not_setting {
        first_to_set(machine, x, y)
    } else if !d.not_replacing {
        taken_once(machine, &d, x, y)
    } else {
        return;
    };
    let fact = machine.terms.implies(same, fact);
    if machine.terms.as_bool(fact) != Some(true) {
        relations.facts.push(fact);
    }
}

/// The place's value right after the operation.
fn after(machine: &mut Machine<'_>, d: &Draw) -> TermId {
    let terms = &mut machine.terms;
    let old = d.value;
    let Some(&v) = d.args.get(2) else { return old };
    match d.op {
        AtomicOp::Add => terms.add(old, v),
        AtomicOp::Sub => terms.sub(old, v),
        AtomicOp::Max => {
            let less = terms.lt(old, v);
            terms.ite(less, v, old)
        }
        AtomicOp::Min => {
            let less = terms.lt(v, old);
            terms.ite(less, v, old)
        }
        AtomicOp::Load
        | AtomicOp::Store
        | AtomicOp::Exchange
        | AtomicOp::Cas
        | AtomicOp::And
        | AtomicOp::Or
        | AtomicOp::Xor
        | AtomicOp::IncWrap
        | AtomicOp::DecWrap => old,
    }
}

/// `[lo₁, hi₁) ∩ [lo₂, hi₂) = ∅`, with the one wholly below the other even if one is empty.
fn apart(machine: &mut Machine<'_>, lo: [TermId; 2], hi: [TermId; 2]) -> TermId {
    let terms = &mut machine.terms;
    let (below, above) = (terms.le(hi[0], lo[1]), terms.le(hi[1], lo[0]));
    terms.or(&[below, above])
}

/// `m = n ∧ m ≠ 0 ⇒ ¬(x & m = 0 ∧ y & n = 0)`
fn first_to_set(machine: &mut Machine<'_>, x: &Draw, y: &Draw) -> TermId {
    let terms = &mut machine.terms;
    let (Some(&m), Some(&n)) = (x.args.get(2), y.args.get(2)) else {
        return terms.bool(true);
    };
    let zero = terms.int(0);
    let (found, seen) = (
        terms.bits(BitOp::And, x.value, m),
        terms.bits(BitOp::And, y.value, n),
    );
    let all = [
        terms.eq(m, n),
        terms.ne(m, zero),
        terms.eq(found, zero),
        terms.eq(seen, zero),
    ];
    let both = terms.and(&all);
    terms.not(both)
}

/// Of two operations that replaced what they found, with the same found: somebody wrote it, or one wrote it back.
fn taken_once(machine: &mut Machine<'_>, d: &Discipline, x: &Draw, y: &Draw) -> TermId {
    let terms = &mut machine.terms;
    let mut both = vec![terms.eq(x.value, y.value)];
    for draw in [x, y] {
        if let (AtomicOp::Cas, Some(&expected)) = (draw.op, draw.args.get(2)) {
            both.push(terms.eq(draw.value, expected));
        } else if draw.op != AtomicOp::Exchange {
            return terms.bool(true);
        }
    }
    let written: Option<Vec<i128>> = d.written.iter().copied().collect();
    let mut ways = Vec::new();
    if let Some(written) = written {
        for v in written {
            let v = terms.int(v);
            ways.push(terms.eq(x.value, v));
        }
    } else if d.expected.len() == 1 && d.expected.iter().all(Option::is_some) {
        for draw in [x, y] {
            let (Some(&expected), Some(&new)) = (draw.args.get(2), draw.args.get(3)) else {
                return terms.bool(true);
            };
            ways.push(terms.eq(expected, new));
        }
    } else {
        return terms.bool(true);
    }
    let both = terms.and(&both);
    let ways = terms.or(&ways);
    terms.implies(both, ways)
}
