//! Defects of threads that every launch has: its first one and its last one.
//!
//! Of a launch that nobody fixes, or of parameters, an index mostly stays inside for some and leaves for others, and which of them come
//! about the kernel's text does not say. Where the first thread or the last one comes to a place whenever any thread does, and always
//! fails there, no launch is any better.

use super::{Context, extents::spared};
use crate::pair::{Pair, Settled};
use crate::term::{Node, Origin, TermId, Terms};
use crate::witness::approximations;
use crate::z3::Model;
use kverify_frontend::ir::{Dim, Geometry};

/// Threads along each axis of a block that is no large one: a warp, or a tile.
const SMALL: [i128; 3] = [32, 16, 4];

/// What these questions may cost in one kernel, where each costs one.
pub const PATIENCE: u32 = 160;
/// What one more costs that has no answer.
const UNANSWERED: u32 = 20;

/// As [`spared`], until too much was asked.
pub(super) fn ask(cx: &mut Context<'_, '_>, query: &[TermId]) -> Settled {
    if cx.patience == 0 {
        return Settled::Unknown("no more was asked".to_owned());
    }
    let settled = spared(cx, query);
    let cost = match settled {
        Settled::Unknown(_) => UNANSWERED,
        Settled::Never { .. } | Settled::Happens(_) => 1,
    };
    cx.patience = cx.patience.saturating_sub(cost);
    settled
}

/// An end of a block or of a grid.
#[derive(Clone, Copy)]
enum End {
    First,
    Last,
}

/// Which thread of the block, and which block of the grid. Who counts threads backwards need not count blocks so.
type Corner = [End; 2];

const CORNERS: [Corner; 4] = [
    [End::First, End::First],
    [End::Last, End::Last],
    [End::Last, End::First],
    [End::First, End::Last],
];

/// The query and a model of an end's thread that comes to a place (under the guard `place`) and fails there, if it never comes there without.
pub(super) fn fails_in_every_launch(
    cx: &mut Context<'_, '_>,
    pair: &mut Pair,
    place: TermId,
    fails: TermId,
) -> Option<(Vec<TermId>, Model)> {
    let terms = &mut cx.machine.terms;
    let (guard, fails) = (pair.fork(terms, place, 0), pair.fork(terms, fails, 0));
    let guard = terms.conjuncts(guard);
    let is_sized = guard.iter().any(|t| is_of_size_alone(&cx.machine.terms, *t));
    for end in CORNERS {
        let mut core = [&guard[..], &pair.within].concat();
        core.extend(is_end(cx, pair, end, 0));
        let holds = cx.machine.terms.not(fails);
        core.push(holds);
        if !matches!(ask(cx, &core), Settled::Never { .. }) || !comes_with_any(cx, pair, place, end) {
            continue;
        }
        core.pop();
        core.push(fails);
        // What is only there for large blocks says that small ones are meant as well.
        if is_sized {
            core.extend(is_small(cx));
        }
        // Where more than the kernel does is looked at, it need not come to the place.
        if let Settled::Happens(model) = ask(cx, &core)
            && approximations(cx.machine, &core).is_empty()
        {
            return Some((core, *model));
        }
    }
    None
}

/// Whether a place under `guard` asks for the size of the launch, and a query about it never happens in small blocks.
pub(super) fn asks_for_large_blocks(cx: &mut Context<'_, '_>, guard: &[TermId], query: &[TermId]) -> bool {
    let terms = &cx.machine.terms;
    guard.iter().any(|t| is_of_size_alone(terms, *t)) && {
        let small = [query, &is_small(cx)].concat();
        !matches!(ask(cx, &small), Settled::Happens(_))
    }
}

/// That blocks have no more threads than these along each axis.
pub(super) fn is_small(cx: &mut Context<'_, '_>) -> Vec<TermId> {
    let sizes = Dim::ALL.into_iter().zip(SMALL);
    sizes
        .map(|(d, size)| {
            let dim = cx.machine.geometry(Geometry::BlockDim(d));
            let size = cx.machine.terms.int(size);
            cx.machine.terms.le(dim, size)
        })
        .collect()
}

/// Whether a condition leaves no choice: what it speaks of is one number.
pub(super) fn says_which(terms: &Terms, condition: TermId) -> bool {
    matches!(terms.node(condition), Node::Eq0(_))
}

/// Whether a condition asks for the size of the launch, without saying which it is, and for no thread of it.
pub(super) fn is_of_size_alone(terms: &Terms, condition: TermId) -> bool {
    !says_which(terms, condition)
        && speaks_of(terms, condition, is_size)
        && !speaks_of(terms, condition, is_place)
}

/// Whether a term has a symbol of this kind.
pub(super) fn speaks_of(terms: &Terms, t: TermId, is_it: impl Fn(&Origin) -> bool) -> bool {
    terms.post_order(&[t]).iter().any(|t| match terms.node(*t) {
        Node::Sym(s) => is_it(&terms.symbols[terms.original(*s).0].origin),
        _ => false,
    })
}

pub(super) fn is_size(origin: &Origin) -> bool {
    matches!(origin, Origin::BlockDim(_) | Origin::GridDim(_))
}

pub(super) fn is_place(origin: &Origin) -> bool {
    matches!(origin, Origin::ThreadIdx(_) | Origin::BlockIdx(_))
}

/// Whether an end's thread comes to a place whenever a thread does: what is handed over cannot keep it away, and let others come.
fn comes_with_any(cx: &mut Context<'_, '_>, pair: &mut Pair, place: TermId, end: Corner) -> bool {
    let terms = &mut cx.machine.terms;
    let (one, other) = (pair.fork(terms, place, 0), pair.fork(terms, place, 1));
    let stays_away = terms.not(other);
    let mut core = [&[one, stays_away][..], &pair.within].concat();
    core.extend(is_end(cx, pair, end, 1));
    matches!(ask(cx, &core), Settled::Never { .. })
}

/// That a thread of the pair is this one.
fn is_end(
    cx: &mut Context<'_, '_>,
    pair: &mut Pair,
    [of_block, of_grid]: Corner,
    thread: usize,
) -> Vec<TermId> {
    let pairs = Dim::ALL.into_iter().flat_map(|d| {
        [
            (Geometry::ThreadIdx(d), Geometry::BlockDim(d), of_block),
            (Geometry::BlockIdx(d), Geometry::GridDim(d), of_grid),
        ]
    });
    let mut found = Vec::new();
    for (index, size, end) in pairs {
        let (index, size) = (cx.machine.geometry(index), cx.machine.geometry(size));
        let terms = &mut cx.machine.terms;
        let index = pair.fork(terms, index, thread);
        let at = match end {
            End::First => terms.int(0),
            End::Last => {
                let one = terms.int(1);
                terms.sub(size, one)
            }
        };
        found.push(terms.eq(index, at));
    }
    found
}
