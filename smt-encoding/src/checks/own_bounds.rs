//! Indices that the kernel bounds by itself, and not by its array.
//!
//! That `s[threadIdx.x]` stays inside asks for blocks that are no larger than `s`, and most kernels are launched so. Where the kernel says
//! how far its index goes whatever the launch is (`if (threadIdx.x < 16)`, `t % 5`), it asks for no such block: what leaves the array
//! then is a mistake in its own numbers. So it is where the launch is known and what is read or handed over is bounded.

use super::Context;
use super::bearing::{about_index, outside_of_reads};
use super::ends::{ask, is_of_size_alone, is_place, is_size, is_small, says_which, speaks_of};
use super::out_of_bounds::leaving;
use crate::assumptions::stated_facts;
use crate::pair::{Pair, Settled};
use crate::ssa::Access;
use crate::term::{FnOrigin, Level, Node, Origin, Range, Sort, Symbol, TermId, Terms};
use crate::z3::Model;
use kverify_frontend::ir::Geometry;
use rustc_hash::FxHashMap;

/// What no index of an array reaches that anything bounds: a byte.
const FAR: i128 = 1 << 26;
/// Where threads and blocks end that no launch bounds.
const MOST: i128 = 1 << 40;

/// The query and a model of an access that leaves its object, if what it asks for and where it goes say of themselves how far that is.
pub(super) fn leaves_by_own_bounds(
    cx: &mut Context<'_, '_>,
    pair: &mut Pair,
    a: &Access,
    bounds: [TermId; 2],
) -> Option<(Vec<TermId>, Model)> {
    let terms = &mut cx.machine.terms;
    let mut core = leaving(terms, pair, a, bounds);
    let [guard, offset, bytes] = [a.guard, a.offset, a.bytes].map(|t| pair.fork(terms, t, 0));
    let guard = terms.conjuncts(guard);
    let mut about = about_index(cx, pair, a, bounds, &core);
    // What callers keep to is no choice of ours either.
    let stated = stated_facts(cx.machine);
    let terms = &mut cx.machine.terms;
    about.extend(stated.iter().filter(|t| is_of_sizes_alone(terms, **t)));
    let is_of_size = guard.iter().any(|t| is_of_size_alone(terms, *t));
    let unknowns = (!is_of_size).then(|| unknowns(cx, (offset, &about))).flatten()?;
    let terms = &mut cx.machine.terms;
    let free = without_bounds(terms, &unknowns);
    // The first of them is that it leaves.
    let mut far: Vec<TermId> = about.iter().skip(1).map(|&t| terms.replace(t, &free)).collect();
    let start = terms.replace(offset, &free);
    let ends = [terms.int(-FAR), terms.int(FAR)];
    let (below, above) = (terms.lt(start, ends[0]), terms.lt(ends[1], start));
    far.push(terms.or(&[below, above]));
    if !matches!(ask(cx, &far), Settled::Never { .. }) {
        return None;
    }
    // Numbers that are handed over or read are taken for places in what there is, of which none is negative.
    let terms = &mut cx.machine.terms;
    if unknowns.iter().any(|t| !t.is_of_launch) {
        let behind = terms.add(offset, bytes);
        core.push(terms.lt(bounds[1], behind));
        let zero = terms.int(0);
        let numbers = unknowns.iter().filter(|t| !t.is_of_launch);
        core.extend(
            numbers
                .map(|number| terms.le(zero, number.term))
                .collect::<Vec<_>>(),
        );
    }
    // Where the size of the launch has a say, it is no large one that it takes.
    let asks_for_size = |t: &&TermId| {
        let terms = &cx.machine.terms;
        !pair.within.contains(t)
            && !stated.contains(t)
            && !says_which(terms, **t)
            && speaks_of(terms, **t, is_size)
    };
    if about.iter().any(|t| asks_for_size(&t)) {
        core.extend(is_small(cx));
    }
    match ask(cx, &core) {
        Settled::Happens(model) => Some((core, *model)),
        Settled::Never { .. } | Settled::Unknown(_) => None,
    }
}

/// What an index and what bounds it are made of.
struct Part {
    term: TermId,
    is_of_launch: bool,
}

/// The numbers and sizes of threads and blocks in an index and in what bears on it, numbers that are handed over, and what lies in memory
/// that nobody writes. Nothing if anything else has a say but the iterations of loops.
///
/// Threads of a block that is known go as far as that says, if the index has a part of another kind: what else is handed over or read may keep
/// them inside.
fn unknowns(cx: &Context<'_, '_>, (index, of): (TermId, &[TermId])) -> Option<Vec<Part>> {
    let terms = &cx.machine.terms;
    let in_index = outside_of_reads(terms, &[index]);
    let mut found: Vec<Part> = Vec::new();
    let mut is_known = false;
    for term in outside_of_reads(terms, of) {
        let is_of_launch = match terms.node(term) {
            Node::Sym(s) => match terms.symbols[terms.original(*s).0].origin {
                // The launch says how far these go, and is no choice of ours.
                ref origin if is_place_of_known(cx, origin) => {
                    is_known = true;
                    continue;
                }
                ref origin if is_size(origin) || is_place(origin) => true,
                Origin::Param(_) => false,
                Origin::Counter(_) => continue,
                _ => return None,
            },
            Node::App(f, _) => match terms.functions[terms.original_fn(*f).0].origin {
                FnOrigin::Select { object, .. } if !cx.machine.objects.usage(object).written => false,
                _ => return None,
            },
            _ => continue,
        };
        if terms.sort(term) != Sort::Int {
            return None;
        }
        found.push(Part { term, is_of_launch });
    }
    let is_bounded = !found.is_empty() && found.iter().all(|part| in_index.contains(&part.term));
    (!is_known || is_bounded).then_some(found)
}

/// Whether this is a place in a block, or in a grid, whose size the launch says.
fn is_place_of_known(cx: &Context<'_, '_>, origin: &Origin) -> bool {
    let size = match *origin {
        Origin::ThreadIdx(d) => Geometry::BlockDim(d),
        Origin::BlockIdx(d) => Geometry::GridDim(d),
        _ => return false,
    };
    cx.machine.terms.as_int(cx.machine.geometry(size)).is_some()
}

/// Whether a condition is about the size of the launch and nothing else.
fn is_of_sizes_alone(terms: &Terms, condition: TermId) -> bool {
    speaks_of(terms, condition, is_size) && !speaks_of(terms, condition, |origin| !is_size(origin))
}

/// What stands for each of these where neither a launch nor a type bounds it.
fn without_bounds(terms: &mut Terms, unknowns: &[Part]) -> FxHashMap<TermId, TermId> {
    let free = |part: &Part| {
        let symbol = Symbol {
            name: "any".to_owned(),
            sort: Sort::Int,
            range: Range::new(0, MOST),
            level: Level::Thread,
            loops: Vec::new(),
            origin: Origin::Free,
        };
        (part.term, terms.fresh(symbol))
    };
    unknowns.iter().map(free).collect()
}
