//! What bears on where an access goes.
//!
//! Of the conditions under which an access leaves its array, those that share an unknown with its index, by themselves or through others. What
//! loops say of themselves, and how large a problem is, bears on it only where something asks for it.

use super::Context;
use super::ends::{ask, speaks_of};
use super::out_of_bounds::outside;
use crate::pair::{Pair, Settled};
use crate::ssa::Access;
use crate::term::{FnOrigin, LoopId, Node, Origin, Sort, SymId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// What numbers are that are handed over, and that are read, in launches that are looked at. What is read is often a place in what is as
/// large as is handed over.
const SAMPLES: [[i128; 2]; 5] = [[0, 0], [1, 0], [4096, 0], [2, 1], [4096, 1]];

/// So large is a problem that keeps all threads of a block busy, at least.
const LARGE: i128 = 4096;

/// The numbers that are handed over and say how far blocks or iterations go of which the index does not depend: of a problem so small that
/// it keeps threads of the first block from their index, no kernel is made. What bounds the index besides is no such number.
fn sizes_of_problem(terms: &Terms, of_index: &[TermId]) -> FxHashSet<TermId> {
    let Some((index, bounds)) = of_index.split_first() else {
        return FxHashSet::default();
    };
    let symbols = |t: TermId, is_it: fn(&Origin) -> bool| -> FxHashSet<TermId> {
        let is_it = |t: &TermId| match terms.node(*t) {
            Node::Sym(s) => is_it(&terms.symbols[terms.original(*s).0].origin),
            _ => false,
        };
        outside_of_reads(terms, &[t]).into_iter().filter(is_it).collect()
    };
    let is_part = |origin: &Origin| matches!(origin, Origin::BlockIdx(_) | Origin::Counter(_));
    let params = |t: TermId| symbols(t, |origin| matches!(origin, Origin::Param(_)));
    let own = symbols(*index, is_part);
    let (mut sizes, mut others) = (FxHashSet::default(), params(*index));
    for &bound in bounds {
        let parts = symbols(bound, is_part);
        match !parts.is_empty() && parts.is_disjoint(&own) {
            true => sizes.extend(params(bound)),
            false => others.extend(params(bound)),
        }
    }
    &sizes - &others
}

/// The terms in these that are not the place of what is read.
pub(super) fn outside_of_reads(terms: &Terms, of: &[TermId]) -> Vec<TermId> {
    let mut work = of.to_vec();
    let mut seen: FxHashSet<TermId> = of.iter().copied().collect();
    let mut found = Vec::new();
    while let Some(t) = work.pop() {
        found.push(t);
        if !matches!(terms.node(t), Node::App(..)) {
            work.extend(terms.children(t).into_iter().filter(|part| seen.insert(*part)));
        }
    }
    found
}

/// Whether an access leaves its object whatever is handed over and read, as far as a few launches show: what bears on its index and
/// says how large a launch is, or what is not modelled exactly, may always keep it inside. The first of `of_index` says that the access is
/// outside.
pub(super) fn happens_anyway(cx: &mut Context<'_, '_>, core: &[TermId], of_index: &[TermId]) -> bool {
    let terms = &cx.machine.terms;
    // Where an index is carried round a loop, what bears on it may not be all that is known of it.
    let index = terms.post_order(&of_index[..1.min(of_index.len())]);
    let is_carried = |t: &TermId| match terms.node(*t) {
        Node::App(f, _) => terms.functions[terms.original_fn(*f).0].origin == FnOrigin::Carried,
        _ => false,
    };
    if index.iter().any(is_carried) {
        return false;
    }
    let of_block = |origin: &Origin| matches!(origin, Origin::BlockIdx(_) | Origin::GridDim(_));
    let is_of_block = of_index
        .first()
        .is_some_and(|&index| speaks_of(terms, index, of_block));
    let large = sizes_of_problem(terms, of_index);
    let mut given = [Vec::new(), Vec::new()];
    for t in terms.post_order(of_index) {
        let kind = match terms.node(t) {
            Node::Sym(s) => {
                let (of, _) = terms.original(*s);
                match terms.symbols[of].origin {
                    Origin::Param(_) => Some(0),
                    Origin::ThreadIdx(_)
                    | Origin::BlockIdx(_)
                    | Origin::GlobalOffset(_)
                    | Origin::WorkDim
                    | Origin::Counter(_)
                    | Origin::Fork(..) => None,
                    // Where blocks do the same, how many there are has no say.
                    Origin::GridDim(_) if !is_of_block => None,
                    Origin::BlockDim(_)
                    | Origin::GridDim(_)
                    | Origin::Placeholder
                    | Origin::Approximate(_)
                    | Origin::Free => return false,
                }
            }
            Node::App(f, _) => {
                let (of, _) = terms.original_fn(*f);
                match terms.functions[of].origin {
                    FnOrigin::Select { .. } => Some(1),
                    FnOrigin::Carried | FnOrigin::Pure | FnOrigin::Fork(..) => None,
                    FnOrigin::Pointer { .. } | FnOrigin::Drawn { .. } | FnOrigin::Exchange(_) => {
                        return false;
                    }
                }
            }
            _ => None,
        };
        if let Some(kind) = kind.filter(|_| terms.sort(t) == Sort::Int) {
            given[kind].push(t);
        }
    }
    SAMPLES.into_iter().all(|sample| {
        let terms = &mut cx.machine.terms;
        let mut launch = core.to_vec();
        for (all, number) in given.iter().zip(sample) {
            for &t in all {
                let least = if large.contains(&t) { LARGE } else { 0 };
                let number = terms.int(number + least);
                launch.push(terms.eq(t, number));
            }
        }
        matches!(ask(cx, &launch), Settled::Happens(_))
    })
}

/// What of the `core` of [`leaving`](super::out_of_bounds::leaving) bears on where the access goes.
pub(super) fn about_index(
    cx: &mut Context<'_, '_>,
    pair: &mut Pair,
    a: &Access,
    bounds: [TermId; 2],
    core: &[TermId],
) -> Vec<TermId> {
    let terms = &mut cx.machine.terms;
    let outside = outside(terms, pair, a, bounds);
    let core = besides_loops(cx, pair, (a.guard, &a.counters), core);
    connected(&cx.machine.terms, &core, outside)
}

/// The conjuncts of thread 0 of the pair that a place asks for, under `guard` and in loops with these counters, without what loops before
/// it say of themselves: some iteration is the last of every loop that ends.
pub(super) fn besides_loops(
    cx: &mut Context<'_, '_>,
    pair: &mut Pair,
    (guard, counters): (TermId, &[(LoopId, TermId)]),
    core: &[TermId],
) -> Vec<TermId> {
    let facts = cx.machine.facts_of_loops(guard);
    let around: Vec<TermId> = counters.iter().map(|(_, counter)| *counter).collect();
    let terms = &mut cx.machine.terms;
    let [facts, around] =
        [facts, around].map(|all| -> Vec<TermId> { all.iter().map(|&t| pair.fork(terms, t, 0)).collect() });
    without_facts(terms, core, facts, &around)
}

/// The conjuncts without facts of what nothing else asks for: in which iteration a loop was left, and how what loops carry was made. Some
/// iteration is the last of every loop that ends, and what is carried was made somehow. `around` are the counters of the loops around.
fn without_facts(
    terms: &mut Terms,
    core: &[TermId],
    mut facts: Vec<TermId>,
    around: &[TermId],
) -> Vec<TermId> {
    let told_of = |terms: &Terms, of: &[TermId]| -> FxHashSet<TermId> {
        let is_told = |t: &TermId| match terms.node(*t) {
            Node::Sym(s) => {
                matches!(terms.symbols[terms.original(*s).0].origin, Origin::Counter(_))
                    && !around.contains(t)
            }
            Node::App(f, _) => terms.functions[terms.original_fn(*f).0].origin == FnOrigin::Carried,
            _ => false,
        };
        terms.post_order(of).into_iter().filter(is_told).collect()
    };
    facts.retain(|&fact| !told_of(terms, &[fact]).is_empty());
    loop {
        let holds = terms.bool(true);
        let known: FxHashMap<TermId, TermId> = facts.iter().map(|&fact| (fact, holds)).collect();
        let kept: Vec<TermId> = core.iter().map(|&c| terms.replace(c, &known)).collect();
        let asked = told_of(terms, &kept);
        let before = facts.len();
        facts.retain(|&fact| told_of(terms, &[fact]).is_disjoint(&asked));
        if facts.len() == before {
            return kept;
        }
    }
}

/// The conjuncts that share an unknown with one of them, by themselves or through others. The rest may hold or not whatever the
/// unknowns of these are. What memory holds is an unknown of its own, whatever place it is at: that `flag[t]` is set says nothing of `t`.
pub(super) fn connected(terms: &Terms, conjuncts: &[TermId], with: TermId) -> Vec<TermId> {
    let unknowns = |t: TermId| -> FxHashSet<Leaf> {
        let parts = outside_of_reads(terms, &[t]).into_iter();
        parts
            .filter_map(|t| match terms.node(t) {
                Node::Sym(s) => Some(Leaf::Symbol(*s)),
                Node::App(..) => Some(Leaf::Content(t)),
                _ => None,
            })
            .collect()
    };
    let mut reached = unknowns(with);
    let mut left: Vec<(TermId, FxHashSet<Leaf>)> = conjuncts.iter().map(|&c| (c, unknowns(c))).collect();
    let mut found = vec![with];
    loop {
        let (next, rest): (Vec<_>, Vec<_>) =
            left.into_iter().partition(|(_, all)| !all.is_disjoint(&reached));
        if next.is_empty() {
            return found;
        }
        for (conjunct, all) in next {
            found.push(conjunct);
            reached.extend(all);
        }
        left = rest;
    }
}

/// What an interpretation gives a value.
#[derive(PartialEq, Eq, Hash)]
enum Leaf {
    Symbol(SymId),
    /// What a read gives.
    Content(TermId),
}
