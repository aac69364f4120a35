//! Short loops taken apart: an obligation in whose loops the counters have few values is settled for each of these by itself.
//!
//! With its counter a number, what a loop has made of its variables follows step by step and becomes a number or a quotient by
//! one, where `f(κ)·t` was a product of two unknowns: the up- and down-sweeps of scans with a symbolic size, and the like.

use super::Context;
use crate::answer::Arith;
use crate::pair::{Follow, Pair, Settled};
use crate::term::{FnOrigin, Node, Subst, SymId, TermId, Terms};
use rustc_hash::FxHashMap;

/// Combinations of counters' values that are tried.
const MOST: i128 = 400;

/// Rounds of putting known values in.
const ROUNDS: usize = 48;

/// Whether a value that a loop carries round is multiplied by another unknown.
pub(super) fn multiplies_carried(terms: &Terms, query: &[TermId]) -> bool {
    let is_carried = |t: TermId| match *terms.node(t) {
        Node::App(f, _) => {
            let (of, _) = terms.original_fn(f);
            terms.functions[of].origin == FnOrigin::Carried
        }
        _ => false,
    };
    let mut products = terms
        .post_order(query)
        .into_iter()
        .filter(|&t| matches!(terms.node(t), Node::Product(_)));
    products.any(|t| terms.post_order(&[t]).into_iter().any(is_carried))
}

/// Settles the conjunction for each combination of the values of short loops' counters. Whether none of them can happen, and
/// whether that takes the assumption that index arithmetic does not overflow; `None` if that is not known.
pub(super) fn never_in_any(cx: &mut Context<'_, '_>, pair: &mut Pair, query: &[TermId]) -> Option<bool> {
    let steps = pair.first_iterations(cx.machine, query, Follow::All);
    // As many counters as there are combinations to spare, those of the shortest loops first.
    let mut combinations = 1_i128;
    let mut counters = pair.short_counters(cx.machine, &[query, &steps].concat());
    counters.retain(|(_, last)| {
        let more = combinations.saturating_mul(last + 1);
        let fits = more <= MOST;
        combinations = if fits { more } else { combinations };
        fits
    });
    if counters.is_empty() {
        return None;
    }
    let mut overflow = false;
    let all = [query, &steps].concat();
    let terms = &mut cx.machine.terms;
    let viewed = all.iter().map(|&t| {
        let (t, assumed) = cx.solver.view(terms, t);
        overflow |= assumed;
        t
    });
    let viewed: Vec<TermId> = viewed.collect();
    let never = in_none(cx, &viewed, &counters, &mut overflow);
    let exact = !overflow || cx.machine.config.arith != Arith::Bv;
    (never && exact).then_some(overflow)
}

/// Whether the conjunction holds for none of the counters' values.
fn in_none(
    cx: &mut Context<'_, '_>,
    query: &[TermId],
    counters: &[(SymId, i128)],
    overflow: &mut bool,
) -> bool {
    let Some((&(counter, last), others)) = counters.split_first() else {
        return match cx.solver.settle(&mut cx.machine.terms, query, &[]) {
            Settled::Never { overflow: assumed } => {
                *overflow |= assumed;
                true
            }
            _ => false,
        };
    };
    (0..=last).all(|n| {
        if cx.solver.is_out_of_time() {
            return false;
        }
        let terms = &mut cx.machine.terms;
        let mut here = Subst::new();
        let value = terms.int(n);
        here.bind(counter, value);
        let fixed: Vec<TermId> = query.iter().map(|&t| terms.subst(&mut here, t)).collect();
        match simplified(terms, fixed) {
            Some(fixed) => in_none(cx, &fixed, others, overflow),
            None => true,
        }
    })
}

/// The conjunction with what it says to be a number put in everywhere; `None` if that makes it false.
fn simplified(terms: &mut Terms, conjuncts: Vec<TermId>) -> Option<Vec<TermId>> {
    let mut now = conjuncts;
    for _ in 0..ROUNDS {
        let mut flat: Vec<TermId> = now.iter().flat_map(|&t| terms.conjuncts(t)).collect();
        flat.retain(|&t| terms.as_bool(t) != Some(true));
        if flat.iter().any(|&t| terms.as_bool(t) == Some(false)) {
            return None;
        }
        flat.sort_unstable();
        flat.dedup();
        let mut known: FxHashMap<TermId, TermId> = FxHashMap::default();
        for &t in &flat {
            if let Some((leaf, value)) = number(terms, t) {
                let value = terms.int(value);
                known.entry(leaf).or_insert(value);
            }
        }
        // The equations themselves stay: they are the only ones that still speak of what they define.
        let next: Vec<TermId> = flat
            .iter()
            .map(|&t| {
                if number(terms, t).is_some() {
                    t
                } else {
                    terms.replace(t, &known)
                }
            })
            .collect();
        if next == flat {
            return Some(flat);
        }
        now = next;
    }
    Some(now)
}

/// `leaf = number`
fn number(terms: &Terms, t: TermId) -> Option<(TermId, i128)> {
    let Node::Eq0(sum) = *terms.node(t) else {
        return None;
    };
    match terms.linear(sum) {
        (parts, k) if parts.len() == 1 => {
            let (leaf, c) = parts[0];
            let is_leaf = matches!(terms.node(leaf), Node::Sym(_) | Node::App(..));
            (is_leaf && c.abs() == 1).then_some((leaf, -k * c))
        }
        _ => None,
    }
}
