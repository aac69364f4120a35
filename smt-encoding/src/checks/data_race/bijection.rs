//! Places that are told apart by their bits: numbers read backwards, rotated, with digits exchanged, combined by `^`.
//!
//! Let f be what the two addresses do to numbers v of each thread. If `f(v₀) = f(v₁)` takes `v₀ = v₁`, as bit-vectors show with nothing known of v
//! but its type and what the guards say of it, the two accesses meet only where both threads compute the same v; what that means for the
//! threads is arithmetic again. Products of sizes, in v, never come to the bit-vectors.

use super::super::Context;
use super::pose::Obligation;
use crate::discharge::{overlap, unforked};
use crate::term::{Level, Node, Origin, Sort, Symbol, TermId, Terms};
use crate::z3::{Encoding, Outcome};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Of the resources that the analysis has for a query, the question gets this share.
const SHARE: u32 = 16;

/// So many digits make it worth to ask.
const LEAST_DIGITS: usize = 2;

/// Numbers that are equal where the two accesses meet; none if that is not known.
pub(super) fn equal_numbers(cx: &mut Context<'_, '_>, o: &Obligation<'_>) -> Vec<[TermId; 2]> {
    let rlimit = cx.machine.config.rlimit / SHARE;
    let terms = &mut cx.machine.terms;
    let Some(question) = question(terms, o) else {
        return Vec::new();
    };
    match cx
        .solver
        .ask(&cx.machine.terms, &question.conjuncts, Encoding::Bv, rlimit)
    {
        Outcome::Unsat => question.equal,
        Outcome::Sat(_) | Outcome::Unknown(_) => Vec::new(),
    }
}

struct Question {
    /// That the two meet and some number differs, of which nothing is known.
    conjuncts: Vec<TermId>,
    /// These numbers.
    equal: Vec<[TermId; 2]>,
}

fn question(terms: &mut Terms, o: &Obligation<'_>) -> Option<Question> {
    let size = |t| terms.as_int(t).and_then(|n| u32::try_from(n).ok());
    let sizes = [size(o.bytes[0])?, size(o.bytes[1])?];
    if !is_by_bits(terms, &o.offsets) {
        return None;
    }
    let guards: Vec<TermId> = o.guards.iter().flat_map(|&g| terms.conjuncts(g)).collect();
    let roots = [&o.offsets[..], &guards].concat();
    let numbers = [&o.offsets[..], &roots].map(|of| numbers_in(terms, of));
    // Those of the places are to be equal; where the one place has none, those of what decides whether it is reached.
    let alike = numbers
        .iter()
        .map(|of| pairs(terms, of))
        .find(|alike: &Vec<_>| !alike.is_empty())?;
    let mut equal = alike;
    equal.retain(|&[x, y]| {
        let equation = terms.eq(x, y);
        terms.as_bool(equation).is_none()
    });
    if equal.is_empty() {
        return None;
    }
    let mut names = Names::new(terms, &numbers[1]);
    let [x, y] = o.offsets.map(|t| names.named(terms, t));
    let distance = terms.sub(x, y);
    let meet = overlap(terms, distance, sizes);
    let mut equations = Vec::new();
    for both in &equal {
        let [x, y] = both.map(|t| names.named(terms, t));
        equations.push(terms.eq(x, y));
    }
    let all = terms.and(&equations);
    let mut conjuncts = vec![meet, terms.not(all)];
    if has_products(terms, &conjuncts) {
        return None;
    }
    let known: FxHashSet<TermId> = leaves(terms, &conjuncts).collect();
    for guard in guards {
        let guard = names.named(terms, guard);
        if !has_products(terms, &[guard]) && leaves(terms, &[guard]).all(|leaf| known.contains(&leaf)) {
            conjuncts.push(guard);
        }
    }
    Some(Question { conjuncts, equal })
}

/// Whether an operation takes a number for its bits.
fn takes_bits(node: &Node) -> bool {
    match node {
        Node::FloorDiv(_, k) | Node::FloorMod(_, k) => k.count_ones() == 1,
        Node::ShiftRight(..) | Node::Bits(..) => true,
        _ => false,
    }
}

fn is_by_bits(terms: &Terms, offsets: &[TermId]) -> bool {
    let order = terms.post_order(offsets);
    let any = |wanted: fn(&Node) -> bool| order.iter().filter(|t| wanted(terms.node(**t))).count();
    any(|n| matches!(n, Node::ShiftRight(..) | Node::Bits(..))) > 0
        || any(|n| matches!(n, Node::FloorMod(_, k) if k.count_ones() == 1)) >= LEAST_DIGITS
}

/// The numbers of which the bits are taken, as large as can be: without anything inside that takes bits, or wraps.
fn numbers_in(terms: &Terms, roots: &[TermId]) -> BTreeSet<TermId> {
    let order = terms.post_order(roots);
    // Those without, and among them those that are no constants.
    let mut plain: FxHashMap<TermId, bool> = FxHashMap::default();
    for &t in &order {
        let children = terms.children(t);
        let whole = match terms.node(t) {
            Node::Int(_) | Node::Sym(_) | Node::App(..) => true,
            Node::Sum(..) | Node::Product(_) | Node::Div(..) | Node::Rem(..) => {
                children.iter().all(|c| plain.contains_key(c))
            }
            _ => false,
        };
        if whole {
            let varies = matches!(terms.node(t), Node::Sym(_) | Node::App(..));
            plain.insert(t, varies || children.iter().any(|c| plain.get(c) == Some(&true)));
        }
    }
    let (mut found, mut seen) = (BTreeSet::new(), FxHashSet::default());
    let wrapped = wrapped(terms, &order);
    let operands = |t: TermId| match low_bits(terms, t, &wrapped) {
        Some(number) => vec![number],
        None => terms.children(t),
    };
    let taking = order.iter().filter(|t| takes_bits(terms.node(**t)));
    let mut work: Vec<TermId> = taking.flat_map(|&t| operands(t)).collect();
    while let Some(t) = work.pop() {
        if !seen.insert(t) {
            continue;
        }
        let inner = match terms.node(t) {
            Node::Wrap { arg, .. } => *arg,
            _ => t,
        };
        match plain.get(&inner) {
            Some(true) => drop(found.insert(t)),
            Some(false) => {}
            None => work.extend(operands(t)),
        }
    }
    found
}

