//! The walk over the terms of a query that both encodings share: leaves, truth values and applications. What integers
//! are, and what arithmetic does with them, is the [`Arithmetic`]'s.

use super::Formula;
use super::model::Leaf;
use super::scope::Scope;
use crate::term::{FnId, Node, Range, Sort, TermId, Terms};
use std::collections::BTreeMap;
use z3::ast::{Ast, Bool, Dynamic};
use z3::{FuncDecl, Sort as ZSort};

/// A translated term.
#[derive(Clone)]
pub(super) enum Value<I> {
    Int(I),
    Bool(Bool),
}

/// How integers are written in Z3.
pub(super) trait Arithmetic: Sized {
    /// A Z3 term that stands for an integer, or for the bits of a float.
    type Int: Ast + Clone;

    /// The number `v`.
    fn number(&self, v: i128) -> Self::Int;
    /// A constant symbol of an integer or floating-point sort.
    fn symbol(&self, name: &str, sort: Sort) -> Self::Int;
    /// The Z3 sort of integers or floats.
    fn sort(&self, sort: Sort) -> ZSort;
    /// The application's value, which is of [`Arithmetic::sort`].
    fn value(&self, app: &Dynamic) -> Option<Self::Int>;
    /// The leaf that is read from models.
    fn leaf(&self, a: &Self::Int, sort: Sort) -> Leaf;
    /// The values that the leaf `t` can have.
    fn range(&self, terms: &Terms, t: TermId) -> Range;
    /// `a <= b`
    fn at_most(&self, a: &Self::Int, b: &Self::Int) -> Bool;
    /// `a <= 0`
    fn le0(&mut self, walk: &mut Walk<'_, '_, Self>, a: TermId) -> Bool;
    /// `a = 0`
    fn eq0(&mut self, walk: &mut Walk<'_, '_, Self>, a: TermId) -> Bool;
    /// A number, a float's bits, or an operation with an integer result.
    fn integer(&mut self, walk: &mut Walk<'_, '_, Self>, t: TermId, node: &Node) -> Self::Int;
    /// Facts that relate stand-ins to each other, once all terms are known.
    fn relate(&self, _walk: &mut Walk<'_, '_, Self>) {}
}

/// What was translated so far.
pub(super) struct Walk<'a, 'b, A: Arithmetic> {
    scope: &'b Scope<'a>,
    /// Ordered, so that Z3 gets its terms back in an order: it gives their numbers out again, and searches by them.
    memo: BTreeMap<TermId, Value<A::Int>>,
    /// Facts about leaves and stand-ins.
    pub facts: Vec<Bool>,
    /// That unknowns which something is divided by are not 0: no value is, and so no model holds where one is.
    pub divisors: Vec<Bool>,
    leaves: Vec<(TermId, Leaf)>,
    zero: A::Int,
    one: A::Int,
}

/// All of `conjuncts`, as `arithmetic` writes them.
pub(super) fn translate<A: Arithmetic>(
    scope: &Scope<'_>,
    mut arithmetic: A,
    conjuncts: &[TermId],
    narrowed: Option<String>,
) -> Formula {
    let mut walk = Walk {
        scope,
        memo: BTreeMap::new(),
        facts: Vec::new(),
        divisors: Vec::new(),
        leaves: Vec::new(),
        zero: arithmetic.number(0),
        one: arithmetic.number(1),
    };
    for &t in &scope.order {
        let value = walk.node(&mut arithmetic, t);
        walk.memo.insert(t, value);
    }
    arithmetic.relate(&mut walk);
    let mut asserts = std::mem::take(&mut walk.facts);
    asserts.extend(conjuncts.iter().map(|&c| walk.bool(c)));
    Formula {
        asserts,
        leaves: walk.leaves,
        divisors: walk.divisors,
        narrowed,
    }
}

