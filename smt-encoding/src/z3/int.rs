//! Terms to Z3 integers.
//!
//! All is exact but for `x & y` and `2^x` of variables, which are uninterpreted functions with instantiated axioms
//! (`unsat` stays a proof; a model is checked by evaluation). `x | y` and `x ^ y` are written with `x & y`.

use super::Formula;
use super::horner::{Factor, Polynomial};
use super::model::Leaf;
use super::scope::Scope;
use crate::term::{BitOp, FnId, Node, Range, Sort, TermId, Terms};
use std::collections::BTreeMap;
use z3::ast::{Ast, Bool, Dynamic, Int};
use z3::{FuncDecl, Sort as ZSort};

/// A masked value of at most this many bits is written bit by bit.
const BLASTED_BITS: u32 = 8;

/// Exponents below this are tabulated.
const TABULATED: i128 = 64;

/// A translated term.
#[derive(Clone)]
enum Ast3 {
    Int(Int),
    Bool(Bool),
}

struct Translator<'a, 'b> {
    scope: &'b Scope<'a>,
    /// Ordered, so that Z3 gets its terms back in an order: it gives their numbers out again, and searches by them.
    memo: BTreeMap<TermId, Ast3>,
    /// Facts about leaves and stand-ins.
    facts: Vec<Bool>,
    leaves: Vec<(TermId, Leaf)>,
    /// Operands and value of each `x ^ y`, for the axioms that relate two of them.
    xors: Vec<([TermId; 2], Int)>,
    /// Argument and value of each `2^x`.
    powers: Vec<(TermId, Int)>,
}

pub(super) fn translate(scope: &Scope<'_>, conjuncts: &[TermId]) -> Formula {
    let mut translator = Translator {
        scope,
        memo: BTreeMap::new(),
        facts: Vec::new(),
        leaves: Vec::new(),
        xors: Vec::new(),
        powers: Vec::new(),
    };
    for &t in &scope.order {
        let ast = translator.node(t);
        translator.memo.insert(t, ast);
    }
    translator.relate_xors();
    translator.relate_powers();
    let mut asserts = std::mem::take(&mut translator.facts);
    asserts.extend(conjuncts.iter().map(|&c| translator.bool(c)));
    Formula {
        asserts,
        leaves: translator.leaves,
        narrowed: None,
    }
}

fn int(v: i128) -> Int {
    i64::try_from(v).map_or_else(|_| Int::from_i128(v), Int::from_i64)
}

impl Translator<'_, '_> {
    fn terms(&self) -> &Terms {
        self.scope.terms
    }

    /// The integer of a term that was translated before (its sort says that it is one).
    fn int(&self, t: TermId) -> Int {
        match self.memo.get(&t) {
            Some(Ast3::Int(a)) => a.clone(),
            Some(Ast3::Bool(a)) => a.ite(&int(1), &int(0)),
            None => int(0),
        }
    }

    fn bool(&self, t: TermId) -> Bool {
        match self.memo.get(&t) {
            Some(Ast3::Bool(a)) => a.clone(),
            Some(Ast3::Int(a)) => a.eq(int(0)).not(),
            None => Bool::from_bool(false),
        }
    }

    fn node(&mut self, t: TermId) -> Ast3 {
        let terms = self.scope.terms;
        match terms.node(t) {
            Node::Bool(v) => Ast3::Bool(Bool::from_bool(*v)),
            Node::Sym(s) => {
                let name = self.scope.symbol(*s);
                let leaf = match terms.sort(t) {
                    Sort::Bool => Ast3::Bool(Bool::new_const(name)),
                    _ => Ast3::Int(Int::new_const(name)),
                };
                self.leaf(t, leaf, terms.symbols[*s].range)
            }
            Node::App(f, args) => {
                let app = self.app(t, *f, args);
                self.leaf(t, app, terms.functions[*f].range)
            }
            Node::Le0(a) => Ast3::Bool(self.compare(*a, |l, r| l.le(r))),
            Node::Eq0(a) => Ast3::Bool(self.equation(*a)),
            Node::Same(a, b) => Ast3::Bool(match (&self.memo[a], &self.memo[b]) {
                (Ast3::Bool(a), Ast3::Bool(b)) => a.iff(b),
                _ => self.int(*a).eq(self.int(*b)),
            }),
            Node::Not(a) => Ast3::Bool(self.bool(*a).not()),
            Node::And(parts) => {
                let parts: Vec<Bool> = parts.iter().map(|&p| self.bool(p)).collect();
                Ast3::Bool(Bool::and(&parts))
            }
            Node::Or(parts) => {
                let parts: Vec<Bool> = parts.iter().map(|&p| self.bool(p)).collect();
                Ast3::Bool(Bool::or(&parts))
            }
            node => Ast3::Int(self.integer(t, node)),
        }
    }

