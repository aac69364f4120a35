//! Floats as reals: rational functions of atoms.

use super::{Algebra, Atom, Factors, MOST_STEPS, Op, Value};
use crate::replay::{Node, Sym, to_float};
use kverify_frontend::ir::{BinOp, Ty};
use num::BigRational;
use num::traits::{One, Signed, ToPrimitive, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// A sum of products of atoms.
type Sum = BTreeMap<Factors, BigRational>;

impl<'g> Algebra<'g> {
    /// A sum with all that its parts add up.
    pub(super) fn sum_of(&mut self, root: Sym) -> Value {
        let mut parts: BTreeMap<Sym, BigRational> = BTreeMap::from([(root, BigRational::one())]);
        let mut sum = Sum::new();
        while let Some((sym, coefficient)) = parts.pop_last() {
            self.steps += 1;
            let node = self.graph.node(sym).clone();
            let Some(addends) = self.addends(&node) else {
                let value = self.of(sym);
                let real = self.real(value);
                self.add(&mut sum, real, &coefficient);
                continue;
            };
            if let Node::Call(_, _, args) = &node {
                let (a, b) = (self.of(args[0].1), self.of(args[1].1));
                let product = self.product(a, b);
                self.add(&mut sum, product, &coefficient);
            }
            for (addend, is_added) in addends {
                let signed = if is_added {
                    coefficient.clone()
                } else {
                    -coefficient.clone()
                };
                *parts.entry(addend).or_insert_with(BigRational::zero) += signed;
            }
        }
        self.build(sum)
    }

    fn real(&mut self, value: Value) -> (BigRational, Factors) {
        match value {
            Value::Real(coefficient, factors) => (coefficient, factors),
            Value::Atom(atom) => (BigRational::one(), vec![(atom, 1)]),
        }
    }

    /// The terms of a product: one, or those of the sum that it is.
    fn terms(&mut self, coefficient: BigRational, factors: Factors) -> Vec<(Factors, BigRational)> {
        let is_sum = |atoms: &[Atom], f: &(u32, i32)| f.1 > 0 && matches!(atoms[f.0 as usize], Atom::Sum(_));
        let at = factors.iter().position(|f| is_sum(&self.atoms, f));
        let alone = factors.len() == 1 && factors[0].1 == 1;
        let Some(at) = at.filter(|_| alone || self.distribute) else {
            return vec![(factors, coefficient)];
        };
        let Atom::Sum(inner) = self.atoms[factors[at].0 as usize].clone() else {
            return vec![(factors, coefficient)];
        };
        let mut rest = factors.clone();
        match rest[at].1 {
            1 => drop(rest.remove(at)),
            _ => rest[at].1 -= 1,
        }
        let mut all = Vec::new();
        for (own, c) in inner {
            self.steps += 1;
            if self.steps >= MOST_STEPS {
                break;
            }
            all.extend(self.terms(&coefficient * c, times(&rest, &own)));
        }
        all
    }

    fn add(&mut self, sum: &mut Sum, (coefficient, factors): (BigRational, Factors), times: &BigRational) {
        for (factors, c) in self.terms(coefficient * times, factors) {
            *sum.entry(factors).or_insert_with(BigRational::zero) += c;
        }
    }

    /// A sum in normal form: common factors in front.
    fn build(&mut self, mut sum: Sum) -> Value {
        let mut front: Factors = Vec::new();
        loop {
            sum.retain(|_, c| !c.is_zero());
            self.steps += sum.len() as u64;
            let Some((first, _)) = sum.iter().next() else {
                return Value::Real(BigRational::zero(), Vec::new());
            };
            if sum.len() == 1 {
                let only = sum.into_iter().next();
                let (factors, c) = only.unwrap_or_else(|| (Vec::new(), BigRational::zero()));
                return Value::Real(c, times(&front, &factors));
            }
            let power = |factors: &Factors, atom: u32| factors.iter().find(|f| f.0 == atom).map(|f| f.1);
            let common: Factors = first
                .iter()
                .filter_map(|(atom, _)| {
                    let powers: Option<Vec<i32>> = sum.keys().map(|factors| power(factors, *atom)).collect();
                    Some((*atom, powers?.into_iter().min()?))
                })
                .collect();
            if common.is_empty() {
                break;
            }
            let inverse: Factors = common.iter().map(|(atom, power)| (*atom, -power)).collect();
            front = times(&front, &common);
            let mut rest = Sum::new();
            for (factors, c) in sum {
                self.add(&mut rest, (c, times(&factors, &inverse)), &BigRational::one());
            }
            sum = rest;
        }
        let lead = sum.values().next().cloned().unwrap_or_else(BigRational::one);
        let terms = sum.into_iter().map(|(factors, c)| (factors, c / &lead)).collect();
        let atom = self.atom(Atom::Sum(terms));
        Value::Real(lead, times(&front, &vec![(atom, 1)]))
    }

    fn product(&mut self, a: Value, b: Value) -> (BigRational, Factors) {
        let ((c, f), (d, g)) = (self.real(a), self.real(b));
        let c = c * d;
        match c.is_zero() {
            true => (c, Vec::new()),
            false => (c, times(&f, &g)),
        }
    }

    fn scaled(&mut self, (c, f): (BigRational, Factors)) -> Value {
        if self.distribute {
            let mut sum = Sum::new();
            self.add(&mut sum, (c, f), &BigRational::one());
            return self.build(sum);
        }
        Value::Real(c, f)
    }

    pub(super) fn inverse(&mut self, value: Value) -> Option<Value> {
        let (c, f) = self.real(value);
        let inverse = f.iter().map(|(atom, power)| (*atom, -power)).collect();
        (!c.is_zero()).then(|| Value::Real(c.recip(), inverse))
    }

    pub(super) fn real_binary(&mut self, op: BinOp, ty: Ty, a: Value, b: Value) -> Value {
        match op {
            BinOp::Mul => {
                let product = self.product(a, b);
                self.scaled(product)
            }
            BinOp::Div => match self.inverse(b.clone()) {
                Some(inverse) => {
                    let quotient = self.product(a, inverse);
                    self.scaled(quotient)
                }
                None => self.op(ty, Op::Binary(op, ty, ty), vec![a, b]),
            },
            BinOp::Max | BinOp::Min => self.extreme(op == BinOp::Max, ty, vec![a, b]),
            BinOp::Add
            | BinOp::Sub
            | BinOp::Rem
            | BinOp::Shl
            | BinOp::Shr
            | BinOp::And
            | BinOp::Or
            | BinOp::Xor => self.op(ty, Op::Binary(op, ty, ty), vec![a, b]),
        }
    }

    /// The largest or smallest of values: of a set, in any order.
    pub(super) fn extreme(&mut self, largest: bool, ty: Ty, values: Vec<Value>) -> Value {
        let op = if largest { Op::Max } else { Op::Min };
        let mut set = BTreeSet::new();
        for value in values {
            match value.as_atom().map(|atom| &self.atoms[atom as usize]) {
                Some(Atom::Op(inner, values)) if *inner == op => set.extend(values.iter().cloned()),
                // Of nothing at all.
                Some(Atom::Literal(Ty::Float(kind), bits))
                    if to_float(*kind, *bits) == if largest { f64::NEG_INFINITY } else { f64::INFINITY } => {}
                Some(_) | None => drop(set.insert(value)),
            }
        }
        let mut values: Vec<Value> = set.into_iter().collect();
        match values.len() {
            1 => values.remove(0),
            _ => self.op(ty, op, values),
        }
    }

    pub(super) fn scaled_value(&mut self, value: Value) -> Value {
        let real = self.real(value);
        self.scaled(real)
    }

    /// The root of a square of rationals is one; any other is an atom.
    pub(super) fn sqrt(&mut self, value: Value, ty: Ty) -> Value {
        if let Value::Real(c, f) = &value {
            let root = BigRational::new(c.numer().abs().sqrt(), c.denom().sqrt());
            if f.is_empty() && !c.is_negative() && &root * &root == *c {
                return Value::Real(root, Vec::new());
            }
        }
        self.op(ty, Op::Sqrt, vec![value])
    }

    /// exp(sum of c t) = product of exp(t)^c.
    pub(super) fn exp(&mut self, value: Value, ty: Ty) -> Value {
        let (c, f) = self.real(value);
        if c.is_zero() {
            return Value::Real(BigRational::one(), Vec::new());
        }
        let terms = self.terms(c, f);
        self.split_exp |= terms.len() > 1;
        let mut product: Factors = Vec::new();
        let nothing = self
            .known
            .get(&Atom::Literal(ty, f32::NEG_INFINITY.to_bits().into()))
            .copied();
        if nothing.is_some_and(|atom| terms.iter().any(|(f, c)| c.is_positive() && *f == [(atom, 1)])) {
            return Value::Real(BigRational::zero(), Vec::new());
        }
        for (factors, c) in terms {
            let whole = c.is_integer().then(|| c.to_integer().to_i32()).flatten();
            let (unit, power) = match whole {
                Some(power) => (BigRational::one(), power),
                None => (c.abs(), if c.is_negative() { -1 } else { 1 }),
            };
            let atom = self.atom(Atom::Op(Op::Exp, vec![Value::Real(unit, factors)]));
            self.split_exp |= power != 1;
            product = times(&product, &vec![(atom, power)]);
        }
        Value::Real(BigRational::one(), product)
    }
}

/// A product of powers.
pub(super) fn times(a: &Factors, b: &Factors) -> Factors {
    let mut product: BTreeMap<u32, i32> = a.iter().copied().collect();
    for (atom, power) in b {
        *product.entry(*atom).or_insert(0) += power;
    }
    product.into_iter().filter(|(_, power)| *power != 0).collect()
}
