//! Exchanges: a thread takes a place and the one across, `x` and `x ^ m`, as butterflies and bitonic sorts do.
//!
//! `x = y ^ m` says that `x ^ m = y`: the two threads take each other's places, which guards like `x < x ^ m` exclude. Where neither `x`
//! nor `y` has a bit of `m`, `m` is 0.

use super::facts::Facts;
use super::linear::Linear;
use super::radix;
use crate::term::{BitOp, Node, TermId, Terms};

/// Adds what an equation says of the exchanges in it.
pub(super) fn assume(terms: &mut Terms, facts: &mut Facts, equation: &Linear) {
    let mut has_any = false;
    for &(t, c) in &equation.parts {
        let Node::Bits(op @ (BitOp::Xor | BitOp::Or), a, b) = *terms.node(t) else {
            continue;
        };
        let Some(x) = equal_to(terms, equation, (t, c)) else {
            continue;
        };
        has_any = true;
        for (y, mask) in [(a, b), (b, a)] {
            let has_none = |terms: &mut Terms, facts: &Facts, v: TermId| {
                let common = terms.bits(BitOp::And, v, mask);
                facts.proves_zero(terms, &Linear::of(terms, common))
            };
            let is_exchange = op == BitOp::Xor;
            if is_exchange {
                let across = terms.bits(BitOp::Xor, x, mask);
                equal(terms, facts, across, y);
            }
            // The bits of `x` in the mask are all that are not `y`'s, or all.
            if has_none(terms, facts, x) && (!is_exchange || has_none(terms, facts, y)) {
                facts.equation(Linear::of(terms, mask));
                equal(terms, facts, x, y);
            }
        }
    }
    if has_any {
        facts.reduce_bounds();
    }
}

fn equal(terms: &mut Terms, facts: &mut Facts, a: TermId, b: TermId) {
    let difference = terms.sub(a, b);
    let equation = Linear::of(terms, difference);
    radix::split_equation(terms, facts, &equation);
}

/// What a part of an equation equals, if that is a sum of whole numbers of the others.
fn equal_to(terms: &mut Terms, equation: &Linear, (part, factor): (TermId, i128)) -> Option<TermId> {
    let divided = |number: i128| {
        let quotient = number.checked_div(factor)?.checked_neg()?;
        (number.checked_rem(factor)? == 0).then_some(quotient)
    };
    let others = equation.parts.iter().filter(|(t, _)| *t != part);
    let others: Option<Vec<(TermId, i128)>> = others.map(|&(t, c)| Some((t, divided(c)?))).collect();
    let k = divided(equation.k)?;
    Some(terms.sum(&others?, k))
}