    fn integer(&mut self, t: TermId, node: &Node) -> Int {
        match node {
            Node::Int(v) => int(*v),
            Node::Float(_, bits) => int(i128::from(*bits)),
            Node::Sum(parts, k) => self.linear(parts, *k),
            Node::Product(factors) => {
                let factors: Vec<Int> = factors.iter().map(|&f| self.int(f)).collect();
                Int::mul(&factors)
            }
            Node::Div(a, b) => self.by_sign(*a, &self.int(*b), |a, b| a.div(b)),
            Node::Rem(a, b) => self.by_sign(*a, &self.int(*b), |a, b| a.modulo(b)),
            Node::FloorDiv(a, k) => self.int(*a).div(int(*k)),
            Node::FloorMod(a, k) => self.int(*a).modulo(int(*k)),
            Node::Pow2(a) => self.pow2(*a),
            Node::ShiftRight(a, b) => {
                let p = self.pow2(*b);
                self.int(*a).div(p)
            }
            Node::Bits(op, a, b) => self.bitwise(t, *op, *a, *b),
            Node::Wrap { bits, signed, arg } => wrap(&self.int(*arg), *bits, *signed),
            Node::Ite(c, a, b) => self.bool(*c).ite(&self.int(*a), &self.int(*b)),
            _ => int(0),
        }
    }

    fn linear(&self, parts: &[(TermId, i128)], k: i128) -> Int {
        let mut all: Vec<Int> = parts
            .iter()
            .map(|&(t, c)| match c {
                1 => self.int(t),
                c => Int::mul(&[int(c), self.int(t)]),
            })
            .collect();
        if k != 0 || all.is_empty() {
            all.push(int(k));
        }
        match all.as_slice() {
            [one] => one.clone(),
            _ => Int::add(&all),
        }
    }

    /// `d ⋈ 0` with the negative parts moved to the right.
    fn compare(&self, d: TermId, relation: impl Fn(&Int, &Int) -> Bool) -> Bool {
        let (parts, k) = self.terms().linear(d);
        let left: Vec<_> = parts.iter().copied().filter(|p| p.1 > 0).collect();
        let right: Vec<_> = parts
            .iter()
            .filter(|p| p.1 < 0)
            .map(|&(t, c)| (t, c.wrapping_neg()))
            .collect();
        let (lk, rk) = if k > 0 { (k, 0) } else { (0, k.wrapping_neg()) };
        relation(&self.linear(&left, lk), &self.linear(&right, rk))
    }

    /// `d = 0`, nonlinear sums nested.
    fn equation(&mut self, d: TermId) -> Bool {
        let (parts, k) = self.terms().linear(d);
        let polynomial = Polynomial::of(self.terms(), &parts, k);
        if polynomial.is_linear() {
            return self.compare(d, |l, r| l.eq(r));
        }
        self.nested(&polynomial).eq(int(0))
    }

    /// A polynomial with its quotients named.
    fn nested(&mut self, p: &Polynomial) -> Int {
        let Some(parts) = p.factor() else {
            return self.polynomial(p);
        };
        let quotient = self.nested(&parts.quotient);
        let name = Int::new_const(format!("quotient!{}", self.facts.len()));
        self.facts.push(name.eq(&quotient));
        let rest = self.nested(&parts.rest);
        let factor = match parts.factor {
            Factor::Number(k) => int(k),
            Factor::Atom(t) => self.int(t),
        };
        Int::add(&[Int::mul(&[factor, name]), rest])
    }

    fn polynomial(&self, p: &Polynomial) -> Int {
        let mut all: Vec<Int> = p
            .monomials
            .iter()
            .map(|(c, factors)| {
                let mut product: Vec<Int> = factors.iter().map(|&f| self.int(f)).collect();
                if *c != 1 {
                    product.insert(0, int(*c));
                }
                Int::mul(&product)
            })
            .collect();
        all.push(int(p.k));
        Int::add(&all)
    }

