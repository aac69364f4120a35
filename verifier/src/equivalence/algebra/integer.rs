//! Integers: polynomials modulo their width.

use super::{Algebra, Atom, MOST_STEPS, Op, Value};
use kverify_frontend::ir::{BinOp, Ty};
use std::collections::BTreeMap;

impl<'g> Algebra<'g> {
    pub(super) fn plain_binary(&mut self, op: BinOp, ty: Ty, amount: Ty, a: Value, b: Value) -> Value {
        if let Ty::Int { bits, .. } = ty {
            match op {
                BinOp::Add => return self.linear(bits, &[(a, 1), (b, 1)], 0),
                BinOp::Sub => return self.linear(bits, &[(a, 1), (b, u128::MAX)], 0),
                BinOp::Mul => return self.multiplied(bits, &a, &b),
                BinOp::Shl => {
                    if let Some(by) = self.constant(&b).filter(|by| *by < u128::from(bits)) {
                        return self.linear(bits, &[(a, 1 << by)], 0);
                    }
                }
                BinOp::Max | BinOp::Min => {
                    // Signed and unsigned ones differ: the type stands with the operation.
                    let mut args = vec![a, b];
                    args.sort();
                    return self.op(ty, Op::Binary(op, ty, amount), args);
                }
                BinOp::Div | BinOp::Rem | BinOp::Shr | BinOp::And | BinOp::Or | BinOp::Xor => {}
            }
        }
        let mut args = vec![a, b];
        let commutes = match op {
            BinOp::Add | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor => true,
            BinOp::Sub | BinOp::Div | BinOp::Rem | BinOp::Shl | BinOp::Shr | BinOp::Min | BinOp::Max => false,
        };
        if commutes {
            args.sort();
        }
        self.op(ty, Op::Binary(op, ty, amount), args)
    }

    /// The terms of an integer.
    fn poly_terms(&self, value: &Value) -> Vec<(Vec<u32>, u128)> {
        match value {
            Value::Atom(atom) => match &self.atoms[*atom as usize] {
                Atom::Poly(_, terms) => terms.clone(),
                Atom::Leaf(_) | Atom::Literal(..) | Atom::Sum(_) | Atom::Op(..) => vec![(vec![*atom], 1)],
            },
            Value::Real(..) => Vec::new(),
        }
    }

    fn constant(&self, value: &Value) -> Option<u128> {
        match self.poly_terms(value).as_slice() {
            [(factors, c)] if factors.is_empty() => Some(*c),
            [] => Some(0),
            _ => None,
        }
    }

    pub(super) fn linear(&mut self, bits: u8, parts: &[(Value, u128)], constant: u128) -> Value {
        let mut sum: BTreeMap<Vec<u32>, u128> = BTreeMap::from([(Vec::new(), constant)]);
        for (value, times) in parts {
            for (factors, c) in self.poly_terms(value) {
                let entry = sum.entry(factors).or_insert(0);
                *entry = entry.wrapping_add(c.wrapping_mul(*times));
            }
        }
        self.poly(bits.into(), sum)
    }

    fn multiplied(&mut self, bits: u8, a: &Value, b: &Value) -> Value {
        let (a, b) = (self.poly_terms(a), self.poly_terms(b));
        let mut sum: BTreeMap<Vec<u32>, u128> = BTreeMap::new();
        for (f, c) in &a {
            for (g, d) in &b {
                self.steps += 1;
                if self.steps >= MOST_STEPS {
                    break;
                }
                let mut factors = [f.as_slice(), g].concat();
                factors.sort_unstable();
                let entry = sum.entry(factors).or_insert(0);
                *entry = entry.wrapping_add(c.wrapping_mul(*d));
            }
        }
        self.poly(bits.into(), sum)
    }

    pub(super) fn poly(&mut self, bits: u32, sum: BTreeMap<Vec<u32>, u128>) -> Value {
        let mask = if bits >= 128 { u128::MAX } else { (1 << bits) - 1 };
        let masked = sum.into_iter().map(|(factors, c)| (factors, c & mask));
        let terms: Vec<_> = masked.filter(|(_, c)| *c != 0).collect();
        self.steps += terms.len() as u64;
        match terms.as_slice() {
            [(factors, 1)] if factors.len() == 1 => Value::Atom(factors[0]),
            _ => Value::Atom(self.atom(Atom::Poly(bits, terms))),
        }
    }
}
