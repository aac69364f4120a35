//! The integer view of terms: wraps replaced by exact case splits, or by the `no-overflow` assumption.

use super::{FnId, FnOrigin, Node, Origin, Range, TermId, Terms};
use crate::discharge::contradictory;
use rustc_hash::{FxHashMap, FxHashSet};

/// Memo of the integer view of one arena's terms.
#[derive(Clone, Debug, Default)]
pub struct IntView {
    memo: FxHashMap<TermId, (TermId, bool)>,
}

/// `t` without wraps, and whether that took the assumption that index arithmetic does not overflow.
///
/// `wrap(a)` is `a` where the interval of `a` fits the type; a case split where `a` leaves it by less than one turn in a
/// way that is meant (a difference of unsigned numbers, a conversion); `a mod 2^bits` for unsigned data read from
/// memory, and where threads of the launch are sure to overflow; otherwise `a`, under the assumption.
pub fn int_view(terms: &mut Terms, view: &mut IntView, t: TermId) -> (TermId, bool) {
    if let Some(&known) = view.memo.get(&t) {
        return known;
    }
    for u in terms.post_order(&[t]) {
        if view.memo.contains_key(&u) {
            continue;
        }
        let node = terms.node(u).clone();
        let mut assumed = terms.children(u).iter().any(|c| view.memo[c].1);
        let new = match node {
            Node::Wrap {
                bits, signed, arg, ..
            } => {
                let (t, a) = unwrap(terms, view.memo[&arg].0, bits, signed);
                assumed |= a;
                t
            }
            node => terms.rebuild(&node, |c| view.memo[c].0),
        };
        view.memo.insert(u, (new, assumed));
    }
    view.memo[&t]
}

/// A condition whose parts that the `no-overflow` assumption alone decides, where `guard` holds, have their unsigned wraps as they
/// are: `a + b < a` asks for the wrap, and to assume that there is none would be to assume nothing left of the code behind it.
pub fn with_wraps_asked_for(
    terms: &mut Terms,
    view: &mut IntView,
    guard: TermId,
    condition: TermId,
) -> TermId {
    let mut memo: FxHashMap<TermId, TermId> = FxHashMap::default();
    let whole = is_asked_for(terms, view, guard, condition);
    for t in terms.post_order(&[condition]) {
        let node = terms.node(t).clone();
        let is_atom = matches!(node, Node::Le0(_) | Node::Eq0(_));
        let same = is_atom && !whole && !is_asked_for(terms, view, guard, t);
        let new = match node {
            _ if same => t,
            Node::Le0(sum) | Node::Eq0(sum) => {
                let sum = with_wraps(terms, sum);
                terms.rebuild(&node, |_| sum)
            }
            node => terms.rebuild(&node, |c| memo[c]),
        };
        memo.insert(t, new);
    }
    memo[&condition]
}

/// Whether the assumption alone decides a condition, where `guard` holds.
fn is_asked_for(terms: &mut Terms, view: &mut IntView, guard: TermId, condition: TermId) -> bool {
    let (viewed, assumed) = int_view(terms, view, condition);
    if !assumed {
        return false;
    }
    if terms.as_bool(viewed).is_some() {
        return true;
    }
    let not = terms.not(condition);
    [condition, not].into_iter().any(|way| {
        let both = terms.and(&[guard, way]);
        let (seen, _) = int_view(terms, view, both);
        is_contradictory(terms, seen) && !is_contradictory(terms, both)
    })
}

fn is_contradictory(terms: &Terms, t: TermId) -> bool {
    terms.as_bool(t) == Some(false) || contradictory(terms, &terms.conjuncts(t))
}

/// `t` with its wraps as remainders, but for signed arithmetic, of which nothing is owed where it overflows.
pub fn with_wraps(terms: &mut Terms, t: TermId) -> TermId {
    let mut memo: FxHashMap<TermId, TermId> = FxHashMap::default();
    for u in terms.post_order(&[t]) {
        let new = match terms.node(u).clone() {
            Node::Wrap {
                bits,
                signed,
                converts,
                arg,
            } if bits <= 64 && !Range::of_int(bits, signed).includes(terms.range(memo[&arg])) => {
                match terms.node(memo[&arg]) {
                    Node::Sum(..) | Node::Product(_) | Node::Div(..) if signed && !converts => memo[&arg],
                    _ => remainder(terms, memo[&arg], bits, signed),
                }
            }
            node => terms.rebuild(&node, |c| memo[c]),
        };
        memo.insert(u, new);
    }
    memo[&t]
}

/// What is left of `a` in a type of so many bits.
fn remainder(terms: &mut Terms, a: TermId, bits: u8, signed: bool) -> TermId {
    let lo = Range::of_int(bits, signed).lo.unwrap_or(0);
    let from_bottom = terms.offset(a, -lo);
    let wrapped = terms.floor_mod(from_bottom, 1i128 << bits);
    terms.offset(wrapped, lo)
}

