//! Sizes that are known to be multiples, `C % G == 0`, by names of their quotients.
//!
//! With `G·q` for `C` what is divided by both, or has strides with both, has digits: a channel is a group's and its place in the group.

use super::Case;
use super::radix::differs;
use super::sizes::within;
use crate::term::{Node, Range, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

/// So many quotients get names.
const MAX_QUOTIENTS: usize = 4;

#[derive(Clone, Copy)]
enum Divisor {
    Term(TermId),
    Number(i128),
}

/// The same obligation with `b·q` for `a` where a guard says that `a` is a multiple of `b`; `None` if none says that.
pub(super) fn multiplied(terms: &mut Terms, case: &Case) -> Option<Case> {
    let mut named = case.clone();
    let mut count = 0;
    while count < MAX_QUOTIENTS
        && let Some((a, b)) = multiple(terms, &named.guards)
    {
        named = by_quotient(terms, &named, a, b);
        count += 1;
    }
    (count > 0).then_some(named)
}

/// A size that both threads share, and what it is a multiple of.
fn multiple(terms: &Terms, guards: &[TermId]) -> Option<(TermId, Divisor)> {
    guards.iter().find_map(|&guard| match terms.node(guard) {
        Node::And(parts) => multiple(terms, parts),
        Node::Eq0(remainder) => match *terms.node(*remainder) {
            Node::Rem(a, b) if is_plain(terms, a) && is_free_of(terms, b, a) => Some((a, Divisor::Term(b))),
            Node::FloorMod(a, k) if is_plain(terms, a) => Some((a, Divisor::Number(k))),
            _ => None,
        },
        _ => None,
    })
}

fn is_plain(terms: &Terms, t: TermId) -> bool {
    matches!(terms.node(t), Node::Sym(_)) && !differs(terms, t)
}

fn is_free_of(terms: &Terms, t: TermId, of: TermId) -> bool {
    !differs(terms, t) && !terms.post_order(&[t]).contains(&of)
}

fn by_quotient(terms: &mut Terms, case: &Case, a: TermId, divisor: Divisor) -> Case {
    let (b, quotient, remainder) = match divisor {
        Divisor::Term(b) => (b, terms.div(a, b), terms.rem(a, b)),
        Divisor::Number(k) => (terms.int(k), terms.floor_div(a, k), terms.floor_mod(a, k)),
    };
    let f = terms.pure_fn("discharge.quotient", Sort::Int, Range::ALL);
    let q = terms.app(f, &[a, b]);
    let (product, zero) = (terms.mul(b, q), terms.int(0));
    let by = FxHashMap::from_iter([(a, product), (quotient, q), (remainder, zero)]);
    let mut named = case.map(|t| terms.replace(t, &by));
    // The remainder was computed: its divisor is not 0.
    let divisor = terms.ne(b, zero);
    named.guards.push(divisor);
    let range = terms.range(a);
    let within = within(terms, product, range);
    named.guards.extend(within);
    named
}