/// By what they wrap, the numbers that wrap.
fn wrapped(terms: &Terms, order: &[TermId]) -> FxHashMap<TermId, TermId> {
    let wraps = order.iter().filter_map(|&t| match terms.node(t) {
        Node::Wrap { arg, .. } => Some((*arg, t)),
        _ => None,
    });
    wraps.collect()
}

/// The number that wraps of which `t` takes low bits: those of it before it wraps are the same.
fn low_bits(terms: &Terms, t: TermId, wrapped: &FxHashMap<TermId, TermId>) -> Option<TermId> {
    let Node::FloorMod(a, k) = *terms.node(t) else {
        return None;
    };
    let wrap = *wrapped.get(&a)?;
    let keeps = |bits: u8| bits < 127 && (1i128 << bits) % k == 0;
    matches!(terms.node(wrap), Node::Wrap { bits, .. } if keeps(*bits)).then_some(wrap)
}

/// Numbers that the two threads compute alike.
fn pairs(terms: &mut Terms, numbers: &BTreeSet<TermId>) -> Vec<[TermId; 2]> {
    let mut by_kind: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut all = Vec::new();
    for &number in numbers {
        let kind = unforked(terms, number);
        match by_kind.get(&kind) {
            Some(&other) => all.push([other, number]),
            None => drop(by_kind.insert(kind, number)),
        }
    }
    all
}

/// Symbols for numbers that products stand in.
struct Names {
    by: FxHashMap<TermId, TermId>,
    wrapped: FxHashMap<TermId, TermId>,
    memo: FxHashMap<TermId, TermId>,
}

impl Names {
    fn new(terms: &mut Terms, numbers: &BTreeSet<TermId>) -> Names {
        let mut by = FxHashMap::default();
        for &number in numbers {
            if has_products(terms, &[number]) {
                let symbol = terms.fresh(Symbol {
                    name: format!("number{}", by.len()),
                    sort: Sort::Int,
                    range: terms.range(number),
                    level: Level::Thread,
                    loops: Vec::new(),
                    origin: Origin::Free,
                });
                by.insert(number, symbol);
            }
        }
        let all: Vec<TermId> = by.keys().copied().collect();
        Names {
            wrapped: wrapped(terms, &all),
            memo: by.clone(),
            by,
        }
    }

    /// `t` with the symbols in place of the numbers and of multiples of them in sums.
    fn named(&mut self, terms: &mut Terms, t: TermId) -> TermId {
        for u in terms.post_order(&[t]) {
            if self.memo.contains_key(&u) {
                continue;
            }
            if let Some(number) = low_bits(terms, u, &self.wrapped)
                && let (Some(&symbol), Node::FloorMod(_, k)) = (self.by.get(&number), terms.node(u).clone())
            {
                let new = terms.floor_mod(symbol, k);
                self.memo.insert(u, new);
                continue;
            }
            let node = match terms.node(u) {
                Node::Sum(..) => {
                    let sum = self.without_multiples(terms, u);
                    terms.node(sum).clone()
                }
                node => node.clone(),
            };
            let memo = &self.memo;
            // What came in place of a multiple has no other name.
            let new = terms.rebuild(&node, |c| memo.get(c).copied().unwrap_or(*c));
            self.memo.insert(u, new);
        }
        self.memo[&t]
    }

    fn without_multiples(&self, terms: &mut Terms, sum: TermId) -> TermId {
        let mut sum = sum;
        let mut numbers: Vec<(&TermId, &TermId)> = self.by.iter().collect();
        numbers.sort_unstable();
        for (&number, &symbol) in numbers {
            let (parts, _) = terms.linear(number);
            let has = terms.linear(sum).0;
            let factor = |&(t, c): &(TermId, i128)| {
                let of = has.iter().find(|part| part.0 == t)?.1;
                (of % c == 0).then_some(of / c)
            };
            let Some(first) = parts.first().and_then(factor) else {
                continue;
            };
            if parts.iter().all(|part| factor(part) == Some(first)) && parts.len() > 1 {
                let rest = terms.sum(&[(sum, 1), (number, -first)], 0);
                sum = terms.sum(&[(rest, 1), (symbol, first)], 0);
            }
        }
        sum
    }
}

fn has_products(terms: &Terms, roots: &[TermId]) -> bool {
    let order = terms.post_order(roots);
    order.iter().any(|&t| matches!(terms.node(t), Node::Product(_)))
}

fn leaves<'a>(terms: &'a Terms, roots: &[TermId]) -> impl Iterator<Item = TermId> + 'a {
    let order = terms.post_order(roots).into_iter();
    order.filter(|&t| matches!(terms.node(t), Node::Sym(_) | Node::App(..)))
}
