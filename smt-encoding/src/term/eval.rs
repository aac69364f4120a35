//! Exact evaluation of terms under given values of their leaves.

use super::{BitOp, Node, TermId, Terms};
use rustc_hash::FxHashMap;

/// A concrete value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// An integer.
    Int(i128),
    /// A truth value.
    Bool(bool),
    /// A floating-point value: an opaque identity, the `f64` bits for a constant.
    Float(i128),
}

impl Value {
    /// The integer.
    pub fn int(self) -> Option<i128> {
        match self {
            Value::Int(v) => Some(v),
            _ => None,
        }
    }

    /// The truth value.
    pub fn bool(self) -> Option<bool> {
        match self {
            Value::Bool(v) => Some(v),
            _ => None,
        }
    }
}

impl Terms {
    /// The value of `t`, where `leaf` gives the values of symbols and applications.
    ///
    /// `None` where the value hangs on an unknown leaf, on a division by zero, or on a number that leaves
    /// `i128`. An undefined part that does not matter (the other branch, a conjunct beside a false one) does no harm.
    pub fn eval(&self, t: TermId, leaf: &mut dyn FnMut(TermId) -> Option<Value>) -> Option<Value> {
        self.eval_all(&[t], leaf).pop().flatten()
    }

    /// The values of several terms, as [`Terms::eval`]; shared parts are evaluated once.
    pub fn eval_all(
        &self,
        roots: &[TermId],
        leaf: &mut dyn FnMut(TermId) -> Option<Value>,
    ) -> Vec<Option<Value>> {
        let mut values: FxHashMap<TermId, Option<Value>> = FxHashMap::default();
        for t in self.post_order(roots) {
            let value = match self.node(t) {
                Node::Sym(_) | Node::App(..) => leaf(t),
                node => eval_node(node, &|u| values.get(&u).copied().flatten()),
            };
            values.insert(t, value);
        }
        roots.iter().map(|t| values[t]).collect()
    }
}

fn eval_node(node: &Node, get: &dyn Fn(TermId) -> Option<Value>) -> Option<Value> {
    let truth = |t: &TermId| get(*t).and_then(Value::bool);
    Some(match node {
        Node::Sym(_) | Node::App(..) => return None,
        Node::Bool(v) => Value::Bool(*v),
        Node::Float(_, bits) => Value::Float(i128::from(*bits)),
        Node::Ite(c, a, b) => return if truth(c)? { get(*a) } else { get(*b) },
        Node::Same(a, b) => Value::Bool(get(*a)? == get(*b)?),
        Node::Not(a) => Value::Bool(!truth(a)?),
        // One part that decides is enough, whatever the others are.
        Node::And(parts) => Value::Bool(all_or_none(parts, truth, true)?),
        Node::Or(parts) => Value::Bool(all_or_none(parts, truth, false)?),
        Node::Le0(a) => Value::Bool(get(*a)?.int()? <= 0),
        Node::Eq0(a) => Value::Bool(get(*a)?.int()? == 0),
        node => Value::Int(eval_int(node, &|t| get(t).and_then(Value::int))?),
    })
}

fn all_or_none(parts: &[TermId], truth: impl Fn(&TermId) -> Option<bool>, neutral: bool) -> Option<bool> {
    let mut result = Some(neutral);
    for part in parts {
        match truth(part) {
            Some(v) if v == neutral => {}
            Some(v) => return Some(v),
            None => result = None,
        }
    }
    result
}

fn eval_int(node: &Node, get: &dyn Fn(TermId) -> Option<i128>) -> Option<i128> {
    match node {
        Node::Int(v) => Some(*v),
        Node::Sum(parts, k) => parts
            .iter()
            .try_fold(*k, |acc, &(t, c)| acc.checked_add(get(t)?.checked_mul(c)?)),
        Node::Product(factors) => factors.iter().try_fold(1i128, |acc, &t| acc.checked_mul(get(t)?)),
        Node::Div(a, b) => get(*a)?.checked_div(get(*b)?),
        Node::Rem(a, b) => get(*a)?.checked_rem(get(*b)?),
        Node::FloorDiv(a, k) => get(*a)?.checked_div_euclid(*k),
        Node::FloorMod(a, k) => get(*a)?.checked_rem_euclid(*k),
        Node::Pow2(a) => 1i128.checked_shl(amount(get(*a)?)).filter(|v| *v > 0),
        Node::ShiftRight(a, b) => {
            let (a, b) = (get(*a)?, amount(get(*b)?));
            Some(a.checked_shr(b).unwrap_or(if a < 0 { -1 } else { 0 }))
        }
        Node::Bits(op, a, b) => {
            let (a, b) = (get(*a)?, get(*b)?);
            Some(match op {
                BitOp::And => a & b,
                BitOp::Or => a | b,
                BitOp::Xor => a ^ b,
            })
        }
        Node::Wrap {
            bits, signed, arg, ..
        } => wrapped(get(*arg)?, *bits, *signed),
        _ => None,
    }
}

/// A shift amount; negative ones count as 0, so that every term has a value.
fn amount(v: i128) -> u32 {
    u32::try_from(v.max(0)).unwrap_or(u32::MAX)
}

/// The value of the integer type that is congruent to `v` modulo `2^bits`.
fn wrapped(v: i128, bits: u8, signed: bool) -> Option<i128> {
    if bits >= 127 {
        return None;
    }
    let turn = 1i128 << bits;
    let low = v.rem_euclid(turn);
    Some(if signed && low >= turn / 2 {
        low - turn
    } else {
        low
    })
}
