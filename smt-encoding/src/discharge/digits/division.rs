//! Terms that divide, and what they divide.

use crate::discharge::radix::differs;
use crate::term::{BitOp, FnOrigin, Node, Origin, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// A term as a quotient or remainder.
pub(super) struct Division {
    pub dividend: TermId,
    pub divisor: TermId,
    pub is_quotient: bool,
    /// Towards 0, rather than down.
    pub truncates: bool,
}

/// `t`, which has the shape of `node`, as a division; shifts and masks by powers of two are some.
pub(super) fn division(terms: &mut Terms, node: &Node) -> Option<Division> {
    let (dividend, divisor, is_quotient, truncates) = match *node {
        Node::Div(a, b) => (a, b, true, true),
        Node::Rem(a, b) => (a, b, false, true),
        Node::FloorDiv(a, k) => (a, terms.int(k), true, false),
        Node::FloorMod(a, k) => (a, terms.int(k), false, false),
        Node::ShiftRight(a, b) => (a, terms.pow2(b), true, false),
        // a & (2^n - 1)
        Node::Bits(BitOp::And, a, b) => {
            let powers = [(a, b), (b, a)].map(|(a, mask)| (a, terms.offset(mask, 1)));
            let is_power = |power: &&(TermId, TermId)| matches!(terms.node(power.1), Node::Pow2(_));
            let &(a, power) = powers.iter().find(is_power)?;
            (a, power, false, false)
        }
        Node::Ite(_, _, whole) => return truncating(terms, node, whole),
        _ => return None,
    };
    Some(Division {
        dividend,
        divisor,
        is_quotient,
        truncates,
    })
}

/// `a / k` or `a % k` for a number `k`, which is `⌊a / k⌋` or `a mod k` only where `a` is not negative.
fn truncating(terms: &mut Terms, node: &Node, whole: TermId) -> Option<Division> {
    let (dividend, k, is_quotient) = match *terms.node(whole) {
        Node::FloorDiv(a, k) => (a, k, true),
        Node::FloorMod(a, k) => (a, k, false),
        _ => return None,
    };
    let divisor = terms.int(k);
    let truncated = match is_quotient {
        true => terms.div(dividend, divisor),
        false => terms.rem(dividend, divisor),
    };
    (terms.node(truncated) == node).then_some(Division {
        dividend,
        divisor,
        is_quotient,
        truncates: true,
    })
}

/// What differs between the threads and is divided by something that is no constant, or by several constants, seen through divisions; `None` if nothing is.
pub(super) fn divided(terms: &mut Terms, order: &[TermId]) -> Option<FxHashSet<TermId>> {
    let mut symbolic = FxHashSet::default();
    let mut constants: FxHashMap<TermId, FxHashSet<TermId>> = FxHashMap::default();
    for &t in order {
        let node = terms.node(t).clone();
        if let Some(division) = division(terms, &node) {
            let value = undivided(terms, division.dividend);
            // What both threads share is one size more.
            if !differs(terms, value) {
                continue;
            }
            if terms.as_int(division.divisor).is_some() {
                constants.entry(value).or_default().insert(division.divisor);
            } else {
                symbolic.insert(value);
            }
        }
    }
    let several = constants.into_iter().filter(|(_, by)| by.len() > 1);
    symbolic.extend(several.map(|(t, _)| t));
    (!symbolic.is_empty()).then_some(symbolic)
}

/// `t` without the divisions around it.
pub(super) fn undivided(terms: &mut Terms, mut t: TermId) -> TermId {
    loop {
        let node = terms.node(t).clone();
        match division(terms, &node) {
            Some(division) => t = division.dividend,
            None => return t,
        }
    }
}

/// `t` with the symbols that both threads are copies of.
pub(crate) fn unforked(terms: &mut Terms, t: TermId) -> TermId {
    let mut memo: FxHashMap<TermId, TermId> = FxHashMap::default();
    for u in terms.post_order(&[t]) {
        let node = terms.node(u).clone();
        let new = match &node {
            Node::Sym(s) => match terms.symbols[*s].origin {
                Origin::Fork(of, _) => terms.sym(of),
                _ => u,
            },
            Node::App(f, args) => {
                let args: Vec<TermId> = args.iter().map(|a| memo[a]).collect();
                let f = match terms.functions[*f].origin {
                    FnOrigin::Fork(of, _) => of,
                    _ => *f,
                };
                terms.app(f, &args)
            }
            node => terms.rebuild(node, |c| memo[c]),
        };
        memo.insert(u, new);
    }
    memo[&t]
}
