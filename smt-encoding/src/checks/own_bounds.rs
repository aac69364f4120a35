//! Indices that the kernel bounds by itself, and not by its array.
//!
//! That `s[threadIdx.x]` stays inside asks for blocks that are no larger than `s`, and most kernels are launched so. Where the kernel says
//! how far its index goes whatever the launch is (`if (threadIdx.x < 16)`, `t % 5`), it asks for no such block: what leaves the array
//! then is a mistake in its own numbers.

use super::ends::{ask, is_of_size_alone, is_place, is_size, is_small, speaks_of};
use super::{Context, bearing::connected};
use crate::pair::{Pair, Settled};
use crate::term::{Level, Node, Origin, Range, Sort, Symbol, TermId};
use crate::z3::Model;
use rustc_hash::FxHashMap;

/// What no index of an array reaches that anything bounds: a byte.
const FAR: i128 = 1 << 26;
/// Where threads and blocks end that no launch bounds.
const MOST: i128 = 1 << 40;

/// The query and a model of an access that leaves its object, if it is made under `guard` and starts at `offset`, and both say of
/// themselves how far it goes. `guard` and `leaves` are of thread 0 of the pair.
pub(super) fn leaves_by_own_bounds(
    cx: &mut Context<'_, '_>,
    pair: &Pair,
    guard: &[TermId],
    (offset, leaves): (TermId, TermId),
) -> Option<(Vec<TermId>, Model)> {
    if !guard.iter().chain([&leaves]).all(|t| speaks_of_threads(cx, *t)) {
        return None;
    }
    let about = connected(&cx.machine.terms, guard, leaves);
    let about: Vec<TermId> = about.into_iter().filter(|t| *t != leaves).collect();
    let free = without_launch(cx, &[&about[..], &[offset]].concat());
    let terms = &mut cx.machine.terms;
    let mut far: Vec<TermId> = about.iter().map(|&t| terms.replace(t, &free)).collect();
    let start = terms.replace(offset, &free);
    let ends = [terms.int(-FAR), terms.int(FAR)];
    let (below, above) = (terms.lt(start, ends[0]), terms.lt(ends[1], start));
    far.push(terms.or(&[below, above]));
    if !matches!(ask(cx, &far), Settled::Never { .. }) {
        return None;
    }
    let mut core = guard.to_vec();
    core.push(leaves);
    core.extend(&pair.within);
    // Where the size of the launch has a say, it is no large one that it takes.
    let about = [&about[..], &[leaves]].concat();
    if about.iter().any(|t| speaks_of(&cx.machine.terms, *t, is_size)) {
        core.extend(is_small(cx));
    }
    match ask(cx, &core) {
        Settled::Happens(model) => Some((core, *model)),
        Settled::Never { .. } | Settled::Unknown(_) => None,
    }
}

/// Whether a condition is about a thread's place and the loops around alone, or about the size of the launch together with that place.
fn speaks_of_threads(cx: &Context<'_, '_>, condition: TermId) -> bool {
    let terms = &cx.machine.terms;
    let is_other = |origin: &Origin| !is_of_launch(origin) && !matches!(origin, Origin::Counter(_));
    let reads = |t: &TermId| matches!(terms.node(*t), Node::App(..));
    !is_of_size_alone(terms, condition)
        && !speaks_of(terms, condition, is_other)
        && !terms.post_order(&[condition]).iter().any(reads)
}

fn is_of_launch(origin: &Origin) -> bool {
    is_size(origin) || is_place(origin)
}

/// The numbers and sizes of threads and blocks in these terms, and what stands for each that no launch bounds.
fn without_launch(cx: &mut Context<'_, '_>, of: &[TermId]) -> FxHashMap<TermId, TermId> {
    let terms = &mut cx.machine.terms;
    let mut free: FxHashMap<TermId, TermId> = FxHashMap::default();
    for t in terms.post_order(of) {
        if let Node::Sym(s) = *terms.node(t)
            && is_of_launch(&terms.symbols[terms.original(s).0].origin)
        {
            let symbol = Symbol {
                name: "any".to_owned(),
                sort: Sort::Int,
                range: Range::new(0, MOST),
                level: Level::Thread,
                loops: Vec::new(),
                origin: Origin::Free,
            };
            let any = terms.fresh(symbol);
            free.insert(t, any);
        }
    }
    free
}
