//! Smaller launches for a model that was found: people read witnesses, and replay runs them.
//!
//! A race inside a block needs one block only, whatever the solver came up with. Trying costs an evaluation each, no query.

use super::model::Model;
use crate::term::{FnId, Node, Origin, TermId, Terms, Value};
use rustc_hash::FxHashMap;

/// Nodes evaluated at most, over all tries.
const MOST_WORK: usize = 400_000;

/// The model with block indices, then grid sizes, at their least, one by one where all conjuncts still hold.
pub(super) fn shrink(terms: &Terms, conjuncts: &[TermId], mut model: Model) -> Model {
    let order = terms.post_order(conjuncts);
    let leaf_of = |wanted: fn(&Origin) -> bool| {
        let is_wanted = move |&t: &TermId| match terms.node(t) {
            Node::Sym(s) => wanted(&terms.symbols[terms.original(*s).0].origin),
            _ => false,
        };
        order.iter().copied().filter(is_wanted)
    };
    let places = leaf_of(|origin| matches!(origin, Origin::BlockIdx(_)));
    let sizes = leaf_of(|origin| matches!(origin, Origin::GridDim(_)));
    let tries = MOST_WORK / order.len().max(1);
    for leaf in places.chain(sizes).take(tries) {
        let (Some(now), Some(least)) = (model.int(leaf), terms.range(leaf).lo) else {
            continue;
        };
        if now > least {
            let smaller = model.with(leaf, Value::Int(least));
            if holds(terms, conjuncts, &order, &smaller) {
                model = smaller;
            }
        }
    }
    model
}

/// Whether all conjuncts are true, and applications of one function to the same arguments have one value.
fn holds(terms: &Terms, conjuncts: &[TermId], order: &[TermId], model: &Model) -> bool {
    let truths = terms.eval_all(conjuncts, &mut |t| model.value(t));
    truths.iter().all(|v| *v == Some(Value::Bool(true))) && is_function(terms, order, model)
}

fn is_function(terms: &Terms, order: &[TermId], model: &Model) -> bool {
    let mut known: FxHashMap<(FnId, Vec<Option<Value>>), Option<Value>> = FxHashMap::default();
    order.iter().all(|&t| {
        let Node::App(f, arguments) = terms.node(t) else {
            return true;
        };
        let arguments = terms.eval_all(arguments, &mut |t| model.value(t));
        let value = model.value(t);
        *known.entry((*f, arguments)).or_insert(value) == value
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Level, Range, Sort, Symbol};
    use kverify_frontend::ir::Dim;

    fn leaf(terms: &mut Terms, origin: Origin, least: i128) -> TermId {
        terms.fresh(Symbol {
            name: format!("{origin:?}"),
            sort: Sort::Int,
            range: Range::from(least),
            level: Level::Launch,
            loops: Vec::new(),
            origin,
        })
    }

    fn with(values: &[(TermId, i128)]) -> Model {
        Model::from_values(values.iter().map(|&(t, v)| (t, Value::Int(v))))
    }

    #[test]
    fn the_block_is_the_first_and_the_grid_as_small_as_the_conjuncts_allow() {
        let mut terms = Terms::new();
        let block = leaf(&mut terms, Origin::BlockIdx(Dim::X), 0);
        let wide = leaf(&mut terms, Origin::GridDim(Dim::X), 1);
        let high = leaf(&mut terms, Origin::GridDim(Dim::Y), 1);
        let inside = terms.lt(block, wide);
        let two = terms.int(2);
        let several = terms.le(two, high);
        let found = shrink(
            &terms,
            &[inside, several],
            with(&[(block, 1), (wide, 2), (high, 2)]),
        );
        assert_eq!(found, with(&[(block, 0), (wide, 1), (high, 2)]));
    }

    #[test]
    fn contents_stay_those_of_one_array() {
        let mut terms = Terms::new();
        let block = leaf(&mut terms, Origin::BlockIdx(Dim::X), 0);
        let array = terms.pure_fn("array", Sort::Int, Range::ALL);
        let zero = terms.int(0);
        let (here, there) = (terms.app(array, &[block]), terms.app(array, &[zero]));
        let differ = terms.ne(here, there);
        let model = with(&[(block, 1), (here, 5), (there, 6)]);
        assert_eq!(shrink(&terms, &[differ], model.clone()), model);
    }
}