    /// C's operators truncate, Z3's are Euclidean: equal for `a >= 0`, and `op(a, b) = -op(-a, b)`.
    fn by_sign(&self, a: TermId, b: &Int, op: impl Fn(&Int, &Int) -> Int) -> Int {
        let (x, r) = (self.int(a), self.terms().range(a));
        let negated = || op(&x.unary_minus(), b).unary_minus();
        if r.at_least(0) {
            op(&x, b)
        } else if r.at_most(0) {
            negated()
        } else {
            x.ge(int(0)).ite(&op(&x, b), &negated())
        }
    }

    fn leaf(&mut self, t: TermId, ast: Ast3, range: Range) -> Ast3 {
        let leaf = match (&ast, self.terms().sort(t)) {
            (Ast3::Bool(a), _) => Leaf::Bool(a.clone()),
            (Ast3::Int(a), Sort::Float(_)) => Leaf::Float(a.clone()),
            (Ast3::Int(a), _) => {
                self.bound(a, range);
                Leaf::Int(a.clone())
            }
        };
        self.leaves.push((t, leaf));
        ast
    }

    fn bound(&mut self, a: &Int, range: Range) {
        self.facts.extend(range.lo.map(|lo| int(lo).le(a)));
        self.facts.extend(range.hi.map(|hi| a.le(int(hi))));
    }

    fn app(&self, t: TermId, f: FnId, args: &[TermId]) -> Ast3 {
        let sort_of = |u: TermId| match self.terms().sort(u) {
            Sort::Bool => ZSort::bool(),
            _ => ZSort::int(),
        };
        let domain: Vec<ZSort> = args.iter().map(|&a| sort_of(a)).collect();
        let domain: Vec<&ZSort> = domain.iter().collect();
        let name = self.scope.function(f, args);
        let decl = FuncDecl::new(name, &domain, &sort_of(t));
        let args: Vec<Dynamic> = args
            .iter()
            .map(|a| match &self.memo[a] {
                Ast3::Int(a) => Dynamic::from_ast(a),
                Ast3::Bool(a) => Dynamic::from_ast(a),
            })
            .collect();
        let args: Vec<&dyn Ast> = args.iter().map(|a| a as &dyn Ast).collect();
        let value = decl.apply(&args);
        match (value.as_int(), value.as_bool()) {
            (Some(a), _) => Ast3::Int(a),
            (_, Some(a)) => Ast3::Bool(a),
            _ => Ast3::Int(int(0)),
        }
    }

    /// `2^a`, with `2^a = 1` for `a <= 0`.
    fn pow2(&mut self, a: TermId) -> Int {
        if let Some((_, p)) = self.powers.iter().find(|(b, _)| *b == a) {
            return p.clone();
        }
        let (x, range) = (self.int(a), self.terms().range(a));
        let (lo, hi) = (range.lo.map_or(0, |lo| lo.max(0)), range.hi);
        if let Some(hi) = hi.filter(|hi| (0..TABULATED).contains(hi)) {
            // A table, the last entry first.
            let top = int(1 << hi);
            return (lo..hi)
                .rev()
                .fold(top, |rest, i| x.le(int(i)).ite(&int(1 << i), &rest));
        }
        let name = format!("pow2!{}", self.powers.len());
        let p = Int::new_const(name);
        // p >= 1; p >= 1 + a; p is 1 for a <= 0, and even for others.
        self.facts.push(p.ge(int(1)));
        self.facts.push(p.gt(&x));
        let half = Int::new_const(format!("pow2half!{}", self.powers.len()));
        self.facts.push(x.le(int(0)).ite(
            &p.eq(int(1)),
            &Bool::and(&[p.eq(Int::mul(&[int(2), half.clone()])), half.ge(int(1))]),
        ));
        for i in 0..8 {
            self.facts.push(x.eq(int(i)).implies(p.eq(int(1 << i))));
        }
        self.powers.push((a, p.clone()));
        p
    }

    /// Powers of two are monotone, and of two different ones the smaller is at most half of the larger.
    fn relate_powers(&mut self) {
        for i in 0..self.powers.len() {
            for j in 0..i {
                let ((a, p), (b, q)) = (&self.powers[i], &self.powers[j]);
                let (x, y, zero) = (self.int(*a), self.int(*b), int(0));
                let twice = |v: &Int| Int::mul(&[int(2), v.clone()]);
                let larger = |x: &Int| x.gt(&zero);
                let facts = [
                    x.eq(&y).implies(p.eq(q)),
                    Bool::and(&[x.lt(&y), larger(&y)]).implies(twice(p).le(q)),
                    Bool::and(&[y.lt(&x), larger(&x)]).implies(twice(q).le(p)),
                ];
                self.facts.extend(facts);
            }
        }
    }

