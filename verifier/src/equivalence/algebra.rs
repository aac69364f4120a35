//! Terms in a normal form: two that are equal by the laws that are granted become one.
//!
//! Integers are polynomials modulo their width, always. Floats are rational functions over the reals if that is granted
//! ([`Algebra::new`]), else operations as they are written, of which sums and products commute. A real is a coefficient times powers of
//! *atoms*; a sum is an atom without common factors, so that what all its terms share stands in front of it: that is what makes
//! softmax with and without its maximum one term.

mod choice;
mod integer;
mod real;

use crate::replay::{Graph, Node, Sym, to_float};
use kverify_frontend::ir::{BinOp, CmpOp, FloatKind, Function, PureFn, Ty, UnOp};
use num::BigRational;
use num::traits::One;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Powers of atoms, sorted.
type Factors = Vec<(u32, i32)>;

/// A value in normal form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Value {
    /// A coefficient times powers of atoms.
    Real(BigRational, Factors),
    /// Anything else is an atom.
    Atom(u32),
}

impl Value {
    /// The atom that it is, with no coefficient and no power.
    fn as_atom(&self) -> Option<u32> {
        match self {
            Value::Atom(atom) => Some(*atom),
            Value::Real(c, f) if c.is_one() && f.len() == 1 && f[0].1 == 1 => Some(f[0].0),
            Value::Real(..) => None,
        }
    }
}

/// An operator whose laws are not used.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Op {
    Unary(UnOp, Ty),
    Binary(BinOp, Ty, Ty),
    Compare(CmpOp, Ty),
    Cast(Ty, Ty),
    Choose,
    Call(String, Ty),
    Max,
    Min,
    /// e to the power of it.
    Exp,
    Sqrt,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Atom {
    /// What is given, or a node that is taken as it stands.
    Leaf(Sym),
    Literal(Ty, u128),
    /// Without common factors; the first coefficient is 1.
    Sum(Vec<(Factors, BigRational)>),
    /// Modulo 2 to the power of the width.
    Poly(u32, Vec<(Vec<u32>, u128)>),
    Op(Op, Vec<Value>),
}

/// Steps after which a comparison is given up.
const MOST_STEPS: u64 = 3_000_000;

/// Brings terms of a graph into normal form.
pub(super) struct Algebra<'g> {
    graph: &'g Graph,
    /// Floats are reals.
    reals: bool,
    /// Products of sums are multiplied out.
    distribute: bool,
    atoms: Vec<Atom>,
    known: FxHashMap<Atom, u32>,
    values: FxHashMap<Sym, Value>,
    steps: u64,
    /// Whether `exp(a + b) = exp(a) exp(b)` was used.
    pub split_exp: bool,
}

