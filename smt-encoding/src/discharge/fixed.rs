//! Atoms that facts leave one value.

use super::facts::Facts;
use crate::term::{Node, TermId, Terms};

/// The atoms that have one value only wherever all of `conjuncts` hold, with that value; `None` if they never all hold.
pub fn fixed(terms: &Terms, conjuncts: &[TermId]) -> Option<Vec<(TermId, i128)>> {
    let mut facts = Facts::default();
    for &c in conjuncts {
        facts.assume(terms, c);
    }
    facts.propagate(terms);
    if facts.contradictory() {
        return None;
    }
    let mut fixed: Vec<(TermId, i128)> = facts
        .points()
        .filter(|&(atom, _)| !matches!(terms.node(atom), Node::Int(_)))
        .collect();
    fixed.sort_unstable();
    Some(fixed)
}