impl<'a, A: Arithmetic> Walk<'a, '_, A> {
    /// The arena.
    pub fn terms(&self) -> &'a Terms {
        self.scope.terms
    }

    /// The integer of a term that was translated before (its sort says that it is one).
    pub fn int(&self, t: TermId) -> A::Int {
        match self.memo.get(&t) {
            Some(Value::Int(a)) => a.clone(),
            Some(Value::Bool(a)) => a.ite(&self.one, &self.zero),
            None => self.zero.clone(),
        }
    }

    /// The integer of a term by which something is divided.
    pub fn divisor(&mut self, t: TermId) -> A::Int {
        let by = self.int(t);
        if self.terms().as_int(t).is_none() {
            self.divisors.push(by.eq(self.zero.clone()).not());
        }
        by
    }

    /// The truth value of a term that was translated before.
    pub fn bool(&self, t: TermId) -> Bool {
        match self.memo.get(&t) {
            Some(Value::Bool(a)) => a.clone(),
            Some(Value::Int(a)) => a.eq(self.zero.clone()).not(),
            None => Bool::from_bool(false),
        }
    }

    /// The positive parts of the sum `d` and, negated, its negative ones, with its constant part:
    /// `d = left - right + k`.
    pub fn sides(&self, d: TermId) -> ([Vec<(TermId, i128)>; 2], i128) {
        let (parts, k) = self.terms().linear(d);
        let left = parts.iter().copied().filter(|p| p.1 > 0).collect();
        let right = parts
            .iter()
            .filter(|p| p.1 < 0)
            .map(|&(t, c)| (t, c.wrapping_neg()))
            .collect();
        ([left, right], k)
    }

    fn node(&mut self, arithmetic: &mut A, t: TermId) -> Value<A::Int> {
        let terms = self.scope.terms;
        match terms.node(t) {
            Node::Bool(v) => Value::Bool(Bool::from_bool(*v)),
            Node::Sym(s) => {
                let name = self.scope.symbol(*s);
                let symbol = match terms.sort(t) {
                    Sort::Bool => Value::Bool(Bool::new_const(name)),
                    sort => Value::Int(arithmetic.symbol(name, sort)),
                };
                self.leaf(arithmetic, t, symbol)
            }
            Node::App(f, args) => {
                let app = self.app(arithmetic, t, *f, args);
                self.leaf(arithmetic, t, app)
            }
            Node::Le0(a) => Value::Bool(arithmetic.le0(self, *a)),
            Node::Eq0(a) => Value::Bool(arithmetic.eq0(self, *a)),
            Node::Same(a, b) => Value::Bool(match (&self.memo[a], &self.memo[b]) {
                (Value::Bool(a), Value::Bool(b)) => a.iff(b),
                _ => self.int(*a).eq(self.int(*b)),
            }),
            Node::Not(a) => Value::Bool(self.bool(*a).not()),
            Node::And(parts) => Value::Bool(Bool::and(&self.bools(parts))),
            Node::Or(parts) => Value::Bool(Bool::or(&self.bools(parts))),
            Node::Ite(c, a, b) => match (&self.memo[a], &self.memo[b]) {
                (Value::Bool(a), Value::Bool(b)) => Value::Bool(self.bool(*c).ite(a, b)),
                _ => Value::Int(self.bool(*c).ite(&self.int(*a), &self.int(*b))),
            },
            node => Value::Int(arithmetic.integer(self, t, node)),
        }
    }

    fn bools(&self, parts: &[TermId]) -> Vec<Bool> {
        parts.iter().map(|&p| self.bool(p)).collect()
    }

    fn leaf(&mut self, arithmetic: &A, t: TermId, value: Value<A::Int>) -> Value<A::Int> {
        let leaf = match &value {
            Value::Bool(a) => Leaf::Bool(a.clone()),
            Value::Int(a) => {
                let sort = self.terms().sort(t);
                if sort == Sort::Int {
                    let range = arithmetic.range(self.terms(), t);
                    self.bound(arithmetic, a, range);
                }
                arithmetic.leaf(a, sort)
            }
        };
        self.leaves.push((t, leaf));
        value
    }

    /// `a` lies in `range`.
    pub fn bound(&mut self, arithmetic: &A, a: &A::Int, range: Range) {
        let lower = range.lo.map(|lo| arithmetic.at_most(&arithmetic.number(lo), a));
        let upper = range.hi.map(|hi| arithmetic.at_most(a, &arithmetic.number(hi)));
        self.facts.extend(lower.into_iter().chain(upper));
    }

    fn app(&self, arithmetic: &A, t: TermId, f: FnId, args: &[TermId]) -> Value<A::Int> {
        let sort_of = |u: TermId| match self.terms().sort(u) {
            Sort::Bool => ZSort::bool(),
            sort => arithmetic.sort(sort),
        };
        let domain: Vec<ZSort> = args.iter().map(|&a| sort_of(a)).collect();
        let domain: Vec<&ZSort> = domain.iter().collect();
        let decl = FuncDecl::new(self.scope.function(f, args), &domain, &sort_of(t));
        let args: Vec<Dynamic> = args
            .iter()
            .map(|a| match &self.memo[a] {
                Value::Int(a) => Dynamic::from_ast(a),
                Value::Bool(a) => Dynamic::from_ast(a),
            })
            .collect();
        let args: Vec<&dyn Ast> = args.iter().map(|a| a as &dyn Ast).collect();
        let value = decl.apply(&args);
        match (arithmetic.value(&value), value.as_bool()) {
            (Some(a), _) => Value::Int(a),
            (_, Some(a)) => Value::Bool(a),
            _ => Value::Int(self.zero.clone()),
        }
    }
}