fn unwrap(terms: &mut Terms, a: TermId, bits: u8, signed: bool) -> (TermId, bool) {
    let all = Range::of_int(bits, signed);
    let r = terms.range(a);
    if all.includes(r) {
        return (a, false);
    }
    // One turn of a wider type does not fit the numbers that terms hold.
    if bits > 100 {
        return (a, true);
    }
    let turn = 1i128 << bits;
    let (lo, hi) = (all.lo.unwrap_or(0), all.hi.unwrap_or(0));
    // Conversions wrap by definition. Arithmetic on signed numbers that overflows is undefined (C17 6.5p5); on unsigned
    // ones, indices are taken not to run past the top, while going below zero and hashing data are meant.
    // C computes in no type narrower than `int` (C17 6.3.1.1p2): a narrower one is only ever converted to.
    let narrow = bits < 32;
    // The one quotient that no signed type holds, of its least number by -1, is undefined as well (C17 6.5.5p6).
    let arithmetic = !narrow
        && match terms.node(a) {
            Node::Sum(..) | Node::Product(_) => true,
            Node::Div(..) => signed,
            _ => false,
        };
    let data = !signed && (is_data(terms, a, bits) || is_hash(terms, a)) || is_drawn(terms, a);
    let sure = overflows_for_sure(terms, a);
    let one_turn = Range::new(lo - turn, hi + turn);
    // What a conversion to a signed type may lose any number of turns of is taken to fit it, on either side.
    let below_is_exact = !signed || sure || (!arithmetic && one_turn.includes(r));
    let above_is_exact = !arithmetic || data || sure;
    if !one_turn.includes(r) && (data || narrow || sure) {
        return (remainder(terms, a, bits, signed), false);
    }
    let (mut t, mut assumed) = (a, !one_turn.includes(r));
    if !r.at_least(lo) {
        if below_is_exact {
            let (bound, up) = (terms.int(lo), terms.offset(a, turn));
            let below = terms.lt(a, bound);
            t = terms.ite(below, up, t);
        } else {
            assumed = true;
        }
    }
    if !r.at_most(hi) {
        if above_is_exact && one_turn.includes(r) {
            let (bound, down) = (terms.int(hi), terms.offset(a, -turn));
            let above = terms.lt(bound, a);
            t = terms.ite(above, down, t);
        } else {
            assumed = true;
        }
    }
    (t, assumed)
}

/// Whether it has a factor beyond all strides: such products wrap on purpose.
fn is_hash(terms: &Terms, a: TermId) -> bool {
    const LARGEST_STRIDE: u128 = 1 << 24;
    let (parts, _) = terms.linear(a);
    parts
        .iter()
        .any(|(_, factor)| factor.unsigned_abs() >= LARGEST_STRIDE)
}

/// Whether it is what an atomic operation returned, itself.
fn is_drawn(terms: &Terms, a: TermId) -> bool {
    matches!(*terms.node(a), Node::App(f, _) if draws(terms, f))
}

fn draws(terms: &Terms, f: FnId) -> bool {
    let (of, _) = terms.original_fn(f);
    matches!(terms.functions[of].origin, FnOrigin::Drawn { .. })
}

/// Whether contents of memory flow into a part of the sum: hashes and random numbers wrap on purpose. What a counter returns is no
/// such data, nor is the number of a bucket: a small number, a remainder or quotient, and what only sizes multiply.
fn is_data(terms: &Terms, a: TermId, bits: u8) -> bool {
    let half = 1i128 << (bits - 1);
    let (parts, _) = terms.linear(a);
    parts.iter().any(|&(t, c)| {
        let size = terms.range(t).mul(Range::new(c, c));
        has_data(terms, t) && !Range::new(-half, half).includes(size) && !is_scaled(terms, t)
    })
}

/// Whether one factor holds data, and sizes and places of threads multiply it.
fn is_scaled(terms: &Terms, t: TermId) -> bool {
    match terms.node(t) {
        Node::Product(factors) => factors.iter().filter(|f| has_data(terms, **f)).count() <= 1,
        _ => false,
    }
}

fn has_data(terms: &Terms, t: TermId) -> bool {
    let (mut seen, mut work) = (FxHashSet::default(), vec![t]);
    while let Some(t) = work.pop() {
        if !seen.insert(t) {
            continue;
        }
        match *terms.node(t) {
            Node::App(f, _) if draws(terms, f) => {}
            Node::Rem(_, by) | Node::Div(_, by) | Node::ShiftRight(_, by) if terms.as_int(by).is_none() => {}
            Node::App(..) => return true,
            _ => work.extend(terms.children(t)),
        }
    }
    false
}

/// Whether nothing but the thread's place in a launch of known size flows into the term: if its interval leaves the type,
/// some thread really overflows, and to assume otherwise would be to assume nothing left.
fn overflows_for_sure(terms: &Terms, a: TermId) -> bool {
    // A grid that is not fixed has up to this many blocks or more.
    const FREE_GRID: i128 = 65_534;
    let fixed = |t: TermId| match *terms.node(t) {
        Node::Sym(s) => match terms.symbols[terms.original(s).0].origin {
            Origin::ThreadIdx(_) => true,
            Origin::BlockIdx(_) => terms.range(t).at_most(FREE_GRID - 1),
            _ => false,
        },
        Node::Int(_) | Node::Sum(..) | Node::Product(_) => true,
        _ => false,
    };
    terms.post_order(&[a]).into_iter().all(fixed)
}
