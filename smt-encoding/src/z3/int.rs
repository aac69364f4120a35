//! Terms to Z3 integers.
//!
//! All is exact but for `x & y` and `2^x` of variables, which are stand-ins ([`mod@stand_in`]): `unsat` stays a proof, and a
//! model is checked by evaluation.

mod stand_in;

use super::Formula;
use super::horner::{Factor, Polynomial};
use super::model::Leaf;
use super::scope::Scope;
use super::walk::{self, Arithmetic};
use crate::term::{Node, Range, Sort, TermId, Terms};
use z3::Sort as ZSort;
use z3::ast::{Bool, Dynamic, Int};

/// Powers of two below this are listed where something is said to be one.
const LISTED: i128 = 1 << 40;

/// Mathematical integers.
#[derive(Default)]
struct Integers {
    /// Operands and value of each `x ^ y`, for the axioms that relate two of them.
    xors: Vec<([TermId; 2], Int)>,
    /// Argument and value of each `2^x`.
    powers: Vec<(TermId, Int)>,
}

type Walk<'a, 'b> = walk::Walk<'a, 'b, Integers>;

pub(super) fn translate(scope: &Scope<'_>, conjuncts: &[TermId]) -> Formula {
    walk::translate(scope, Integers::default(), conjuncts, None)
}

fn int(v: i128) -> Int {
    i64::try_from(v).map_or_else(|_| Int::from_i128(v), Int::from_i64)
}

impl Arithmetic for Integers {
    type Int = Int;

    fn number(&self, v: i128) -> Int {
        int(v)
    }

    fn symbol(&self, name: &str, _sort: Sort) -> Int {
        Int::new_const(name)
    }

    fn sort(&self, _sort: Sort) -> ZSort {
        ZSort::int()
    }

    fn value(&self, app: &Dynamic) -> Option<Int> {
        app.as_int()
    }

    fn leaf(&self, a: &Int, sort: Sort) -> Leaf {
        match sort {
            Sort::Float(_) => Leaf::Float(a.clone()),
            _ => Leaf::Int(a.clone()),
        }
    }

    fn range(&self, terms: &Terms, t: TermId) -> Range {
        match terms.node(t) {
            Node::Sym(s) => terms.symbols[*s].range,
            Node::App(f, _) => terms.functions[*f].range,
            _ => Range::default(),
        }
    }

    fn at_most(&self, a: &Int, b: &Int) -> Bool {
        a.le(b)
    }

    fn le0(&mut self, walk: &mut Walk<'_, '_>, a: TermId) -> Bool {
        compare(walk, a, |l, r| l.le(r))
    }

    /// Nonlinear sums are nested.
    fn eq0(&mut self, walk: &mut Walk<'_, '_>, a: TermId) -> Bool {
        if let Some(x) = walk.terms().without_lowest_bit(a)
            && let Range {
                lo: Some(0..),
                hi: Some(hi @ 0..LISTED),
            } = walk.terms().range(x)
        {
            return power_or_zero(&walk.int(x), hi);
        }
        let (parts, k) = walk.terms().linear(a);
        let polynomial = Polynomial::of(walk.terms(), &parts, k);
        if polynomial.is_linear() {
            return compare(walk, a, |l, r| l.eq(r));
        }
        nested(walk, &polynomial).eq(int(0))
    }

    fn integer(&mut self, walk: &mut Walk<'_, '_>, t: TermId, node: &Node) -> Int {
        match node {
            Node::Int(v) => int(*v),
            Node::Float(_, bits) => int(i128::from(*bits)),
            Node::Sum(parts, k) => linear(walk, parts, *k),
            Node::Product(factors) => {
                let factors: Vec<Int> = factors.iter().map(|&f| walk.int(f)).collect();
                Int::mul(&factors)
            }
            Node::Div(a, b) => {
                let by = walk.divisor(*b);
                by_sign(walk, *a, &by, |a, b| a.div(b))
            }
            Node::Rem(a, b) => {
                let by = walk.divisor(*b);
                by_sign(walk, *a, &by, |a, b| a.modulo(b))
            }
            Node::FloorDiv(a, k) => walk.int(*a).div(int(*k)),
            Node::FloorMod(a, k) => walk.int(*a).modulo(int(*k)),
            Node::Pow2(a) => self.pow2(walk, *a),
            Node::ShiftRight(a, b) => {
                let p = self.pow2(walk, *b);
                walk.int(*a).div(p)
            }
            Node::Bits(op, a, b) => self.bitwise(walk, t, *op, *a, *b),
            Node::Wrap {
                bits, signed, arg, ..
            } => wrap(&walk.int(*arg), *bits, *signed),
            _ => int(0),
        }
    }

    fn relate(&self, walk: &mut Walk<'_, '_>) {
        self.relate_xors(walk);
        self.relate_powers(walk);
    }
}

fn linear(walk: &Walk<'_, '_>, parts: &[(TermId, i128)], k: i128) -> Int {
    let mut all: Vec<Int> = parts
        .iter()
        .map(|&(t, c)| match c {
            1 => walk.int(t),
            c => Int::mul(&[int(c), walk.int(t)]),
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
fn compare(walk: &Walk<'_, '_>, d: TermId, relation: impl Fn(&Int, &Int) -> Bool) -> Bool {
    let ([left, right], k) = walk.sides(d);
    let (lk, rk) = if k > 0 { (k, 0) } else { (0, k.wrapping_neg()) };
    relation(&linear(walk, &left, lk), &linear(walk, &right, rk))
}

/// `x & (x - 1) = 0` for `0 <= x <= hi`: x is 0, 1, 2, 4, …
fn power_or_zero(x: &Int, hi: i128) -> Bool {
    let powers = (0..).map(|n| 1i128 << n).take_while(|p| *p <= hi);
    let all: Vec<Bool> = std::iter::once(0).chain(powers).map(|p| x.eq(int(p))).collect();
    Bool::or(&all)
}

/// A polynomial with its quotients named.
fn nested(walk: &mut Walk<'_, '_>, p: &Polynomial) -> Int {
    let Some(parts) = p.factor() else {
        return polynomial(walk, p);
    };
    let quotient = nested(walk, &parts.quotient);
    let name = Int::new_const(format!("quotient!{}", walk.facts.len()));
    walk.facts.push(name.eq(&quotient));
    let rest = nested(walk, &parts.rest);
    let factor = match parts.factor {
        Factor::Number(k) => int(k),
        Factor::Atom(t) => walk.int(t),
    };
    Int::add(&[Int::mul(&[factor, name]), rest])
}

fn polynomial(walk: &Walk<'_, '_>, p: &Polynomial) -> Int {
    let mut all: Vec<Int> = p
        .monomials
        .iter()
        .map(|(c, factors)| {
            let mut product: Vec<Int> = factors.iter().map(|&f| walk.int(f)).collect();
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
fn by_sign(walk: &Walk<'_, '_>, a: TermId, b: &Int, op: impl Fn(&Int, &Int) -> Int) -> Int {
    let (x, r) = (walk.int(a), walk.terms().range(a));
    let negated = || op(&x.unary_minus(), b).unary_minus();
    if r.at_least(0) {
        op(&x, b)
    } else if r.at_most(0) {
        negated()
    } else {
        x.ge(int(0)).ite(&op(&x, b), &negated())
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