    /// `x | y = x + y - (x & y)`, `x ^ y = x + y - 2(x & y)`.
    fn bitwise(&mut self, t: TermId, op: BitOp, a: TermId, b: TermId) -> Int {
        let (x, y) = (self.int(a), self.int(b));
        let both = self.conjunction(a, b);
        match op {
            BitOp::And => both,
            BitOp::Or => Int::sub(&[Int::add(&[x, y]), both]),
            BitOp::Xor => {
                let value = Int::sub(&[Int::add(&[x, y]), Int::mul(&[int(2), both])]);
                self.xors.push(([a, b], value.clone()));
                let range = self.terms().range(t);
                self.bound(&value, range);
                value
            }
        }
    }

    /// `a & b`
    fn conjunction(&mut self, a: TermId, b: TermId) -> Int {
        let terms = self.scope.terms;
        let (ra, rb) = (terms.range(a), terms.range(b));
        let bits = |r: Range| match r {
            Range {
                lo: Some(0..),
                hi: Some(hi),
            } => 128 - hi.leading_zeros(),
            _ => u32::MAX,
        };
        let (x, y) = (self.int(a), self.int(b));
        let few = bits(ra).min(bits(rb));
        if few <= BLASTED_BITS {
            // Σ 2^i · (bit i of a ∧ bit i of b)
            let bit = |v: &Int, i: u32| v.div(int(1 << i)).modulo(int(2)).eq(int(1));
            let parts: Vec<Int> = (0..few)
                .map(|i| Bool::and(&[bit(&x, i), bit(&y, i)]).ite(&int(1 << i), &int(0)))
                .collect();
            return if parts.is_empty() {
                int(0)
            } else {
                Int::add(&parts)
            };
        }
        let and = FuncDecl::new("bitand", &[&ZSort::int(), &ZSort::int()], &ZSort::int());
        let Some(v) = and.apply(&[&x, &y]).as_int() else {
            return int(0);
        };
        // 0 <= x & y <= x where x >= 0; x & y <= x and <= y where both are negative; x & y >= 0 unless both are.
        let zero = int(0);
        for z in [&x, &y] {
            self.facts
                .push(z.ge(&zero).implies(Bool::and(&[v.ge(&zero), v.le(z)])));
        }
        let negative = Bool::and(&[x.lt(&zero), y.lt(&zero)]);
        self.facts
            .push(negative.implies(Bool::and(&[v.lt(&zero), v.le(&x), v.le(&y)])));
        self.facts.push(x.eq(&y).implies(v.eq(&x)));
        self.facts.push(x.eq(&zero).implies(v.eq(&zero)));
        self.facts.push(y.eq(&zero).implies(v.eq(&zero)));
        // x | y = x + y - (x & y) is at least both where both are >= 0: follows from the bounds above.
        v
    }

    /// `x ^ z = y ^ z ⇔ x = y` and `x = y ^ z ⇔ y = x ^ z`, for every two with a common operand.
    fn relate_xors(&mut self) {
        let mut facts = Vec::new();
        for (i, (first, v)) in self.xors.iter().enumerate() {
            for &p in first {
                facts.push(v.eq(self.int(p)).iff(self.other_is_zero(*first, p)));
            }
            for (second, w) in &self.xors[..i] {
                for (&p, &q) in first.iter().flat_map(|p| second.iter().map(move |q| (p, q))) {
                    if p != q {
                        continue;
                    }
                    let (x, y) = (self.int(other(*first, p)), self.int(other(*second, p)));
                    facts.push(v.eq(w).iff(x.eq(&y)));
                    facts.push(x.eq(w).iff(y.eq(v)));
                }
            }
        }
        self.facts.extend(facts);
    }

    fn other_is_zero(&self, operands: [TermId; 2], p: TermId) -> Bool {
        self.int(other(operands, p)).eq(int(0))
    }
}

fn other(operands: [TermId; 2], p: TermId) -> TermId {
    if operands[0] == p {
        operands[1]
    } else {
        operands[0]
    }
}

fn wrap(a: &Int, bits: u8, signed: bool) -> Int {
    let turn = int(1 << bits.min(126));
    if !signed {
        return a.modulo(&turn);
    }
    let half = int(1 << (bits.min(126) - 1));
    let shifted = Int::add(&[a.clone(), half.clone()]).modulo(&turn);
    Int::sub(&[shifted, half])
}