impl<'g> Algebra<'g> {
    /// With floats as reals, or as the machine has them.
    pub fn new(graph: &'g Graph, reals: bool, distribute: bool) -> Algebra<'g> {
        Algebra {
            graph,
            reals,
            distribute,
            atoms: Vec::new(),
            known: FxHashMap::default(),
            values: FxHashMap::default(),
            steps: 0,
            split_exp: false,
        }
    }

    /// Whether two terms are equal by the laws; that they are not says nothing.
    pub fn are_equal(&mut self, a: Sym, b: Sym) -> bool {
        if a == b {
            return true;
        }
        self.evaluate(&[a, b]);
        self.steps < MOST_STEPS && self.values.contains_key(&a) && self.values.get(&a) == self.values.get(&b)
    }

    /// Whether it was given up.
    pub fn is_exhausted(&self) -> bool {
        self.steps >= MOST_STEPS
    }

    /// Operands first. A sum of sums is taken as one: parts of it have no value of their own.
    fn evaluate(&mut self, roots: &[Sym]) {
        let mut needed: BTreeSet<Sym> = BTreeSet::new();
        let mut open: Vec<(Sym, bool)> = roots.iter().map(|&root| (root, true)).collect();
        let mut seen: BTreeSet<(Sym, bool)> = BTreeSet::new();
        while let Some((sym, is_needed)) = open.pop() {
            if self.values.contains_key(&sym) || !seen.insert((sym, is_needed)) {
                continue;
            }
            let node = self.graph.node(sym);
            let additive = self.addends(node);
            if is_needed || additive.is_none() {
                needed.insert(sym);
            }
            match additive {
                Some(_) => {
                    let fused = matches!(node, Node::Call(..));
                    let operands = node.operands().into_iter().enumerate();
                    open.extend(operands.map(|(n, operand)| (operand, fused && n < 2)));
                }
                None => open.extend(node.operands().into_iter().map(|operand| (operand, true))),
            }
        }
        for sym in needed {
            if self.steps < MOST_STEPS {
                let value = self.value(sym);
                self.values.insert(sym, value);
            }
        }
    }

    /// What a node adds up, with signs, if it is a sum of reals.
    fn addends(&self, node: &Node) -> Option<Vec<(Sym, bool)>> {
        if !self.reals || !matches!(node.ty(), Ty::Float(_)) {
            return None;
        }
        match node {
            Node::Binary(BinOp::Add, _, _, a, b) => Some(vec![(*a, true), (*b, true)]),
            Node::Binary(BinOp::Sub, _, _, a, b) => Some(vec![(*a, true), (*b, false)]),
            Node::Unary(UnOp::Neg, _, a) => Some(vec![(*a, false)]),
            Node::Call(PureFn::Library(Function::fma | Function::mad), _, args) if args.len() == 3 => {
                Some(vec![(args[2].1, true)])
            }
            _ => None,
        }
    }

    fn of(&mut self, sym: Sym) -> Value {
        match self.values.get(&sym) {
            Some(value) => value.clone(),
            None => Value::Atom(self.atom(Atom::Leaf(sym))),
        }
    }

    fn atom(&mut self, atom: Atom) -> u32 {
        if let Some(&id) = self.known.get(&atom) {
            return id;
        }
        let id = self.atoms.len() as u32;
        self.atoms.push(atom.clone());
        self.known.insert(atom, id);
        id
    }

    fn value(&mut self, sym: Sym) -> Value {
        self.steps += 1;
        let node = self.graph.node(sym).clone();
        if self.addends(&node).is_some() {
            return self.sum_of(sym);
        }
        let is_real = self.reals && matches!(node.ty(), Ty::Float(_));
        match node {
            Node::Literal(ty, bits) => self.literal(ty, bits),
            Node::Input { ty, .. } | Node::Scalar(_, ty) | Node::Anything(_, ty) => {
                let leaf = self.atom(Atom::Leaf(sym));
                self.wrap(ty, leaf)
            }
            Node::Unary(op, ty, a) => {
                let a = self.of(a);
                self.unary(op, ty, a)
            }
            Node::Binary(op, ty, _, a, b) if is_real => {
                let (a, b) = (self.of(a), self.of(b));
                self.real_binary(op, ty, a, b)
            }
            Node::Binary(op, ty, amount, a, b) => {
                let (a, b) = (self.of(a), self.of(b));
                self.plain_binary(op, ty, amount, a, b)
            }
            Node::Compare(op, ty, a, b) => {
                let (a, b) = (self.of(a), self.of(b));
                self.compare(op, ty, a, b)
            }
            Node::Cast(from, to, a) => {
                let a = self.of(a);
                self.cast(from, to, a)
            }
            Node::Choose(ty, cond, a, b) => {
                let (cond, a, b) = (self.of(cond), self.of(a), self.of(b));
                self.choose(ty, cond, a, b)
            }
            Node::Call(function, ty, args) => {
                let values: Vec<Value> = args.iter().map(|(_, arg)| self.of(*arg)).collect();
                self.call(
                    &function,
                    ty,
                    values,
                    &args.iter().map(|(ty, _)| *ty).collect::<Vec<_>>(),
                )
            }
            // Equal reals need not have equal bits: only what is computed alike has.
            Node::Part(ty, ..) | Node::Join(ty, _) => {
                let leaf = self.atom(Atom::Leaf(sym));
                self.wrap(ty, leaf)
            }
        }
    }

    /// An atom as a value of a type.
    fn wrap(&mut self, ty: Ty, atom: u32) -> Value {
        match ty {
            Ty::Float(_) if self.reals => Value::Real(BigRational::one(), vec![(atom, 1)]),
            _ => Value::Atom(atom),
        }
    }

    fn op(&mut self, ty: Ty, op: Op, args: Vec<Value>) -> Value {
        let atom = self.atom(Atom::Op(op, args));
        self.wrap(ty, atom)
    }

    fn literal(&mut self, ty: Ty, bits: u128) -> Value {
        if let (Ty::Float(kind), true) = (ty, self.reals)
            && let Some(number) = BigRational::from_float(to_float(kind, bits))
        {
            return Value::Real(number, Vec::new());
        }
        let id = self.atom(Atom::Literal(ty, bits));
        match ty {
            Ty::Int { bits: width, .. } => self.poly(width.into(), BTreeMap::from([(Vec::new(), bits)])),
            _ => self.wrap(ty, id),
        }
    }

    fn unary(&mut self, op: UnOp, ty: Ty, a: Value) -> Value {
        match (op, ty) {
            (UnOp::Neg, Ty::Int { bits, .. }) => self.linear(bits, &[(a, u128::MAX)], 0),
            // ~a = -a - 1
            (UnOp::BitNot, Ty::Int { bits, .. }) => self.linear(bits, &[(a, u128::MAX)], u128::MAX),
            (UnOp::Not, _) => self.negation(a),
            _ => self.op(ty, Op::Unary(op, ty), vec![a]),
        }
    }

    fn cast(&mut self, from: Ty, to: Ty, a: Value) -> Value {
        match (from, to) {
            // Values of the narrower format are values of the wider one; rounding to single precision is disregarded like that of sums.
            (Ty::Float(_), Ty::Float(FloatKind::F32 | FloatKind::F64)) if self.reals => a,
            (Ty::Int { bits: x, .. }, Ty::Int { bits: y, .. }) if x == y => a,
            _ => self.op(to, Op::Cast(from, to), vec![a]),
        }
    }

    fn call(&mut self, function: &PureFn, ty: Ty, mut args: Vec<Value>, types: &[Ty]) -> Value {
        let as_written = |args| (Op::Call(format!("{}{types:?}", function.name()), ty), args);
        if let (PureFn::Library(function), true) = (function, self.reals && matches!(ty, Ty::Float(_))) {
            match (function, args.len()) {
                (Function::exp, 1) => return self.exp(args.remove(0), ty),
                (Function::sqrt, 1) => return self.sqrt(args.remove(0), ty),
                (Function::rsqrt, 1) => {
                    let root = self.sqrt(args[0].clone(), ty);
                    if let Some(inverse) = self.inverse(root) {
                        return inverse;
                    }
                }
                (Function::recip, 1) => {
                    if let Some(inverse) = self.inverse(args[0].clone()) {
                        return self.scaled_value(inverse);
                    }
                }
                _ => {}
            }
        }
        let (op, args) = as_written(args);
        self.op(ty, op, args)
    }
}
