//! Terms in a normal form: two that are equal by the laws that are granted become one.
//!
//! Integers are polynomials modulo their width, always. Floats are rational functions over the reals if that is granted
//! ([`Algebra::new`]), else operations as they are written, of which sums and products commute. A real is a coefficient times powers of
//! *atoms*; a sum is an atom without common factors, so that what all its terms share stands in front of it: that is what makes
//! softmax with and without its maximum one term.

use crate::replay::{Graph, Node, Sym, to_float};
use kverify_frontend::ir::{BinOp, CmpOp, FloatKind, Function, PureFn, Ty, UnOp};
use num::BigRational;
use num::traits::{One, Signed, ToPrimitive, Zero};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Powers of atoms, sorted.
type Factors = Vec<(u32, i32)>;
/// A sum of products of atoms.
type Sum = BTreeMap<Factors, BigRational>;

/// A value in normal form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Value {
    /// A coefficient times powers of atoms.
    Real(BigRational, Factors),
    /// Anything else is an atom.
    Atom(u32),
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
    known: HashMap<Atom, u32>,
    values: HashMap<Sym, Value>,
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
            known: HashMap::new(),
            values: HashMap::new(),
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

    /// A sum with all that its parts add up.
    fn sum_of(&mut self, root: Sym) -> Value {
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

    fn inverse(&mut self, value: Value) -> Option<Value> {
        let (c, f) = self.real(value);
        let inverse = f.iter().map(|(atom, power)| (*atom, -power)).collect();
        (!c.is_zero()).then(|| Value::Real(c.recip(), inverse))
    }

    fn real_binary(&mut self, op: BinOp, ty: Ty, a: Value, b: Value) -> Value {
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
    fn extreme(&mut self, largest: bool, ty: Ty, values: Vec<Value>) -> Value {
        let op = if largest { Op::Max } else { Op::Min };
        let mut set = BTreeSet::new();
        for value in values {
            let atom = match &value {
                Value::Atom(atom) => Some(*atom),
                Value::Real(c, f) if c.is_one() && f.len() == 1 && f[0].1 == 1 => Some(f[0].0),
                Value::Real(..) => None,
            };
            match atom.map(|atom| &self.atoms[atom as usize]) {
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

    fn unary(&mut self, op: UnOp, ty: Ty, a: Value) -> Value {
        match (op, ty) {
            (UnOp::Neg, Ty::Int { bits, .. }) => self.linear(bits, &[(a, u128::MAX)], 0),
            // ~a = -a - 1
            (UnOp::BitNot, Ty::Int { bits, .. }) => self.linear(bits, &[(a, u128::MAX)], u128::MAX),
            (UnOp::Not, _) => self.negation(a),
            _ => self.op(ty, Op::Unary(op, ty), vec![a]),
        }
    }

    fn negation(&mut self, a: Value) -> Value {
        let not = Op::Unary(UnOp::Not, Ty::Bool);
        if let Value::Atom(atom) = a {
            match self.atoms[atom as usize].clone() {
                Atom::Op(op, mut args) if op == not => return args.remove(0),
                Atom::Literal(Ty::Bool, bits) => return self.literal(Ty::Bool, 1 - bits.min(1)),
                Atom::Op(Op::Compare(CmpOp::Lt, ty), args) if self.is_ordered(ty) => {
                    let args = args.into_iter().rev().collect();
                    return self.op(Ty::Bool, Op::Compare(CmpOp::Le, ty), args);
                }
                Atom::Op(Op::Compare(CmpOp::Le, ty), args) if self.is_ordered(ty) => {
                    let args = args.into_iter().rev().collect();
                    return self.op(Ty::Bool, Op::Compare(CmpOp::Lt, ty), args);
                }
                Atom::Leaf(_) | Atom::Literal(..) | Atom::Sum(_) | Atom::Poly(..) | Atom::Op(..) => {}
            }
        }
        self.op(Ty::Bool, not, vec![a])
    }

    /// Whether of two different values one is the smaller: there is no NaN.
    fn is_ordered(&self, ty: Ty) -> bool {
        self.reals || !matches!(ty, Ty::Float(_))
    }

    fn compare(&mut self, op: CmpOp, ty: Ty, a: Value, b: Value) -> Value {
        if let (Value::Real(x, f), Value::Real(y, g)) = (&a, &b)
            && f.is_empty()
            && g.is_empty()
        {
            return self.literal(Ty::Bool, op.holds(x, y).into());
        }
        let (op, a, b) = match op {
            CmpOp::Gt => (CmpOp::Lt, b, a),
            CmpOp::Ge => (CmpOp::Le, b, a),
            CmpOp::Eq | CmpOp::Ne if b < a => (op, b, a),
            CmpOp::Eq | CmpOp::Ne | CmpOp::Lt | CmpOp::Le => (op, a, b),
        };
        if op == CmpOp::Ne {
            let equal = self.op(Ty::Bool, Op::Compare(CmpOp::Eq, ty), vec![a, b]);
            return self.negation(equal);
        }
        self.op(Ty::Bool, Op::Compare(op, ty), vec![a, b])
    }

    fn choose(&mut self, ty: Ty, cond: Value, a: Value, b: Value) -> Value {
        if a == b {
            return a;
        }
        let Value::Atom(atom) = cond else {
            return self.op(ty, Op::Choose, vec![cond, a, b]);
        };
        match self.atoms[atom as usize].clone() {
            Atom::Literal(_, bits) => return if bits != 0 { a } else { b },
            Atom::Op(Op::Unary(UnOp::Not, _), mut args) => return self.choose(ty, args.remove(0), b, a),
            Atom::Op(Op::Compare(CmpOp::Lt | CmpOp::Le, of), args) if of == ty && self.is_ordered(ty) => {
                let is_min = args == [a.clone(), b.clone()];
                if is_min || args == [b.clone(), a.clone()] {
                    let op = if is_min { BinOp::Min } else { BinOp::Max };
                    return match ty {
                        Ty::Float(_) => self.extreme(!is_min, ty, args),
                        _ => self.plain_binary(op, ty, ty, a, b),
                    };
                }
            }
            Atom::Leaf(_) | Atom::Sum(_) | Atom::Poly(..) | Atom::Op(..) => {}
        }
        let [a, b] = [(a, 1), (b, 2)].map(|(value, way)| self.under(&cond, value, way));
        if a == b {
            return a;
        }
        self.op(ty, Op::Choose, vec![cond, a, b])
    }

    /// A value where the condition is known: what is chosen by the same one is settled.
    fn under(&self, cond: &Value, value: Value, way: usize) -> Value {
        let atom = match &value {
            Value::Atom(atom) => *atom,
            Value::Real(c, f) if c.is_one() && f.len() == 1 && f[0].1 == 1 => f[0].0,
            Value::Real(..) => return value,
        };
        match &self.atoms[atom as usize] {
            Atom::Op(Op::Choose, args) if args[0] == *cond => args[way].clone(),
            Atom::Op(..) | Atom::Leaf(_) | Atom::Literal(..) | Atom::Sum(_) | Atom::Poly(..) => value,
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

    fn scaled_value(&mut self, value: Value) -> Value {
        let real = self.real(value);
        self.scaled(real)
    }

    /// The root of a square of rationals is one; any other is an atom.
    fn sqrt(&mut self, value: Value, ty: Ty) -> Value {
        if let Value::Real(c, f) = &value {
            let root = BigRational::new(c.numer().abs().sqrt(), c.denom().sqrt());
            if f.is_empty() && !c.is_negative() && &root * &root == *c {
                return Value::Real(root, Vec::new());
            }
        }
        self.op(ty, Op::Sqrt, vec![value])
    }

    /// exp(sum of c t) = product of exp(t)^c.
    fn exp(&mut self, value: Value, ty: Ty) -> Value {
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

    fn plain_binary(&mut self, op: BinOp, ty: Ty, amount: Ty, a: Value, b: Value) -> Value {
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

    fn linear(&mut self, bits: u8, parts: &[(Value, u128)], constant: u128) -> Value {
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

    fn poly(&mut self, bits: u32, sum: BTreeMap<Vec<u32>, u128>) -> Value {
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

/// A product of powers.
fn times(a: &Factors, b: &Factors) -> Factors {
    let mut product: BTreeMap<u32, i32> = a.iter().copied().collect();
    for (atom, power) in b {
        *product.entry(*atom).or_insert(0) += power;
    }
    product.into_iter().filter(|(_, power)| *power != 0).collect()
}
