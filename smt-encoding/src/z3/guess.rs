//! Small models tried before the solver is asked.
//!
//! Whether assumptions can hold at all, and most plain races (everybody writes cell 0), have models with tiny values.
//! Evaluating a handful of them costs microseconds, and what they find makes a short witness.

use super::model::Model;
use crate::term::{Node, Origin, Range, Sort, TermId, Terms, Value};

/// Values for what thread 1 has of its own, what thread 2 has, and what both share.
const GUESSES: [[i128; 3]; 14] = [
    [0, 1, 2],
    [1, 0, 2],
    [0, 0, 1],
    [1, 1, 1],
    [0, 0, 2],
    [0, 1, 4],
    [1, 2, 4],
    [0, 0, 0],
    // Beyond small arrays, and in different warps.
    [15, 14, 16],
    [0, 16, 32],
    [63, 62, 64],
    [0, 32, 64],
    [63, 0, 64],
    [255, 254, 256],
];

/// A model among the guesses.
pub(super) fn guess(terms: &Terms, conjuncts: &[TermId]) -> Option<Model> {
    let leaves: Vec<TermId> = terms
        .post_order(conjuncts)
        .into_iter()
        .filter(|&t| matches!(terms.node(t), Node::Sym(_) | Node::App(..)))
        .collect();
    GUESSES.iter().find_map(|values| {
        // Applications of one function get one value, whatever their arguments: that is a function.
        let model = Model::from_values(leaves.iter().map(|&t| (t, value(terms, t, values))));
        let holds = terms.eval_all(conjuncts, &mut |t| model.value(t));
        holds
            .iter()
            .all(|v| *v == Some(Value::Bool(true)))
            .then_some(model)
    })
}

fn value(terms: &Terms, t: TermId, values: &[i128; 3]) -> Value {
    let wanted = values[side(terms, t)];
    match terms.sort(t) {
        Sort::Bool => Value::Bool(wanted == 1),
        Sort::Float(_) => Value::Float(wanted),
        Sort::Int => {
            // The result's own range, not that of this application: functions of equal arguments are equal.
            let range = match terms.node(t) {
                Node::App(f, _) => terms.functions[*f].range,
                _ => terms.range(t),
            };
            Value::Int(nearest(range, wanted))
        }
    }
}

/// 0 and 1 for the threads' own leaves, 2 for shared ones.
fn side(terms: &Terms, t: TermId) -> usize {
    use crate::term::FnOrigin;
    match terms.node(t) {
        Node::Sym(s) => match terms.symbols[*s].origin {
            Origin::Fork(_, thread) => usize::from(thread.min(1)),
            _ => 2,
        },
        Node::App(f, _) => match terms.functions[*f].origin {
            FnOrigin::Fork(_, thread) => usize::from(thread.min(1)),
            _ => 2,
        },
        _ => 2,
    }
}

fn nearest(range: Range, v: i128) -> i128 {
    let v = range.lo.map_or(v, |lo| v.max(lo));
    range.hi.map_or(v, |hi| v.min(hi))
}
