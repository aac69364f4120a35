//! Choices that the guards make for good.

use super::{Case, contradictory};
use crate::term::{Node, TermId, Terms};

/// Most conditions that are asked about.
const MOST: usize = 8;

/// The obligation without the choices of which the guards say which way they go; `None` if there are none.
pub(super) fn settled(terms: &mut Terms, case: &Case) -> Option<Case> {
    let mut conditions: Vec<TermId> = Vec::new();
    for t in terms.post_order(&case.all()) {
        if let Node::Ite(condition, _, _) = *terms.node(t)
            && !conditions.contains(&condition)
        {
            conditions.push(condition);
        }
    }
    let mut found = None;
    for condition in conditions.into_iter().take(MOST) {
        let not = terms.not(condition);
        let refutes = |literal: TermId| contradictory(terms, &[&case.guards[..], &[literal]].concat());
        let (literal, holds) = match (refutes(condition), refutes(not)) {
            (true, _) => (not, false),
            (false, true) => (condition, true),
            (false, false) => continue,
        };
        let so_far = found.take().unwrap_or_else(|| case.clone());
        let mut new = so_far.map(|t| terms.decide(t, condition, holds));
        new.decided.push(literal);
        found = Some(new);
    }
    found
}
