//! The integer view of terms: wraps replaced by exact case splits, or by the `no-overflow` assumption.

use super::{Node, Range, TermId, Terms};
use kverify_frontend::ir::Ty;
use std::collections::HashMap;

/// Memo of the integer view of one arena's terms.
#[derive(Clone, Debug, Default)]
pub struct IntView {
    memo: HashMap<TermId, (TermId, bool)>,
}

/// `t` without wraps, and whether that took the assumption that index arithmetic does not overflow.
///
/// `wrap(a)` is `a` where the interval of `a` fits the type; a case split where `a` leaves it by less than one
/// turn (a difference of unsigned numbers, a conversion); `a mod 2^bits` for unsigned data read from memory;
/// otherwise `a`, under the assumption.
pub fn int_view(terms: &mut Terms, view: &mut IntView, t: TermId) -> (TermId, bool) {
    for u in terms.post_order(&[t]) {
        if view.memo.contains_key(&u) {
            continue;
        }
        let node = terms.node(u).clone();
        let mut assumed = terms.children(u).iter().any(|c| view.memo[c].1);
        let new = match node {
            Node::Wrap { bits, signed, arg } => {
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

fn unwrap(terms: &mut Terms, a: TermId, bits: u8, signed: bool) -> (TermId, bool) {
    let all = Range::of_int(bits, signed);
    let r = terms.range(a);
    if all.includes(r) || bits > 100 {
        return (a, false);
    }
    let turn = 1i128 << bits;
    let (lo, hi) = (all.lo.unwrap_or(0), all.hi.unwrap_or(0));
    let one_turn = Range::new(lo - turn, hi + turn);
    if one_turn.includes(r) {
        let mut t = a;
        if !r.at_least(lo) {
            let (bound, up) = (terms.int(lo), terms.offset(a, turn));
            let below = terms.lt(a, bound);
            t = terms.ite(below, up, t);
        }
        if !r.at_most(hi) {
            let (bound, down) = (terms.int(hi), terms.offset(a, -turn));
            let above = terms.lt(bound, a);
            t = terms.ite(above, down, t);
        }
        return (t, false);
    }
    if !signed && is_data(terms, a) {
        return (terms.floor_mod(a, turn), false);
    }
    if signed && is_data(terms, a) && !is_index(terms, a) {
        // ((a + 2^(n-1)) mod 2^n) - 2^(n-1)
        let up = terms.offset(a, turn / 2);
        let m = terms.floor_mod(up, turn);
        return (terms.offset(m, -turn / 2), false);
    }
    if !signed && !r.at_least(0) {
        // Below zero an unsigned number really wraps (`i - 1` at 0); above, it is assumed not to.
        let (zero, up) = (terms.int(0), terms.offset(a, turn));
        let below = terms.lt(a, zero);
        let t = terms.ite(below, up, a);
        return (t, true);
    }
    (a, true)
}

/// Whether contents of memory flow into the term: hashes and random numbers wrap on purpose.
fn is_data(terms: &Terms, a: TermId) -> bool {
    terms
        .post_order(&[a])
        .iter()
        .any(|&t| matches!(terms.node(t), Node::App(..)))
}

/// Whether a thread's place flows into the term.
fn is_index(terms: &Terms, a: TermId) -> bool {
    use super::Origin::*;
    terms.post_order(&[a]).iter().any(|&t| match terms.node(t) {
        Node::Sym(s) => {
            let (of, _) = terms.original(*s);
            matches!(terms.symbols[of].origin, ThreadIdx(_) | BlockIdx(_) | Counter(_))
        }
        _ => false,
    })
}

impl Terms {
    /// The range that values of `ty` have when they come from memory or a parameter.
    pub fn type_range(ty: Ty) -> Range {
        Range::of(ty)
    }
}
