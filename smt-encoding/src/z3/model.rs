//! Models: owned values of the leaves of a query.

use super::Formula;
use crate::term::{TermId, Terms, Value};
use std::collections::BTreeMap;
use z3::Solver;
use z3::ast::{BV, Bool, Int};

/// The Z3 term of a symbol or application.
pub(super) enum Leaf {
    /// An integer, as an integer.
    Int(Int),
    /// An integer, as a signed bit-vector.
    Bv(BV),
    /// A truth value.
    Bool(Bool),
    /// A floating-point value, as an opaque integer.
    Float(Int),
    /// A floating-point value, as an opaque bit-vector.
    FloatBv(BV),
}

/// Values of all symbols and applications of a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    values: BTreeMap<TermId, Value>,
}

impl Model {
    pub(super) fn from_values(values: impl Iterator<Item = (TermId, Value)>) -> Model {
        Model {
            values: values.collect(),
        }
    }

    /// The value of an integer symbol or application.
    pub fn int(&self, t: TermId) -> Option<i128> {
        self.values.get(&t).and_then(|v| v.int())
    }

    /// The value of a truth-valued symbol or application.
    pub fn bool(&self, t: TermId) -> Option<bool> {
        self.values.get(&t).and_then(|v| v.bool())
    }

    /// The value of any leaf: what [`Terms::eval`] asks for.
    pub fn value(&self, t: TermId) -> Option<Value> {
        self.values.get(&t).copied()
    }

    /// The same but for one leaf.
    pub(super) fn with(&self, t: TermId, value: Value) -> Model {
        let mut changed = self.clone();
        changed.values.insert(t, value);
        changed
    }

    /// All integer and truth-valued leaves; truth values as 0 and 1.
    pub fn leaves(&self) -> impl Iterator<Item = (TermId, i128)> {
        self.values.iter().filter_map(|(&t, &v)| match v {
            Value::Int(v) => Some((t, v)),
            Value::Bool(v) => Some((t, i128::from(v))),
            Value::Float(_) => None,
        })
    }
}

/// Z3's model, which must hold under exact evaluation too: stand-ins and limits of translation show up here.
pub(super) fn read_model(
    terms: &Terms,
    conjuncts: &[TermId],
    formula: &Formula,
    solver: &Solver,
) -> Result<Model, String> {
    let model = solver
        .get_model()
        .ok_or_else(|| "the solver gave no model".to_owned())?;
    let mut values = BTreeMap::new();
    for (t, leaf) in &formula.leaves {
        let value =
            read_leaf(&model, leaf).ok_or_else(|| "a value of the model is out of reach".to_owned())?;
        values.insert(*t, value);
    }
    let model = Model { values };
    let holds = terms.eval_all(conjuncts, &mut |t| model.value(t));
    if holds.iter().all(|v| *v == Some(Value::Bool(true))) {
        return Ok(model);
    }
    Err("the solver's model does not hold: an operator is only approximated in this encoding".to_owned())
}

fn read_leaf(model: &z3::Model, leaf: &Leaf) -> Option<Value> {
    Some(match leaf {
        Leaf::Int(a) => Value::Int(model.eval(a, true)?.as_i128()?),
        Leaf::Bool(a) => Value::Bool(model.eval(a, true)?.as_bool()?),
        Leaf::Float(a) => Value::Float(model.eval(a, true)?.as_i128()?),
        Leaf::Bv(a) => Value::Int(signed(bits(model, a)?, a.get_size())),
        Leaf::FloatBv(a) => Value::Float(i128::try_from(bits(model, a)?).ok()?),
    })
}

/// The value of a bit-vector of at most 128 bits.
fn bits(model: &z3::Model, a: &BV) -> Option<u128> {
    let width = a.get_size();
    let low = model.eval(&a.extract(width.min(64) - 1, 0), true)?.as_u64()?;
    if width <= 64 {
        return Some(u128::from(low));
    }
    let high = model.eval(&a.extract(width - 1, 64), true)?.as_u64()?;
    Some(u128::from(high) << 64 | u128::from(low))
}

fn signed(v: u128, width: u32) -> i128 {
    let shift = 128 - width;
    ((v << shift) as i128) >> shift
}
