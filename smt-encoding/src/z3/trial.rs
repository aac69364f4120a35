//! Small sizes tried where unknowns are multiplied or divided by one another.
//!
//! With numbers for the sizes that both threads share, most of such a question is linear, and answered in milliseconds. A model of
//! that is one of the question, with a short witness; that there is none says nothing.

use super::Formula;
use super::model::{Leaf, Model, read_model};
use crate::term::{Level, Node, Origin, Range, Sort, TermId, Terms};
use z3::ast::{Bool, Int};
use z3::{SatResult, Solver};

/// What sizes are taken to be, in the order in which they occur and again from the start.
const SIZES: [&[i128]; 3] = [&[2], &[3, 2], &[4, 1, 2, 3]];

/// Z3's units for one trial.
pub(super) const UNITS: u32 = 100_000;

/// A model with small sizes; `None` where there is nothing to try or none was found.
pub(super) fn of_small_sizes(
    terms: &Terms,
    conjuncts: &[TermId],
    formula: &Formula,
    solver: impl Fn() -> Solver,
) -> Option<Model> {
    let sizes = sizes(terms, conjuncts);
    let leaves: Vec<(TermId, &Int)> = formula
        .leaves
        .iter()
        .filter_map(|(t, leaf)| match leaf {
            Leaf::Int(name) => sizes.contains(t).then_some((*t, name)),
            Leaf::Bv(_) | Leaf::Bool(_) | Leaf::Float(_) | Leaf::FloatBv(_) => None,
        })
        .collect();
    if leaves.is_empty() {
        return None;
    }
    SIZES.iter().find_map(|values| {
        let solver = solver();
        formula.asserts.iter().for_each(|assert| solver.assert(assert));
        for (&(t, name), &value) in leaves.iter().zip(values.iter().cycle()) {
            solver.assert(fixed(terms.range(t), name, value));
        }
        match solver.check() {
            SatResult::Sat => read_model(terms, conjuncts, formula, &solver).ok(),
            SatResult::Unsat | SatResult::Unknown => None,
        }
    })
}

fn fixed(range: Range, name: &Int, value: i128) -> Bool {
    let value = range.lo.map_or(value, |lo| value.max(lo));
    let value = range.hi.map_or(value, |hi| value.min(hi));
    name.eq(Int::from_i128(value))
}

/// The symbols of a launch that something is multiplied with or divided by.
fn sizes(terms: &Terms, conjuncts: &[TermId]) -> Vec<TermId> {
    let mut sizes = Vec::new();
    for t in terms.post_order(conjuncts) {
        let by = match terms.node(t) {
            Node::Product(factors) => factors.to_vec(),
            Node::Div(_, by) | Node::Rem(_, by) => terms.post_order(&[*by]),
            _ => continue,
        };
        sizes.extend(by.into_iter().filter(|&f| is_size(terms, f)));
    }
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

fn is_size(terms: &Terms, t: TermId) -> bool {
    match terms.node(t) {
        Node::Sym(s) => {
            let symbol = &terms.symbols[*s];
            symbol.sort == Sort::Int
                && symbol.level == Level::Launch
                && !matches!(symbol.origin, Origin::Fork(..))
        }
        _ => false,
    }
}
